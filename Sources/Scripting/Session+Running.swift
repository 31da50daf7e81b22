import LuaRuntime
import Model

extension Session {
  /// Runs `body` as one entry.
  ///
  /// What fails leaves no transaction open that it began. An entry that `isTakenBack` leaves nothing of what it wrote
  /// when it is interrupted; see `EntryTransaction`.
  package func enter<Result>(
    timeLimit: Double? = nil, isTakenBack: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    guard !isInEntry else { return try lua.enter(timeLimit: timeLimit, body) }
    (isInEntry, takesEntriesBack, remains, hasEndedWatch) = (true, isTakenBack, .all, false)
    defer { isInEntry = false }
    for database in databases { database.beginEntry() }
    var isInterrupted = false
    do {
      return try lua.enter(timeLimit: timeLimit) {
        defer { isInterrupted = lua.isInterrupted }
        let result = try body()
        try endEntry()
        return result
      }
    } catch {
      // The interruption is over by now, so that the rollback itself is not interrupted.
      for database in databases {
        let left = database.failEntry(isInterrupted: isInterrupted)
        if database === main || remains == .all { remains = left }
      }
      throw error
    }
  }

  /// Makes what the entry under way did so far last, and tells the observers of it.
  package func settle() throws {
    for database in databases where database.isOpen { try database.store().settle() }
    if isObserved { try tellObservers() }
  }

  private func endEntry() throws {
    for database in databases where database.isOpen { try database.store().endEntry() }
    if isObserved { try tellObservers() }
  }

  /// The names of all globals that are texts, for suggestions.
  package var globalNames: [String] {
    ([Library.tableName] + lua.globals.entries().compactMap { $0.0.text }).sorted()
  }
}
