import Query
import Schema

/// What was written between two moments, as the engine keeps it.
///
/// What was written and taken back again, or written twice, counts once: it is what differs between the moments.
package struct RecordedChanges: Sendable {
  /// The rows, in a form that only the engine knows.
  package let rows: any Sendable
  /// The bytes that they take.
  package let size: Int
  /// The rows that differ.
  package let count: Int
  /// The tables that they are in.
  package let tables: [String]

  package init(rows: any Sendable, size: Int, count: Int, tables: [String]) {
    (self.rows, self.size, self.count, self.tables) = (rows, size, count, tables)
  }
}

/// What became of one row.
package struct RowChange: Sendable {
  package enum Kind: Sendable {
    case inserted, updated, deleted
  }

  package var table: String
  package var kind: Kind
  /// The values of its key.
  package var key: [Value]
  /// Its values by column; nil for those that stayed as they were.
  package var before: [Value?]
  package var after: [Value?]

  package init(table: String, kind: Kind, key: [Value], before: [Value?], after: [Value?]) {
    (self.table, self.kind, self.key, self.before, self.after) = (table, kind, key, before, after)
  }
}

/// Why what was written to a table with a key is not remembered.
package enum Unremembered: Error, Hashable, Sendable {
  /// It is a part of this virtual table, which alone knows what its rows are.
  case virtual(String)
  /// Nothing tells its rows apart.
  case untold(String)
  /// It had other columns before.
  case altered(String)
  /// The old rows could not be read.
  case unread(String)
}

/// Follows what is written, from the moment when it was made.
package protocol ChangeRecorder: AnyObject {
  /// Whether more was written than is kept.
  var isFull: Bool { get }
  /// What is not remembered of what was written.
  var unremembered: Unremembered? { get }
  /// Whether the schema has changed since.
  var sawSchemaChange: Bool { get }
  /// What differs from when it began.
  func changes() throws(StoreError) -> RecordedChanges
}

/// Remembering what rows were, so that they can be that again.
package protocol ChangeRecording: AnyObject {
  /// Begins to follow what is written; nil where the engine cannot.
  func recordChanges() -> (any ChangeRecorder)?
  /// Which schema there is, as a number; a change gives it one that no other has had.
  var schema: Int { get }
  /// Notes that a rollback has made the schema one that was there before.
  func returnToSchema(_ schema: Int)
  /// Whether rows of a table can be told from each other, without which they are not remembered.
  func remembersRows(of table: String) throws(StoreError) -> Bool
  func rows(of changes: RecordedChanges) throws(StoreError) -> [RowChange]
  /// Makes the rows what they were, all or none; no trigger runs, and keys refer to rows as before.
  ///
  /// - Throws: where a row is not what the changes left.
  func takeBack(_ changes: RecordedChanges) throws(StoreError)
}

extension ChangeRecording {
  package func recordChanges() -> (any ChangeRecorder)? { nil }

  package var schema: Int { 0 }

  package func returnToSchema(_ schema: Int) {}

  package func remembersRows(of table: String) throws(StoreError) -> Bool { false }

  package func rows(of changes: RecordedChanges) throws(StoreError) -> [RowChange] { [] }

  package func takeBack(_ changes: RecordedChanges) throws(StoreError) { throw StoreError(.cannotRecord) }
}

/// Copying a whole database.
package protocol Copying: AnyObject {
  /// Copies it into a file that is not there yet.
  func copy(to path: String) throws(StoreError)
  /// The statements that would make it again, schema and rows, one after another.
  func dump(_ write: (String) throws -> Void) throws
  /// The statements that made what belongs to a table, or all of them: indexes and triggers.
  func attachedStatements(of table: String?) throws(StoreError) -> [String]
  /// The statements that make these tables and views again in an empty database of the same engine.
  func creation(of tables: [TableDescription]) throws(StoreError) -> TableCreationText
}

/// The statements that make tables again.
package struct TableCreationText: Sendable {
  /// Those that come before the rows, and those that come after them.
  package var early: [String]
  package var late: [String]
  /// What is not made again, in words: `trigger 'log'`.
  package var left: [String]

  package init(early: [String] = [], late: [String] = [], left: [String] = []) {
    (self.early, self.late, self.left) = (early, late, left)
  }
}

extension Copying {
  package func copy(to path: String) throws(StoreError) { throw StoreError(.cannotCopy) }

  package func dump(_ write: (String) throws -> Void) throws { throw StoreError(.cannotCopy) }

  package func attachedStatements(of table: String?) throws(StoreError) -> [String] { [] }

  package func creation(of tables: [TableDescription]) throws(StoreError) -> TableCreationText {
    throw StoreError(.cannotCopy)
  }
}
