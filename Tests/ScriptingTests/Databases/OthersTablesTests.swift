import TestSupport
import Testing

/// What other programs' tables have beside columns: it is said, kept, and compared as they mean it.
@Suite struct OthersTablesTests {
  @Test func `the source of strict tables of others says all of them`() throws {
    let script = try Script(
      schema: """
        db:execute [[CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT CHECK (length(b) < 100),
          d ANY COLLATE NOCASE, c INT UNIQUE) STRICT]]
        db:execute "CREATE TABLE e (c1 TEXT PRIMARY KEY, w TEXT AS (length(c1)) STORED, u INTEGER NOT NULL) STRICT"
        db:execute "CREATE INDEX ix ON e (w DESC) WHERE c1 IS NOT NULL"
        db:execute "CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT 1; END"
        db:reflect()
        """, engine: .sqlite)
    try script.expect(
      """
      local source = db:schema_source()
      for _, word in ipairs { "AUTOINCREMENT", "length(b) < 100", "NOCASE", "CREATE TRIGGER", "CREATE INDEX" } do
        if not source:find(word, 1, true) then print(word) end
      end
      load(source)()
      print(db:migrate { dry_run = true })
      """, "nothing to migrate: the tables are as declared")
  }

  @Test func `a schema as SQL has the indexes and triggers of others, and links once`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)"
        db:execute "CREATE UNIQUE INDEX tu ON t (lower(x)) WHERE x IS NOT NULL"
        db:execute "CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT 1; END"
        db:execute [[CREATE TABLE habit_tag (habit_id INTEGER NOT NULL, tag_id INTEGER NOT NULL,
          PRIMARY KEY (habit_id, tag_id)) STRICT]]
        db:reflect()
        Tag = entity "Tag" { word = text {} }
        Habit = entity "Habit" { title = text {}, tags = many_to_many "Tag" }
        """, engine: .sqlite)
    try script.expect(
      """
      local function count(text, word) return select(2, text:gsub(word, "")) end
      print(count(db:create_sql(), "CREATE TABLE[^(]*habit_tag"), count(generate "sql", "CREATE TABLE[^(]*habit_tag"))
      for _, text in ipairs { db:create_sql(), T:create_sql() } do
        print(count(text, "UNIQUE INDEX"), count(text, "CREATE TRIGGER"))
      end
      """, "1 1\n1 1\n1 1")
  }

  @Test func `a plan as SQL keeps the rows that refer to a table which is made anew`() throws {
    let script = try Script(
      schema: """
        Habit = entity "Habit" { kind = enum { "a", "b" }, entries = has_many "Entry" }
        Entry = entity "Entry" { n = integer {}, habit = belongs_to("Habit", { on_delete = "cascade" }) }
        db:create_all()
        local h = Habit:create { kind = "a" }
        for i = 1, 5 do Entry:create { n = i, habit = h } end
        """, engine: .sqlite)
    try script.expect(
      """
      Habit = entity "Habit" { kind = enum { "a", "b", "c" }, entries = has_many "Entry" }
      local plan = db:migrate { dry_run = true }
      for statement in plan:sql():gmatch "(.-);\\n" do db:execute(statement) end
      print(Entry:count(), db:migrate { dry_run = true })
      """, "5 nothing to migrate: the tables are as declared")
  }

  @Test func `a table under a relation sees references as their key does`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE par (k TEXT PRIMARY KEY, name TEXT)"
        db:execute "CREATE TABLE kid (id INTEGER PRIMARY KEY, par_id INT REFERENCES par (k))"
        db:execute "INSERT INTO par VALUES ('1', 'a'), ('2', 'b')"
        db:execute "INSERT INTO kid VALUES (1, 1), (2, 2), (3, 1)"
        db:reflect()
        """, engine: .sqlite
    ).expect(
      """
      local list = Kid:all():fetch()
      for _, where in ipairs { { ["par.name"] = "a" }, { par = { name = "a" } }, { par = Par:where { name = "a" } } } do
        print(Kid:where(where):count(), #list:filter(where))
      end
      """, "2 2\n2 2\n2 2")
  }

  @Test func `a table that was changed meanwhile is named with what makes its columns fields`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.db")
    let script = try Script(
      schema: "db:execute 'CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)' db:reflect() T:create { a = 'x' }",
      location: path)
    let words = "was changed since: db:reflect() makes entities of the tables as they are"
    #expect(!script.failure("T:where { b = 1 }:count()").contains(words))
    try script.run("other = open('\(path)') other:execute 'ALTER TABLE t ADD COLUMN b INTEGER'")
    for call in [
      "T:where { b = 1 }:count()", "T:where('b == 1'):count()", "return T:first().b", "T:create { b = 3 }",
      "T:pluck 'b'",
    ] {
      #expect(script.failure(call).contains("The table 't' \(words)"), "\(call)")
    }
    try script.run("other:execute 'ALTER TABLE t RENAME COLUMN a TO c'")
    for call in ["T:fetch()", "T:where { a = 'x' }:count()", "T:create { a = 'y' }"] {
      #expect(script.failure(call).contains("the table 't' \(words)"), "\(call)")
    }
    try script.expect("db:reflect() return T:first().c, T:where { b = is.absent }:count()", "x 1")
    try script.run("other:execute 'DROP TABLE t'")
    #expect(script.failure("T:fetch()").contains("the table 't' \(words)"))
  }

  @Test func `an entity of another database's table is said to be that one's`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("b.db")
    try Script(schema: "db:execute 'CREATE TABLE t (id INTEGER PRIMARY KEY)'", location: path).run("return 1")
    let script = try Script(schema: "other = open('\(path)') other:reflect()")
    #expect(
      script.failure("T:count()").hasSuffix(
        "has no table 't': it is one of \(path): write T:on(other) with that database"))
    try script.expect("return T:on(other):count()", "0")
  }

  @Test func `decimals of an entity made of another database's table are what they are there`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("b.db")
    try Script(
      schema: "Price = entity 'Price' { p = decimal { scale = 2 } } db:create_all() Price:create { p = '1.50' }",
      location: path
    ).run("return 1")
    let script = try Script(
      schema: """
        other = open('\(path)')
        db:execute "CREATE TABLE price (id INTEGER PRIMARY KEY, p NUMERIC(10,2))"
        db:execute "INSERT INTO price VALUES (1, 7.25)" db:reflect()
        """)
    try script.expect(
      """
      print(Price:get(1).p, Price:on(other):get(1).p, Price:on(other):sum "p", Price:on(other):where { p = decimal "1.50" }:count())
      other:add(Price { id = 2, p = "2.00" })
      local p = Price:on(other):get(1) p.p = p.p + decimal "1.00" p:save()
      local stored = other:query "SELECT p FROM price ORDER BY id"
      print(stored[1].p, stored[2].p, Price:get(1).p)
      other:reflect()
      print(Price:on(other):get(1).p, Price:get(1).p, Price:on(other):where(function(x) return x.p > decimal "2.25" end):count())
      """, "7.25 1.50 1.50 1\n250 200 7.25\n2.50 7.25 1")
  }

  @Test func `a check tells values of another class than their column says`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE calls (id INTEGER PRIMARY KEY, duration INTEGER, amount DECIMAL(10,2), note TEXT, at DATETIME, r REAL)"
        db:execute "INSERT INTO calls VALUES (1, 60, 1.5, 'a', 1, 2), (2, '60 s', 'free', x'00', 'x', 'y'), (3, 1.5, NULL, NULL, NULL, 1.5)"
        db:reflect()
        """, engine: .sqlite
    ).expect(
      "for _, f in ipairs(Calls:check()) do print(f.key, f.field, f.message) end",
      """
      2 duration is not an integer, as its column says
      2 amount is not a decimal, as its column says
      2 note is not text, as its column says
      2 r is not a number, as its column says
      3 duration is not an integer, as its column says
      """)
  }
}
