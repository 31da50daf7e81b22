/// What the documents in a field are: values with parts of their own, stored as one JSON text.
///
///     address = embedded "Address"                             // .object("Address")
///     homes = map_of "Address"                                 // .map(.object("Address"))
///     shape = variant { circle = real {}, none = true }        // .variant([circle: .value(real), none: nil])
package struct Document: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    /// The fields of an entity.
    case object(String)
    /// A value of a field of its own.
    case value(Field)
    case list(Kind)
    /// Values under names.
    case map(Kind)
    /// One of several cases.
    case variant([Case])
  }

  /// One case of a `variant`; without a payload there is nothing but its name.
  package struct Case: Hashable, Sendable {
    package var name: String
    package var payload: Kind?

    package init(name: String, payload: Kind?) {
      self.name = name
      self.payload = payload
    }
  }

  package var kind: Kind
  /// The member that it is: `Player.address`.
  package var place: String

  package init(_ kind: Kind, place: String = "") {
    self.kind = kind
    self.place = place
  }

  /// How many documents may stand in each other.
  package static let largestDepth = 100
}

extension Document.Kind {
  /// The names of the entities whose objects stand in it.
  package var entityNames: [String] {
    switch self {
    case .object(let name): [name]
    case .value(let field): field.document?.kind.entityNames ?? []
    case .list(let element), .map(let element): element.entityNames
    case .variant(let cases): cases.flatMap { $0.payload?.entityNames ?? [] }
    }
  }

  /// What it holds, in words: `Address`, `text`, `lists of Address`.
  package var words: String {
    switch self {
    case .object(let name): name
    case .value(let field): field.document?.kind.words ?? field.type.name
    case .list(let element): "lists of \(element.words)"
    case .map(let element): "maps of \(element.words)"
    case .variant(let cases): "one of " + listed(cases.map(\.name))
    }
  }
}

extension Entity {
  /// The names of the entities whose objects stand in fields of this one.
  package var documentNames: [String] { allFields.flatMap { $0.document?.kind.entityNames ?? [] } }
}
