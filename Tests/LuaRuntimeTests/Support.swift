import CLua
import Glibc
import LuaRuntime
import Testing

/// Runs a script as one entry.
@discardableResult
func run(_ script: String, in state: LuaState, timeLimit: Double? = nil) throws -> [LuaValue] {
  try state.enter(timeLimit: timeLimit) { try state.load(script, name: "=test").call() }
}

/// The error that a script ends with, or nil if it ends well.
func failure(of script: String, in state: LuaState, timeLimit: Double? = nil) -> LuaError? {
  do {
    try run(script, in: state, timeLimit: timeLimit)
    return nil
  } catch {
    return error as? LuaError
  }
}

/// Whether nothing of an earlier entry is left over.
func isWhole(_ state: LuaState) -> Bool {
  guard state.stack.top == 0, state.interruptionFlag.pointee == 0 else { return false }
  guard slua_current(state.interruptionTarget) == slua_main(state.interruptionTarget) else { return false }
  guard lua_gethook(slua_main(state.interruptionTarget)) == nil else { return false }
  return (try? run("return 1 + 1", in: state)) == [2]
}

/// Runs `body` and interrupts the state meanwhile, from another thread.
///
/// A thread of its own: the pool's may all be busy with scripts that wait to be interrupted.
func interrupting<R>(_ state: LuaState, after microseconds: UInt32, _ body: () throws -> R) rethrows -> R {
  nonisolated(unsafe) let target = state.interruptionTarget
  let interruption = Unmanaged.passRetained(
    Interruption {
      usleep(microseconds)
      slua_interrupt(target, Int32(SLUA_INTERRUPTED))
    })
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<Interruption>.fromOpaque(context).takeRetainedValue().body() }
      return nil
    }, interruption.toOpaque())
  defer { pthread_join(thread, nil) }
  return try body()
}

/// What a thread is to do.
private final class Interruption {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }
}

/// How many tracked objects are alive; one for each test, as tests run side by side.
final class Lives {
  fileprivate(set) var count = 0
}

/// An object whose end can be seen.
final class Tracked {
  private let lives: Lives

  init(_ lives: Lives) {
    self.lives = lives
    lives.count += 1
  }

  deinit { lives.count -= 1 }
}

/// A variable of the environment.
func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}
