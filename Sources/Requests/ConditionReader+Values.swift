import LuaRuntime
import Model
import Query
import Schema

extension ConditionReader {
  /// The condition that fields have just these values, which are not conditions themselves.
  package func values(_ table: LuaTable) throws -> Condition {
    let parts = try table.entries().map { key, value in
      guard let name = key.text else { throw ScriptError(RequestError.conditionWithoutField(word: word)) }
      if TestValues(session).testValue(value) != nil || value.function != nil {
        throw ScriptError(RequestError.notAValue(word: word, field: name, value: value.described))
      }
      return (name: name, expression: try condition(FieldPath(name), value))
    }
    guard !parts.isEmpty else { throw ScriptError(RequestError.emptyConditions(word: word)) }
    // A table has no order; the same values must give the same statement.
    return Condition(expression: .and(parts.sorted { $0.name < $1.name }.map(\.expression)))
  }
}
