import LuaRuntime
import Model
import Query
import Schema

extension ConditionReader {
  /// The condition that fields have just these values, which are not conditions themselves.
  package func values(_ table: LuaTable) throws -> Condition {
    let parts = try table.entries().map { key, value in
      guard let name = key.text else { throw ScriptError(RequestError.conditionWithoutField(word: word)) }
      let entity = resolver.entity
      let field = entity.field(name)
      guard field != nil || !name.contains(".") else {
        throw ScriptError(
          QueryError.unknownField(entity: entity.name, name: name, candidates: entity.memberNames))
      }
      let isChoice = value.table != nil && field.map { !$0.isDocument } ?? false
      if TestValues(session).testValue(value) != nil || value.function != nil || isChoice {
        throw ScriptError(RequestError.notAValue(word: word, field: name, value: value.described))
      }
      return (name: name, expression: try condition(FieldPath(name), value))
    }
    guard !parts.isEmpty else { throw ScriptError(RequestError.emptyConditions(word: word)) }
    // A table has no order; the same values must give the same statement.
    return Condition(expression: .and(parts.sorted { $0.name < $1.name }.map(\.expression)))
  }
}
