import Query
import SQLiteEngine
import Store
import Testing

@Suite struct TableTests {
  typealias Column = TableDescription.Column

  private func table(_ name: String, _ statements: String...) throws -> TableDescription? {
    let engine = try memory()
    for statement in statements { try engine.execute(statement) }
    return try engine.tables().first { $0.name == name }
  }

  @Test func columnsAreDescribed() throws {
    let sql = "CREATE TABLE t(id INTEGER PRIMARY KEY, name NVARCHAR(160) NOT NULL DEFAULT 'x''y', free)"
    let table = try #require(try table("t", sql))
    #expect(
      table.columns == [
        Column(name: "id", declaredType: "INTEGER", keyPosition: 1),
        Column(name: "name", declaredType: "NVARCHAR(160)", isRequired: true, defaultSQL: "'x''y'"),
        Column(name: "free", declaredType: ""),
      ])
    #expect(table.sql == sql)
    #expect(!table.isStrict && !table.isView)
    #expect(table.indexes == [])
  }

  @Test func aStrictTableSaysSo() throws {
    #expect(try table("t", "CREATE TABLE t(a TEXT) STRICT")?.isStrict == true)
  }

  @Test func theKeyHasItsOwnOrder() throws {
    let table = try table("t", "CREATE TABLE t(a TEXT, b TEXT, c TEXT, PRIMARY KEY (c, a)) WITHOUT ROWID")
    #expect(table?.primaryKey == ["c", "a"])
    #expect(table?.columns.map(\.keyPosition) == [2, nil, 1])
  }

  @Test func generatedColumnsAreFlagged() throws {
    let table = try table("t", "CREATE TABLE t(a INTEGER, b INTEGER AS (a + 1), c TEXT AS (a || 'x') STORED)")
    #expect(table?.columns.map(\.isGenerated) == [false, true, true])
    #expect(table?.columns.map(\.declaredType) == ["INTEGER", "INTEGER", "TEXT"])
  }

  @Test func foreignKeysAreReadInTheirOrder() throws {
    let table = try table(
      "child", "CREATE TABLE parent(x, y, z INTEGER PRIMARY KEY, UNIQUE (x, y))",
      """
      CREATE TABLE child(a, b, c INTEGER REFERENCES parent ON DELETE CASCADE, d REFERENCES parent(z) ON DELETE SET NULL,
        FOREIGN KEY (b, a) REFERENCES parent(x, y))
      """)
    #expect(
      table?.foreignKeys == [
        .init(columns: ["c"], table: "parent", referencedColumns: [], onDelete: "CASCADE"),
        .init(columns: ["d"], table: "parent", referencedColumns: ["z"], onDelete: "SET NULL"),
        .init(columns: ["b", "a"], table: "parent", referencedColumns: ["x", "y"], onDelete: "NO ACTION"),
      ])
  }

  @Test func indexesSayWhetherTheyAreKeys() throws {
    let table = try table(
      "t", "CREATE TABLE t(a UNIQUE, b, c)", "CREATE INDEX plain ON t(b, a)", "CREATE UNIQUE INDEX pair ON t(b, c)",
      "CREATE UNIQUE INDEX part ON t(c) WHERE c > 0", "CREATE UNIQUE INDEX expression ON t(b, lower(a))")
    #expect(
      table?.indexes == [
        .init(name: "sqlite_autoindex_t_1", columns: ["a"], isUnique: true, isConstraint: true),
        .init(name: "plain", columns: ["b", "a"], isUnique: false),
        .init(name: "pair", columns: ["b", "c"], isUnique: true),
        .init(name: "part", columns: ["c"], isUnique: false),
      ])
  }

  @Test func viewsHaveColumns() throws {
    let view = try table("v", "CREATE TABLE t(a INTEGER)", "CREATE VIEW v(x, y) AS SELECT a, 'b' FROM t")
    #expect(view?.isView == true)
    #expect(view?.columns == [Column(name: "x", declaredType: "INTEGER"), Column(name: "y", declaredType: "")])
  }

  @Test func aBrokenViewDoesNotHideTheRest() throws {
    let engine = try memory(
      "CREATE TABLE t(a)", "CREATE TABLE u(a)", "CREATE VIEW v AS SELECT a FROM t", "DROP TABLE t")
    #expect(try engine.tables().map(\.name) == ["u", "v"])
    #expect(try engine.tables().last?.columns == [])
  }

  @Test func theDatabasesOwnTablesAreLeftOut() throws {
    let engine = try memory(
      "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT)", "INSERT INTO t DEFAULT VALUES", "ANALYZE",
      "CREATE VIRTUAL TABLE search USING fts5(title, body)", "CREATE TABLE sqliteish(a)",
      "CREATE TEMP TABLE hidden(a)", "CREATE TEMP TABLE t(other)")
    let tables = try engine.tables()
    #expect(tables.map(\.name) == ["search", "sqliteish", "t"])
    #expect(tables.first?.columns.map(\.name) == ["title", "body"])
    #expect(tables.last?.columns.map(\.name) == ["id"])
  }

  @Test(arguments: [
    "with space", "quo\"te", "it's", "[brackets]", "back`tick", "order", "select", "été", "日本", "a.b", "a,b", "1", "%_",
    "",
    "a\nb", "TABLE",
  ])
  func anyNameWorks(name: String) throws {
    let quoted = SQLiteDialect().quoted(name)
    let other = SQLiteDialect().quoted(name + "2")
    let engine = try memory(
      "CREATE TABLE \(quoted)(\(quoted) TEXT PRIMARY KEY)",
      "CREATE TABLE \(other)(\(quoted) TEXT REFERENCES \(quoted)(\(quoted)))",
      "CREATE INDEX \(SQLiteDialect().quoted("index of " + name)) ON \(other)(\(quoted))")
    let tables = try engine.tables()
    #expect(tables.map(\.name) == [name, name + "2"])
    #expect(tables.first?.primaryKey == [name])
    #expect(
      tables.last?.foreignKeys == [
        .init(columns: [name], table: name, referencedColumns: [name], onDelete: "NO ACTION")
      ])
    #expect(tables.last?.indexes.map(\.columns) == [[name]])
  }
}
