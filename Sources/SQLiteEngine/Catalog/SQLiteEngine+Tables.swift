import Query
import SQLText
import Schema
import Store

extension SQLiteEngine {
  /// The tables and views of the main database; SQLite's own and the hidden parts of virtual tables are left out.
  package func tables() throws(StoreError) -> [TableDescription] {
    // All of it is read as it is at one time; to lock a file for each statement takes longer than the statements do.
    let reading = try connection.beginReading()
    defer { reading?.release() }
    // Within a transaction a number may come again for another schema, once the first one was rolled back.
    let versions = isInTransaction ? nil : connection.schemaVersions
    if let versions, let knownTables, knownTables.versions == versions { return knownTables.tables }
    let tables = try describedTables()
    knownTables = versions.map { ($0, tables) }
    return tables
  }

  package func tablesElsewhere() throws(StoreError) -> [TableElsewhere] {
    try connection.rows(once: "PRAGMA table_list").compactMap { row in
      let (schema, name) = (row.text(0), row.text(1))
      if schema == "main" || name.hasPrefix("sqlite_") { return nil }
      return TableElsewhere(name: name, place: schema == "temp" ? .temporary : .attached(schema))
    }
  }

  private func describedTables() throws(StoreError) -> [TableDescription] {
    var facts: [FoldedName: [Value]] = [:]
    for row in try connection.rows(once: "PRAGMA main.table_list") { facts[FoldedName(row.text(1))] = row }
    var tables: [TableDescription] = []
    var parts: [FoldedName: [String]] = [:]
    for row in try connection.rows(once: SchemaSQL.statements) {
      if ["index", "trigger"].contains(row.text(0)) {
        parts[FoldedName(row.text(2)), default: []].append(row.text(3))
        continue
      }
      guard let facts = facts[FoldedName(row.text(1))], facts.text(2) != "shadow" else { continue }
      var table = try table(facts, sql: row.text(3))
      table.takeStatements(parts[FoldedName(table.name)] ?? [])
      tables.append(table)
    }
    return tables
  }

  package func traits(
    of table: String, declaredAs statement: @autoclosure () -> String?
  ) throws(StoreError) -> TableTraits? {
    guard let text = try connection.definition(of: table) else { return nil }
    if let known = knownTraits[FoldedName(table)], known.text == text,
      known.isOfText || known.statement == statement()
    {
      return known.traits
    }
    var (asked, isOfText): (String?, Bool) = (nil, true)
    var traits = TableTraits(of: text) {
      (asked, isOfText) = (statement(), false)
      return asked
    }
    if ViewText.isView(text) {
      // It may read another view, which may be another one the next time.
      traits.isView = true
      traits.hasManySelects = try ViewText.hasManySelects(text, among: views())
      return traits
    }
    knownTraits[FoldedName(table)] = KnownTraits(text: text, statement: asked, isOfText: isOfText, traits: traits)
    return traits
  }

  /// The statements that made the views, by their names.
  private func views() throws(StoreError) -> [FoldedName: String] {
    var views: [FoldedName: String] = [:]
    for row in try connection.rows(SchemaSQL.views) { views[FoldedName(row.text(0))] = row.text(1) }
    return views
  }

  /// - Parameter facts: `schema, name, type, ncol, wr, strict`; `wr` = without row numbers.
  private func table(_ facts: [Value], sql: String) throws(StoreError) -> TableDescription {
    let name = facts.text(1)
    var table = TableDescription(
      name: name, columns: try columns(of: name, isStrict: facts.flag(5)), isView: facts.text(2) == "view",
      isStrict: facts.flag(5), sql: sql)
    for place in table.columns.indices { table.columns[place].isLoose = !table.isStrict }
    if table.isView {
      table.columns = table.columns.map { shown($0, by: name) }
    } else {
      if let text = TableText(sql) { table.take(text) }
      // Every table that Moonshell makes begins so, and keeps this when it is renamed.
      table.isOwn = table.isStrict && sql.hasPrefix("CREATE TABLE \(dialect.quoted(name)) (\n  \"")
      table.keysMayDangle = !table.isOwn
      table.isVirtual = facts.text(2) == "virtual"
      if table.isVirtual { table.hiddenNames = try hiddenNames(of: name) }
      table.foreignKeys = try foreignKeys(of: name)
      let found = try indexes(of: name)
      // `INTEGER PRIMARY KEY DESC` is a key like others: it has an index of its own.
      table.numbersRows = !facts.flag(4) && table.hasIntegerKey && !found.haveKey
      // Such a key is the number of the row, which is always an integer.
      for place in table.columns.indices where table.numbersRows && table.columns[place].keyPosition != nil {
        table.columns[place].isLoose = false
      }
      table.indexes = found.described
      for name in found.written {
        table.writtenIndexes.append(writtenIndex(name, try connection.indexDefinition(name) ?? "", of: table))
      }
    }
    return table
  }

