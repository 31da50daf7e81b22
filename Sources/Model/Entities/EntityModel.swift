import LuaRows
import LuaRuntime
import Query
import Schema
import Store

/// An entity as scripts use it: its schema, the functions in it, the methods that scripts add.
package final class EntityModel {
  unowned let session: SessionContext
  package let entity: Entity
  /// Defaults and validations that are functions, by their number in the schema.
  package let functions: [ScriptHook: LuaFunction]
  package let hooks: EntityHooks
  /// `Player.methods`: what a script adds to the objects.
  package let methods: LuaTable
  /// The entity that it extends.
  let parent: EntityModel?
  /// `Player.scopes`: what a script adds to the requests.
  package let scopes: Scopes
  let hasTable: Bool
  /// The same entity as it became when what it extends, or what shares its table, was defined.
  private var replacement: EntityModel?
  private var contexts: [ObjectIdentifier: ObjectContext] = [:]
  /// The one that was asked for last: mostly there is one database.
  private var latest: ObjectContext?
  /// Those of databases that are open no more: objects of theirs may still be in use, and know them by address only.
  private var formerContexts: [ObjectContext] = []

  /// `former` has the methods and scopes that a script added before the entity was whole; what is not among them is the
  /// parent's.
  init(_ definition: EntityDefinition, former: EntityModel?, parent: EntityModel?, session: SessionContext) {
    entity = definition.entity
    hasTable = definition.entity.hasTable
    functions = definition.functions
    hooks = definition.hooks
    self.session = session
    self.parent = parent
    methods = former?.methods ?? session.lua.makeTable()
    scopes = former?.scopes ?? Scopes(of: definition.entity.name, session)
    if let parent { scopes.parent = parent.scopes }
    let metatable = session.lua.makeTable()
    if let parent { metatable["__index"] = .table(parent.methods) }
    metatable["__newindex"] = .function(session.entities.methodKeeper)
    metatable["entity"] = .string(LuaString(definition.entity.name))
    methods.setMetatable(metatable)
  }

  /// What scripts added to the objects, and to those of the entity that is extended.
  package var methodNames: [String] {
    get throws {
      var names = Set(try parent?.methodNames ?? [])
      try methods.forEach { key, _ in if let name = key.text { names.insert(name) } }
      return names.sorted()
    }
  }

  /// The entity as it is now.
  var current: EntityModel {
    guard let replacement else { return self }
    return replacement.current
  }

  var isCurrent: Bool { replacement == nil }

  func become(_ model: EntityModel) { replacement = model }

  /// The entity in a database, where something has asked for it there.
  func knownContext(in database: ScriptDatabase) -> ObjectContext? {
    contexts[ObjectIdentifier(database)].flatMap { $0.isCurrent ? $0 : nil }
  }

  /// Whether others share its table only since it became another model: a new object of this one has no kind.
  package var lacksKind: Bool { replacement != nil && entity.sharing == nil && current.entity.sharing != nil }

  /// The entity in a database.
  package func context(in database: ScriptDatabase) -> ObjectContext {
    if let latest, latest.database === database, latest.isCurrent { return latest }
    let known = contexts[ObjectIdentifier(database)]
    if let known, !known.isCurrent { formerContexts.append(known) }
    let context = known.flatMap { $0.isCurrent ? $0 : nil } ?? ObjectContext(self, database)
    contexts[ObjectIdentifier(database)] = context
    latest = context
    return context
  }
}

