/// How an entity shares one table with others: the column `kind` says of each row whose it is.
///
///     Animal = entity "Animal" { name = text {} }
///     Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
///     -- one table "animal": id, kind, name, lives
package struct Sharing: Hashable, Sendable {
  /// The name of the field that says it, and of its column.
  package static let field = "kind"

  /// The entity whose table it is.
  package var root: String
  /// The entity that it extends; nil for the root.
  package var parent: String?
  /// The entities whose rows are its own: itself unless it is abstract, and those that extend it in the table.
  ///
  /// Filled when the catalog is resolved, as what follows is.
  package var kinds: [String] = []
  /// The columns that only those that extend it have; its rows hold them behind its own.
  package var others: [String] = []
  /// Whether the table holds rows of other kinds.
  package var isPart = false

  package init(root: String, parent: String? = nil) {
    self.root = root
    self.parent = parent
  }
}

extension Entity {
  /// Whether there is a table with its rows: an abstract entity has one where others share it.
  package var hasTable: Bool { !isAbstract || sharing != nil }

  /// Whether its rows may be those of entities that extend it.
  package var isMixed: Bool { sharing.map { $0.kinds != [name] } ?? false }

  /// The slot of the field that says whose a row is.
  package var kindSlot: Int? { sharing == nil ? nil : slot(of: Sharing.field) }

  /// The columns of its rows: its own fields, then what those that extend it have beside.
  package var rowColumns: [String] { fields.map(\.column) + (sharing?.others ?? []) }

  /// The entity as the first of those that share its table: with a key, and with the field `kind` behind that.
  package var sharingItsTable: Entity {
    var result = self
    if result.keySlots.isEmpty { result.fields.insert(.automaticKey, at: 0) }
    let place = result.fields.firstIndex { !$0.isPrimaryKey } ?? result.fields.count
    result.fields.insert(.kind(of: self), at: place)
    result.sharing = Sharing(root: name)
    return result
  }

  /// The entity with what its parent has, in the parent's table.
  package func sharing(tableOf parent: Entity) -> Entity {
    var result = extending(parent)
    result.table = parent.table
    result.sharing = Sharing(root: parent.sharing?.root ?? parent.name, parent: parent.name)
    if let slot = result.slot(of: Sharing.field) { result.fields[slot] = .kind(of: self) }
    return result
  }

  /// The entity without the field that says whose its rows are, for one that extends it with a table of its own.
  package var notSharing: Entity {
    guard let slot = kindSlot else { return self }
    var result = self
    result.fields.remove(at: slot)
    result.sharing = nil
    return result
  }
}

extension Field {
  /// The key that an entity has without having been given one.
  package static var automaticKey: Field {
    var key = Field(name: "id", type: .integer)
    key.isPrimaryKey = true
    return key
  }

  /// The kind that objects have in the field that says it; nil for any other field.
  package var ownKind: Value? {
    guard name == Sharing.field, isReadonly, type == .enumeration, position == nil,
      case .value(let kind)? = defaultValue
    else { return nil }
    return kind
  }

  /// The field that says whose a row is; objects have it filled, and cannot be given another.
  fileprivate static func kind(of entity: Entity) -> Field {
    var field = Field(name: Sharing.field, type: .enumeration)
    field.isRequired = true
    field.isReadonly = true
    field.choices = entity.isAbstract ? [] : [Choice(label: entity.name, stored: .text(entity.name))]
    field.defaultValue = entity.isAbstract ? nil : .value(.text(entity.name))
    return field
  }
}
