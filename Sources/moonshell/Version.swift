import LuaRuntime
import Model
import Scripting

/// What the program and its libraries are: one line, and what to know of the Lua that was found.
enum Version {
  static let number = "0.2.0"

  static func text() -> String {
    let session = try? Session(open: Engines().open)
    defer { session?.close() }
    let sqlite = (try? session?.main.store().engine.version) ?? "SQLite"
    let line = "moonshell \(number) (Lua \(LuaRelease.name), \(sqlite), libedit)"
    return ([line] + (session.map { faults(of: $0.lua) } ?? [])).joined(separator: "\n")
  }

  /// Nothing for a Lua without known faults.
  private static func faults(of lua: LuaState) -> [String] {
    let found = LuaFault.found(in: lua)
    guard !found.isEmpty else { return [] }
    return ["This Lua has faults that a newer one has not ('Lua' in the manual says more):"]
      + found.map { "  \($0.name): \($0.effect)" }
  }
}
