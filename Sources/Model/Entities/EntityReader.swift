import LuaRuntime
import Schema

/// Reads the table that defines an entity.
package struct EntityReader {
  let name: String
  let session: SessionContext
  let position: SourcePosition?
  private(set) var functions: [ScriptHook: LuaFunction] = [:]
  var hooks = EntityHooks()
  /// The name of the entity that it extends.
  var parent: String?
  /// Whether it is kept in the table of its parent, or is the first that others share a table with.
  var isShared = false
  private var indexList: LuaValue = .nil
  /// What was read so far.
  var entity: Entity

  /// A field or relation with its name.
  private struct Member {
    var name: String
    var serial: Int
    var field: FieldValue?
    var relation: RelationValue?
  }

  package init(name: String, session: SessionContext, position: SourcePosition?) {
    self.name = name
    self.session = session
    self.position = position
    entity = Entity(name: name, table: snakeCase(name), fields: [])
    entity.position = position
  }

  /// Reads what the entity has of its own.
  package mutating func read(_ table: LuaTable) throws {
    guard !name.contains("\0") else { throw mistake(.entityNameCannotBe) }
    var members: [Member] = []
    var options: [String: LuaValue] = [:]
    // In the order of writing, so that the first mistake is the first to be said.
    for (key, value) in table.entries().sorted(by: { serial(of: $0.1) < serial(of: $1.1) }) {
      guard case .string(let string) = key, let key = string.text else {
        throw mistake(.fieldNeedsName)
      }
      if let member = try member(key, value) { members.append(member) } else { options[key] = value }
    }
    try read(options)
    members.sort { $0.serial < $1.serial }
    for member in members { try add(member) }
    indexList = options["indexes"] ?? .nil
  }

  /// The entity with what it has of its parent; without a parent that it needs it is only half defined.
  ///
  /// The parent's entity may be about to become another one, whose table is shared.
  func finished(with parent: EntityModel?, as parentEntity: Entity? = nil) throws -> EntityDefinition {
    var reader = self
    if reader.hooks.hasEquality { reader.hooks.equalityOwner = name }
    if let parent {
      reader.entity = try extended(parentEntity ?? parent.entity)
      reader.hooks = hooks.extending(parent.hooks)
      reader.functions.merge(parent.functions) { own, _ in own }
    } else {
      reader.entity.missingParent = self.parent
    }
    return try reader.finish(isWhole: parent != nil || self.parent == nil)
  }

  private mutating func finish(isWhole: Bool) throws -> EntityDefinition {
    if !entity.isAbstract { addKey() }
    if isShared, parent == nil { entity = try rooted(entity) }
    entity = entity.withKeyColumns { session.entities.model($0)?.entity }
    try checkColumns(entity)
    try checkFormerNames()
    if isWhole {
      let inherited = try entity.indexes.map { try understood($0, of: entity, at: nil) }
      entity.indexes = inherited + (try indexes(indexList, entity))
      entity.rules = try understood(entity.rules, of: entity)
      try understandGenerations()
      try checkEquality(entity)
      if let name = entity.shardBy, entity.shardColumns.isEmpty {
        throw mistake(.shardByHasNoField(field: name, known: entity.memberNames))
      }
    }
    return EntityDefinition(entity: entity, functions: functions, hooks: hooks)
  }

  /// One column can become one field only.
  private func checkFormerNames() throws {
    var known: [String: String] = [:]
    for field in entity.fields + entity.transients {
      guard let former = field.formerName else { continue }
      if let other = known.updateValue(field.name, forKey: former) {
        throw mistake(.renamedTwice(field: field.name, former: former, other: other), field.position)
      }
    }
  }

  // MARK: Members

  private func serial(of value: LuaValue) -> Int {
    guard case .userdata(let userdata) = value else { return .max }
    return userdata.object(as: FieldValue.self)?.serial ?? userdata.object(as: RelationValue.self)?.serial ?? .max
  }

  private func member(_ key: String, _ value: LuaValue) throws -> Member? {
    switch value {
    case .userdata(let userdata):
      if let field = userdata.object(as: FieldValue.self) {
        if let words = field.mistake { throw mistake(.fieldUnfit(field: key, reason: words), field.field.position) }
        try claim(&field.owner, key, column: field.field.column, at: field.field.position)
        return Member(name: key, serial: field.serial, field: field)
      }
      if let relation = userdata.object(as: RelationValue.self) {
        if let words = relation.mistake {
          throw mistake(.relationUnfit(relation: key, reason: words), relation.relation.position)
        }
        try claim(&relation.owner, key, isRelation: true, at: relation.relation.position)
        return Member(name: key, serial: relation.serial, relation: relation)
      }
    case .function(let function):
      if let constructor = session.state(Constructors.self).all.first(where: { $0.function.isSame(as: function) }) {
        throw mistake(
          .notCalled(field: key, constructor: constructor.name, argument: Self.argument(of: constructor.name)))
      }
    default: break
    }
    return nil
  }

  /// What a constructor takes at least.
  private static func argument(of name: String) -> String {
    let type = ColumnType.named(name)
    if type == .variant { return "{ … }" }
    return type == nil || type?.reading == .document ? "\"Entity\"" : "{}"
  }

  /// A dot would lead to a relation, a minus turn an order around; a field has dots in its name where its column has them.
  private func checkName(_ key: String, _ column: String?, _ position: SourcePosition?) throws {
    let isPlain = !key.isEmpty && !key.hasPrefix("-") && !key.contains("\0")
    let isUsable = isPlain && (!key.contains(".") || column == key)
    if !isUsable {
      throw mistake(.nameCannotBe(name: key), position)
    }
  }

  /// One constructor call makes one member.
  private func claim(
    _ owner: inout String?, _ key: String, column: String? = nil, isRelation: Bool = false, at position: SourcePosition?
  ) throws {
    let word = isRelation ? "relation" : "field"
    if let owner {
      throw mistake(.ownedAlready(member: word, name: key, owner: owner), position)
    }
    try checkName(key, column, position)
    if let method = session.types.methods(of: "object").first(where: { $0.name == key && !$0.givesWay }) {
      throw mistake(
        .nameOfMethod(member: word, name: key, example: method.example, isRelation: isRelation), position)
    }
    owner = "\(name).\(key)"
  }

  private mutating func add(_ member: Member) throws {
    if let value = member.field {
      var field = value.field
      field.name = member.name
      if field.column.isEmpty { field.column = member.name }
      field.document?.place = "\(name).\(member.name)"
      functions.merge(value.functions) { first, _ in first }
      if field.isTransient { entity.transients.append(field) } else { entity.fields.append(field) }
    } else if let value = member.relation {
      var relation = value.relation
      relation.name = member.name
      if relation.kind == .belongsTo {
        relation.columns = value.columns ?? [member.name + "_id"]
        entity.fields += relation.columns.map { keyField(relation, $0) }
        if relation.isUnique, relation.columns.count > 1 {
          entity.indexes.append(.init(fields: relation.columns, isUnique: true))
        }
      }
      entity.relations.append(relation)
    }
  }

  /// The column of a `belongs_to`; its type follows from the other side's key.
  ///
  /// Where the column is called as the relation, the name leads to the object: `owner_id` is its key then.
  private func keyField(_ relation: Relation, _ column: String) -> Field {
    let name = column == relation.name ? column + "_id" : column
    var field = Field(name: name, type: .integer, column: column)
    field.relation = relation.name
    field.isRequired = relation.isRequired
    field.isUnique = relation.isUnique && relation.columns.count == 1
    field.isPrimaryKey = relation.isPrimaryKey
    field.position = relation.position
    return field
  }

  /// Without a primary key there is `id integer primary key`.
  private mutating func addKey() {
    if entity.keySlots.isEmpty { entity.fields.insert(.automaticKey, at: 0) }
  }

  private func checkColumns(_ entity: Entity) throws {
    for field in entity.transients where entity.field(field.name) != nil {
      throw mistake(.fieldTwice(field: field.name), field.position)
    }
    for (index, field) in entity.fields.enumerated() {
      if index > 0, field.name == Field.automaticKey.name, entity.fields[0] == .automaticKey {
        throw mistake(.idIsTheKey, field.position)
      }
      for other in entity.fields[..<index] where other.name == field.name {
        throw mistake(.fieldTwice(field: field.name), field.position)
      }
      for other in entity.fields[..<index] where FoldedName(other.column) == FoldedName(field.column) {
        throw mistake(.columnTwice(first: other.name, second: field.name, column: field.column), field.position)
      }
    }
  }

  // MARK: Options

  /// Reads the options in the order of the list, so that errors do not depend on the table's own.
  private mutating func read(_ options: [String: LuaValue]) throws {
    for (key, value) in options.sorted(by: { $0.key < $1.key })
    where !EntityOption.all.contains(where: { $0.name == key }) {
      throw mistake(.unknownMember(name: key, found: value.described, known: EntityOption.all.map(\.name)))
    }
    for option in EntityOption.all {
      if let value = options[option.name] { try option.apply(&self, value) }
    }
  }

  private func indexes(_ value: LuaValue?, _ entity: Entity) throws -> [Entity.Index] {
    guard case .table(let list)? = value else { return [] }
    return try (0..<list.rawLength).map { place in
      guard case .userdata(let userdata) = list[place + 1], let value = userdata.object(as: IndexValue.self) else {
        throw mistake(.noIndex(found: list[place + 1].described))
      }
      return try understood(value.index, of: entity, at: value.position)
    }
  }

  func mistake(_ mistake: DeclarationError, _ place: SourcePosition? = nil) -> ScriptError {
    let place = place ?? position
    return ScriptError(
      EntityError.declaredWrong(entity: name, place: place?.description, reason: mistake.message), at: place)
  }
}
