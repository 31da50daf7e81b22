import ClosureSQL
import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// What the reading of closures must know of a session: its objects, and the functions that scripts gave entities.
final class SessionClosures: ClosureHost {
  private let context: ObjectContext
  /// What was found out, by the names of entities: functions ask for each field that they read.
  private var traits: [String: TableTraits] = [:]
  /// The tables as they are, once that is asked.
  private var tables: [TableDescription]?
  /// Whether functions are read for rows in memory, whose cells are asked whether they hold what is taken for granted.
  private let isForLists: Bool
  /// The fields that functions may read of the rows themselves.
  private(set) var fieldsRead: Set<Field> = []
  private var session: SessionContext { context.session }

  init(_ context: ObjectContext, forLists isForLists: Bool = false) {
    self.context = context
    self.isForLists = isForLists
  }

  func method(_ name: String, of entity: String) -> LuaValue {
    var methods = session.entities.model(entity)?.methods
    while let table = methods {
      let method = table[name]
      if !method.isNil { return method }
      // What is not among them is the parent's.
      methods = table.metatable?["__index"].table
    }
    return .nil
  }

  func isScope(_ name: String, of entity: String) -> Bool {
    session.entities.model(entity)?.scopes.callable(name) != nil
  }

  func watchesReading(of entity: String) -> Bool { session.entities.model(entity)?.hooks.afterLoad != nil }

  func readsPlainly(_ entity: String) -> Bool {
    guard let model = session.entities.model(entity) else { return false }
    let hooks = model.hooks
    return hooks.afterLoad == nil && hooks.migrate == nil && (hooks.version ?? 1) == 1
  }

  func traits(of entity: Entity) -> TableTraits {
    if isForLists { return TableTraits(isStrict: true, hasCollations: false, hasKeys: false, filled: nil) }
    if let known = traits[entity.name] { return known }
    let found =
      (try? session.entities.model(entity.name)?.context(in: context.database).tableTraits(of: entity))
      ?? .asDeclared(by: entity)
    traits[entity.name] = found
    return found
  }

  func reads(_ field: Field, over relations: [String]) {
    if relations.isEmpty { fieldsRead.insert(field) }
  }

  func classes(of field: Field, in entity: Entity) -> StorageClasses? {
    if isForLists { return field.listedClasses.union(.null) }
    let isView = entity.isView || traits(of: entity).isView
    guard let store = try? context.database.store(),
      var classes = try? store.classes(
        of: field.column, in: entity.table, isView: isView, areDecimals: field.isStoredAsNumber)
    else { return nil }
    // A column of real numbers makes real numbers of all; that of a view makes nothing of them.
    if field.nature.conversion == .numbers, entity.isReflected, field.storage == .real, !isView {
      classes.remove(.integer)
    }
    return classes
  }

  func findsAll(_ field: Field, of entity: Entity, _ target: Entity, by key: Field) -> Bool {
    guard let store = try? context.database.store(), !entity.isView, !target.isView else { return false }
    // Only this program has written what goes when it is closed.
    if context.database.location == Location.fresh, !entity.isReflected, traits(of: entity).hasKeys { return true }
    let keys = KeyColumns(table: entity.table, column: field.column, target: target.table, targetColumn: key.column)
    return (try? store.findsAll(keys)) ?? false
  }

  func isUnique(_ field: Field, in entity: Entity) -> Bool {
    if tables == nil { tables = try? context.database.store().engine.tables() }
    guard !entity.isView,
      let table = tables?.table(named: entity.table)
    else { return false }
    return table.indexes.contains { $0.isUnique && $0.isPlain && $0.columns == [field.column] }
  }

  func isNull(_ object: LuaUserdata) -> Bool { object.object(as: NullValue.self) != nil }

  func decimal(_ object: LuaUserdata) -> DecimalNumber? { object.object(as: DecimalValue.self)?.number }

  /// `decimal "0.10"` is a value; with a table it would be a field.
  func isPure(_ function: LuaFunction) -> Bool {
    session.state(Constructors.self).all.contains { $0.name == "decimal" && $0.function.isSame(as: function) }
  }

  func makesSort(_ function: LuaFunction) -> Bool {
    session.state(SortWords.self).all.contains { $0.isSame(as: function) }
  }

  func sort(_ object: LuaUserdata) -> Sort? { object.object(as: SortValue.self)?.sort }

  func rowsAsked(_ object: LuaUserdata) -> String? {
    if let entity = object.object(as: EntityHandle.self) { return "the entity \(entity.model.entity.name)" }
    if let request = object.object(as: RequestHandle.self) { return "a request of \(request.context.name)" }
    return object.object(as: ScriptDatabase.self) == nil ? nil : "the database"
  }

