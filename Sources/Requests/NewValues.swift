import LuaRows
import LuaRuntime
import Model
import Query
import Saving
import Schema

/// The values that `update { … }` gives to many rows, checked as an assignment checks them.
struct NewValues {
  let session: SessionContext
  let handle: RequestHandle

  /// The slots and what they are to hold.
  ///
  /// - Throws: `ScriptError`, with everything that is wrong at once.
  func read(_ table: LuaTable) throws -> [(slot: Int, value: Value)] {
    var values: [(slot: Int, value: Value)] = []
    for (key, value) in table.entries() {
      guard let name = key.text else {
        throw ScriptError(RequestError.updateWithoutNames)
      }
      values += try self.values(name, value)
    }
    guard !values.isEmpty else {
      throw ScriptError(RequestError.emptyUpdate)
    }
    values.sort { $0.slot < $1.slot }
    if let twice = zip(values, values.dropFirst()).first(where: { $0.slot == $1.slot }) {
      let name = try handle.context.entity.fields[twice.0.slot].name
      throw ScriptError(RequestError.updatedTwice(name: name))
    }
    try check(values, table)
    return values
  }

  /// The slot of a field that may be set; nil where the name is that of no field.
  func slot(of name: String, for value: LuaValue) throws -> Int? {
    let entity = try handle.context.entity
    guard let slot = entity.slot(of: name) else { return nil }
    guard !entity.fields[slot].isPrimaryKey else {
      throw ScriptError(RequestError.updatedKey(name: name, entity: entity.name))
    }
    guard !entity.fields[slot].isReadonly else {
      throw ScriptError(RequestError.updatedReadonly(entity: entity.name, name: name))
    }
    do {
      try entity.fields[slot].checkCanBeSet()
    } catch {
      throw Objects(session).refused(error, entity.fields[slot], entity, value)
    }
    return slot
  }

  private func values(_ name: String, _ value: LuaValue) throws -> [(slot: Int, value: Value)] {
    let entity = try handle.context.entity
    if let slot = try slot(of: name, for: value) { return [(slot, try stored(value, entity.fields[slot], entity))] }
    guard !entity.transients.contains(where: { $0.name == name }) else {
      throw ScriptError(RequestError.updatedTransient(name: name, entity: entity.name))
    }
    guard let relation = entity.relation(name), relation.kind == .belongsTo else {
      throw QueryError.unknownField(entity: entity.name, name: name, candidates: entity.memberNames)
    }
    let keys = try key(value, relation)
    return zip(relation.columns, keys).compactMap { column, key in
      entity.fields.firstIndex { $0.column == column }.map { ($0, key) }
    }
  }

  private func stored(_ value: LuaValue, _ field: Field, _ entity: Entity) throws -> Value {
    do {
      return try session.lua.borrowing(value) {
        try FieldCoding(session).storedValue(of: field, from: $0, isGiven: true)
      }
    } catch let refusal as CastError {
      throw Objects(session).refused(refusal, field, entity, value)
    }
  }

  /// The key of an object; null has none.
  private func key(_ value: LuaValue, _ relation: Relation) throws -> [Value] {
    if value.isSame(as: session.null) { return relation.columns.map { _ in .null } }
    let related = RelatedObject(
      session: session, relation: relation, database: handle.context.database, member: "update: \(relation.name)")
    return try related.key(
      value, other: { .updateWithOther(relation: relation.name, target: relation.target, value: $0) },
      unsaved: .updateWithUnsaved(relation: relation.name, target: relation.target))
  }

  // MARK: Tests

  /// Runs every test that is no function, once for all rows.
  private func check(_ values: [(slot: Int, value: Value)], _ table: LuaTable) throws {
    let tied = try handle.context.tied()
    let stack = session.lua.stack
    guard let object = handle.context.shape?.newObject(on: stack) else { return }
    defer { object.place.drop() }
    var validation = Validation(session: session, context: handle.context, tied: tied, stack: stack, isWriting: true)
    for (slot, value) in values where !Self.asksFunctions(tied.slots[slot]) {
      if tied.slots[slot].isEncoded { validation.given = table[tied.slots[slot].field.name] }
      try value.withCell { cell in try validation.check(slot, cell, of: object) }
    }
    if !validation.failures.isEmpty { throw ScriptError.validation(validation.failures, session.lua) }
  }

  /// Whether a function of the script must see each row with its new value.
  static func asksFunctions(_ slot: FieldSlot) -> Bool {
    slot.tests.contains { entry in
      if case .function = entry.test { true } else { false }
    }
  }
}

extension Requester {
  /// Sets fields of all rows: in one statement, or row by row where a function of the script is to see each of them.
  package func update(_ handle: RequestHandle, _ table: LuaTable) throws -> Int {
    guard handle.request.source?.isOfTable ?? true else {
      throw ScriptError(RequestError.changedRowsOfSelect(entity: handle.context.name))
    }
    if table.entries().contains(where: { ComputedUpdate.isComputed($0.1) }) {
      return try ComputedUpdate(session: session, handle: handle).run(table)
    }
    try handle.context.checkScales()
    let changing = try Changing(handle)
    let values = try NewValues(session: session, handle: handle).read(table)
    let tied = try handle.context.tied()
    let isAlone =
      values.contains { NewValues.asksFunctions(tied.slots[$0.slot]) || tied.isOverridden($0.slot) }
      || handle.context.watchesChanges(tied)
    guard isAlone else { return try changing.update(values) }
    return try updateEach(handle, table)
  }

  /// Each row becomes an object, is assigned to and saved: all of them, or none.
  ///
  /// What `computed` gives of a row, from 0, is assigned beside what the table says.
  func updateEach(
    _ handle: RequestHandle, _ table: LuaTable,
    computed: ((Int) throws -> [(key: LuaValue, value: LuaValue)])? = nil
  ) throws -> Int {
    let (database, stack) = (handle.context.database, session.lua.stack)
    return try database.store().atomically {
      // Whole objects, as a test may look at any field.
      let list = try Fetching(handle.with { $0.selection = nil }).list(on: stack)
      defer { list.drop() }
      let source = ObjectSource(ofList: list)
      for place in 0..<source.count {
        let values = table.entries() + (try computed?(place) ?? [])
        // Rows may be of several kinds, each with slots and tests of its own.
        try source.withObject(place) { object, context in try assign(values, to: object, context) }
      }
      try Saver(session).save(source, to: database, stack)
      return source.count
    }
  }

  private func assign(_ values: [(LuaValue, LuaValue)], to object: LuaRowObject, _ context: ObjectContext) throws {
    for (key, value) in values {
      let name = object.place.newValue(key)
      defer { name.drop() }
      // Tests come when all fields have their values, and `before_save` has seen them.
      try Objects(session).assign(name.newValue(value), named: name, to: object, context, isTested: false)
    }
  }
}
