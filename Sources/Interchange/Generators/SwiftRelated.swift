import Schema

/// A relation as a member: the objects that a document has under its name, where they were exported along.
///
///     var players: [Player]? = nil                       // Team:with("players"):export("teams.json")
///     @MoonshellRelated var team: Team? = nil            // Player:with("team"):export("players.json")
///
/// A document does not say a key twice: what belongs to the object around it has no key of that one, and what has the
/// other one in it has no key beside it.
struct SwiftRelated {
  /// Two members that hold the same: the one of this struct, and the one of the other.
  struct Pair {
    let near: SwiftMember
    let far: SwiftMember

    /// Whether one can be assigned to the other.
    fileprivate var fits: Bool {
      near.plainType == far.plainType && !near.hasOwnType && !far.hasOwnType
    }
  }

  let relation: Relation
  let name: String
  /// The name of the struct of its objects.
  let type: String
  let pairs: [Pair]

  /// - Returns: nil where the keys of the two sides are of different types.
  init?(_ relation: Relation, of near: SwiftEntity, to far: SwiftEntity, name: String) {
    self.relation = relation
    self.name = name
    type = far.name
    switch relation.kind {
    case .manyToMany: pairs = []
    case .belongsTo:
      pairs = zip(
        near.members(of: relation.columns), far.members(of: relation.targetColumns)
      ).map { Pair(near: $0, far: $1) }
    case .hasMany, .hasOne:
      pairs = zip(
        near.members(of: relation.targetColumns), far.members(of: relation.columns)
      ).map { Pair(near: $0, far: $1) }
    }
    guard relation.kind == .manyToMany || pairs.count == relation.columns.count, pairs.allSatisfy(\.fits) else {
      return nil
    }
  }

  var declaration: String {
    relation.kind.isToMany ? "  var \(name): [\(type)]? = nil" : "  @MoonshellRelated var \(name): \(type)? = nil"
  }

  var codingKey: String { "    case \(name) = \(SwiftNames.literal(relation.name))" }

  /// How it is read once the members of its owner are.
  ///
  /// - Parameter owed: the members that the objects inside may be told.
  func decoding(owed: [SwiftMember]) -> String {
    guard !owed.isEmpty else {
      let type = relation.kind.isToMany ? "[\(type)]" : type
      return "self.\(name) = try container.decodeIfPresent(\(type).self, forKey: .\(name))"
    }
    let told = owed.map { member in
      let pair = pairs.first { relation.kind != .belongsTo && $0.far.name == member.name }
      return "\(member.name): \(pair.map { "self.\($0.near.name)" } ?? "nil")"
    }
    let reader = relation.kind.isToMany ? "list" : "one"
    return "self.\(name) = try MoonshellDocuments.\(reader)(container.members, .\(name)) "
      + "{ try \(type)(from: $0, \(told.joined(separator: ", "))) }"
  }

  var encoding: String { "try container.encodeIfPresent(self.\(name), forKey: .\(name))" }
}

extension SwiftSupport {
  /// What structs that hold each other need.
  static let related = """
    /// An object that is exported along with another: two structs may have each other so.
    @propertyWrapper
    struct MoonshellRelated<Value: Hashable>: Hashable {
      private var values: [Value]

      init(wrappedValue: Value?) {
        values = wrappedValue.map { [$0] } ?? []
      }

      var wrappedValue: Value? {
        get { values.first }
        set { values = newValue.map { [$0] } ?? [] }
      }
    }

    extension MoonshellRelated: Sendable where Value: Sendable {}

    /// Objects inside the document of another, which tells them its key.
    private enum MoonshellDocuments {
      static func list<Value, Key: CodingKey>(
        _ container: KeyedDecodingContainer<Key>, _ key: Key, _ make: (any Decoder) throws -> Value
      ) throws -> [Value]? {
        guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
        var elements = try container.nestedUnkeyedContainer(forKey: key)
        var values: [Value] = []
        while !elements.isAtEnd { values.append(try make(elements.superDecoder())) }
        return values
      }

      static func one<Value, Key: CodingKey>(
        _ container: KeyedDecodingContainer<Key>, _ key: Key, _ make: (any Decoder) throws -> Value
      ) throws -> Value? {
        guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
        return try make(container.superDecoder(forKey: key))
      }
    }
    """
}