  /// A column of a view: it is not known which it is made of.
  private func shown(_ column: TableDescription.Column, by view: String) -> TableDescription.Column {
    var column = column
    column.nature = ColumnNature(
      conversion: .unknown, collation: connection.collation(of: column.name, inView: view))
    return column
  }

  package func presentColumns(of table: String) throws(StoreError) -> [TableDescription.Column] {
    guard let text = try connection.definition(of: table) else { return [] }
    // Nothing but the meaning of `ANY` hangs on it.
    let isStrict = !text.holds("ANY") || TableText(text)?.isStrict ?? false
    var columns = try columns(of: table, isStrict: isStrict)
    if ViewText.isView(text) { return columns.map { shown($0, by: table) } }
    // Only comments say more than SQLite itself.
    let written = text.holds("/*") ? TableText(text) : nil
    for place in columns.indices { columns[place].take(note: written?.column(columns[place].name)?.remark) }
    return columns
  }

  /// What a PRAGMA says of a table or an index of the main database, which a temporary one may hide.
  ///
  /// Its table-valued form could be bound and joined, but SQLite takes ten times as long to prepare it.
  private func facts(_ pragma: StaticString, _ name: String) throws(StoreError) -> [[Value]] {
    try connection.rows(once: "PRAGMA main.\(pragma)(\(dialect.quoted(name)))")
  }

  /// None for a view that refers to what is gone, or for a virtual table whose module is missing: the others still count.
  func columns(of table: String, isStrict: Bool = true) throws(StoreError) -> [TableDescription.Column] {
    let rows: [[Value]]
    do throws(StoreError) {
      rows = try facts("table_xinfo", table)
    } catch {
      guard error.isAboutTheSchema else { throw error }
      return []
    }
    // `cid, name, type, notnull, dflt_value, pk, hidden`, which is 1 for the hidden columns of a virtual table, 2 and 3
    // for generated ones.
    return rows.filter { $0.integer(6) != 1 }.map { row in
      var column = TableDescription.Column(
        name: row.text(1), declaredType: row.text(2), isRequired: row.flag(3), defaultSQL: row.optionalText(4),
        keyPosition: row.integer(5) > 0 ? row.integer(5) : nil, isGenerated: row.integer(6) >= 2)
      column.takeAffinity(isStrict: isStrict)
      column.nature.collation = connection.collation(of: column.name, in: table)
      return column
    }
  }

  private func hiddenNames(of table: String) throws(StoreError) -> Set<FoldedName> {
    let hidden = try facts("table_xinfo", table).filter { $0.integer(6) == 1 }.map { $0.text(1) }
    return Set((hidden + ["rowid", "oid", "_rowid_"]).map { FoldedName($0) })
  }

  private func foreignKeys(of table: String) throws(StoreError) -> [TableDescription.ForeignKey] {
    var keys: [TableDescription.ForeignKey] = []
    // `id, seq, table, from, to, on_update, on_delete, match`
    for row in try facts("foreign_key_list", table) {
      if row.integer(1) == 0 {
        keys.append(
          .init(columns: [], table: row.text(2), referencedColumns: [], onDelete: row.text(6), onUpdate: row.text(5)))
      }
      keys[keys.count - 1].columns.append(row.text(3))
      if let referenced = row.optionalText(4) { keys[keys.count - 1].referencedColumns.append(referenced) }
    }
    // The one declared last comes first.
    return keys.reversed()
  }

