/// What a table says of a column whose storage does not tell its type, as any program may read past it.
///
///     ColumnRemark("decimal(2)")   // .decimal(scale: 2)
package enum ColumnRemark: Hashable, Sendable {
  /// Integers, of whose digits so many stand behind the point.
  case decimal(scale: Int)
  /// Decimals that are the numbers themselves, with so many digits behind the point; nil where each has its own.
  case number(scale: Int?)
  /// Moments with so many digits of a second.
  case moment(precision: Int)
  /// A type whose name says it all, or a remark of others.
  case named(String)

  package init(_ text: String) {
    if let scale = Self.number(in: text, of: "decimal") {
      self = .decimal(scale: scale)
    } else if let scale = Self.number(in: text, of: "number") {
      self = .number(scale: scale)
    } else if text == "number(any)" {
      self = .number(scale: nil)
    } else if let precision = text == "datetime" ? 0 : Self.number(in: text, of: "datetime") {
      self = .moment(precision: precision)
    } else {
      self = .named(text)
    }
  }

  package var text: String {
    switch self {
    case .decimal(let scale): "decimal(\(scale))"
    case .number(let scale): "number(\(scale.map(String.init) ?? "any"))"
    case .moment(let precision): precision == 0 ? "datetime" : "datetime(\(precision))"
    case .named(let name): name
    }
  }

  private static func number(in text: String, of word: String) -> Int? {
    guard text.hasPrefix(word + "("), text.hasSuffix(")") else { return nil }
    return Int(text.dropFirst(word.count + 1).dropLast())
  }
}
