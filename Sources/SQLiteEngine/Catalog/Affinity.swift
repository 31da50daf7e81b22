import Schema

/// What a column makes of a value that is put into it, by the type that it was declared with.
///
///     Affinity("INTEGER").stored(.real(5))      // .integer(5)
///     Affinity("INTEGER").stored(.text("x"))    // .text("x"): what is no number stays as it is
///     Affinity("VARCHAR(9)").stored(.integer(5))   // .text("5")
///
/// Source: "Datatypes In SQLite", sections 3.1 and 3.2.
enum Affinity: Hashable, Sendable {
  case integer, text, real, numeric
  /// Every value stays what it is.
  case none

  /// - Parameter isStrict: whether it is a table of checked types, where `ANY` converts nothing; elsewhere it is a word
  ///   like others, of which SQLite knows nothing but that it may be a number.
  init(_ declared: String, isStrict: Bool = true) {
    if declared.holds("INT") {
      self = .integer
    } else if declared.holds("CHAR") || declared.holds("CLOB") || declared.holds("TEXT") {
      self = .text
    } else if declared.holds("BLOB") || declared.isEmpty || isStrict && declared.uppercased() == "ANY" {
      self = .none
    } else if declared.holds("REAL") || declared.holds("FLOA") || declared.holds("DOUB") {
      self = .real
    } else {
      self = .numeric
    }
  }

  func stored(_ value: Value) -> Value {
    switch (self, value) {
    case (.none, _), (_, .null), (_, .data), (_, .brokenText): value
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
    return Double(word).map { .real($0) }
  }
}

extension Affinity {
  /// The storage class that all values have which it makes; `any` where they differ.
  func storage(of declared: String) -> Storage {
    switch self {
    case .integer: .integer
    case .text: .text
    case .real: .real
    case .none: declared.holds("BLOB") ? .data : .any
    case .numeric: .any
    }
  }

  /// What a column of it makes of values that are compared with it.
  var conversion: ColumnNature.Conversion {
    switch self {
    case .integer, .real, .numeric: .numbers
    case .text: .texts
    case .none: .none
    }
  }

  /// The digits behind the point of `NUMERIC(10, 2)` and `DECIMAL(10, 2)`: exact numbers, which SQLite keeps as real
  /// ones.
  func scale(of declared: String) -> Int? {
    let declared = declared.uppercased()
    guard self == .numeric, declared.hasPrefix("NUMERIC") || declared.hasPrefix("DECIMAL") else { return nil }
    let numbers = declared.split { !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count == 2, (1...DecimalNumber.largestScale).contains(numbers[1]) else { return nil }
    return numbers[1]
  }
}
