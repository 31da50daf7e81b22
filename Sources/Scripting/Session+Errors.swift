import Interchange
import LuaRuntime
import Query
import Schema
import Store

extension Session {
  /// A Swift error as the table that a script catches.
  func encode(_ error: any Error, _ call: LuaCall) -> LuaValue {
    var scriptError: ScriptError
    switch error {
    case let error as ScriptError: scriptError = error
    case let error as StoreError:
      scriptError = ScriptError(error)
    case let error as InterchangeError: scriptError = ScriptError(error, file: nil)
    case let error as QueryError: scriptError = ScriptError(error)
    case let error as SchemaError: scriptError = ScriptError(.schema, error.description)
    default: scriptError = ScriptError(.state, "\(error)")
    }
    if scriptError.kind == .noSuchTable, isOfEntity(scriptError) {
      scriptError.message += ": create_all() makes the tables of entities"
    }
    return .table(table(for: scriptError, call))
  }

  /// Whether the table that an error misses is that of an entity which a script declared.
  private func isOfEntity(_ error: ScriptError) -> Bool {
    guard let table = error.details.first(where: { $0.name == "table" })?.value.text else { return false }
    return catalog.entities.contains { $0.table == table && $0.hasTable && !$0.isReflected }
  }

  /// The line of the script that led to a call; there may be C functions between the two.
  private func place(of call: LuaCall) -> SourcePosition? {
    for level in 1...4 {
      if let place = call.location(level: level) { return SourcePosition(source: place.source, line: place.line) }
    }
    return nil
  }

  private func table(for error: ScriptError, _ call: LuaCall) -> LuaTable {
    let table = lua.makeTable()
    table["kind"] = .string(LuaString(error.kind.rawValue))
    table["message"] = .string(LuaString(error.message))
    let position = error.position ?? place(of: call)
    if let position {
      table["source"] = .string(LuaString(position.source))
      table["line"] = .integer(Int64(position.line))
    }
    for detail in error.details { table[detail.name] = detail.value }
    table.setMetatable(types.errorMetatable)
    return table
  }
}
