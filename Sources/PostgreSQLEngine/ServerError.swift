import CPostgreSQL
import Encodings
import SQLText
import Store

/// What the server says of a statement that failed, by its code and its fields: its words may be in any language.
struct ServerError {
  private let result: OpaquePointer
  private let isCancelled: Bool

  init(_ result: OpaquePointer, isCancelled: Bool) {
    self.result = result
    self.isCancelled = isCancelled
  }

  /// A field of the answer, by the letter that the protocol gives it.
  private func field(_ letter: Unicode.Scalar) -> String? {
    cpq_error_field(result, Int32(letter.value)).map { String(cString: $0) }
  }

  private var code: String { field("C") ?? "" }

  /// Whether the session is over: the server has stopped, or somebody has ended it there.
  var endsSession: Bool { field("V") == "FATAL" || field("V") == "PANIC" }

  var words: String { field("M") ?? "" }

  func storeError(location: String) -> StoreError {
    var reason = words
    // What a function of the database itself raises is said whole, in its own words.
    let isRaised = code.hasPrefix("P0")
    if let detail = field("D"), isRaised || code.hasPrefix("22") || code.hasPrefix("42") { reason += " (\(detail))" }
    if isRaised, let hint = field("H") { reason += ". \(hint)" }
    var error = StoreError(.other, reason: reason, code: Self.number(code), location: location)
    error.kind = kind
    error.isConflict = ["40001", "40P01"].contains(code)
    error.isWithoutLock = code == "57014" || error.isConflict
    error.isAboutValue = code.hasPrefix("22")
    error.isAboutGenerated = code == "428C9"
    // In characters, until the statement is known.
    error.offset = field("P").flatMap { Int($0) }.map { $0 - 1 }
    if let words = StoreError.words(ofCode: code, saying: words) { error.reason = words }
    if code == "42601", field("R") == "exec_parse_message" { error.reason = StoreRefusal.severalStatements.words }
    // Its type of 64 bits is called so in all languages.
    if code == "22003", reason.contains("bigint") { error.reason = StoreError.integerIsTooLarge }
    // The part of the server that says so has one name in all languages.
    if code == "22003", field("R")?.hasPrefix("float_") == true {
      error.missing = .infinities
      error.reason = PostgreSQLEngine.abilities.reason(against: .infinities) ?? reason
    }
    if code == "22P05" {
      error.missing = .zerosInTexts
      error.reason = StoreError.documentHoldsNUL
    }
    return error
  }

  private var kind: StoreError.Kind {
    switch code {
    case "23505": .constraint(constraint(.unique))
    case "23502": .constraint(constraint(.notNull))
    case "23514": .constraint(constraint(.check))
    case "23503", "23001": .constraint(constraint(.foreignKey))
    case "23P01": .constraint(constraint(.other))
    case "42P01": .noSuchTable("")
    case "42703": .noSuchColumn("")
    case "42601", "42P02": .syntax(offset: nil)
    case "25006": .readOnly
    case "53100": .diskFull
    case "57014": isCancelled ? .interrupted : .locked
    case "55P03", "40001", "40P01": .locked
    case "54000", "54001", "54011", "54023": .tooComplex
    case "22003": .overflow
    case "XX001", "XX002": .corrupt
    case "08P01": .misuse
    default: .other
    }
  }

  private func constraint(_ rule: StoreError.Constraint.Rule) -> StoreError.Constraint {
    var columns = field("c").map { [$0] } ?? []
    if rule != .notNull, columns.isEmpty { columns = keyColumns }
    var constraint = StoreError.Constraint(rule: rule, table: field("t"), columns: columns, name: field("n"))
    if constraint.table == nil { constraint.type = field("d") }
    // Of an index of expressions no columns are named.
    if rule == .unique, columns.isEmpty { constraint.entry = entry }
    return constraint
  }

  /// A key and its values, which stand in parentheses.
  ///
  ///     Key (lower(name))=(ann) already exists.
  private var entry: StoreError.Constraint.Entry? {
    guard let detail = field("D"), let open = detail.firstIndex(of: "("), let middle = detail.firstRange(of: ")=("),
      let end = detail[middle.upperBound...].lastIndex(of: ")"), open < middle.lowerBound
    else { return nil }
    return StoreError.Constraint.Entry(
      key: String(detail[detail.index(after: open)..<middle.lowerBound]),
      values: String(detail[middle.upperBound..<end]))
  }

  /// The columns in `Key (a, b)=(1, 2) is duplicated.`, and in what is said so of parts, whatever the language; none of an
  /// index of expressions.
  private var keyColumns: [String] {
    guard let detail = field("D"), let open = detail.firstIndex(of: "("),
      let end = detail.firstRange(of: ")=(") ?? detail.firstRange(of: ") = (")
    else { return [] }
    let names = detail[detail.index(after: open)..<end.lowerBound].split(separator: ",").map { part in
      String(part.drop { $0 == " " }).replacing("\"", with: "")
    }
    return names.contains { $0.contains("(") || $0.contains(":") } ? [] : names
  }

  /// The five characters of a code as a number, to base 36.
  static func number(_ code: String) -> Int { Int(code, radix: 36) ?? 0 }
}

extension StoreError {
  /// Whether the server had this code for it.
  func isServerCode(_ code: String) -> Bool { self.code == ServerError.number(code) }

  /// The error with the statement that it is about, and what stands at the place that the server named.
  func about(_ text: String) -> StoreError {
    var error = self
    let position = error.offset
    error.sql = text
    error.offset = nil
    guard let position, position >= 0 else {
      switch kind {
      // Of several statements in one text the server names no place.
      case .syntax: error.kind = .misuse
      // Without a place its own words alone name what is missing.
      case .noSuchTable, .noSuchColumn: error.kind = .other
      default: break
      }
      return error
    }
    let scalars = text.unicodeScalars
    guard let place = scalars.index(scalars.startIndex, offsetBy: position, limitedBy: scalars.endIndex) else {
      return error
    }
    let offset = text.utf8.distance(from: text.utf8.startIndex, to: place)
    error.offset = offset
    switch kind {
    case .noSuchTable:
      let name = Self.name(at: offset, in: text)
      error.kind = .noSuchTable(name)
      if name.dropFirst().dropLast().contains(".") { error.advice = Self.schemaAdvice(name) }
    case .noSuchColumn: error.kind = .noSuchColumn(Self.name(at: offset, in: text))
    case .syntax:
      let rest = text.utf8[place...]
      let isAtEnd = rest.allSatisfy { $0 == 32 || (9...13).contains($0) || $0 == UInt8(ascii: ";") }
      error.kind = isAtEnd ? .incomplete(offset: offset) : .syntax(offset: offset)
    default: break
    }
    return error
  }

  /// The last name of those that stand at a place with dots between them.
  private static func name(at offset: Int, in text: String) -> String {
    let tokens = SQLToken.all(in: text, syntax: .postgreSQL).drop { $0.place.lowerBound < offset }
    var name = ""
    for token in tokens {
      if token.text == "." { continue }
      guard token.kind == .word || token.kind == .name else { break }
      name = token.text
      guard let next = tokens.first(where: { $0.place.lowerBound == token.place.upperBound }), next.text == "." else {
        break
      }
    }
    return name
  }
}
