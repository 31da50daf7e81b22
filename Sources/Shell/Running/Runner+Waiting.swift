import LuaRuntime
import Model
import Scripting

extension Runner {
  /// The functions of Lua during which others work.
  private static let waiting = [
    (library: "os", names: ["execute"]), (library: "io", names: ["popen", "read", "lines"]),
  ]

  /// Makes what an entry wrote last before it waits for another program or for a person.
  ///
  /// Until then no other process could write, nor see it.
  func settleBeforeWaiting() {
    let settle = session.lua.function(named: "settle") { [unowned session] _ in
      try session.settle()
      return 0
    }
    for (library, names) in Self.waiting {
      guard let table = session.lua.global(library).table else { continue }
      for name in names {
        // The name of the variable is the one in the messages of the function.
        let code = """
          local settle, \(name) = ...
          local function pass(...) return ... end
          return function(...) settle() return pass(\(name)(...)) end
          """
        let wrapped = try? session.lua.load(code, name: "=" + Self.ownChunk).call([.function(settle), table[name]])
        if let wrapped = wrapped?.first { table[name] = wrapped }
      }
    }
  }

  /// Makes what a script prints take the place of what a person is told about long work.
  func eraseNoteBeforePrinting() {
    let erase = session.lua.function(named: "erase") { _ in
      Signals.eraseNote()
      return 0
    }
    let code = "local erase, write = ... return function(...) erase() return write(...) end"
    let io = session.lua.global("io").table
    let prints = [session.lua.global("print"), io?["write"] ?? .nil]
    let wrapped = prints.map { print in
      try? session.lua.load(code, name: "=" + Self.ownChunk).call([.function(erase), print]).first
    }
    if let print = wrapped[0] { session.lua.setGlobal("print", print) }
    if let write = wrapped[1] { io?["write"] = write }
  }

  /// Closes the databases before `os.exit` ends the program, so that no files of theirs are left behind.
  package func closeBeforeExit() {
    let close = session.lua.function(named: "close") { [unowned session] _ in
      try session.settle()
      session.closeDatabases()
      return 0
    }
    // What it refuses it goes on after.
    let code = """
      local close, exit, type, tointeger = ...
      return function(code, ...)
        if code == nil or type(code) == "boolean" or tointeger(code) then close() end
        return exit(code, ...)
      end
      """
    guard let os = session.lua.global("os").table, let math = session.lua.global("math").table else { return }
    let wrapped = try? session.lua.load(code, name: "=" + Self.ownChunk)
      .call([.function(close), os["exit"], session.lua.global("type"), math["tointeger"]])
    if let wrapped = wrapped?.first { os["exit"] = wrapped }
  }
}
