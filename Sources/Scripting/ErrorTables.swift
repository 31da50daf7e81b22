import Encodings
import Exchange
import Interchange
import LuaRuntime
import Model
import Query
import Schema
import Store

/// Errors as the tables that scripts catch.
struct ErrorTables {
  let session: SessionContext

  init(_ session: SessionContext) {
    self.session = session
  }

  /// A Swift error as the table that a script catches.
  func encode(_ error: any Error, _ call: LuaCall) -> LuaValue {
    var scriptError: ScriptError
    switch error {
    case let error as ScriptError: scriptError = error
    case let error as any WordedError: scriptError = ScriptError(error)
    case let error as StoreError:
      scriptError = ScriptError(error)
      if error.kind == .interrupted, session.lua.isOutOfTime {
        scriptError.message = error.timeLimitWords
      }
    case let error as InterchangeError: scriptError = ScriptError(error, file: nil)
    case let error as QueryError: scriptError = ScriptError(error)
    case let error as SchemaError: scriptError = ScriptError(.schema, error.description)
    default: scriptError = ScriptError(.state, String(describing: error))
    }
    if let hint = hint(scriptError) { scriptError.message += ": " + hint }
    if let change = SchemaChange(session, behind: scriptError) { scriptError.message.add(change) }
    return .table(table(for: scriptError, call))
  }

  /// What makes the table or the column that an error misses.
  private func hint(_ error: ScriptError) -> String? {
    func detail(_ name: String) -> String? { error.details.first { $0.name == name }?.value.text }
    return session.entities.remedy(table: detail("table"), column: detail("column"))
  }

  /// The line of the script that led to a call; there may be C functions between the two.
  private func place(of call: LuaCall) -> SourcePosition? {
    for level in 1...4 {
      if let place = call.location(level: level) { return SourcePosition(source: place.source, line: place.line) }
    }
    return nil
  }

  private func table(for error: ScriptError, _ call: LuaCall) -> LuaTable {
    let table = session.lua.makeTable()
    table["kind"] = .string(LuaString(error.kind.rawValue))
    table["message"] = .string(LuaString(error.message))
    let position = error.position ?? place(of: call)
    if let position {
      table["source"] = .string(LuaString(position.source))
      table["line"] = .integer(Int64(position.line))
    }
    for detail in error.details {
      table[detail.name] = detail.value
      // What is wrong is a list, too: `for _, e in ipairs(errors) do print(e.message) end`.
      guard detail.name == "errors", case .table(let list) = detail.value else { continue }
      for (place, entry) in list.elements.enumerated() { table[place + 1] = entry }
    }
    table.setMetatable(session.types.errorMetatable)
    return table
  }
}

extension EntityRegistry {
  /// What makes a table or a column that is missing, where a script declared an entity with it.
  package func remedy(table: String?, column: String?) -> String? {
    let declared = catalog.entities.filter { $0.hasTable && !$0.isReflected }
    if let table, declared.contains(where: { $0.table == table }) {
      return "db:create_all() makes the tables of entities"
    }
    if let column, declared.contains(where: { $0.fields.contains { $0.column == column } }) {
      return "migrate() makes the tables what the entities say"
    }
    return nil
  }
}
