extension SwiftSupport {
  /// What reads documents, as Moonshell writes them and as its columns hold them.
  static let documents = """
    /// The members of a document. What a property list cannot hold, as null, is JSON text in it, and `_json` names it.
    private struct MoonshellContainer<Key: CodingKey> {
      private enum Names: String, CodingKey { case packed = "_json" }

      let members: KeyedDecodingContainer<Key>
      private let packed: [String]

      init(_ decoder: any Decoder) throws {
        members = try decoder.container(keyedBy: Key.self)
        packed = (try? decoder.container(keyedBy: Names.self).decode([String].self, forKey: .packed)) ?? []
      }

      func contains(_ key: Key) -> Bool { members.contains(key) }

      func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard packed.contains(key.stringValue) else { return try members.decode(type, forKey: key) }
        return try JSONDecoder().decode(type, from: Data(members.decode(String.self, forKey: key).utf8))
      }

      func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try !contains(key) || decodeNil(forKey: key) ? nil : decode(type, forKey: key)
      }

      func decodeNil(forKey key: Key) throws -> Bool {
        try packed.contains(key.stringValue)
          ? members.decode(String.self, forKey: key) == "null" : members.decodeNil(forKey: key)
      }
    }

    /// Documents in columns, where durations and enums are what is stored for their words.
    private enum MoonshellColumn {
      private static let mark = CodingUserInfoKey(rawValue: "MoonshellColumn")

      static func isTarget(of encoder: any Encoder) -> Bool { mark.map { encoder.userInfo[$0] != nil } ?? false }
      static func isSource(of decoder: any Decoder) -> Bool { mark.map { decoder.userInfo[$0] != nil } ?? false }

      static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        if let mark { encoder.userInfo[mark] = true }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
      }

      static func value<Value: Decodable>(_ text: String) throws -> Value {
        let decoder = JSONDecoder()
        if let mark { decoder.userInfo[mark] = true }
        return try decoder.decode(Value.self, from: Data(text.utf8))
      }
    }
    """

  static let durations = """
    /// A duration inside of a document: in JSON `"PT1H30M"`.
    struct MoonshellDuration: Codable, Hashable, ExpressibleByIntegerLiteral {
      var seconds: Int64

      init(_ seconds: Int64) { self.seconds = seconds }
      init(integerLiteral value: Int64) { self.init(value) }

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Int64.self) {
          self.init(seconds)
        } else {
          self.init(try MoonshellCoding.read(container.decode(String.self), MoonshellCoding.seconds))
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if MoonshellColumn.isTarget(of: encoder) {
          try container.encode(seconds)
        } else {
          try container.encode(MoonshellCoding.duration(seconds))
        }
      }
    }
    """
}
