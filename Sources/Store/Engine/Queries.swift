import Query

/// Running statements, and following those of others.
package protocol Queries: AnyObject {
  /// The integer key of the row that was inserted last.
  var lastInsertedKey: Int64 { get }

  /// A statement that is ready to be bound, from the cache where it was used before.
  ///
  /// The caller gives it back with `release()`. The same text asked for while it is in use gives a second one.
  /// - Throws: `StoreError` of kind `.syntax`, `.noSuchTable`, … and when the text holds more than one statement.
  func statement(_ text: String) throws(StoreError) -> any Statement

  /// A statement that inserts rows whose values were tested before.
  ///
  /// `definition` is the statement that makes the table as the caller knows it, and the rows keep every CHECK in it. Where
  /// the table demands no more, an engine may leave its CHECKs out: each row would be tested twice. Keys, types and what
  /// must not be NULL are enforced as ever. The statement comes from no cache: it is the caller's, as long as it
  /// `isCurrent`.
  func insertion(_ text: String, ofRowsThatKeep definition: String) throws(StoreError) -> any Statement

  /// How many rows it is best given at once.
  var rowsAtOnce: Int { get }

  /// How the database would run a statement; nothing runs.
  func plan(of sql: RenderedSQL) throws(StoreError) -> [PlanStep]

  /// What it takes to run a statement, where the engine does not count that while it runs (`Statement.takeEffort`); nil
  /// where it does.
  func effort(of sql: RenderedSQL) throws(StoreError) -> StatementEffort?

  /// A number that differs once another connection has committed something; it says nothing else.
  func externalVersion() throws(StoreError) -> Int64
}

extension Queries {
  package var rowsAtOnce: Int { 512 }
  package func effort(of sql: RenderedSQL) throws(StoreError) -> StatementEffort? { nil }
}
