/// How a database is opened.
///
///     SQLiteOptions(isReadOnly: true, busyTimeout: .milliseconds(200))
package struct SQLiteOptions {
  /// Whether writing is refused; a file that does not exist is then an error.
  package var isReadOnly: Bool
  /// How long a statement waits for the lock that another connection holds.
  package var busyTimeout: Duration
  /// Asked every few thousand steps of a statement and while it waits: true ends it with `.interrupted`.
  package var isInterrupted: () -> Bool
  /// Told of each wait for a lock that lasts, and once only.
  package var notice: Notice?

  /// What is done about a wait that has lasted so long.
  package struct Notice {
    var delay: Duration
    var give: () -> Void

    package init(after delay: Duration, _ give: @escaping () -> Void) {
      self.delay = delay
      self.give = give
    }
  }

  package init(
    isReadOnly: Bool = false, busyTimeout: Duration = .seconds(2), notice: Notice? = nil,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    self.isReadOnly = isReadOnly
    self.busyTimeout = busyTimeout
    self.notice = notice
    self.isInterrupted = isInterrupted
  }
}
