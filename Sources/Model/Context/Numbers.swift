import Schema

/// What gives the things of a session numbers that no other of their kind has.
package final class Numbers: SessionState {
  private var hooks = 0
  private var serial = 0
  /// How many transactions have begun, nested ones included, in all databases: each has a number of its own.
  var transactions: UInt32 = 0

  package init(_ session: SessionContext) {}

  /// A number for a function of a script.
  package func newHook() -> ScriptHook {
    hooks += 1
    return ScriptHook(hooks)
  }

  /// The place of a constructor's call among all of them: fields keep the order in which they were written.
  package func nextSerial() -> Int {
    serial += 1
    return serial
  }
}
