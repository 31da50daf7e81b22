import CSQLite
import Schema
import Store

/// Small reads of the engine's own, off the hot paths.
extension Connection {
  /// Runs a statement of the engine's own and drops its rows.
  func run(_ text: String) throws(StoreError) {
    _ = try prepare(text).run()
  }

  /// All rows of a statement of the engine's own.
  func rows(_ text: String, _ values: [Value] = []) throws(StoreError) -> [[Value]] {
    let statement = try lease(text)
    defer { statement.release() }
    if !values.isEmpty { try statement.bind(values) }
    return try statement.allRows()
  }

  /// The same for a statement that is not worth keeping.
  func rows(once text: String) throws(StoreError) -> [[Value]] {
    try prepare(text).allRows()
  }

  /// Keeps what is read as it is now, until the statement is released; nil where there is nothing yet.
  func beginReading() throws(StoreError) -> SQLiteStatement? {
    let statement = try lease("SELECT 1 FROM main.sqlite_schema LIMIT 1")
    do throws(StoreError) {
      if try statement.advance() { return statement }
    } catch {
      statement.release()
      throw error
    }
    statement.release()
    return nil
  }

  /// The statement that made a table or a view of the main database; nil for what is not there.
  func definition(of table: String) throws(StoreError) -> String? {
    let text = "SELECT sql FROM main.sqlite_schema WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE"
    guard case .text(let sql)?? = try rows(text, [.text(table)]).first?.first else { return nil }
    return sql
  }

  /// How a column of a view compares texts: as the column that it is made of, if it is made of one.
  ///
  /// Nothing but the program of a comparison tells, in which `Eq` names its collation: `NOCASE-8`.
  func collation(of column: String, inView view: String) -> Collation {
    let dialect = SQLiteDialect()
    let text = "EXPLAIN SELECT +\(dialect.quoted(column)) = '' FROM main.\(dialect.quoted(view))"
    // `addr, opcode, p1, p2, p3, p4, p5, comment`; what the view itself compares comes before.
    guard let rows = try? rows(once: text), let last = rows.last(where: { $0[1] == .text("Eq") }),
      case .text(let name) = last[5], let dash = name.lastIndex(of: "-")
    else { return .unknown }
    return Collation(named: String(name[..<dash]))
  }

  /// How a column of the main database compares texts; those of a view by their bytes.
  func collation(of column: String, in table: String) -> Collation {
    var name: UnsafePointer<CChar>?
    guard let handle,
      sqlite3_table_column_metadata(handle, "main", table, column, nil, &name, nil, nil, nil) == SQLITE_OK, let name
    else { return .binary }
    return Collation(named: String(cString: name))
  }

  /// The statement that made an index of the main database.
  func indexDefinition(_ index: String) throws(StoreError) -> String? {
    let text = "SELECT sql FROM main.sqlite_schema WHERE type = 'index' AND name = ?1 COLLATE NOCASE"
    guard case .text(let sql)?? = try rows(text, [.text(index)]).first?.first else { return nil }
    return sql
  }

  /// The number that each schema counts its changes with; nil where they cannot be read.
  var schemaVersions: [Int64]? {
    guard let databases = try? rows(once: "PRAGMA database_list") else { return nil }
    return databases.map { row in
      guard case .text(let name) = row[1] else { return -1 }
      return firstInteger("PRAGMA \(SQLiteDialect().quoted(name)).schema_version") ?? -1
    }
  }

  /// The first value of the first row, as an integer; nil when there is none or the statement fails.
  func firstInteger(_ text: String) -> Int64? {
    guard case .integer(let value)?? = try? rows(once: text).first?.first else { return nil }
    return value
  }

  /// The first value of the first row, as text; nil when there is none or the statement fails.
  func firstText(_ text: String) -> String? {
    guard case .text(let value)?? = try? rows(once: text).first?.first else { return nil }
    return value
  }
}

extension SQLiteStatement {
  fileprivate func allRows() throws(StoreError) -> [[Value]] {
    let buffer = RowBuffer(columnCount: Int(sqlite3_column_count(handle)))
    try stepAll(into: buffer)
    return (0..<buffer.count).map { row in (0..<buffer.columnCount).map { buffer.value(row, $0) } }
  }
}
