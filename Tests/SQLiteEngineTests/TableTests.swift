import Query
import SQLiteEngine
import Schema
import Store
import Testing

@Suite struct TableTests {
  private func table(_ name: String, _ statements: String...) throws -> TableDescription? {
    let engine = try memory()
    for statement in statements { try engine.execute(statement) }
    return try engine.tables().first { $0.name == name }
  }

  @Test func `columns are described`() throws {
    let sql = "CREATE TABLE t(id INTEGER PRIMARY KEY, name NVARCHAR(160) NOT NULL DEFAULT 'x''y', free)"
    let table = try #require(try table("t", sql))
    #expect(table.columns.map(\.name) == ["id", "name", "free"])
    #expect(table.columns.map(\.declaredType) == ["INTEGER", "NVARCHAR(160)", ""])
    #expect(table.columns.map(\.keyPosition) == [1, nil, nil])
    #expect(table.columns.map(\.isRequired) == [false, true, false])
    #expect(table.columns.map(\.defaultSQL) == [nil, "'x''y'", nil])
    #expect(table.columns.map(\.storage) == [.integer, .text, .any])
    #expect(table.columns.map(\.definition) == ["INTEGER PRIMARY KEY", "NVARCHAR(160) NOT NULL DEFAULT 'x''y'", ""])
    #expect(table.sql == sql)
    #expect(!table.isStrict && !table.isView)
    #expect(table.indexes == [])
  }

  @Test func `tables are described as they are, whatever came before`() throws {
    let engine = try memory()
    func names() throws -> [String] { try engine.tables().map(\.name) }
    #expect(try names() == [])
    try engine.execute("CREATE TABLE a(x)")
    #expect(try names() == ["a"])
    try engine.execute("BEGIN")
    try engine.execute("CREATE TABLE b(x)")
    #expect(try names() == ["a", "b"])
    try engine.execute("ROLLBACK")
    #expect(try names() == ["a"])
    // The number of this schema is that of the one that was rolled back.
    try engine.execute("CREATE TABLE c(x)")
    #expect(try names() == ["a", "c"])
    try engine.execute("ALTER TABLE c ADD COLUMN y")
    #expect(try engine.tables().last?.columns.map(\.name) == ["x", "y"])
  }

