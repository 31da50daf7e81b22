import Query
import Schema
import Store
import TestSupport
import Testing

@testable import SQLiteEngine

@Suite struct ChangeRecordTests {
  private let engine: SQLiteEngine
  private let database: Database

  init() throws {
    engine = try SQLiteEngine(path: ":memory:")
    database = Database(engine)
    try run(
      """
      CREATE TABLE team(id INTEGER PRIMARY KEY, name TEXT)
      """, "CREATE TABLE player(id INTEGER PRIMARY KEY, name TEXT, team INTEGER REFERENCES team ON DELETE CASCADE)",
      "CREATE TABLE log(line TEXT)", "CREATE TABLE count(id INTEGER PRIMARY KEY, n INTEGER)",
      "CREATE TRIGGER counting AFTER INSERT ON team BEGIN UPDATE count SET n = n + 1; END",
      "INSERT INTO count VALUES (1, 0)", "INSERT INTO team VALUES (1, 'red'), (2, 'blue')",
      "INSERT INTO player VALUES (1, 'Ann', 1), (2, 'Bob', 1), (3, 'Cid', 2)")
  }

  private func run(_ statements: String...) throws {
    for text in statements { try database.run(RenderedSQL(text: text)) }
  }

  private func texts(_ query: String) throws -> [String] {
    let rows = try database.rows(RenderedSQL(text: query))
    return (0..<rows.count).map { row in
      (0..<rows.columnCount).map { rows.value(row, $0).excerpt }.joined(separator: " ")
    }
  }

  /// The same as bytes: two forms of "é" are one `String`.
  private func bytes(_ query: String) throws -> [[UInt8]] { try texts(query).map { Array($0.utf8) } }

  private var state: [String] {
    get throws {
      try texts("SELECT * FROM team ORDER BY id") + texts("SELECT * FROM player ORDER BY id")
        + texts("SELECT * FROM count")
    }
  }

  private func recorded(_ body: () throws -> Void) throws -> RecordedChanges {
    let recorder = try #require(engine.recordChanges())
    try body()
    return try recorder.changes()
  }

  @Test func `what was written is taken back, with what triggers and cascades did`() throws {
    let before = try state
    let changes = try recorded {
      try run(
        "DELETE FROM team WHERE id = 1", "INSERT INTO team VALUES (9, 'green')", "UPDATE player SET name = NULL",
        "UPDATE team SET id = 7 WHERE id = 9")
    }
    #expect(changes.tables.sorted() == ["count", "player", "team"])
    #expect(changes.count == 6)
    #expect(try state != before)
    try database.takeBack(changes)
    #expect(try state == before)
  }

  @Test func `what is written and taken back again is no change`() throws {
    let changes = try recorded {
      try run("BEGIN", "DELETE FROM player", "ROLLBACK", "UPDATE team SET name = 'x'")
      try run("UPDATE team SET name = 'red' WHERE id = 1", "UPDATE team SET name = 'blue' WHERE id = 2")
    }
    #expect(changes.count == 0)
  }

  @Test func `a table that is emptied as a whole comes back, by a statement from before the record too`() throws {
    try run("CREATE TABLE plain(id INTEGER PRIMARY KEY, n)", "INSERT INTO plain VALUES (1, 'a'), (2, 'b')")
    try engine.statement("DELETE FROM plain").release()
    let changes = try recorded { try run("DELETE FROM plain") }
    #expect(changes.count == 2)
    try database.takeBack(changes)
    #expect(try texts("SELECT n FROM plain ORDER BY id") == ["'a'", "'b'"])
  }

  @Test func `a statement that finds nothing to make or to drop is no change of the schema`() throws {
    let recorder = try #require(engine.recordChanges())
    try run(
      "CREATE TABLE IF NOT EXISTS team(id)", "CREATE VIEW IF NOT EXISTS team AS SELECT 1", "DROP TABLE IF EXISTS x")
    try run("BEGIN", "CREATE TABLE IF NOT EXISTS team(id)", "ROLLBACK")
    #expect(!recorder.sawSchemaChange)
    try run("CREATE TABLE IF NOT EXISTS other(id)")
    #expect(recorder.sawSchemaChange)
    let second = try #require(engine.recordChanges())
    try run("CREATE TEMP TABLE IF NOT EXISTS passing(id)")
    #expect(second.sawSchemaChange)
  }

