import Encodings
import Schema

/// What the structs of a schema need beside themselves; only what is needed is written.
struct SwiftSupport {
  /// The type of values that JSON can hold, and of what reads columns of such.
  static let anyValue = "JSONValue"
  static let column = "JSONColumn"
  /// The type of durations that have no member of their own.
  static let duration = "MoonshellDuration"

  private let fields: [Field]
  private let hasRowRules: Bool
  private let members: [SwiftMember]

  /// The members that have rules and are not coded here.
  private let ruled: [SwiftMember]
  private let hasRelated: Bool

  init(_ catalog: Catalog, members: [SwiftMember], rules: [SwiftMember] = [], hasRelated: Bool = false) {
    let entities = catalog.tables + catalog.documentEntities
    fields = entities.flatMap(\.fields)
    hasRowRules = entities.contains { !$0.rules.isEmpty }
    self.members = members
    ruled = rules
    self.hasRelated = hasRelated
  }

  private var holdsAny: Bool { fields.contains { $0.isDocument || $0.type == .any } }
  private var hasRules: Bool { hasRowRules || (members + ruled).contains { !SwiftRules($0).lines.isEmpty } }
  private var hasCoding: Bool {
    members.contains { $0.coding != .asItIs || $0.hasDecimalCases } || holdsDurations
      // Rules of days and addresses are about their texts.
      || ruled.contains { $0.hasDecimalCases || $0.coding.isText && (hasRowRules || !SwiftRules($0).lines.isEmpty) }
  }
  private var hasDocuments: Bool { !members.isEmpty || hasCoding || ruled.contains(where: \.readsDocuments) }
  private var holdsDurations: Bool { (members + ruled).contains(where: \.holdsDurations) }

  var ofStructs: [String] {
    (holdsAny ? [Self.values] : []) + (hasRules ? [Self.rules] : []) + (hasDocuments ? [Self.documents] : [])
      + (hasCoding ? [Self.coding] : []) + (holdsDurations ? [Self.durations] : []) + (hasRelated ? [Self.related] : [])
  }

  var ofRecords: [String] { holdsAny ? [Self.columns] : [] }

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
        try MoonshellColumn.value(text)
      }

      static func text(_ value: (some Encodable)?) throws -> String? {
        try value.map { try MoonshellColumn.text($0) }
      }

      static func value(_ value: DatabaseValue) -> JSONValue {
        switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .double(let number): .number(number)
        case .string(let text): .string(text)
        case .blob(let data): .string(data.base64EncodedString())
        }
      }

      static func stored(_ value: JSONValue) -> DatabaseValue {
        switch value {
        case .null: .null
        case .bool(let flag): flag.databaseValue
        case .integer(let number): number.databaseValue
        case .number(let number): number.databaseValue
        case .string(let text): text.databaseValue
        case .array, .object: ((try? text(value)) ?? nil).databaseValue
        }
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
