import LuaRuntime
import Query
import Schema
import Store

/// Says which field of which row a constraint of the database is about.
struct Conflict {
  let context: ObjectContext
  let database: ScriptDatabase

  /// The error for a row that could not be written; `values` are its values by slot.
  func error(for error: StoreError, values: [Int: Value]) throws -> ScriptError {
    guard case .constraint(let constraint) = error.kind else { return ScriptError(error) }
    let entity = try context.entity
    let slots = constraint.columns.compactMap { column in entity.fields.firstIndex { $0.column == column } }
    switch constraint.rule {
    case .unique where !slots.isEmpty: return try duplicate(entity, slots, values)
    case .foreignKey: return try dangling(entity, values) ?? ScriptError(error)
    case .notNull:
      guard let slot = slots.first else { break }
      return ScriptError(
        .validation, "\(entity.name): \(entity.fields[slot].memberName): is required", details(entity, slots, values))
    default: break
    }
    return ScriptError(error)
  }

  /// The error for a value that another row has: `Player: name: 'Zerator' exists already (id 1)`.
  private func duplicate(_ entity: Entity, _ slots: [Int], _ values: [Int: Value]) throws -> ScriptError {
    // A relation may have several columns.
    var members: [String] = []
    for slot in slots where !members.contains(entity.fields[slot].memberName) {
      members.append(entity.fields[slot].memberName)
    }
    let names = members.joined(separator: ", ")
    let shown = slots.map { slot in values[slot].map { entity.fields[slot].words(stored: $0) } ?? "?" }
      .joined(separator: ", ")
    var message = "\(entity.name): \(names): \(shown) exists already"
    if let key = try existingKey(entity, slots, values) { message += " (\(key))" }
    return ScriptError(.conflict, message, details(entity, slots, values))
  }

  private func existingKey(_ entity: Entity, _ slots: [Int], _ values: [Int: Value]) throws -> String? {
    guard slots.allSatisfy({ values[$0] != nil }), entity.keySlots != slots else { return nil }
    let condition = slots.map { slot in
      Expression.comparison(
        .equal, .field(FieldPath(field: entity.fields[slot].name)), .literal(values[slot] ?? .null))
    }
    // Another kind in the same table may have the value.
    let owner = try context.catalog.tableOwner(of: entity)
    let entity = (slots + entity.keySlots).allSatisfy { owner.field(entity.fields[$0].name) != nil } ? owner : entity
    let request = FetchRequest(entity: entity.name, predicate: .and(condition))
    let output = Select.Output.fields(entity.keySlots.map { FieldPath(field: entity.fields[$0].name) })
    let sql = try Select(catalog: context.catalog, entity: entity, dialect: database.dialect())
      .statement(request, plan: FetchPlan(request.predicate), output: output)
    let rows = try database.store().rows(sql)
    guard rows.count > 0 else { return nil }
    return entity.keySlots.enumerated().map { place, slot in
      "\(entity.fields[slot].name) \(entity.fields[slot].words(stored: rows.value(0, place)))"
    }.joined(separator: ", ")
  }

  /// The error for a relation whose target does not exist: `Game: player: there is no Player 99`.
  private func dangling(_ entity: Entity, _ values: [Int: Value]) throws -> ScriptError? {
    for relation in entity.relations where relation.kind == .belongsTo {
      let slots = relation.columns.compactMap { column in entity.fields.firstIndex { $0.column == column } }
      let key = slots.compactMap { values[$0] }
      guard key.count == relation.columns.count, !key.contains(.null),
        let target = try context.catalog[relation.target], try !exists(target, relation, key)
      else { continue }
      return ScriptError(
        .constraint,
        "\(entity.name): \(relation.name): there is no \(target.name) "
          + zip(slots, key).map { entity.fields[$0].words(stored: $1) }.joined(separator: ", "),
        [("entity", .string(LuaString(entity.name))), ("field", .string(LuaString(relation.name)))])
    }
    return nil
  }

  private func exists(_ target: Entity, _ relation: Relation, _ key: [Value]) throws -> Bool {
    let columns =
      relation.targetColumns.isEmpty ? target.keySlots.map { target.fields[$0].column } : relation.targetColumns
    let conditions = zip(columns, key).map { column, value -> SQL in "\(name: column) = \(value)" }
    let sql: SQL = "SELECT 1 FROM \(name: target.table) WHERE \(conditions.joined(by: " AND "))"
    return try database.store().rows(sql).count > 0
  }

  private func details(_ entity: Entity, _ slots: [Int], _ values: [Int: Value]) -> [(name: String, value: LuaValue)] {
    guard let slot = slots.first else { return [("entity", .string(LuaString(entity.name)))] }
    return [
      ("entity", .string(LuaString(entity.name))), ("field", .string(LuaString(entity.fields[slot].memberName))),
      ("value", LuaValue(values[slot] ?? .null)),
    ]
  }
}

extension Field {
  /// The name under which people know the field: that of the relation whose key it holds.
  fileprivate var memberName: String { relation ?? name }
}
