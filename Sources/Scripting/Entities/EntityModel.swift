import LuaRuntime
import Query
import Schema
import Store

/// An entity as scripts use it: its schema, the functions in it, the methods that scripts add.
final class EntityModel {
  unowned let session: Session
  let entity: Entity
  /// Defaults and validations that are functions, by their number in the schema.
  let functions: [ScriptHook: LuaFunction]
  /// `Player.methods`: what a script adds to the objects.
  let methods: LuaTable
  private var contexts: [ObjectIdentifier: ObjectContext] = [:]

  init(_ entity: Entity, functions: [ScriptHook: LuaFunction], session: Session) {
    self.entity = entity
    self.functions = functions
    self.session = session
    methods = session.lua.makeTable()
  }

  /// The entity in a database.
  func context(in database: ScriptDatabase) -> ObjectContext {
    if let context = contexts[ObjectIdentifier(database)] { return context }
    let context = ObjectContext(self, database)
    contexts[ObjectIdentifier(database)] = context
    return context
  }
}

/// An entity in one database: what its objects and requests need to know.
final class ObjectContext {
  let model: EntityModel
  let database: ScriptDatabase
  private(set) var shape: LuaRowShape?
  private var partialShapes: [PartialShape: LuaRowShape] = [:]
  private var known: TiedEntity?
  private var ready: (store: Database, statement: any Statement, version: Int)?
  private(set) var keyText = ""
  /// Texts of statements that are used again and again.
  var texts: [StatementKey: String] = [:]

  /// Whether some field holds a document, whose edits are seen by its text.
  let hasDocuments: Bool

  enum StatementKey: Hashable {
    case insert([Int]), update([Int]), delete
  }

  init(_ model: EntityModel, _ database: ScriptDatabase) {
    self.model = model
    self.database = database
    hasDocuments = model.entity.fields.contains { $0.type.reading == .json }
    let fields = model.entity.fields.enumerated().map { slot, field in
      LuaRowShape.Field(name: field.name, reading: .init(field), column: slot)
    }
    let shape = LuaRowShape(session.lua, fields: fields, context: self)
    session.lua.stack.push(reference: model.methods)
    shape.takeMethods(from: session.lua.stack)
    self.shape = shape
  }

  private struct PartialShape: Hashable {
    var slots: [Int]
    var areAlone: Bool
  }

  /// The shape of objects that have these slots only; `areAlone` when their rows hold nothing else.
  func shape(slots: [Int], areAlone: Bool) -> LuaRowShape {
    let key = PartialShape(slots: slots, areAlone: areAlone)
    if let shape = partialShapes[key] { return shape }
    let fields = model.entity.fields.enumerated().map { slot, field in
      let place = slots.firstIndex(of: slot)
      return LuaRowShape.Field(
        name: field.name, reading: .init(field), column: areAlone ? place : place.map { _ in slot })
    }
    let shape = LuaRowShape(session.lua, fields: fields, context: self)
    session.lua.stack.push(reference: model.methods)
    shape.takeMethods(from: session.lua.stack)
    partialShapes[key] = shape
    return shape
  }

  var session: Session { model.session }
  var name: String { model.entity.name }

  /// The entity with its relations tied to columns.
  ///
  /// - Throws: `SchemaError`, which names the entities that are missing.
  func tied() throws -> TiedEntity {
    if let known, known.version == session.catalogVersion { return known }
    // An entity that was replaced keeps its own definition among the others' present ones.
    var all = session.catalog
    all.define(model.entity)
    let catalog = try all.reachable(from: name).resolved()
    guard let entity = catalog[name] else { throw QueryError.unknownEntity(name) }
    let result = TiedEntity(entity, catalog: catalog, version: session.catalogVersion)
    known = result
    texts = [:]
    return result
  }

  var entity: Entity {
    get throws { try tied().entity }
  }

  var catalog: Catalog {
    get throws { try tied().catalog }
  }

  /// The statement that reads a row by its key, kept ready: to look it up would cost as much as to run it.
  func keyStatement() throws -> any Statement {
    let store = try database.store()
    let tied = try tied()
    if let ready, ready.store === store, ready.version == tied.version { return ready.statement }
    ready?.statement.release()
    let columns = tied.entity.fields.map { SQL.name($0.column) }.joined(by: ", ")
    let condition = tied.keySlots.map { slot -> SQL in "\(name: tied.entity.fields[slot].column) = \(.null)" }
    let sql: SQL = "SELECT \(columns) FROM \(name: tied.entity.table) WHERE \(condition.joined(by: " AND "))"
    keyText = sql.rendered(for: store.dialect).text
    let statement = try store.engine.statement(keyText)
    ready = (store, statement, tied.version)
    return statement
  }

  /// The text of a statement, made once.
  func text(_ key: StatementKey, make: (Entity) throws -> SQL) throws -> String {
    let tied = try tied()
    if let text = texts[key] { return text }
    let text = try make(tied.entity).rendered(for: database.dialect()).text
    texts[key] = text
    return text
  }
}

extension LuaRowShape.Reading {
  init(_ field: Field) {
    switch field.type.reading {
    case .asStored: self = .stored
    case .boolean: self = .boolean
    case .json: self = .ask
    // The words of an enum are mostly stored as they are.
    case .label: self = field.choices.allSatisfy { $0.stored == .text($0.label) } ? .stored : .ask
    }
  }
}
