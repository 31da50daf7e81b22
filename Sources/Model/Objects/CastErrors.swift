import LuaRows
import LuaRuntime
import Schema

/// What is wrong with the values of a table, said all at once and in the order of the fields.
///
/// A table has no order of its own: without this, the first mistake to be said would be another in each run.
package struct CastErrors {
  private var errors: [ScriptError] = []

  package init() {}

  var isEmpty: Bool { errors.isEmpty }

  /// Keeps an error, to go on with the other values.
  package mutating func add(_ error: ScriptError) { errors.append(error) }

  /// Throws what was added: one error as it is, several as one.
  package func check(_ entity: Entity, _ lua: LuaState) throws {
    let sorted = errors.sorted { place($0, entity) < place($1, entity) }
    guard let first = sorted.first else { return }
    if sorted.count == 1 { throw first }
    let list = lua.makeTable()
    for (index, error) in sorted.enumerated() { list[index + 1] = .table(entry(error, entity, lua)) }
    let message = sorted.map(\.message).joined(separator: "\n")
    let details = first.details.filter { $0.name != "errors" } + [("errors", .table(list))]
    throw ScriptError(first.kind, message, details)
  }

  private func entry(_ error: ScriptError, _ entity: Entity, _ lua: LuaState) -> LuaTable {
    let entry = lua.makeTable()
    entry["entity"] = .string(LuaString(entity.name))
    entry["message"] = .string(LuaString(error.message))
    for detail in error.details where detail.name != "errors" { entry[detail.name] = detail.value }
    return entry
  }

  /// Members in their order, unknown names behind them by their message.
  private func place(_ error: ScriptError, _ entity: Entity) -> Place {
    let name = error.details.first { $0.name == "field" }?.value.text
    let slot = name.flatMap { name in
      entity.fields.firstIndex { $0.name == name || $0.relation == name }
    }
    return Place(slot: slot ?? .max, message: error.message)
  }

  private struct Place: Comparable {
    var slot: Int
    var message: String

    static func < (left: Place, right: Place) -> Bool { (left.slot, left.message) < (right.slot, right.message) }
  }
}

extension Objects {
  /// Assigns every member of a table, and says everything that is wrong with them at once.
  package func assign(_ values: LuaTable, to object: LuaRowObject, _ context: ObjectContext) throws {
    var refused = CastErrors()
    for (key, value) in values.entries() {
      if let name = key.text { try checkIsSaidOnce(name, context.model.entity) { !values[$0].isNil } }
      try object.place.scoped {
        do {
          try assign(object.place.newValue(value), named: object.place.newValue(key), to: object, context)
        } catch let error as ScriptError {
          refused.add(error)
        }
      }
    }
    try refused.check(context.entity, session.lua)
  }
}

extension Field {
  /// Refuses a value for what the database computes.
  package func checkCanBeSet() throws(CastError) {
    if isGenerated { throw CastError(UnfitValue.isComputed) }
  }
}
