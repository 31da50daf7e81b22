import LuaRuntime
import Model
import Scripting

extension Runner {
  /// The functions of Lua during which others work, or after which nothing does.
  private static let waiting = [
    (library: "os", names: ["execute", "exit"]), (library: "io", names: ["popen", "read", "lines"]),
  ]

  /// Makes what an entry wrote last before it waits for another program or for a person, or ends the program.
  ///
  /// Until then nobody else could write, and would not see it.
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
}
