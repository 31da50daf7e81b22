/// Names of a schema as Swift spells them.
enum SwiftNames {
  private static let keywords: Set<String> = [
    "Any", "Self", "actor", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
    "precedencegroup",
    "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// A member: `last_game` → `lastGame`, `class` → `` `class` ``.
  static func member(_ name: String) -> String {
    let joined = plainMember(name)
    return keywords.contains(joined) ? "`\(joined)`" : joined
  }

  /// The same without the signs that make a keyword a name, for what gets something behind it.
  static func plainMember(_ name: String) -> String { camel(name, startsUpper: false) }

  /// The members that a struct or an enum has anyway.
  static let takenMembers: Set<String> = [
    "`init`", "`self`", "allCases", "debugDescription", "description", "encode", "failures", "hash", "hashValue",
    "intValue", "rawValue", "stringValue", "validate",
  ]

  /// A type: `track list` → `TrackList`.
  static func type(_ name: String) -> String {
    let joined = camel(name, startsUpper: true)
    return keywords.contains(joined) || taken.contains(joined) ? joined + "_" : joined
  }

  /// The types that the text itself speaks of, or that every type has: a struct of the name would hide them.
  private static let taken: Set<String> = [
    "Any", "Array", "Bool", "CaseIterable", "Character", "Codable", "CodingKey", "CodingKeys", "CodingUserInfoKey",
    "Column", "Data",
    "Database", "DatabaseError", "DatabaseFunction", "DatabaseMigrator", "DatabaseValue", "DatabaseValueConvertible",
    "Date", "Decimal",
    "Decodable", "Decoder", "DecodingError", "Dictionary", "Double", "Encodable", "Encoder", "Error",
    "ExpressibleByIntegerLiteral", "Failure",
    "FetchableRecord",
    "ForeignKey", "Hashable", "Hasher", "ID", "Identifiable", "InsertionSuccess", "Int", "Int16", "Int32", "Int64",
    "ISO8601DateFormatter", "JSONColumn", "JSONDecoder", "JSONEncoder", "JSONValue", "KeyedDecodingContainer",
    "KeyedEncodingContainer",
    "Locale", "MoonshellCoding", "MoonshellColumn", "MoonshellContainer", "MoonshellDecimals", "MoonshellDocuments",
    "MoonshellDuration", "MoonshellRelated",
    "MutablePersistableRecord", "NSDecimalNumber",
    "NSRegularExpression", "NSString",
    "Never", "Optional", "PersistableRecord", "PersistenceContainer",
    "Protocol", "Result", "Row", "SchemaMigrations", "Self", "Set", "StaticString", "String", "Substring",
    "TableRecord", "TimeInterval", "TimeZone", "Type", "URL", "UTF8", "UUID", "Unicode", "ValidationError", "Void",
  ]

  private static func camel(_ name: String, startsUpper: Bool) -> String {
    let words = name.split { !($0.isLetter || $0.isASCII && $0.isNumber) }
    var result = ""
    for (place, word) in words.enumerated() {
      let raises = place > 0 || startsUpper
      // Words in capitals, as old tables have them, are words too.
      let head =
        raises ? word.prefix(1).uppercased() : place == 0 && isCapitals(word) ? word.lowercased() : lowered(word)
      result += raises ? head + word.dropFirst() : head
    }
    guard let first = result.first else { return startsUpper ? "Unnamed" : "unnamed" }
    return first.isNumber ? (startsUpper ? "N" : "n") + result : result
  }

  private static func isCapitals(_ word: Substring) -> Bool { word.allSatisfy { $0.isUppercase || $0.isNumber } }
  private static func lowered(_ word: Substring) -> String { word.prefix(1).lowercased() + word.dropFirst() }

  /// A literal of a text.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
