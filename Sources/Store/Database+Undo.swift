/// Taking back, and trials.
extension Database {
  /// Makes rows what they were before these changes, all or none.
  ///
  /// - Throws: where a row is not what the changes left, which the error names.
  package func takeBack(_ changes: RecordedChanges) throws {
    try atomically {
      for table in changes.tables { noteWrite(to: table) }
      try engine.takeBack(changes)
    }
    for table in changes.tables { noteWrite(to: table) }
  }

  /// How often each table was written, for those who compare it with later.
  package var writeCounts: [String: Int] { writes }

  // MARK: Trials

  /// Whether what is written waits for `keepTrial` or `discardTrial`.
  package var isInTrial: Bool { levels.first == .trial }

  /// Begins a transaction that locks nothing before something is written, and that ends by two words alone.
  package func beginTrial() throws(StoreError) {
    try settle()
    guard depth == 0 else { throw StoreError(isInTrial ? .endsWithTrial : .trialInTransaction) }
    try beginLevel(.trial)
  }

  /// Commits what was tried.
  package func keepTrial() throws(StoreError) {
    guard isInTrial else { throw StoreError(.noTrial) }
    while depth > 0 { try commitLevel() }
  }

  /// Forgets what was tried.
  package func discardTrial() throws(StoreError) {
    guard isInTrial else { throw StoreError(.noTrial) }
    try rollbackAll()
  }
}
