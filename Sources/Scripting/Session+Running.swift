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
    guard !context.entry.isUnderWay else { return try lua.enter(timeLimit: timeLimit, body) }
    context.entry = EntryState(isUnderWay: true, isTakenBack: isTakenBack)
    defer { context.entry.isUnderWay = false }
    for database in context.databases.all { database.beginEntry() }
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
      for database in context.databases.all {
        let left = database.failEntry(isInterrupted: isInterrupted)
        if database === main || remains == .all { context.entry.remains = left }
      }
      throw error
    }
  }

  /// Makes what the entry under way did so far last, and tells the observers of it.
  package func settle() throws {
    try context.databases.settle()
  }

  private func endEntry() throws {
    for database in context.databases.all where database.isOpen { try database.store().endEntry() }
    if context.databases.haveNews { try context.databases.tellObservers() }
  }

  /// The names of all globals that are texts, for suggestions.
  package var globalNames: [String] {
    ([Library.tableName] + lua.globals.entries().compactMap { $0.0.text }).sorted()
  }
}
