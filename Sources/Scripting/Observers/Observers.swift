import LuaRuntime
import Store

/// The observers of one database.
///
/// They are told when the method that committed is done. What they change themselves is told once all of them were,
/// again and again until nothing changes or it seems to have no end.
final class Observers {
  private unowned let database: ScriptDatabase
  private var all: [Observer] = []
  private var isTelling = false

  /// Observers that go on changing what they observe are stopped after so many rounds.
  private static let roundLimit = 20

  init(_ database: ScriptDatabase) {
    self.database = database
  }

  private var session: Session { database.session }

  // MARK: Beginning and ending

  /// Calls the observer for the first time; the function that ends it.
  func begin(_ observer: Observer) throws -> LuaValue {
    let store = try database.store()
    observer.isUncertain = store.isInTransaction
    let values = try observer.changes() ?? [.nil, .nil]
    all.append(observer)
    store.isFollowed = true
    session.isObserved = true
    try call(observer, values)
    return .function(
      session.lua.closure(named: "stop") { [weak self] _ in
        self?.end(observer)
        return 0
      })
  }

  private func end(_ observer: Observer) {
    observer.isEnded = true
    all.removeAll { $0 === observer }
    if all.isEmpty { endAll() }
  }

  func endAll() {
    for observer in all { observer.isEnded = true }
    all = []
    if let store = try? database.store() { store.isFollowed = false }
  }

  // MARK: Telling

  /// What an observer came to know within a transaction that was rolled back is read again, in silence.
  func transactionEnded(_ end: Database.TransactionEnd, _ depth: Int) {
    for observer in all where observer.isUncertain {
      if end == .rolledBack { _ = try? observer.changes() }
      if depth == 0 { observer.isUncertain = false }
    }
  }

  /// Tells of what was committed.
  ///
  /// - Throws: only what ends the script: an interruption, or that there is no more memory.
  func tell() throws {
    guard !all.isEmpty, !isTelling else { return }
    let store = try database.store()
    isTelling = true
    defer { isTelling = false }
    for _ in 0..<Self.roundLimit {
      guard store.hasNews, !store.isInTransaction else { return }
      let tables = store.takeNews()
      for observer in all where !observer.isEnded { try tell(observer, tables) }
    }
    guard store.hasNews else { return }
    _ = store.takeNews()
    session.diagnostics("observers change what they observe, without end: they were told no more of it\n")
  }

  private func tell(_ observer: Observer, _ tables: Set<String>) throws {
    do {
      guard !tables.isDisjoint(with: try observer.tables()), let values = try observer.changes() else { return }
      try call(observer, values)
    } catch {
      try report(error, observer)
    }
  }

  private func call(_ observer: Observer, _ values: [LuaValue]) throws {
    do throws(LuaError) {
      try observer.function.call(values)
    } catch {
      try report(error, observer)
    }
  }

  /// An observer that raises does no harm to what it observes.
  private func report(_ error: any Error, _ observer: Observer) throws {
    if let error = error as? LuaError, error.kind != .runtime { throw error }
    let words = (error as? LuaError)?.message ?? (error as? ScriptError)?.message ?? "\(error)"
    session.diagnostics("an observer of \(observer.subject) failed: \(words)\n")
  }
}

extension Session {
  /// Tells the observers of all databases of what was committed.
  func tellObservers() throws {
    for database in databases where database.isOpen { try database.observers.tell() }
  }
}
