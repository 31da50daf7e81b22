import Interchange
import LuaRuntime
import Query
import Schema
import Store

extension Session {
  /// A Swift error as the table that a script catches.
  func encode(_ error: any Error, _ call: LuaCall) -> LuaValue {
    let scriptError: ScriptError
    switch error {
    case let error as ScriptError: scriptError = error
    case let error as StoreError:
      scriptError = ScriptError(error)
    case let error as InterchangeError: scriptError = ScriptError(error, file: nil)
    case let error as QueryError: scriptError = ScriptError(error)
    case let error as SchemaError: scriptError = ScriptError(.schema, error.description)
    default: scriptError = ScriptError(.state, "\(error)")
    }
    return .table(table(for: scriptError, call))
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
