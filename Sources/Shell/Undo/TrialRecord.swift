import Encodings
import Store

/// What a trial has changed: its rows, and in words what rows cannot show.
struct TrialRecord {
  private let recorder: any ChangeRecorder
  private let tables: [Table]
  private let writes: [String: Int]

  /// Begins with what is there now; nil where the engine keeps no record.
  init?(_ store: Database) throws {
    guard let recorder = store.engine.recordChanges() else { return nil }
    self.recorder = recorder
    tables = try Table.all(store)
    writes = store.writeCounts
  }

  /// A table or a view, as the statement that made it says.
  private struct Table: Equatable {
    let name: String
    let isView: Bool
    let text: String

    static func all(_ store: Database) throws -> [Table] {
      try store.engine.tables().map { Table(name: $0.name, isView: $0.isView, text: $0.sql) }
    }
  }

  func changes(_ store: Database) throws -> (rows: [RowChange], notes: [String]) {
    if recorder.isFull { throw CommandRefusal.trialTooLarge }
    guard recorder.sawSchemaChange else { return (try rows(store), rowsWithoutKey(store)) }
    let notes = try schemaNotes(Table.all(store)) + rowsWithoutKey(store)
    do {
      return (try rows(store), notes)
    } catch is StoreError {
      // Rows of a table that has other columns by now cannot be compared with what they were.
      return ([], notes + ["rows are not compared: a table that was written has other columns now"])
    }
  }

  private func rows(_ store: Database) throws -> [RowChange] { try store.engine.rows(of: recorder.changes()) }

  /// The written tables whose rows nothing tells apart.
  private func rowsWithoutKey(_ store: Database) -> [String] {
    let unseen = recorder.unremembered.map { ["\($0.words): its rows are not shown"] } ?? []
    let written = store.writeCounts.filter { $0.value != writes[$0.key, default: 0] && !$0.key.hasPrefix("sqlite_") }
    return unseen
      + written.keys.sorted().filter { (try? store.engine.remembersRows(of: $0)) == false }
      .filter { recorder.unremembered != .virtual($0) }
      .filter { name in (try? store.engine.tables())?.contains { $0.name.isSame(name) } ?? false }
      .map { "\(escapingControls($0)) was written, and has no key: its rows are not shown" }
  }

  private func schemaNotes(_ now: [Table]) -> [String] {
    let gone = tables.filter { table in !now.contains { $0.name.isSame(table.name) } }
    let new = now.filter { table in !tables.contains { $0.name.isSame(table.name) } }
    let other = now.filter { table in tables.contains { $0.name.isSame(table.name) && $0 != table } }
    func list(_ list: [Table], _ words: String) -> [String] {
      list.map { "\($0.isView ? "view" : "table") \(escapingControls($0.name)) \(words)" }
    }
    let notes =
      list(gone, "is gone, with what was in it") + list(new, "is new")
      + list(other, "is declared otherwise than before")
    return notes.isEmpty ? ["the schema has changed: indexes or triggers"] : notes
  }
}
