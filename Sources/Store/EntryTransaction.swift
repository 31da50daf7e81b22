/// What takes back the whole of an entry, should it be interrupted: a transaction that scripts do not see.
///
/// The first statement of an entry that writes begins it: inside of a transaction that was open before, it is a
/// savepoint there. It ends with the entry: what was done lasts (also that before an error), unless the entry was
/// interrupted. What must stand alone ends it before, and the next write begins another:
///
/// * a transaction that a person begins, when none was open (nested ones are inside of the entry's), or ends;
/// * a statement that can run in no transaction (`VACUUM`, `ATTACH`, a pragma), or is about transactions itself;
/// * anything that waits for another program, since none can write meanwhile.
///
/// So `db:begin()` and `db:commit()` mean what they always do, and an interruption goes back to the last of them or to
/// where the entry began, whatever is later.
struct EntryTransaction {
  /// How many transactions were open when it began, and still are.
  private(set) var base: Int
  /// Whether it is taken back when it is interrupted; else every statement commits by itself.
  var isTakenBack: Bool
  /// Whether a statement of it has changed something.
  var hasWritten = false
  /// What the database rolled back by itself.
  private(set) var loss: Database.Remains?

  init(base: Int, isTakenBack: Bool) {
    self.base = base
    self.isTakenBack = isTakenBack
  }

  /// Notes that only so many transactions are open now.
  mutating func lower(to depth: Int) {
    base = min(base, depth)
  }

  /// Notes that the database has rolled back by itself what was open.
  mutating func lose(_ levels: [Database.Level]) {
    if base > 0 { loss = .noOlderTransaction } else if levels.first == .entry { loseAll() }
  }

  /// Notes that what was written is rolled back.
  mutating func loseAll() { loss = .nothing }
}

extension Database {
  /// What an entry that failed has left behind.
  package enum Remains: Sendable {
    case all
    /// What it wrote is rolled back.
    case nothing
    /// The transaction that it had begun is rolled back.
    case noTransaction
    /// Also the transaction before it is rolled back: the database did so by itself.
    case noOlderTransaction
  }

  /// Begins an entry: what a person asked for.
  package func beginEntry(isTakenBack: Bool) {
    entry = EntryTransaction(base: depth, isTakenBack: isTakenBack)
    engine.beginEntry()
  }

  /// Ends the entry: what it did lasts, or nothing of it where that cannot be.
  package func endEntry() throws(StoreError) {
    try settle()
    entry = nil
  }

  /// Ends an entry that failed; transactions that it began are rolled back.
  package func failEntry(isInterrupted: Bool) -> Remains {
    guard let entry else { return .all }
    defer { self.entry = nil }
    let isOpen = levels.dropFirst(entry.base).first == .entry
    let kept = isOpen && !isInterrupted ? entry.base + 1 : entry.base
    let began = levels.dropFirst(entry.base).contains { $0 != .entry }
    let isUndone = depth > kept
    try? rollbackAll(to: kept)
    do {
      try settle()
    } catch {
      return .nothing
    }
    if let loss = self.entry?.loss { return loss }
    if !isUndone { return .all }
    return began ? .noTransaction : entry.hasWritten ? .nothing : .all
  }

  /// Makes what the entry did so far last.
  ///
  /// - Throws: when the database refuses it: then it is rolled back.
  package func settle() throws(StoreError) {
    while levels.last == .entry {
      do {
        try commitLevel()
      } catch {
        try? rollbackLevel()
        entry?.loseAll()
        throw error
      }
    }
  }

  /// Ends the entry's transaction before a statement that runs in none.
  package func settle(before text: String) throws(StoreError) {
    if let entry, entry.isTakenBack, engine.standsAlone(text) { try settle() }
  }

  /// Runs `body` while everything commits by itself.
  func outsideOfEntry<Result>(_ body: () throws -> Result) throws -> Result {
    try settle()
    let isTakenBack = entry?.isTakenBack ?? false
    entry?.isTakenBack = false
    defer { entry?.isTakenBack = isTakenBack }
    return try body()
  }

  /// Begins it before a statement that writes, and that may run inside of one.
  func beginEntryLevel(for text: String) throws(StoreError) {
    if let entry, entry.isTakenBack, !engine.standsAlone(text) { try beginEntryLevel() }
  }

  /// Begins the entry's transaction where none of the entry is open.
  func beginEntryLevel() throws(StoreError) {
    if let entry, entry.isTakenBack, depth == entry.base { try beginLevel(.entry) }
  }

  /// Whether what is written now is the entry's own, and in no other transaction.
  package var isInEntryAlone: Bool { levels == [.entry] }
}
