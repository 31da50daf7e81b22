import Schema

/// One word of a predicate, with its place in the text.
struct PredicateToken: Hashable {
  enum Kind: Hashable {
    case name(String)
    case value(Value)
    /// A word or sign with a meaning of its own: `and`, `>=`, `(`.
    case sign(Sign)
    case end
  }

  var kind: Kind
  /// Its bytes in the text.
  var range: Range<Int>
}

/// The words and signs of Lua's expressions that a predicate knows.
enum Sign: String, Hashable, CaseIterable {
  case and, or, not
  case `nil`, `true`, `false`
  case equal = "=="
  case notEqual = "~="
  case atMost = "<="
  case atLeast = ">="
  case less = "<"
  case greater = ">"
  case floorDivide = "//"
  case concatenate = ".."
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case modulo = "%"
  case open = "("
  case close = ")"
  case openList = "{"
  case closeList = "}"
  case openName = "["
  case closeName = "]"
  case assign = "="
  case comma = ","
  case colon = ":"
  case dot = "."

  /// Those that are no words, the longest first.
  static let marks: [(bytes: [UInt8], sign: Sign)] = allCases.map { (Array($0.rawValue.utf8), $0) }
    .filter { !$0.bytes[0].isNameStart }
    .sorted { $0.bytes.count > $1.bytes.count }

  /// Those that are words.
  static let words: [String: Sign] = Dictionary(
    uniqueKeysWithValues: allCases.filter { $0.rawValue.utf8.first?.isNameStart == true }.map { ($0.rawValue, $0) })
}

extension UInt8 {
  var isDigit: Bool { (48...57).contains(self) }
  var isNameStart: Bool { (65...90).contains(self) || (97...122).contains(self) || self == 95 || self >= 0x80 }
  var hexadecimalDigit: UInt64? {
    switch self {
    case 48...57: UInt64(self - 48)
    case 65...70, 97...102: UInt64((self | 32) - 87)
    default: nil
    }
  }
  var isNamePart: Bool { isNameStart || isDigit }
}