  @Test func `a row that was written since is named, and nothing is taken back`() throws {
    let changes = try recorded { try run("UPDATE player SET name = 'X' WHERE id < 3") }
    try run("UPDATE player SET name = 'Y' WHERE id = 2")
    let before = try state
    #expect {
      try database.takeBack(changes)
    } throws: {
      "\($0)".contains("row 2 of 'player' is no longer as the entry left it: nothing is undone")
    }
    #expect(try state == before)
  }

  @Test func `no key is left without its row`() throws {
    let changes = try recorded { try run("INSERT INTO team VALUES (3, 'green')") }
    try run("UPDATE count SET n = 0", "INSERT INTO player VALUES (4, 'Dan', 3)")
    let before = try state
    #expect(throws: StoreError.self) { try database.takeBack(changes) }
    #expect(try state == before)
    let team = try recorded { try run("INSERT INTO team VALUES (5, 'grey')") }
    try run("INSERT INTO player VALUES (6, 'Eve', 5)")
    #expect {
      try database.takeBack(team)
    } throws: {
      "\($0)".contains("a row of 'player' would refer to a row that is not there: nothing is undone")
    }
  }

  @Test func `rows are told with their values before and after`() throws {
    let changes = try recorded {
      try run("UPDATE team SET name = 'pink' WHERE id = 1", "DELETE FROM player WHERE id = 3")
    }
    let rows = try engine.rows(of: changes).sorted { $0.table < $1.table }
    #expect(rows.map(\.kind) == [.deleted, .updated])
    #expect(rows[0].before == [.integer(3), .text("Cid"), .integer(2)])
    #expect(rows[1].key == [.integer(1)])
    #expect(rows[1].before[1] == .text("red") && rows[1].after[1] == .text("pink"))
  }

  @Test func `rows without a key are not remembered, and a change of the schema is noticed`() throws {
    #expect(try !engine.remembersRows(of: "log"))
    #expect(try engine.remembersRows(of: "team"))
    let recorder = try #require(engine.recordChanges())
    try run("INSERT INTO log VALUES ('a')")
    #expect(try recorder.changes().count == 0)
    #expect(!recorder.sawSchemaChange)
    try run("ALTER TABLE team ADD COLUMN size")
    #expect(recorder.sawSchemaChange)
  }

  @Test func `a record ends with its connection`() throws {
    let recorder = try #require(engine.recordChanges())
    engine.close()
    #expect(try recorder.changes().count == 0)
  }

  /// Tables that are not alike, with a row or two, and what is written to them.
  private static let tables: [(making: [String], writes: [String])] = [
    (
      [
        "CREATE TABLE t(v AS (q * 2), id INTEGER PRIMARY KEY, q, s AS (q + 1) STORED)",
        "INSERT INTO t VALUES (1, 2), (2, 3)",
      ],
      [
        "UPDATE t SET q = 5", "DELETE FROM t WHERE id = 1", "INSERT INTO t VALUES (7, 8)",
        "UPDATE t SET id = 9 WHERE id = 2",
      ]
    ),
    (
      ["CREATE TABLE t(id TEXT COLLATE NOCASE PRIMARY KEY, q)", "INSERT INTO t VALUES ('A', 2), ('b', 3)"],
      ["UPDATE t SET id = lower(id), q = 9", "REPLACE INTO t VALUES ('B', 4)"]
    ),
    (
      [
        "CREATE TABLE t(id TEXT COLLATE NOCASE PRIMARY KEY, q) WITHOUT ROWID",
        "INSERT INTO t VALUES ('A', 2), ('b', 3)",
      ],
      ["UPDATE t SET id = lower(id), q = 9", "REPLACE INTO t VALUES ('B', 4)", "DELETE FROM t WHERE id = 'a'"]
    ),
    (
      ["CREATE TABLE t(id BLOB PRIMARY KEY, q)", "INSERT INTO t VALUES (x'00ff', 2), (NULL, 3), (NULL, 4), (1.5, 5)"],
      ["UPDATE t SET q = q + 1", "DELETE FROM t WHERE q = 4", "INSERT INTO t VALUES (NULL, 0)"]
    ),
    (
      [
        "CREATE TABLE t(a, b, c, w AS (a || b), PRIMARY KEY (b, a)) WITHOUT ROWID",
        "INSERT INTO t VALUES (1, 'x', NULL)",
      ],
      ["UPDATE t SET b = 'y'", "INSERT INTO t VALUES (1, 'x', 2)", "DELETE FROM t"]
    ),
    (
      [
        "CREATE TABLE t(id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (1)",
        "ALTER TABLE t ADD COLUMN q DEFAULT 'new'",
      ],
      ["UPDATE t SET q = NULL"]
    ),
    (
      [
        "CREATE TABLE t(id INTEGER PRIMARY KEY, q UNIQUE ON CONFLICT REPLACE)",
        "INSERT INTO t VALUES (1, 'a'), (2, 'b')",
      ],
      ["UPDATE t SET q = q || 'x'", "UPDATE t SET q = 'a' WHERE id = 2", "INSERT INTO t VALUES (3, 'a')"]
    ),
    (
      ["CREATE TABLE t(rowid TEXT PRIMARY KEY, _rowid_)", "INSERT INTO t VALUES ('a', 0.0), ('b', 'e\u{301}')"],
      ["UPDATE t SET _rowid_ = 0 WHERE rowid = 'a'", "UPDATE t SET _rowid_ = '\u{e9}' WHERE rowid = 'b'"]
    ),
  ]

  @Test(arguments: tables.indices) func `rows of any table come back as they were`(index: Int) throws {
    let (making, writes) = Self.tables[index]
    for text in making { try run(text) }
    let query = "SELECT * FROM t ORDER BY 1, 2"
    let before = try bytes(query)
    let recorder = try #require(engine.recordChanges())
    for text in writes {
      let last = try recorded { try run(text) }
      #expect(last.count > 0, "\(text)")
      let written = try bytes(query)
      try database.takeBack(last)
      #expect(try bytes(query) != written, "\(text)")
      try run(text)
      #expect(try bytes(query) == written, "\(text)")
    }
    let changes = try recorder.changes()
    #expect(recorder.unremembered == nil && changes.tables == ["t"])
    try database.takeBack(changes)
    #expect(try bytes(query) == before)
    #expect(try recorder.changes().count == 0)
  }

  @Test func `a row that another is in the way of does not come back, and nothing else does`() throws {
    try run("CREATE TABLE t(id INTEGER PRIMARY KEY, q UNIQUE ON CONFLICT REPLACE)", "INSERT INTO t VALUES (1, 'a')")
    let changes = try recorded { try run("UPDATE t SET q = 'b'") }
    try run("INSERT INTO t VALUES (2, 'a')")
    #expect {
      try database.takeBack(changes)
    } throws: {
      "\($0)".contains("row 1 of 't' is no longer as the entry left it: nothing is undone")
    }
    #expect(try texts("SELECT q FROM t ORDER BY id") == ["'b'", "'a'"])
  }

  @Test func `rows of a table that is altered meanwhile are compared as long as they can be`() throws {
    let recorder = try #require(engine.recordChanges())
    try run("UPDATE team SET name = 'x' WHERE id = 1", "ALTER TABLE team ADD COLUMN size")
    #expect(try recorder.changes().count == 1)
    try run("UPDATE team SET size = 1 WHERE id = 1")
    #expect(recorder.unremembered == nil)
    try run("UPDATE team SET size = 1 WHERE id = 2")
    #expect(recorder.unremembered == .altered("team"))
    #expect(try recorder.changes().count == 1)
  }

  @Test func `what is written to a virtual table is told, and the rest is remembered`() throws {
    try run("CREATE VIRTUAL TABLE docs USING fts5(a)", "CREATE TABLE docs_of_ours(id INTEGER PRIMARY KEY)")
    let recorder = try #require(engine.recordChanges())
    try run("INSERT INTO docs_of_ours VALUES (1)")
    #expect(recorder.unremembered == nil)
    try run("INSERT INTO docs VALUES ('x')")
    #expect(recorder.unremembered == .virtual("docs"))
    #expect(try recorder.changes().tables == ["docs_of_ours"])
  }

  // MARK: Trials

  @Test func `a trial is kept or discarded by its own words alone`() throws {
    try database.beginTrial()
    #expect(database.isInTrial && database.isInTransaction)
    try run("DELETE FROM player")
    for text in ["COMMIT", "ROLLBACK", "BEGIN"] {
      #expect { try run(text) } throws: { "\($0)".contains(".keep commits what it did, .discard forgets it") }
    }
    #expect(throws: StoreError.self) { try database.commit() }
    try database.atomically { try run("INSERT INTO player VALUES (8, 'Flo', NULL)") }
    try database.begin()
    try run("DELETE FROM player")
    try database.rollback()
    #expect(try texts("SELECT name FROM player") == ["'Flo'"])
    try database.discardTrial()
    #expect(try texts("SELECT count(*) FROM player") == ["3"])
    try database.beginTrial()
    #expect(throws: StoreError.self) { try database.beginTrial() }
    try run("DELETE FROM player")
    try database.keepTrial()
    #expect(try texts("SELECT count(*) FROM player") == ["0"])
    #expect(throws: StoreError.self) { try database.discardTrial() }
  }

  // MARK: Copies

  @Test func `a dump makes the same database again`() throws {
    try run(
      "CREATE TABLE odd(id INTEGER PRIMARY KEY AUTOINCREMENT, \"a b\" TEXT, d BLOB, r REAL, twice AS (id * 2))",
      "CREATE INDEX odd_idx ON odd(d)", "CREATE VIEW v AS SELECT * FROM odd",
      "INSERT INTO odd(\"a b\", d, r) VALUES ('it''s', x'00ff', 0.1), ('a' || char(0) || 'b', NULL, 9e999)")
    var statements: [String] = []
    try engine.dump { statements.append($0) }
    let copy = Database(try SQLiteEngine(path: ":memory:"))
    for text in statements.flatMap({ $0.hasPrefix("PRAGMA") ? $0.split(separator: "\n").map(String.init) : [$0] }) {
      try copy.run(RenderedSQL(text: text))
    }
    var again: [String] = []
    try copy.engine.dump { again.append($0) }
    #expect(again == statements)
    let row = "INSERT INTO \"odd\" (\"id\", \"a b\", \"d\", \"r\") VALUES (1, 'it''s', X'00FF', 0.1);"
    #expect(statements.contains(row))
    #expect(try engine.attachedStatements(of: "ODD") == ["CREATE INDEX odd_idx ON odd(d)"])
  }

  @Test func `a dump makes virtual tables again with their rows, and not the tables that they are made of`() throws {
    try run(
      "CREATE VIRTUAL TABLE docs USING fts5(a, b UNINDEXED)", "CREATE VIRTUAL TABLE box USING rtree(id, x0, x1)",
      "CREATE VIRTUAL TABLE words USING fts5vocab(docs, row)", "CREATE TABLE docs_of_ours(id INTEGER PRIMARY KEY)",
      "CREATE VIRTUAL TABLE bare USING fts5(a, content='')",
      "CREATE VIRTUAL TABLE names USING fts5(name, content='player', content_rowid=id)",
      "INSERT INTO docs(rowid, a, b) VALUES (7, 'it''s red', 'x'), (9, 'blue', NULL)",
      "INSERT INTO box VALUES (3, 1, 2)", "INSERT INTO bare VALUES ('a')", "INSERT INTO names(names) VALUES ('rebuild')"
    )
    var statements: [String] = []
    try engine.dump { statements.append($0) }
    #expect(!statements.contains { $0.contains("docs_data") || $0.contains("box_node") })
    #expect(statements.contains("-- \"bare\" keeps an index without its texts: its rows are not here"))
    let copy = Database(try SQLiteEngine(path: ":memory:"))
    for text in statements.flatMap({ $0.split(separator: "\n").map(String.init) }) where !text.hasPrefix("--") {
      try copy.run(RenderedSQL(text: text))
    }
    #expect(try copy.count("docs_of_ours") == 0)
    for query in [
      "SELECT rowid FROM docs WHERE docs MATCH 'red'", "SELECT rowid, a, b FROM docs", "SELECT * FROM box",
      "SELECT rowid FROM names WHERE names MATCH 'bob'", "SELECT * FROM words",
    ] {
      let rows = try copy.rows(RenderedSQL(text: query))
      let found = (0..<rows.count).map { row in
        (0..<rows.columnCount).map { rows.value(row, $0).excerpt }.joined(separator: " ")
      }
      #expect(try !found.isEmpty && found == texts(query), "\(query)")
    }
  }

  @Test func `a copy goes into a new file alone`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/copy.db"
    try engine.copy(to: path)
    #expect { try engine.copy(to: path) } throws: { "\($0)".contains("there is such a file: name a new one") }
    let copy = Database(try SQLiteEngine(path: path))
    #expect(try copy.rows(RenderedSQL(text: "SELECT * FROM player")).count == 3)
  }
}
