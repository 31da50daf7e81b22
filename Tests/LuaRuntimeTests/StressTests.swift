import LuaRuntime
import Testing

private let iterations = environment("MOONSHELL_STRESS").flatMap { Int($0) } ?? 2000

/// Errors of every shape, `MOONSHELL_STRESS` times each, or 2000 times.
@Suite("Stress", .serialized)
struct StressTests {
  static let shapes: [(String, String)] = [
    ("throw of Swift", "pcall(throw)"),
    ("error of Lua through Swift", "pcall(call, function() error({}) end)"),
    ("error of __index through Swift", "pcall(index, setmetatable({}, { __index = function() error('x') end }))"),
    ("error in a coroutine", "coroutine.resume(coroutine.create(function() call(throw) end))"),
    ("runtime error in a callback", "pcall(call, function() local x = nil; return x.y end)"),
  ]

  @Test(arguments: shapes)
  func `Errors through Swift leave nothing behind`(name: String, script: String) throws {
    let state = try LuaState()
    let lives = Lives()
    install(in: state, lives)
    let loop = try state.load("for i = 1, ... do \(script) end collectgarbage() collectgarbage()", name: "=stress")
    try state.enter { _ = try loop.call([100]) }
    let used = state.memoryUsed
    try state.enter { _ = try loop.call([.integer(Int64(iterations))]) }
    #expect(state.memoryUsed < used + 4096)
    #expect(lives.count == 0)
    #expect(isWhole(state))
  }

  private func install(in state: LuaState, _ lives: Lives) {
    let functions: [(String, HostFunction)] = [
      (
        "throw",
        { _ in
          let object = Tracked(lives)
          return try withExtendedLifetime(object) { throw LuaError("thrown") }
        }
      ),
      (
        "call",
        { call in
          let object = Tracked(lives)
          try withExtendedLifetime(object) { _ = try call.value(1).function?.call() }
          return 0
        }
      ),
      (
        "index",
        { call in
          let object = Tracked(lives)
          try withExtendedLifetime(object) { try call.stack.get(1, "field") }
          return 1
        }
      ),
    ]
    for (name, body) in functions { state.setGlobal(name, .function(state.function(named: name, body))) }
  }
}