  /// The indexes, the names of those that use more than the columns that they tell, and whether the key's own is among
  /// them.
  private func indexes(
    of table: String
  ) throws(StoreError) -> (described: [TableDescription.Index], written: [String], haveKey: Bool) {
    var indexes: [TableDescription.Index] = []
    var written: [String] = []
    var haveKey = false
    // `seq, name, unique, origin, partial`; the one made last comes first.
    for row in try facts("index_list", table).reversed() {
      if row.text(3) == "pk" { haveKey = true }
      // `seqno, cid, name, desc, coll, key`
      let parts = try facts("index_xinfo", row.text(1)).filter { $0.flag(5) }
      let columns = parts.map { $0.optionalText(2) }
      if columns.contains(nil) || row.flag(4) { written.append(row.text(1)) }
      // An expression has no name: such an index says nothing about columns.
      if columns.contains(nil) { continue }
      // A partial index holds for some rows only, so that it is no key.
      let isKey = row.flag(2) && !row.flag(4)
      var index = TableDescription.Index(
        name: row.text(1), columns: columns.compactMap(\.self), isUnique: isKey, isConstraint: row.text(3) != "c")
      index.isPlain =
        !row.flag(4)
        && zip(index.columns, parts).allSatisfy { column, part in
          !part.flag(3) && Collation(named: part.text(4)) == connection.collation(of: column, in: table)
        }
      if !index.isConstraint { index.isOurs = try isOurs(index, of: table) }
      indexes.append(index)
    }
    return (indexes, written, haveKey)
  }

  private func writtenIndex(_ name: String, _ text: String, of table: TableDescription) -> TableDescription.WrittenIndex
  {
    var index = TableDescription.WrittenIndex(name: name, uses: TableText.names(in: text))
    guard let written = SQLIndexText(text) else { return index }
    index.parts = written.parts.map { part in
      let column = SQLIndexText.column(part).flatMap { name in
        table.columns.first { FoldedName($0.name) == FoldedName(name) }?.name
      }
      return column.map { .column($0) } ?? .expression(part)
    }
    (index.condition, index.tokens) = (written.condition, written.tokens)
    index.isUnique = SQLToken.all(in: text).filter { $0.kind != .comment }.dropFirst().first?.isWord("UNIQUE") ?? false
    let head =
      "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(dialect.quoted(name)) ON \(dialect.quoted(table.name)) ("
    index.isOurs = text.hasPrefix(head) && name.hasPrefix(table.name) && name.hasSuffix(index.isUnique ? "key" : "idx")
    return index
  }

  /// Whether an index is called and made as Moonshell would: no other program takes both the words and the name.
  private func isOurs(_ index: TableDescription.Index, of table: String) throws(StoreError) -> Bool {
    guard let text = try connection.indexDefinition(index.name) else { return false }
    let columns = index.columns.map(dialect.quoted).joined(separator: ", ")
    let ending = index.isUnique ? "key" : "idx"
    let name = "\(dialect.quoted(index.name)) ON \(dialect.quoted(table)) (\(columns))"
    return text == "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(name)" && index.name.hasSuffix(ending)
  }
}

extension StoreError {
  /// Whether a statement did not fit the schema, so that another statement may go well.
  fileprivate var isAboutTheSchema: Bool {
    switch kind {
    case .noSuchTable, .noSuchColumn, .syntax, .tooComplex, .other: true
    default: false
    }
  }
}

private enum SchemaSQL {
  /// Indexes and triggers as they were made, then tables and views by their names.
  static let statements = """
    SELECT type, name, tbl_name, sql FROM main.sqlite_schema
    WHERE sql IS NOT NULL AND (type IN ('index', 'trigger') OR substr(name, 1, 7) <> 'sqlite_')
    ORDER BY CASE type WHEN 'index' THEN 1 WHEN 'trigger' THEN 2 ELSE 3 END,
      CASE WHEN type IN ('table', 'view') THEN name ELSE rowid END
    """
  static let views = "SELECT name, sql FROM main.sqlite_schema WHERE type = 'view'"
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