  /// A function of the script may say what is equal; keys of texts may be the same without case.
  func comparesByKey(_ entity: String) -> Bool {
    guard !isForLists, let model = session.entities.model(entity), model.entity.sharing == nil,
      model.hooks.equals == nil, model.hooks.equalFields.isEmpty, model.entity.keySlots.count == 1
    else { return false }
    let key = model.entity.fields[model.entity.keySlots[0]]
    let isNumber = model.entity.automaticKeySlot != nil
    guard isNumber || !model.entity.isReflected && traits(of: model.entity).isStrict else { return false }
    return key.decoder == nil && key.fallback == nil && key.nature.collation == .binary
  }

  func value(of name: String, in table: LuaTable) -> LuaValue? {
    let tests = session.state(TestTable.self)
    return table.isSame(as: tests.table) ? tests.test(name) : nil
  }

  func isTest(_ object: LuaUserdata) -> Bool { object.object(as: TestValue.self) != nil }

  func condition(_ values: [LuaValue], of entity: String) -> Expression? {
    switch values.first {
    case .table, .string: break
    default: return nil
    }
    guard let reader = reader(of: entity, word: "where"), let said = try? reader.read(values),
      said.requests.isEmpty, said.functions.isEmpty, !said.expression.containsFunction
    else { return nil }
    return said.expression
  }

  func number(_ text: String, of entity: String) -> Expression? {
    guard let reader = reader(of: entity, word: "sum"), let said = try? reader.value(text),
      reader.found.requests.isEmpty, reader.found.functions.isEmpty, !said.expression.containsFunction,
      [.integer, .real, .any].contains(said.field.type), !said.field.isPartOfJSON,
      // What is reckoned is a number, or NULL, whatever stands in the columns.
      case .arithmetic(let word, _, _) = said.expression, word != .concatenate
    else { return nil }
    return said.expression
  }

  private func reader(of entity: String, word: String) -> ConditionReader? {
    guard let target = session.entities.model(entity)?.context(in: context.database),
      let resolver = try? FieldResolver(catalog: target.catalog, entity: target.entity)
    else { return nil }
    var reader = ConditionReader(session: session, resolver: resolver, word: word)
    reader.database = context.database
    return reader
  }

  func key(_ object: LuaUserdata) -> (entity: String, key: Value)? {
    session.lua.borrowing(.userdata(object)) { key($0) }
  }

  private func key(_ object: BorrowedValue) -> (entity: String, key: Value)? {
    guard let row = object.rowObject, let owner = row.context(as: ObjectContext.self), row.state == .saved,
      owner.database === context.database
    else { return nil }
    let hooks = owner.model.hooks
    guard hooks.equals == nil, hooks.equalFields.isEmpty,
      let key = try? ObjectRows(session: session, stack: object.stack).savedKey(of: row, owner.model.entity),
      key.count == 1
    else { return nil }
    return (owner.name, key[0])
  }
}

extension ObjectContext {
  /// What its table holds to, as the database has it now; one that is not there will be made as it is declared.
  fileprivate func tableTraits(of entity: Entity) throws -> TableTraits {
    try database.store().engine.traits(of: entity.table, declaredAs: try? declaration(of: entity))
      ?? .asDeclared(by: entity)
  }

  /// The statement that would make its table; nil for an entity that was made of one.
  private func declaration(of entity: Entity) throws -> String? {
    if entity.isReflected { return nil }
    if let knownDeclaration, knownDeclaration.version == session.entities.version { return knownDeclaration.statement }
    let (declared, dialect) = (try declared(), try database.dialect())
    let statement = try CreateTable(declared.entity, catalog: declared.catalog, dialect: dialect).statements().first
    knownDeclaration = (session.entities.version, statement)
    return statement
  }

  /// What its closures are read for.
  package func closureWorld() throws -> ClosureTranslator.World { try closureWorld(SessionClosures(self)) }

  fileprivate func closureWorld(_ host: SessionClosures) throws -> ClosureTranslator.World {
    ClosureTranslator.World(entity: try entity, catalog: try catalog, dialect: try database.dialect(), host: host)
  }
}

/// What functions are read for that are asked of rows in memory.
///
/// Each field is taken for what it says. That holds for rows whose cells are `SeenField`s: they are to be looked at.
package struct ListClosures {
  package let world: ClosureTranslator.World
  private let host: SessionClosures

  package init(_ context: ObjectContext) throws {
    host = SessionClosures(context, forLists: true)
    world = try context.closureWorld(host)
  }

  /// The fields that the functions read so far may read of a row.
  package var fieldsRead: Set<Field> { host.fieldsRead }
}
