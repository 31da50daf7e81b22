import CSQLite
import Encodings
import Platform
import Query
import Schema
import Store

extension SQLiteEngine {
  package func copy(to path: String) throws(StoreError) {
    guard access(path, F_OK) != 0 else { throw StoreError(.fileIsThere(path: path), location: path) }
    let handle = try connection.open()
    let code = csqlite_copy(handle, path)
    guard code != SQLITE_OK else { return }
    unlink(path)
    let isRefused = isInSandbox && ResultCode.primary(code) == SQLITE_CANTOPEN
    let reason =
      isRefused ? StoreError.refusedBySandbox(in: path.parentDirectory) : String(cString: sqlite3_errstr(code))
    throw StoreError(.cannotOpen, reason: reason, code: Int(code), location: path)
  }

  package func attachedStatements(of table: String?) throws(StoreError) -> [String] {
    let rows: [[Value]]
    if let table {
      rows = try connection.rows(CopySQL.attachedToOne, [.text(table)])
    } else {
      rows = try connection.rows(CopySQL.attached)
    }
    return rows.compactMap { row in
      guard case .text(let sql) = row[0] else { return nil }
      return sql
    }
  }

  /// Tables as their own texts make them; indexes, views and triggers come when the rows are there.
  package func creation(of tables: [TableDescription]) throws(StoreError) -> TableCreationText {
    let wanted = Set(tables.map { FoldedName($0.name) })
    var text = TableCreationText()
    for row in try connection.rows(CopySQL.tables) {
      guard case .text(let name) = row[0], case .text(let sql) = row[1] else { continue }
      if wanted.contains(FoldedName(name)) { text.early.append(sql) }
    }
    for row in try connection.rows(CopySQL.others) {
      if case .text(let sql) = row[0] { text.late.append(sql) }
    }
    guard try !connection.rows(CopySQL.hasSequence).isEmpty else { return text }
    for row in try connection.rows(CopySQL.sequence) {
      if case .text(let sql) = row[0] { text.late.append(sql) }
    }
    return text
  }

  /// The statements of `.dump`, as other programs know them too.
  ///
  /// The tables in which a virtual one keeps its rows are left out: it makes them itself, and fills them with its rows.
  package func dump(_ write: (String) throws -> Void) throws {
    try write(CopySQL.begin)
    let parts = try hiddenTables()
    let hidden = Set(parts.map { FoldedName($0) })
    var rebuilds: [String] = []
    for row in try connection.rows(CopySQL.tables) {
      guard case .text(let name) = row[0], case .text(let sql) = row[1], !hidden.contains(FoldedName(name)) else {
        continue
      }
      try write(sql + ";")
      guard let virtual = VirtualTableText(sql) else {
        try dumpRows(of: name, write)
        continue
      }
      // One that keeps nothing shows what is elsewhere.
      guard parts.contains(where: { $0.isPart(of: name) }) else { continue }
      switch virtual.content {
      case .own: try dumpRows(of: name, rowNumber: virtual.isFullText ? "rowid" : nil, write)
      case .none: try write("-- \(dialect.quoted(name)) keeps an index without its texts: its rows are not here")
      case .elsewhere:
        let table = dialect.quoted(name)
        rebuilds.append("INSERT INTO \(table)(\(table)) VALUES ('rebuild');")
      }
    }
    try dumpSequence(write)
    for row in try connection.rows(CopySQL.others) {
      if case .text(let sql) = row[0] { try write(sql + ";") }
    }
    for rebuild in rebuilds { try write(rebuild) }
    try write(CopySQL.end)
  }

  /// - Parameter rowNumber: a name for the numbers of the rows, where they count and are none of the columns.
  private func dumpRows(
    of table: String, rowNumber: String? = nil, _ write: (String) throws -> Void
  ) throws {
    // What is computed cannot be inserted.
    let columns = try columns(of: table)
    let named = columns.filter { !$0.isGenerated }.map { dialect.quoted($0.name) }
    guard !named.isEmpty else { return }
    let kept = (rowNumber.map { [$0] } ?? []) + named
    let names = kept.count == columns.count ? "" : " (" + kept.joined(separator: ", ") + ")"
    let start = "INSERT INTO \(dialect.quoted(table))\(names) VALUES ("
    let statement = try connection.prepare(
      "SELECT \(kept.joined(separator: ", ")) FROM main.\(dialect.quoted(table))")
    defer { statement.release() }
    let buffer = RowBuffer(columnCount: kept.count, rowCapacity: 1)
    while try statement.step(into: buffer) {
      let row = buffer.count - 1
      try write(start + (0..<kept.count).map { buffer.value(row, $0).literal }.joined(separator: ", ") + ");")
      if buffer.count >= 1000 { buffer.removeAll() }
    }
  }

  /// The highest keys that were ever used, where they must not be used again.
  private func dumpSequence(_ write: (String) throws -> Void) throws {
    guard try !connection.rows(CopySQL.hasSequence).isEmpty else { return }
    try write("DELETE FROM sqlite_sequence;")
    try dumpRows(of: "sqlite_sequence", write)
  }
}

private enum CopySQL {
  static let begin = "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;"
  static let end = "COMMIT;"
  static let tables = """
    SELECT name, sql FROM main.sqlite_schema
    WHERE type = 'table' AND sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_' ORDER BY rowid
    """
  static let others = """
    SELECT sql FROM main.sqlite_schema WHERE type IN ('index', 'view', 'trigger') AND sql IS NOT NULL
    ORDER BY CASE type WHEN 'index' THEN 1 WHEN 'view' THEN 2 ELSE 3 END, rowid
    """
  static let hasSequence = "SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_sequence'"
  static let sequence = """
    SELECT 'UPDATE sqlite_sequence SET seq = max(seq, ' || seq || ') WHERE name = ' || quote(name) FROM sqlite_sequence
    UNION ALL
    SELECT 'INSERT INTO sqlite_sequence (name, seq) SELECT ' || quote(name) || ', ' || seq
      || ' WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ' || quote(name) || ')' FROM sqlite_sequence
    """
  static let attached = """
    SELECT sql FROM main.sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name
    """
  static let attachedToOne = """
    SELECT sql FROM main.sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL
    AND tbl_name = ?1 COLLATE NOCASE ORDER BY type, name
    """
}

extension Value {
  /// The value as SQL writes it.
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number):
      number.isNaN ? "NULL" : number.isInfinite ? (number < 0 ? "-9e999" : "9e999") : "\(number)"
    case .text(let text):
      // SQLite stops reading at a NUL.
      text.contains("\0")
        ? "CAST(X'\(text.utf8.hexadecimal)' AS TEXT)" : "'" + text.replacing("'", with: "''") + "'"
    case .data(let bytes): "X'\(bytes.hexadecimal)'"
    case .brokenText(let bytes): "CAST(X'\(bytes.hexadecimal)' AS TEXT)"
    }
  }
}

extension Sequence<UInt8> {
  fileprivate var hexadecimal: String {
    let digits = Array("0123456789ABCDEF")
    return reduce(into: "") { text, byte in
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }
}
