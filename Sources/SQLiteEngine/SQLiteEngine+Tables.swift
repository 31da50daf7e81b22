import Query
import Schema
import Store

extension SQLiteEngine {
  /// The tables and views of the main database; SQLite's own and the hidden parts of virtual tables are left out.
  package func tables() throws(StoreError) -> [TableDescription] {
    var tables: [TableDescription] = []
    for row in try connection.rows(SchemaSQL.tables) {
      tables.append(try table(row))
    }
    return tables
  }

  private func table(_ row: [Value]) throws(StoreError) -> TableDescription {
    let name = row.text(0)
    var table = TableDescription(
      name: name, columns: try columns(of: name), isView: row.text(1) == "view", isStrict: row.flag(2), sql: row.text(3)
    )
    if !table.isView {
      table.foreignKeys = try foreignKeys(of: name)
      table.indexes = try indexes(of: name)
    }
    return table
  }

  /// None for a view that refers to what is gone, or for a virtual table whose module is missing: the others still count.
  private func columns(of table: String) throws(StoreError) -> [TableDescription.Column] {
    let rows: [[Value]]
    do throws(StoreError) {
      rows = try connection.rows(SchemaSQL.columns, [.text(table)])
    } catch {
      guard error.isAboutTheSchema else { throw error }
      return []
    }
    return rows.map { row in
      TableDescription.Column(
        name: row.text(0), declaredType: row.text(1), isRequired: row.flag(2), defaultSQL: row.optionalText(3),
        keyPosition: row.integer(4) > 0 ? row.integer(4) : nil, isGenerated: row.integer(5) >= 2)
    }
  }

  private func foreignKeys(of table: String) throws(StoreError) -> [TableDescription.ForeignKey] {
    var keys: [TableDescription.ForeignKey] = []
    for row in try connection.rows(SchemaSQL.foreignKeys, [.text(table)]) {
      if row.integer(0) == 0 {
        keys.append(.init(columns: [], table: row.text(1), referencedColumns: [], onDelete: row.text(4)))
      }
      keys[keys.count - 1].columns.append(row.text(2))
      if let referenced = row.optionalText(3) { keys[keys.count - 1].referencedColumns.append(referenced) }
    }
    return keys
  }

  private func indexes(of table: String) throws(StoreError) -> [TableDescription.Index] {
    var indexes: [TableDescription.Index] = []
    for row in try connection.rows(SchemaSQL.indexes, [.text(table)]) {
      let columns = try connection.rows(SchemaSQL.indexColumns, [.text(row.text(0))]).map { $0.optionalText(0) }
      // An expression has no name: such an index says nothing about columns.
      if columns.contains(nil) { continue }
      // A partial index holds for some rows only, so that it is no key.
      let isKey = row.flag(1) && !row.flag(2)
      indexes.append(
        .init(
          name: row.text(0), columns: columns.compactMap(\.self), isUnique: isKey, isConstraint: row.text(3) != "c"))
    }
    return indexes
  }
}

extension StoreError {
  /// Whether a statement did not fit the schema, so that another statement may go well.
  fileprivate var isAboutTheSchema: Bool {
    switch kind {
    case .noSuchTable, .noSuchColumn, .syntax, .other: true
    default: false
    }
  }
}

/// What the schema is read with; the arguments name the main database, which a temporary table may hide.
private enum SchemaSQL {
  static let tables = """
    SELECT list.name, list.type, list.strict, made.sql
    FROM pragma_table_list AS list
    JOIN sqlite_schema AS made ON made.name = list.name AND made.type IN ('table', 'view')
    WHERE list.schema = 'main' AND list.type <> 'shadow' AND substr(list.name, 1, 7) <> 'sqlite_'
    ORDER BY list.name
    """

  /// `hidden` is 1 for the hidden columns of a virtual table, 2 and 3 for generated ones.
  static let columns = """
    SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?1, 'main') WHERE hidden <> 1
    ORDER BY cid
    """

  /// The last one declared is number 0.
  static let foreignKeys = """
    SELECT seq, "table", "from", "to", on_delete FROM pragma_foreign_key_list(?1, 'main') ORDER BY id DESC, seq
    """

  /// The last one made is number 0.
  static let indexes = """
    SELECT name, "unique", partial, origin FROM pragma_index_list(?1, 'main') ORDER BY seq DESC
    """

  static let indexColumns = """
    SELECT name FROM pragma_index_info(?1, 'main') ORDER BY seqno
    """
}

extension [Value] {
  fileprivate func optionalText(_ column: Int) -> String? {
    if case .text(let text) = self[column] { return text }
    return nil
  }

  fileprivate func text(_ column: Int) -> String { optionalText(column) ?? "" }

  fileprivate func integer(_ column: Int) -> Int {
    if case .integer(let value) = self[column] { return Int(value) }
    return 0
  }

  fileprivate func flag(_ column: Int) -> Bool { integer(column) != 0 }
}
