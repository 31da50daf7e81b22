import Model
import Query
import Schema
import Store

/// The statement that inserts the new objects of an entity, kept ready: to look it up would cost as much as to run it.
package final class Insertion {
  let text: String
  let store: Database
  private let statement: any Statement
  private let version: Int
  private let slots: [Int]

  fileprivate init(_ context: ObjectContext, _ tied: ResolvedEntity, slots: [Int], _ store: Database) throws {
    let entity = tied.entity
    self.store = store
    version = tied.version
    self.slots = slots
    text = try context.text(.insert(slots)) { Insert($0).statement(slots: slots) }
    if tied.provesChecks(of: slots) {
      let table = try CreateTable(entity, catalog: tied.catalog, dialect: store.dialect).statements()
      statement = try store.engine.insertion(text, ofRowsThatKeep: table[0])
    } else {
      statement = try store.engine.statement(text)
    }
  }

  deinit { statement.release() }

  fileprivate func isFor(_ tied: ResolvedEntity, slots: [Int], in store: Database) -> Bool {
    self.store === store && version == tied.version && self.slots == slots && statement.isCurrent
  }

  /// Writes rows whose tests hold; `done` hears of each and of its key.
  package func write(_ rows: RowBuffer, done: (Int, Int64) -> Void) throws(StoreError) {
    do {
      try store.runMany(statement, text, rows, done: done)
    } catch {
      // It must not go on holding what it borrowed of the rows.
      statement.reset()
      throw error
    }
  }

  /// Writes rows whose tests hold and whose keys nobody asks for, from one on.
  package func load(
    _ rows: RowBuffer, from start: Int, encoded: (any EncodedRows)? = nil
  ) throws(StoreError) -> RowsUnderWay {
    try store.load(statement, text, rows, from: start, encoded: encoded)
  }

  /// Rows made ready for `load`, while the database may still be taking others.
  package func encoded(_ rows: RowBuffer) -> (any EncodedRows)? { statement.encoded(rows) }
}

extension ObjectContext {
  /// The statement that inserts objects with these slots: mostly all of them, or all but the key that the database makes.
  package func insertion(slots: [Int], hasKey: Bool) throws -> Insertion {
    let (store, tied) = (try database.store(), try tied())
    if let known = insertions[hasKey] as? Insertion, known.isFor(tied, slots: slots, in: store) { return known }
    insertions[hasKey] = nil
    try checkScales()
    try checkForms(ofKeys: { $0.isUnique || $0.isPrimaryKey })
    let made = try Insertion(self, tied, slots: slots, store)
    insertions[hasKey] = made
    return made
  }
}

extension ResolvedEntity {
  /// Whether a new row of these slots keeps every CHECK of its table once the tests of its values hold.
  ///
  /// What a type itself demands is seen to where a value becomes a cell. Nothing checks the values that the database
  /// makes, that functions of the script encode, that come over from the key of another entity, or that depend on the
  /// kind of a row.
  fileprivate func provesChecks(of slots: [Int]) -> Bool {
    guard !entity.isReflected, entity.sharing == nil else { return false }
    let unproven =
      entity.hiddenFields
      + entity.fields.enumerated().filter { slot, field in
        !slots.contains(slot) || field.encoder != nil || field.relation != nil
      }.map(\.element)
    return !unproven.contains { $0.hasCheck }
  }
}
