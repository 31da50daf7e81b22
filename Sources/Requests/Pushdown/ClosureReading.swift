import ClosureSQL
import LuaRuntime
import Model

/// Reads what functions of scripts do, and remembers what it found.
package final class ClosureReading: SessionState {
  package let translator: ClosureTranslator
  /// Whether a function of Lua has loops that cannot be told to close (`UnclosedLoops`), by the function.
  let loopKinds: LuaTable

  package init(_ session: SessionContext) {
    translator = ClosureTranslator(session.lua)
    let (kinds, metatable) = (session.lua.makeTable(), session.lua.makeTable())
    metatable["__mode"] = .string("k")
    kinds.setMetatable(metatable)
    loopKinds = kinds
  }
}
