import CLua

extension LuaState {
  /// What a signal handler calls to stop the entry under way, with `interruptionTarget` as its context.
  package static let interrupter: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    guard let context else { return }
    slua_interrupt(OpaquePointer(context), Int32(SLUA_INTERRUPTED))
  }
}
