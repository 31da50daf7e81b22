import Encodings
import Schema

/// What the structs of a schema need beside themselves; only what is needed is written.
struct SwiftSupport {
  /// The type of values that JSON can hold, and of what reads columns of such.
  static let anyValue = "JSONValue"
  static let column = "JSONColumn"

  private let fields: [Field]

  init(_ catalog: Catalog) {
    fields = (catalog.tables + catalog.documentEntities).flatMap(\.fields)
  }

  var ofStructs: [String] {
    fields.contains { $0.isDocument } ? [Self.values] : []
  }

  var ofRecords: [String] { fields.contains { $0.isDocument } ? [Self.columns] : [] }

  /// The value that a stored JSON text holds: `.object(["a": .array([.integer(1), .null])])`; nil for any other text.
  static func literal(json value: Value) -> String? {
    guard case .text(var text) = value else { return nil }
    return text.withUTF8 { try? DocumentValue(json: UnsafeRawBufferPointer($0)) }.map { literal($0) }
  }

  private static func literal(_ document: DocumentValue) -> String {
    switch document {
    case .null: return ".null"
    case .boolean(let flag): return ".bool(\(flag))"
    case .integer(let number): return ".integer(\(number))"
    case .real(let number): return ".number(\(number))"
    case .number(let text): return ".number(\(text))"
    case .text(let text), .date(let text): return ".string(\(SwiftNames.literal(text)))"
    case .data: return ".null"
    case .list(let values): return ".array([\(values.map { literal($0) }.joined(separator: ", "))])"
    case .map(let members):
      let pairs = members.map { "\(SwiftNames.literal($0.name)): \(literal($0.value))" }
      return ".object([\(pairs.isEmpty ? ":" : pairs.joined(separator: ", "))])"
    }
  }

  /// How decimals are coded that stand under some keys.
  static func decimals(under keys: String) -> String {
    """
    /// In JSON a decimal is text, with all its digits.
    extension KeyedDecodingContainer where Key == \(keys) {
      func decode(_: Decimal.Type, forKey key: Key) throws -> Decimal {
        let text = try decode(String.self, forKey: key)
        if let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) { return value }
        throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "no decimal: \\(text)")
      }

      func decodeIfPresent(_: Decimal.Type, forKey key: Key) throws -> Decimal? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(Decimal.self, forKey: key)
      }
    }

    extension KeyedEncodingContainer where Key == \(keys) {
      mutating func encode(_ value: Decimal, forKey key: Key) throws {
        try encode("\\(value)", forKey: key)
      }

      mutating func encodeIfPresent(_ value: Decimal?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
      }
    }
    """
  }

  private static let values = """
    /// Any value that JSON can hold.
    enum JSONValue: Codable, Hashable {
      case null
      case bool(Bool)
      case integer(Int64)
      case number(Double)
      case string(String)
      case array([JSONValue])
      case object([String: JSONValue])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let value = try? container.decode(Bool.self) {
          self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
          self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
          self = .number(value)
        } else if let value = try? container.decode(String.self) {
          self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
          self = .array(value)
        } else {
          self = .object(try container.decode([String: JSONValue].self))
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
      }
    }
    """

  private static let columns = """
    /// Columns that hold JSON text.
    private enum JSONColumn {
      static func optional<Value: Decodable>(_ text: String?) throws -> Value? {
        try text.map { try required($0) }
      }

      static func required<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
      }

      static func text(_ value: (some Encodable)?) throws -> String? {
        try value.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
      }
    }
    """
}

extension Catalog {
  /// The entities without a table whose objects stand in documents of others.
  var documentEntities: [Entity] {
    var names: Set<String> = []
    var waiting = tables.flatMap(\.documentNames)
    while let name = waiting.popLast() {
      if names.insert(name).inserted { waiting += self[name]?.documentNames ?? [] }
    }
    return entities.filter { names.contains($0.name) && !$0.hasTable }
  }

  /// Whether each object of an entity would have one of the same entity in it, which no struct can.
  func containsItself(_ name: String) -> Bool {
    var seen: Set<String> = []
    var waiting = [name]
    while let next = waiting.popLast() {
      for field in self[next]?.fields ?? [] {
        guard case .object(let inner)? = field.document?.kind else { continue }
        if inner == name { return true }
        if seen.insert(inner).inserted { waiting.append(inner) }
      }
    }
    return false
  }
}