/// An entity in one database: what its objects and requests need to know.
package final class ObjectContext {
  package let model: EntityModel
  package let database: ScriptDatabase
  /// What the entity is tied to, which owns it and so outlives it; it is asked for every object.
  private unowned(unsafe) let entities: EntityRegistry
  /// Which of the databases that were open in its place.
  let opening: Int
  /// Where the database was when it was open.
  let location: String
  package private(set) var shape: LuaRowShape?
  /// The shapes of rows of several kinds; made anew when an entity is defined.
  var mixedShapes: [PartialShape: LuaRowShape] = [:]
  private var partialShapes: [PartialShape: LuaRowShape] = [:]
  /// Those of all objects that were read since the table was made.
  private var presentShapes: [LuaRowShape] = []
  /// The fields that mean something else since a migration, where this is what the entity was before.
  package internal(set) var outgrownFields: Set<String> = []
  /// What requests add to their rows, by the shapes of those.
  var computedMembers: [OpaquePointer: [ComputedMember]] = [:]
  private var known: ResolvedEntity?
  /// The schema for which that is known.
  private var knownSchema = 0
  /// What it was made of: what is declared, tied to columns.
  private var knownDeclared: (version: Int, catalog: Catalog)?
  private var ready: (store: Database, statement: any Statement, version: Int, isFormer: Bool)?
  private(set) var keyText = ""
  /// The statements that insert new objects, with or without a key of their own.
  package var insertions: [Bool: AnyObject] = [:]
  /// Texts of statements that are used again and again.
  var texts: [StatementKey: String] = [:]

  /// The statement that would make its table, as of a version of the catalog.
  package var knownDeclaration: (version: Int, statement: String?)?

  /// The versions of the catalog and of the schema for which the decimals of the table were found as declared.
  var checkedScales: (catalog: Int, schema: Int)?

  /// Whether saving an object is watched by functions of the script, as of a version of the catalog.
  var savingWatch: (version: Int, isWatched: Bool)?

  /// Whether some field holds a document, whose edits are seen by its text.
  package let hasDocuments: Bool
  /// Whether its table holds the rows of other entities, too.
  package let isShared: Bool

  package enum StatementKey: Hashable {
    case insert([Int]), insertAnswering([Int]), update([Int]), delete, upsert(
      [Int], on: SaveOptions.Target, given: [Int])
  }

  init(_ model: EntityModel, _ database: ScriptDatabase) {
    self.model = model
    self.database = database
    entities = model.session.entities
    opening = database.opening
    location = database.location
    hasDocuments = model.entity.fields.contains { $0.isComparedAsStored }
    isShared = model.entity.sharing != nil
    shape = makeShape { $0 }
  }

  /// A shape of the entity's objects; `column` says where the rows hold a slot.
  func makeShape(_ computed: [ComputedMember] = [], column: (Int) -> Int?) -> LuaRowShape {
    let entity = model.entity
    var fields = entity.allFields.enumerated().map { slot, field in
      LuaRowShape.Field(
        name: field.name, reading: .init(field, isReflected: entity.isReflected),
        column: field.isTransient ? nil : column(slot), taking: .init(field))
    }
    fields += computed.map { member in
      member.isGiven
        ? LuaRowShape.Field(name: member.field.name, reading: .askAlways, column: nil)
        : LuaRowShape.Field(name: member.field.name, reading: .init(member.field), column: member.column)
    }
    let shape = LuaRowShape(session.lua, fields: fields, context: self)
    presentShapes.append(shape)
    if !computed.isEmpty { computedMembers[shape.pointer] = computed }
    shape.followTransaction(database.journal.present)
    shape.takeMethods(model.methods, on: session.lua.stack)
    if let hook = model.hooks.afterLoad { shape.takeAfterLoad(hook, on: session.lua.stack) }
    return shape
  }

  /// Has the objects that were read so far read their rows again before they are used: the table was made anew.
  func outdateRows() {
    for shape in presentShapes { shape.outdate() }
    (presentShapes, partialShapes, mixedShapes) = ([], [:], [:])
    shape = makeShape { $0 }
  }

  struct PartialShape: Hashable {
    var slots: [Int]
    var areAlone: Bool
    var computed: [ComputedMember] = []
  }

  /// The shape of objects that have these slots only, and what was computed for them; `areAlone` when their rows hold no
  /// other slots.
  package func shape(slots: [Int], areAlone: Bool, computed: [ComputedMember] = []) -> LuaRowShape {
    let key = PartialShape(slots: slots, areAlone: areAlone, computed: computed)
    if let shape = partialShapes[key] { return shape }
    let shape = makeShape(computed) { slot in
      let place = slots.firstIndex(of: slot)
      return areAlone ? place : place.map { _ in slot }
    }
    partialShapes[key] = shape
    return shape
  }

  package var session: SessionContext { model.session }
  package var name: String { model.entity.name }

  /// The context of the entity as it is once others share its table, in the database that is open now.
  package var current: ObjectContext {
    let model = self.model.current
    return model === self.model && isCurrent ? self : model.context(in: database)
  }

  /// The entity with its relations tied to columns.
  ///
  /// - Throws: `SchemaError`, which names the entities that are missing.
  package func tied() throws -> ResolvedEntity {
    let schema = database.schema
    if let known, known.version == entities.version, knownSchema == schema { return known }
    if knownDeclared?.version != entities.version {
      // An entity that was replaced keeps its own fields among the others' present ones, under the present tests.
      var all = session.entities.catalog
      all.define(all[name].map { model.entity.withRules(of: $0) } ?? model.entity)
      knownDeclared = (entities.version, try all.reachable(from: name).resolved(linkedIn: database.linkTables()))
    }
    let declared = knownDeclared?.catalog ?? Catalog()
    let natures = database.natures(of: declared)
    knownSchema = schema
    if let known, known.version == entities.version, known.natures == natures { return known }
    let catalog = declared.with(natures)
    guard let entity = catalog[name] else { throw QueryError.unknownEntity(name) }
    let result = ResolvedEntity(entity, catalog: catalog, version: entities.version, natures: natures)
    known = result
    texts = [:]
    mixedShapes = [:]
    return result
  }

  /// The entity, and those that it leads to, as they are declared, whatever their tables are.
  package func declared() throws -> (entity: Entity, catalog: Catalog) {
    _ = try tied()
    guard let catalog = knownDeclared?.catalog, let entity = catalog[name] else { throw QueryError.unknownEntity(name) }
    return (entity, catalog)
  }

  package var entity: Entity {
    get throws { try tied().entity }
  }

  package var catalog: Catalog {
    get throws { try tied().catalog }
  }

  /// The entity over its table as that is; as it is declared, where that cannot be told.
  package var presentEntity: Entity { (try? entity) ?? model.entity }

  /// The statement that reads a row by its key, kept ready: to look it up would cost as much as to run it.
  package func keyStatement() throws -> any Statement {
    let store = try database.store()
    let tied = try tied()
    if let ready, ready.store === store, ready.version == tied.version,
      !ready.isFormer || ready.statement.isCurrent
    {
      return ready.statement
    }
    ready?.statement.release()
    ready = nil
    try checkScales()
    let columns = try presentColumns(tied.entity).joined(by: ", ")
    var condition = tied.keySlots.map { slot -> SQL in "\(name: tied.entity.fields[slot].column) = \(.null)" }
    if let kind = tied.entity.kindCondition() { condition.append(kind) }
    let sql = SQL.select(columns, from: tied.entity.table, where: condition)
    keyText = sql.rendered(for: store.dialect).text
    let statement = try store.engine.statement(keyText)
    ready = (store, statement, tied.version, isFormer)
    return statement
  }

  /// Whether the entity was defined anew since.
  package var isFormer: Bool { session.entities.models[name] !== model }

  /// What is read of a row: NULL where the entity was defined anew since, and its table has a column no more.
  private func presentColumns(_ entity: Entity) throws -> [SQL] {
    let columns = entity.rowColumns
    guard isFormer else { return columns.map { SQL.name($0) } }
    let table = try database.store().engine.tables().table(named: entity.table)
    // Of a table that is gone the database has its own words.
    let present = Set((table?.columns.map(\.name) ?? columns).map { FoldedName($0) })
    return columns.map { present.contains(FoldedName($0)) ? SQL.name($0) : "NULL" }
  }

  /// The text of a statement, made once.
  package func text(_ key: StatementKey, make: (Entity) throws -> SQL) throws -> String {
    let tied = try tied()
    if let text = texts[key] { return text }
    let text = try make(tied.entity).rendered(for: database.dialect()).text
    texts[key] = text
    return text
  }
}

