import CSQLite
import Query
import Schema
import Store

extension SQLiteEngine {
  package func described(after statements: [String]) throws(StoreError) -> [TableDescription] {
    let scratch = try SQLiteEngine(path: Location.fresh)
    defer { scratch.close() }
    for statement in statements { try scratch.connection.run(statement) }
    return try scratch.tables()
  }

  /// Keys are not looked after while tables take each other's places.
  ///
  /// SQLite ignores this inside a transaction.
  package func beginSchemaChange() throws(StoreError) {
    try connection.run("PRAGMA foreign_keys = OFF")
  }

  package func endSchemaChange() throws(StoreError) {
    try connection.run("PRAGMA foreign_keys = ON")
  }

  package func deferKeys() throws(StoreError) {
    try connection.run("PRAGMA defer_foreign_keys = ON")
  }

  package func creation(of rebuild: SchemaStep.Rebuild) -> String {
    guard let text = TableText(rebuild.statement) else { return rebuild.statement }
    if rebuild.keepsRules, let whole = keepingRules(text, rebuild) { return whole }
    guard !rebuild.keptColumns.isEmpty, let present = presentText(of: rebuild.table) else {
      return text.renamed(rebuild.temporaryName, dialect)
    }
    return text.adding(rebuild.keptColumns, as: present, named: rebuild.temporaryName, dialect)
  }

  package func makesStrict(_ rebuild: SchemaStep.Rebuild) -> Bool {
    TableText(creation(of: rebuild))?.isStrict ?? true
  }

  private func presentText(of table: String) -> TableText? {
    (try? connection.definition(of: table)).flatMap { TableText($0) }
  }

  /// The same with what only the text of the table that is there says; nil where that is nothing.
  private func keepingRules(_ text: TableText, _ rebuild: SchemaStep.Rebuild) -> String? {
    guard let present = presentText(of: rebuild.table),
      let described = try? self.columns(of: rebuild.table)
    else { return nil }
    // `ANY` means that nothing is converted where types are checked only: elsewhere no type does.
    let types = Dictionary(
      described.map { column in
        let isAny = present.isStrict && column.declaredType.uppercased() == "ANY"
        return (FoldedName(column.name), isAny ? "" : column.declaredType)
      }
    ) { first, _ in first }
    return text.keeping(
      present, types, kept: rebuild.columns.map(\.column) + rebuild.keptColumns.map(\.name), as: rebuild.temporaryName,
      dialect, adding: rebuild.keptColumns)
  }

  /// Source: "Making Other Kinds Of Table Schema Changes" in SQLite's documentation of ALTER TABLE.
  package func replaceTable(_ rebuild: SchemaStep.Rebuild) throws(StoreError) {
    let dialect = self.dialect
    let attached = try attachments(of: rebuild.table)
    let lastNumber = try lastNumber(of: rebuild.table)
    let statistics = try IndexStatistics(of: rebuild.table, connection)
    try connection.run(creation(of: rebuild))
    try connection.run(rebuild.filling.rendered(for: dialect).text)
    try connection.run("DROP TABLE \(dialect.quoted(rebuild.table))")
    // Else views and triggers that name the table would have to make sense at once.
    try connection.run("PRAGMA legacy_alter_table = ON")
    defer { try? connection.run("PRAGMA legacy_alter_table = OFF") }
    try connection.run(
      "ALTER TABLE \(dialect.quoted(rebuild.temporaryName)) RENAME TO \(dialect.quoted(rebuild.table))")
    if let lastNumber, try self.lastNumber(of: rebuild.table) != nil {
      _ = try connection.rows(AttachmentSQL.setLastNumber, [lastNumber, .text(rebuild.table)])
    }
    for statement in rebuild.indexes { try connection.run(statement) }
    let made = Set(try connection.rows(AttachmentSQL.names, [.text(rebuild.table)]).map { $0[0] })
    for thing in attached where !made.contains(.text(thing.name)) && !rebuild.droppedIndexes.contains(thing.name) {
      try connection.run(thing.sql)
    }
    try statistics.restore(connection)
  }

  /// The highest number that a table has given a row, where it takes none twice (AUTOINCREMENT).
  private func lastNumber(of table: String) throws(StoreError) -> Value? {
    guard try connection.rows(AttachmentSQL.hasNumbers).first != nil else { return nil }
    return try connection.rows(AttachmentSQL.lastNumber, [.text(table)]).first?[0]
  }

  package func attachmentStatements(of rebuild: SchemaStep.Rebuild) throws(StoreError) -> [String] {
    try attachments(of: rebuild.table).filter { thing in
      !rebuild.droppedIndexes.contains(thing.name)
        && !rebuild.indexes.contains { $0.contains(dialect.quoted(thing.name)) }
    }.map(\.sql)
  }

  /// The indexes and triggers of a table, which go with it.
  private func attachments(of table: String) throws(StoreError) -> [(name: String, sql: String)] {
    try connection.rows(AttachmentSQL.statements, [.text(table)]).compactMap { row in
      guard case .text(let name) = row[0], case .text(let sql) = row[1] else { return nil }
      return (name, sql)
    }
  }

  package func brokenReferences() throws(StoreError) -> [BrokenReference] {
    do throws(StoreError) {
      return try connection.rows(AttachmentSQL.brokenReferences).compactMap(Self.brokenReference)
    } catch {
      guard error.kind == .other else { throw error }
    }
    // One table whose keys make no sense, of which another program need not know, is none of the others' business.
    var result: [BrokenReference] = []
    for row in try connection.rows(AttachmentSQL.tables) {
      guard case .text(let table)? = row.first else { continue }
      do throws(StoreError) {
        let rows = try connection.rows(AttachmentSQL.brokenReferencesOfTable, [.text(table)])
        result += rows.compactMap(Self.brokenReference)
      } catch {
        guard error.kind == .other else { throw error }
        result.append(BrokenReference(table: table, problem: error.reason))
      }
    }
    return result
  }

  private static func brokenReference(_ row: [Value]) -> BrokenReference? {
    guard case .text(let table) = row[0], case .text(let parent) = row[1], case .integer(let count) = row[2] else {
      return nil
    }
    return BrokenReference(table: table, parent: parent, count: Int(count))
  }
}

private enum AttachmentSQL {
  static let names = "SELECT name FROM sqlite_schema WHERE tbl_name = ?1 COLLATE NOCASE"

  /// What a constraint made has no text.
  static let statements = """
    SELECT name, sql FROM sqlite_schema
    WHERE tbl_name = ?1 COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name
    """

  static let hasNumbers = "SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'"
  static let lastNumber = "SELECT seq FROM sqlite_sequence WHERE name = ?1 COLLATE NOCASE"
  static let setLastNumber = "UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = ?2 COLLATE NOCASE"

  static let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"

  static let brokenReferencesOfTable = """
    SELECT "table", parent, count(*) FROM pragma_foreign_key_check(?1) GROUP BY 1, 2 ORDER BY 1, 2
    """

  static let brokenReferences = """
    SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2
    """
}
