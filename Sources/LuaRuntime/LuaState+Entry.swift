import CLua

extension LuaState {
  /// Runs `body` as one entry: what a user asked for, and may interrupt.
  ///
  /// Only the outermost entry has a limit, in seconds. When it ends, the interruption is over and the
  /// state is ready for the next.
  package func enter<R>(timeLimit: Double? = nil, _ body: () throws -> R) throws -> R {
    guard let host = core.host else { throw LuaError.closed }
    let started = slua_enter(host, timeLimit ?? 0)
    defer { slua_leave(host) }
    guard started else { throw LuaError.noTimer }
    return try body()
  }

  /// Stops the entry under way; does nothing outside of one.
  ///
  /// Other threads and signal handlers call `slua_interrupt` on `interruptionTarget`, which is all that this does.
  package func interrupt() {
    slua_interrupt(host, Int32(SLUA_INTERRUPTED))
  }

  /// The state for `slua_interrupt`, valid until the state is closed.
  package var interruptionTarget: OpaquePointer { host }

  /// Not zero while something is being stopped, for loops of the host to poll.
  package var interruptionFlag: UnsafePointer<Int32> { slua_interruption(host) }

  /// Whether the entry is being stopped.
  package var isInterrupted: Bool { interruptionFlag.pointee != Int32(SLUA_RUNNING) }

  /// Whether the entry is being stopped because its time is over.
  package var isOutOfTime: Bool { interruptionFlag.pointee == Int32(SLUA_TIME_LIMIT) }

  /// Throws if the entry is being stopped, or has taken all the memory that there is.
  package func checkInterruption() throws(LuaError) {
    guard isInterrupted else { return try checkMemory() }
    let kind: LuaError.Kind = isOutOfTime ? .timeLimit : .interrupted
    let words = LuaError.words(for: kind)
    throw LuaError(kind: kind, value: .string(words), message: words)
  }
}
