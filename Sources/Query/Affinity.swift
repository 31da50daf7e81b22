import Schema

/// What a column makes of a value that is put into it, by the type that it was declared with.
///
///     Affinity("INTEGER").stored(.real(5))      // .integer(5)
///     Affinity("INTEGER").stored(.text("x"))    // .text("x"): what is no number stays as it is
///     Affinity("VARCHAR(9)").stored(.integer(5))   // .text("5")
///
/// Source: "Datatypes In SQLite", sections 3.1 and 3.2.
package enum Affinity: Hashable, Sendable {
  case integer, text, real, numeric
  /// Every value stays what it is.
  case none

  package init(_ declared: String) {
    if declared.holds("INT") {
      self = .integer
    } else if declared.holds("CHAR") || declared.holds("CLOB") || declared.holds("TEXT") {
      self = .text
    } else if declared.holds("BLOB") || declared.isEmpty || declared.uppercased() == "ANY" {
      self = .none
    } else if declared.holds("REAL") || declared.holds("FLOA") || declared.holds("DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }

  package func stored(_ value: Value) -> Value {
    switch (self, value) {
    case (.none, _), (_, .null), (_, .data): value
    case (.text, .integer(let number)): .text("\(number)")
    case (.text, .real(let number)): .text("\(number)")
    case (.text, .text): value
    case (.real, .integer(let number)): .real(Double(number))
    case (.real, .real): value
    case (.real, .text(let text)): Self.number(text).map { stored($0) } ?? value
    case (.integer, .text(let text)), (.numeric, .text(let text)): Self.number(text).map { stored($0) } ?? value
    case (.integer, .integer), (.numeric, .integer): value
    case (.integer, .real(let number)), (.numeric, .real(let number)):
      Int64(exactly: number).map { .integer($0) } ?? value
    }
  }

  /// The number that a text is, all of it but blanks around.
  private static func number(_ text: String) -> Value? {
    let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\u{B}", "\u{C}", "\r\n"]
    let trimmed = text.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed()
    let word = String(trimmed)
    // Swift reads more than SQL: "0x10", "inf", "nan".
    guard !word.isEmpty, word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    if let number = Int64(word) { return .integer(number) }
    return Double(word).flatMap { $0.isFinite ? .real($0) : nil }
  }
}

extension TableDescription.Column {
  /// The value that a row without one gets, as it is stored; nil where there is none, or where only the database can
  /// tell it.
  package var storedDefault: Value? {
    defaultSQL.flatMap { Value(literal: $0) }.map { Affinity(declaredType).stored($0) }
  }
}

extension Field {
  /// Whether a value that a column holds is one of the storage class of the field.
  func takes(_ value: Value) -> Bool {
    switch (storage, value) {
    case (.integer, .integer), (.real, .real), (.text, .text), (.data, .data), (.any, _): true
    case (_, .integer), (_, .real): isStoredAsNumber
    default: false
    }
  }
}
