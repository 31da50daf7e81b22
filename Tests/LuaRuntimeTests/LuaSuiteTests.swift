import Glibc
import LuaRuntime
import Testing

private let suite = environment("MOONSHELL_LUA_TESTS")

/// Lua's own tests, where the environment names their folder: `MOONSHELL_LUA_TESTS=…/lua-5.4.4-tests`.
@Suite("Lua's own tests", .serialized, .enabled(if: suite != nil))
struct LuaSuiteTests {
  @Test(
    "A file of Lua's own tests passes",
    arguments: [
      "strings", "math", "sort", "tpack", "utf8", "pm", "nextvar", "closure", "calls", "constructs", "events", "vararg",
      "goto", "coroutine", "errors", "literals", "bitwise", "big", "locals", "gc", "gengc", "api", "db", "cstack",
      "bwcoercion",
    ])
  func file(name: String) throws {
    guard let suite, chdir(suite) == 0 else { return }
    let state = try LuaState()
    state.setGlobal("_port", true)
    state.setGlobal("_soft", true)
    state.setGlobal("arg", .table(state.makeTable()))
    try state.enter {
      _ = try state.load("return loadfile(...)", name: "=loader").call([.string(name + ".lua")]).first?.function?.call()
    }
    state.close()
  }
}
