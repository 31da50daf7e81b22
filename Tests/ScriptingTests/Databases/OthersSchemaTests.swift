import Testing

/// What other programs write into a schema: functions, texts in double quotes, rules that leave rows out.
@Suite struct OthersSchemaTests {
  private func script(_ statements: String...) throws -> Script {
    let script = try Script(location: ":memory:")
    for statement in statements { try script.run("db:execute [[\(statement)]]") }
    try script.run("db:reflect()")
    return script
  }

  @Test(arguments: [
    "CREATE TABLE t(id INTEGER PRIMARY KEY, j TEXT, a AS (json_extract(j, '$.a')))",
    "CREATE TABLE t(id INTEGER PRIMARY KEY, j TEXT CHECK(json_valid(j)))",
    "CREATE TABLE t(id INTEGER PRIMARY KEY, j TEXT DEFAULT (json_array(1)))",
  ])
  func `a schema may use json`(table: String) throws {
    let script = try script(table, "CREATE INDEX i ON t(j ->> '$.a')")
    try script.expect(#"T:create { j = '{"a":1}' } return T:where { j = '{"a":1}' }:count()"#, "1")
  }

  @Test func `a table that triggers keep in step with a full text index is written`() throws {
    let script = try script(
      "CREATE TABLE d(id INTEGER PRIMARY KEY, s TEXT)",
      "CREATE VIRTUAL TABLE f USING fts5(s, content='d', content_rowid='id')",
      "CREATE TRIGGER t1 AFTER INSERT ON d BEGIN INSERT INTO f(rowid, s) VALUES (new.id, new.s); END")
    try script.expect(
      #"D:create { s = "one two" } return db:query("SELECT rowid FROM f('two')")[1].rowid"#, "1")
  }

  @Test func `functions of moonshell are none for a schema`() throws {
    let script = try script("CREATE VIEW v AS SELECT casefold('A') AS a")
    #expect(script.failure("return db:query 'SELECT * FROM v'").contains("unsafe use of casefold()"))
  }

  /// Texts in double quotes: made by a program whose SQLite takes them, which this one's DDL does not.
  private func quoting() throws -> Script {
    try script(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT)", "CREATE TABLE log(x)",
      "CREATE TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO log VALUES (\"hi\"); END",
      "CREATE VIEW v AS SELECT * FROM t WHERE s = \"a\"")
  }

  @Test func `triggers and views may have texts in double quotes`() throws {
    let script = try quoting()
    try script.expect(
      "T:create { s = 'a' } T:create { s = 'b' } return V:count(), db:query('SELECT x FROM log')[2].x", "1 hi")
  }

  @Test func `in a statement of one's own they are names`() throws {
    let script = try script("CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT)")
    #expect(script.failure(#"db:query 'SELECT * FROM t WHERE s = "a"'"#).contains("no such column: 'a'"))
  }

  @Test(arguments: [
    "CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT UNIQUE ON CONFLICT IGNORE, v INT)",
    "CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT UNIQUE ON CONFLICT IGNORE, v INT, w AS (v + 1))",
  ])
  func `a new object whose row is left out is not another's`(table: String) throws {
    let script = try script(table)
    try script.run("T:create { k = 'a', v = 1 } b = T:create { k = 'b', v = 2 } c = T { k = 'a', v = 3 }")
    #expect(
      script.failure("db:add(c)")
        .contains("the database left the row out: a trigger, or a rule ON CONFLICT IGNORE of 't', ignores it"))
    try script.expect("return T:count(), c.id, c:is_new()", "2 nil true")
  }

  @Test func `nor one that a trigger leaves out`() throws {
    let script = try script(
      "CREATE TABLE t(id INTEGER PRIMARY KEY, v INT)",
      "CREATE TRIGGER x BEFORE INSERT ON t WHEN new.v = 7 BEGIN SELECT raise(IGNORE); END")
    #expect(script.failure("db:add { T { v = 1 }, T { v = 7 } }").contains("the database left the row out"))
    try script.expect("return T:count()", "0")
  }

  @Test func `rows whose key is NULL are told apart and not found by it`() throws {
    let script = try script(
      "CREATE TABLE t(k TEXT PRIMARY KEY, n INT)", "INSERT INTO t VALUES (NULL, 1), (NULL, 2), ('a', 3)")
    try script.expect("l = T:fetch() return l[1] == l[2], l[1] == l[1], l[3] == T:get 'a'", "false true true")
    let words = "T: the key of this row is NULL, by which it cannot be found: give the rows of 't' keys with"
    #expect(script.failure("l[1]:delete()").contains(words))
    #expect(script.failure("l[1].n = 5 l[1]:save()").contains(words))
    try script.expect("return T:count()", "3")
  }

  @Test func `a view that cannot be read says why`() throws {
    let script = try script("CREATE VIEW v AS SELECT * FROM gone")
    #expect(script.failure("return V:fetch()").contains("no table 'gone'"))
  }

  @Test func `a foreign key to a table that is not there is named`() throws {
    let script = try script("CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER REFERENCES gone(id), n INT)")
    #expect(
      script.failure("T:create { n = 1 }")
        == "T: its foreign key (g) refers to the table 'gone', which is not there: make that table, or"
        + " migrate without the key")
  }
}
