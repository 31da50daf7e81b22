import SQLText

/// A statement whose values are marked with `?` or by name, as scripts for SQLite write them, with the server's marks.
///
///     NumberedText("SELECT ?, '?', :a, :a").text   // SELECT $1, '?', $2, $2
///
/// A text that has marks of the server's own stays as it is: `?` may be an operator there, and `a[1:n]` a part of a list.
struct NumberedText {
  private(set) var text: String
  /// The names of the values, by their numbers; nil for one that has none.
  private(set) var names: [String?] = []
  /// The characters by which a place behind each mark is further back than it was, in order of these places, in bytes.
  private var longer: [(place: Int, count: Int)] = []

  init(_ original: String) {
    text = original
    guard original.utf8.contains(where: { Self.signs.contains($0) }) else { return }
    let marks = SQLToken.all(in: original, syntax: .postgreSQL).filter { $0.kind == .parameter }
    guard !marks.isEmpty, !marks.contains(where: { $0.text.hasPrefix("$") }) else { return }
    let hasLists = original.utf8.contains(UInt8(ascii: "["))
    let bytes = Array(original.utf8)
    var result: [UInt8] = []
    var start = 0
    for mark in marks where mark.text.hasPrefix("?") || !hasLists {
      let new = "$\(number(of: mark.text))"
      result += bytes[start..<mark.place.lowerBound] + Array(new.utf8)
      start = mark.place.upperBound
      longer.append(
        (
          result.count,
          (longer.last?.count ?? 0) + new.unicodeScalars.count - mark.text.unicodeScalars.count
        ))
    }
    text = String(decoding: result + bytes[start...], as: UTF8.self)
  }

  private static let signs: [UInt8] = [UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "@")]

  /// `?` is the next value, `?3` the third, `:a` that of the name.
  private mutating func number(of mark: String) -> Int {
    if mark == "?" {
      names.append(nil)
      return names.count
    }
    let word = String(mark.dropFirst())
    if mark.hasPrefix("?") {
      let number = max(1, min(Int(word) ?? 1, 65_535))
      while names.count < number { names.append(nil) }
      return number
    }
    if let known = names.firstIndex(of: word) { return known + 1 }
    names.append(word)
    return names.count
  }

  /// Where a place, in characters, stands in the text as it was written.
  func original(_ place: Int) -> Int {
    let offset = text.unicodeScalars.prefix(place).reduce(0) { $0 + String($1).utf8.count }
    return place - (longer.last { $0.place <= offset }?.count ?? 0)
  }
}
