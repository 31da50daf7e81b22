import Query
import Schema
import Store

/// What all rows of a result set were fetched by: as long as it is the same, rows that were not written are what they
/// were.
struct FetchState: Equatable {
  /// With the values that functions of the script had captured.
  private let sql: RenderedSQL
  private let layout: BoundRows.Layout
  private let schema: Int
  /// Differs once another connection has committed something.
  private let others: Int64

  /// What it is before they are fetched; nil where it is of no use: as the engine tells of no rows, as other tables are read,
  /// or as what is read may be undone, in a transaction that is still open.
  init?(_ reader: BoundReader, _ layout: BoundRows.Layout, _ store: Database) throws {
    let table = reader.fetching.entity.table
    guard store.depth == 0, !store.isInTest, store.engine.followedKey(of: table) != nil else { return nil }
    sql = try reader.fetching.sql(.rows)
    guard try Self.tables(of: sql, store) == [table.lowercased()] else { return nil }
    self.layout = layout
    schema = store.engine.schema
    others = try store.engine.externalVersion()
  }

  private static func tables(of sql: RenderedSQL, _ store: Database) throws -> Set<String> {
    let statement = try store.engine.statement(sql.text)
    defer { statement.release() }
    return Set(statement.readTables.map { $0.lowercased() })
  }

  /// Whether the same is there to be read still.
  func isCurrent(_ store: Database) throws -> Bool {
    guard store.depth == 0, !store.hasNews, store.engine.schema == schema else { return false }
    return try store.engine.externalVersion() == others
  }
}
