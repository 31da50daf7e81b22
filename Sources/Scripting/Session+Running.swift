import LuaRuntime

extension Session {
  /// Runs `body` as one entry.
  ///
  /// What fails leaves no transaction open that it began.
  package func enter<Result>(timeLimit: Double? = nil, _ body: () throws -> Result) throws -> Result {
    let depths = databases.map { ($0, (try? $0.store().depth) ?? 0) }
    hasUndone = false
    do {
      return try lua.enter(timeLimit: timeLimit) {
        let result = try body()
        if isObserved { try tellObservers() }
        return result
      }
    } catch {
      // The interruption is over by now, so that the rollback itself is not interrupted.
      for (database, depth) in depths {
        guard let store = try? database.store(), store.depth > depth else { continue }
        hasUndone = true
        try? store.rollbackAll(to: depth)
      }
      throw error
    }
  }

  /// The names of all globals that are texts, for suggestions.
  package var globalNames: [String] {
    ([Library.tableName] + lua.globals.entries().compactMap { $0.0.text }).sorted()
  }
}