  @Test func `the text of a table is read for what only it says`() throws {
    let table = try #require(
      try table(
        "t",
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, price INTEGER /* decimal(2) */ DEFAULT '7' CHECK ("Price" > 0),
          sum NUMERIC(10, 2), day BLOB, at DATE, CHECK (price <> SUM))
        """))
    #expect(table.columns.map(\.remark) == [nil, "decimal(2)", nil, nil, nil])
    #expect(table.columns.map(\.checks) == [[], [["price", ">", "0"]], [], [], []])
    #expect(table.checks == [["price", "<>", "sum"]])
    #expect(table.columns.map(\.storage) == [.integer, .integer, .any, .data, .any])
    #expect(table.columns.map(\.scale) == [nil, nil, 2, nil, nil])
    #expect(table.columns[1].defaultValue == .integer(7))
  }

  @Test func `rows are numbered by an INTEGER PRIMARY KEY of a table with row numbers`() throws {
    let texts = [
      "(id INTEGER PRIMARY KEY)": true, "(id integer, PRIMARY KEY (id))": true, "(id INT PRIMARY KEY)": false,
      "(id INTEGER PRIMARY KEY) WITHOUT ROWID": false, "(a INTEGER, b INTEGER, PRIMARY KEY (a, b))": false,
    ]
    for (text, isNumbered) in texts {
      #expect(try table("t", "CREATE TABLE t\(text)")?.numbersRows == isNumbered, "\(text)")
    }
  }

  @Test func `an index tells all names that it uses`() throws {
    let table = try table("t", "CREATE TABLE t(a, b, c)", "CREATE INDEX i ON t(lower(b)) WHERE \"c\" > 0")
    #expect(table?.writtenIndexes.map(\.name) == ["i"])
    #expect(table?.writtenIndexes[0].uses.isSuperset(of: ["b", "c"].map { FoldedName($0) }) == true)
    #expect(table?.writtenIndexes[0].uses.contains(FoldedName("a")) == false)
  }

  @Test func `traits follow the text of the table`() throws {
    let engine = try memory("CREATE TABLE t(a TEXT COLLATE NOCASE, b INTEGER NOT NULL)", "CREATE VIEW v(x) AS SELECT 1")
    var loose = TableTraits(isStrict: false, hasCollations: true, hasKeys: false, filled: [FoldedName("b")])
    loose.rowNumber = "rowid"
    #expect(try engine.traits(of: "T", declaredAs: nil) == loose)
    try engine.execute("DROP TABLE t")
    #expect(try engine.traits(of: "t", declaredAs: nil) == nil)
    try engine.execute("CREATE TABLE t(a TEXT) STRICT")
    #expect(try engine.traits(of: "t", declaredAs: "CREATE TABLE IF NOT EXISTS \"t\"(a TEXT) STRICT") == .asDeclared)
    #expect(try engine.traits(of: "t", declaredAs: nil)?.hasCollations == false)
    var view = TableTraits(isStrict: false, hasCollations: true, hasKeys: false, filled: [])
    view.isView = true
    #expect(try engine.traits(of: "v", declaredAs: nil) == view)
    try engine.execute("CREATE VIEW both AS SELECT a FROM t UNION SELECT x FROM v")
    try engine.execute("CREATE VIEW w AS SELECT \"a\" AS \"except\" FROM \"Both\"")
    #expect(try engine.traits(of: "both", declaredAs: nil)?.hasManySelects == true)
    #expect(try engine.traits(of: "w", declaredAs: nil)?.hasManySelects == true)
  }

  @Test func `a strict table says so`() throws {
    #expect(try table("t", "CREATE TABLE t(a TEXT) STRICT")?.isStrict == true)
  }

  @Test func `the key has its own order`() throws {
    let table = try table("t", "CREATE TABLE t(a TEXT, b TEXT, c TEXT, PRIMARY KEY (c, a)) WITHOUT ROWID")
    #expect(table?.primaryKey == ["c", "a"])
    #expect(table?.columns.map(\.keyPosition) == [2, nil, 1])
  }

  @Test func `generated columns are flagged`() throws {
    let table = try table("t", "CREATE TABLE t(a INTEGER, b INTEGER AS (a + 1), c TEXT AS (a || 'x') STORED)")
    #expect(table?.columns.map(\.isGenerated) == [false, true, true])
    #expect(table?.columns.map(\.declaredType) == ["INTEGER", "INTEGER", "TEXT"])
  }

  @Test func `foreign keys are read in their order`() throws {
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

  @Test func `indexes say whether they are keys`() throws {
    let table = try table(
      "t", "CREATE TABLE t(a UNIQUE, b, c)", "CREATE INDEX plain ON t(b, a)", "CREATE UNIQUE INDEX pair ON t(b, c)",
      "CREATE UNIQUE INDEX part ON t(c) WHERE c > 0", "CREATE UNIQUE INDEX expression ON t(b, lower(a))")
    #expect(
      table?.indexes == [
        .init(name: "sqlite_autoindex_t_1", columns: ["a"], isUnique: true, isConstraint: true),
        .init(name: "plain", columns: ["b", "a"], isUnique: false),
        .init(name: "pair", columns: ["b", "c"], isUnique: true),
        .init(name: "part", columns: ["c"], isUnique: false, isPlain: false),
      ])
  }

  @Test func `views have columns`() throws {
    let view = try table("v", "CREATE TABLE t(a INTEGER)", "CREATE VIEW v(x, y) AS SELECT a, 'b' FROM t")
    #expect(view?.isView == true)
    #expect(view?.columns.map(\.name) == ["x", "y"])
    #expect(view?.columns.map(\.declaredType) == ["INTEGER", ""])
  }

  @Test func `a broken view does not hide the rest`() throws {
    let engine = try memory(
      "CREATE TABLE t(a)", "CREATE TABLE u(a)", "CREATE VIEW v AS SELECT a FROM t", "DROP TABLE t")
    #expect(try engine.tables().map(\.name) == ["u", "v"])
    #expect(try engine.tables().last?.columns == [])
  }

  @Test func `the databases own tables are left out`() throws {
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
  func `any name works`(name: String) throws {
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