extension LuaRowShape.Reading {
  /// What others made a table for may be of any class: a reflected entity reads it as it is.
  package init(_ field: Field, isReflected: Bool) {
    if field.fallback != nil || field.decoder != nil {
      self = .askAlways
    } else if field.type.reading == .boolean {
      self = .boolean
    } else if case .label = LuaRowShape.Taking(field), field.isReadAsStored, !isReflected {
      self = .label
    } else if !field.isReadAsStored || field.isVerifiedWhenRead && !isReflected {
      self = .ask
    } else {
      self = isReflected ? .stored : Self.stored(field.storage)
    }
  }

  private static func stored(_ storage: Storage) -> LuaRowShape.Reading {
    switch storage {
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .data: .data
    case .any: .stored
    }
  }
}

extension LuaRowShape.Taking {
  /// The type of a relation's column is known only once the relation is tied.
  init(_ field: Field) {
    guard field.encoder == nil, field.relation == nil, !field.isGenerated else {
      self = .asked
      return
    }
    switch field.type.unchanged {
    case .unknown: self = .asked
    case .booleans: self = .boolean
    case .integers: self = .integer(field.integerRange ?? .min ... .max)
    case .reals: self = .real
    case .texts: self = .text
    case .labels: self = .label(field.ownChoices.map(\.label))
    case .dates: self = .date
    }
  }
}

extension Field {
  /// The choices of an object of its own entity: what is asked for may be of any kind, an object is of its own alone.
  var ownChoices: [Choice] {
    guard let ownKind else { return choices }
    return choices.filter { $0.stored == ownKind }
  }

  /// Whether scripts see what is stored; the words of an enum mostly are.
  fileprivate var isReadAsStored: Bool {
    switch type.reading {
    case .asStored: true
    case .boolean, .json, .decimal, .document: false
    case .label: choices.allSatisfy { $0.stored == .text($0.label) }
    }
  }

  /// Whether what scripts give it, once it is normal, is what is stored.
  var isStoredAsSeen: Bool { isReadAsStored && encoder == nil }
}
