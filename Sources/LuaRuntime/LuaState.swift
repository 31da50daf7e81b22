import CLua
import CLuaLibrary

/// One Lua with its standard libraries, safe to embed.
///
///     let state = try LuaState(memoryLimit: 64 << 20)
///     let results = try state.enter(timeLimit: 2) { try state.load("return 1 + 1", name: "=prompt").call() }
///
/// Errors arrive as `LuaError` and never jump over Swift. Belongs to one thread.
package final class LuaState {
  let core = LuaCore()
  /// What was given in small amounts since the collector last heard of them.
  var smallBytes = 0

  /// The most bytes that scripts may make Lua use; host code is never refused.
  package var memoryLimit: Int? {
    didSet { slua_set_memory_cap(host, Self.cap(memoryLimit)) }
  }

  package init(memoryLimit: Int? = nil) throws(LuaError) {
    self.memoryLimit = memoryLimit
    let owner = Unmanaged.passUnretained(core).toOpaque()
    guard let host = slua_open(Self.cap(memoryLimit), owner, runHostFunction, releaseHostObject) else {
      throw LuaError.noState
    }
    slua_open_library(slua_main(host))
    core.host = host
    core.state = self
  }

  deinit {
    close()
  }

  /// Runs the remaining finalizers and frees everything.
  ///
  /// References that are left read as `nil`. Finalizers that are not done in `timeLimit` seconds are stopped.
  ///
  /// - Parameter endsProcess: whether the process ends now, which gives back the memory of all objects at once.
  package func close(timeLimit: Double = 2, endsProcess: Bool = false) {
    guard let host = core.host else { return }
    slua_close(host, timeLimit, endsProcess)
    core.host = nil
    core.functions = []
  }

  private static func cap(_ limit: Int?) -> Int {
    limit.map { max($0, 0) } ?? Int.max
  }

  /// The C side.
  ///
  /// Using a closed state is a mistake of the program.
  var host: OpaquePointer {
    guard let host = core.host else { preconditionFailure("the Lua state is closed") }
    return host
  }

  /// The bytes that Lua's objects take.
  package var memoryUsed: Int { core.host.map { slua_memory_used($0) } ?? 0 }

  /// The stack of whatever runs now: of the main coroutine, outside of host calls.
  package var stack: LuaStack {
    guard let stack = core.current else { preconditionFailure("the Lua state is closed") }
    return stack
  }

  /// How a Swift error that is no `LuaError` becomes an error value; at first, its description with the place.
  package var encodeError: (any Error, LuaCall) -> LuaValue {
    get { core.encodeError }
    set { core.encodeError = newValue }
  }

  /// The text of a value by `tostring`; never fails, and ends even if `__tostring` does not.
  package func describe(_ value: LuaValue) -> String {
    let stack = stack
    guard stack.ensure(8) else { return "(\(value.kind.name))" }
    stack.push(value)
    defer { stack.pop(1) }
    return stack.describe(-1)
  }
}
