import SQLText

/// A setting of a session by which values are written and read, and that so stays as it is.
///
///     PinnedSetting.changed(by: SQLToken.all(in: "SET TIME ZONE 'Asia/Tokyo'", syntax: .postgreSQL)[...])   // timezone
struct PinnedSetting {
  let name: String
  let value: String
  /// Whether the server tells the client when it changes.
  var isReported = false
  /// How others are had without changing it.
  var advice = ""

  static let all = [
    PinnedSetting(
      name: "TimeZone", value: "UTC", isReported: true,
      advice: "say AT TIME ZONE in the statement for another time zone"),
    PinnedSetting(
      name: "DateStyle", value: "ISO, YMD", isReported: true, advice: "write a date otherwise by to_char(…)"),
    PinnedSetting(
      name: "IntervalStyle", value: "postgres", isReported: true, advice: "write a span otherwise by to_char(…)"),
    PinnedSetting(name: "client_encoding", value: "UTF8", isReported: true),
    PinnedSetting(name: "standard_conforming_strings", value: "on", isReported: true),
    PinnedSetting(name: "bytea_output", value: "hex", advice: "write bytes otherwise by encode(…)"),
    PinnedSetting(name: "extra_float_digits", value: "1", advice: "round a number by round(…)"),
  ]

  static let reported = all.filter(\.isReported)

  /// The statement that pins it.
  var statement: String { "SET \(name) = '\(value)'" }

  /// The one that a statement would change; nil for none.
  static func changed(by tokens: ArraySlice<SQLToken>) -> PinnedSetting? {
    let words = tokens.prefix(4).map(\.normal)
    guard let first = words.first else { return nil }
    if first == "set" || first == "reset" {
      let last = tokens.last { $0.text != ";" }?.text.lowercased().filter { $0 != "'" }
      let rest = words.dropFirst(first == "set" && ["session", "local"].contains(words.dropFirst().first) ? 2 : 1)
      // What others have written down of a database sets some of them to what they are.
      return named(Array(rest)).flatMap { $0.value.lowercased() == last ? nil : $0 }
    }
    return zip(tokens, tokens.dropFirst(2)).lazy.filter { $0.0.normal == "set_config" && $0.1.kind == .text }
      .compactMap { named([$0.1.text.filter { $0 != "'" }.lowercased()]) }.first
  }

  /// The one that words name as a statement does.
  private static func named(_ words: [String]) -> PinnedSetting? {
    let name =
      switch words.first {
      case "time" where words.dropFirst().first == "zone": "timezone"
      case "names": "client_encoding"
      default: words.first
      }
    return all.first { $0.name.lowercased() == name }
  }

  /// Whether a statement takes from the session what Moonshell has made and set for itself.
  static func isForgotten(by tokens: ArraySlice<SQLToken>) -> Bool {
    let words = tokens.filter { $0.text != ";" }.map(\.normal)
    return switch words.first {
    case "discard": ["all", "temp", "temporary"].contains(words.dropFirst().first)
    case "reset": words.dropFirst().first == "all"
    case "deallocate": words.last == "all"
    default: false
    }
  }
}
