import Testing

/// Tables that other programs made: a migration takes away nothing of theirs.
@Suite struct ForeignTableMigrationTests {
  private let foreign = """
    db:execute [[CREATE TABLE member (id INTEGER PRIMARY KEY, name VARCHAR(20) COLLATE NOCASE NOT NULL CHECK (name <> ''),
      age INT CHECK (age > 0), born DATE DEFAULT CURRENT_DATE, CHECK (length(name) < 99))]]
    db:execute "CREATE UNIQUE INDEX member_name_key ON member (name)"
    db:execute "CREATE INDEX member_age_idx ON member (age) WHERE age > 20"
    db:execute "CREATE INDEX by_age ON member (age)"
    db:execute "INSERT INTO member (name, age) VALUES ('Ann', 30), ('Bob', 20)"
    """

  @Test func `indexes of others stay, whatever they are called`() throws {
    try Script(schema: foreign).expect(
      """
      Member = entity "Member" { table = "member", name = text { required = true }, age = integer {}, born = any {} }
      print(db:migrate { dry_run = true })
      """, "nothing to migrate: the tables are as declared")
  }

  @Test func `a column is added whatever the other cells hold`() throws {
    try Script(schema: foreign).expect(
      """
      db:execute "UPDATE member SET age = 'x' WHERE name = 'Ann'"
      Member = entity "Member" {
        table = "member", name = text { required = true }, age = integer {}, born = any {},
        note = text { default = "-", validate = is.not_empty },
      }
      print((tostring(db:migrate { rehearse = true }):gsub("rehearsed in [%d.]+ s", "rehearsed")))
      db:migrate()
      for _, row in ipairs(db:query "SELECT name, age, note FROM member") do print(row.name, row.age, row.note) end
      """,
      """
      member (Member, 2 rows)
        + note  TEXT DEFAULT '-' CHECK (trim("note", char(32, 9, 10, 11, 12, 13)) <> '')
      rehearsed and rolled back: nothing stands in the way
      member (Member, 2 rows)
        + note  TEXT DEFAULT '-' CHECK (trim("note", char(32, 9, 10, 11, 12, 13)) <> '')
      Ann x -
      Bob 20 -
      """)
  }

  @Test func `a table that is made anew keeps its rules, orders and defaults`() throws {
    let script = try Script(schema: foreign)
    try script.run(
      """
      Member = entity "Member" { table = "member", name = text { required = true }, age = integer { required = true }, born = any {} }
      db:migrate()
      db:execute "INSERT INTO member (name, age) VALUES ('Cid', 4)"
      """)
    #expect(script.failure(#"db:execute "INSERT INTO member (name, age) VALUES ('', 4)""#).contains("CHECK"))
    #expect(script.failure(#"db:execute "INSERT INTO member (name, age) VALUES ('Dan', 0)""#).contains("CHECK"))
    #expect(script.failure(#"db:execute "INSERT INTO member (name, age) VALUES ('ANN', 4)""#).contains("unique"))
    try script.expect(
      """
      print(db:query("SELECT count(*) AS n FROM member WHERE name = 'ANN' AND born IS NULL")[1].n)
      print(db:query("SELECT typeof(born) AS t FROM member WHERE name = 'Cid'")[1].t)
      print(db:query("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'index' AND sql NOT NULL")[1].n)
      print(db:migrate { dry_run = true })
      """,
      """
      0
      text
      3
      nothing to migrate: the tables are as declared
      """)
  }

  @Test func `what others made of a column that goes must be named, and is never left broken`() throws {
    let script = try Script(
      schema: """
        db:execute [[CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT CHECK (length(a) < 5), c INT, k TEXT, UNIQUE (a, c))]]
        db:execute "CREATE TABLE log (id INTEGER PRIMARY KEY, a TEXT)"
        db:execute "CREATE TRIGGER tr BEFORE DELETE ON t BEGIN SELECT old.a; END"
        db:execute "CREATE TRIGGER other AFTER INSERT ON log BEGIN UPDATE t SET a = new.a; END"
        db:execute "CREATE TRIGGER stays AFTER UPDATE OF c ON t BEGIN INSERT INTO log(id) VALUES (NULL); END"
        db:execute "CREATE VIEW va AS SELECT a FROM t"
        db:execute "CREATE VIEW vva AS SELECT * FROM va"
        db:execute "CREATE VIEW vc AS SELECT c FROM t"
        db:execute "CREATE INDEX mine ON t (a)"
        db:execute "INSERT INTO t VALUES (1, 'x', 2, 'y')"
        T = entity "T" { c = integer { required = true }, k = text {} }
        """)
    let plan = try script.run("return db:migrate { dry_run = true, destructive = { 'T.a' } }")
    for name in ["T.check(length (a) < 5)", "T.unique(a, c)", "mine", "va", "vva", "tr", "other"] {
      #expect(plan.contains("\"\(name)\""), "\(plan)")
    }
    for name in ["\"stays\"", "\"vc\"", "becomes strict and"] { #expect(!plan.contains(name), "\(plan)") }
    #expect(script.failure("db:migrate { destructive = { 'T.a' } }").contains("nothing was changed"))
    try script.run(
      """
      db:migrate { destructive = { "T.a", "T.check(length (a) < 5)", "T.unique(a, c)", "mine", "va", "vva", "tr", "other" } }
      """)
    try script.expect(
      """
      local names = {}
      for _, row in ipairs(db:query "SELECT name FROM sqlite_schema WHERE sql NOT NULL ORDER BY name") do names[#names + 1] = row.name end
      T:get(1).c = 3
      T:get(1):delete()
      return table.concat(names, " "), db:query("SELECT count(*) AS n FROM vc")[1].n
      """, "log stays t vc 0")
  }

  @Test func `views and triggers of a column that is only dropped are named, too`() throws {
    let script = try Script(
      schema: """
        T = entity "T" { n = integer {}, k = text {} }
        db:create_all()
        db:execute "CREATE VIEW vx AS SELECT k FROM t"
        T = entity "T" { n = integer {} }
        """)
    let plan = try script.run("return db:migrate { dry_run = true }")
    #expect(plan.contains("view vx goes: it uses what goes\n") && plan.contains("{ \"T.k\", \"vx\" }"), "\(plan)")
    try script.run("db:migrate { destructive = { 'T.k', 'vx' } }")
    try script.expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `a column that is named like a word of SQL is no word of a view or trigger`() throws {
    let schema = """
      T = entity "T" { n = integer {}, select = text {}, from = text {}, new = text {} }
      db:create_all()
      db:execute "CREATE VIEW vx AS SELECT n, \\"new\\" FROM t"
      db:execute "CREATE TRIGGER tr AFTER UPDATE ON t BEGIN UPDATE t SET n = new.n WHERE \\"from\\" = old.\\"from\\"; END"
      """
    let script = try Script(
      schema: schema + "\nT = entity \"T\" { n = integer {}, from = text {}, new = text {} }")
    try script.run("db:migrate { destructive = { 'T.select' } }")
    try script.run("T = entity \"T\" { n = integer {}, new = text {} }")
    let plan = try script.run("return db:migrate { dry_run = true }")
    #expect(plan.contains("trigger tr goes: it uses what goes\n") && !plan.contains("view vx"), "\(plan)")
    try script.run("db:migrate { destructive = { 'T.from', 'tr' } } T = entity \"T\" { n = integer {} }")
    #expect(try script.run("return db:migrate { dry_run = true }").contains("view vx goes: it uses what goes\n"))
  }

  @Test func `a plan says of a table only that it becomes strict where it does`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, c INT, CHECK (c <> 3))"
        db:execute "CREATE TABLE u (id INTEGER PRIMARY KEY, a TEXT)"
        T = entity "T" { a = text { required = true }, c = integer {} }
        U = entity "U" { a = text { required = true } }
        """)
    let plan = try script.run("return db:migrate { dry_run = true }")
    #expect(plan.split(separator: "\n").filter { $0.contains("becomes strict") }.count == 1, "\(plan)")
    try script.run("db:migrate()")
    try script.expect("return db:query(\"SELECT count(*) AS n FROM pragma_table_list WHERE strict\")[1].n", "1")
  }

  @Test func `keys, groups of unique columns and numbering of others stay`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE p (id INTEGER PRIMARY KEY)"
        db:execute [[CREATE TABLE c (id INTEGER PRIMARY KEY AUTOINCREMENT,
          p_id INTEGER REFERENCES p(id) ON DELETE CASCADE ON UPDATE CASCADE, q INTEGER REFERENCES p DEFERRABLE INITIALLY DEFERRED,
          n TEXT, a INT, b INT, CONSTRAINT one UNIQUE (a, b))]]
        db:execute "CREATE TABLE w (k TEXT PRIMARY KEY, n INT) WITHOUT ROWID"
        db:execute "INSERT INTO c (n) VALUES ('x'), ('y')"
        db:execute "DELETE FROM c WHERE id = 2"
        P = entity "P" { table = "p", c = has_many "C" }
        C = entity "C" { table = "c", p = belongs_to("P", { on_delete = "cascade" }), q = integer {}, n = text { required = true },
          a = integer {}, b = integer {} }
        W = entity "W" { table = "w", k = text { primary_key = true }, n = integer { required = true } }
        db:migrate()
        """)
    try script.expect(
      """
      print((db:query("SELECT sql FROM sqlite_schema WHERE name = 'c'")[1].sql))
      print((db:query("SELECT sql FROM sqlite_schema WHERE name = 'w'")[1].sql:match "WITHOUT ROWID"))
      print(C:create { n = "z" }.id)
      """,
      """
      CREATE TABLE "c" (
        "id" INTEGER PRIMARY KEY AUTOINCREMENT,
        "p_id" INTEGER,
        "q" INTEGER,
        "n" TEXT NOT NULL,
        "a" INTEGER,
        "b" INTEGER,
        FOREIGN KEY ("p_id") REFERENCES "p"("id") ON DELETE CASCADE ON UPDATE CASCADE,
        FOREIGN KEY ("q") REFERENCES p DEFERRABLE INITIALLY DEFERRED,
        CONSTRAINT one UNIQUE (a, b)
      )
      WITHOUT ROWID
      3
      """)
    try script.expect("print(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
  }

  @Test func `the source of tables of others has nothing to migrate`() throws {
    let script = try Script(
      schema: foreign + """

        db:execute "CREATE TABLE log (id TEXT, line TEXT)"
        db:execute 'CREATE TABLE "" (a INTEGER PRIMARY KEY)'
        db:execute "CREATE TABLE code (k INT PRIMARY KEY, UNIQUE (k))"
        db:execute "CREATE TABLE part (id INTEGER PRIMARY KEY, code BLOB DEFAULT 5 REFERENCES code, a, b, UNIQUE (a, b))"
        db:reflect()
        """)
    try script.expect(
      """
      load(db:schema_source())()
      print(db:migrate { dry_run = true })
      """, "nothing to migrate: the tables are as declared")
  }

  @Test func `a virtual table is never made anew`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE VIRTUAL TABLE docs USING fts5(title, body)"
        db:execute "INSERT INTO docs VALUES ('Hello', 'world of text')"
        db:execute "CREATE VIRTUAL TABLE rt USING rtree(id, x0, x1)"
        """)
    try script.run("Docs = entity 'Docs' { title = text {}, body = text {} }")
    #expect(
      script.failure("db:migrate()").contains(
        "Docs: docs is a virtual table, which no migration changes, and it has no id"))
    try script.expect(
      """
      Docs = entity "Docs" { id = integer { primary_key = true, column = "rowid" }, title = text {}, body = text {} }
      Rt = entity "Rt" { id = integer { primary_key = true }, x0 = real {}, x1 = real {} }
      print(db:migrate { dry_run = true })
      print(Docs:get(1).title, db:query "SELECT count(*) AS n FROM docs WHERE docs MATCH 'world'"[1].n)
      """,
      """
      nothing to migrate: the tables are as declared
      Hello 1
      """)
  }

  @Test func `what others said is unique stays so, however they said it`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE a (id INTEGER PRIMARY KEY, x INT, y TEXT UNIQUE, UNIQUE (x))"
        db:execute "INSERT INTO a VALUES (1, 1, 'a')"
        db:execute "CREATE TABLE pair (a INT, b TEXT, PRIMARY KEY (b, a))"
        """)
    try script.run("A = entity 'A' { x = integer {}, y = text {} }")
    try script.run("Pair = entity 'Pair' { a = integer { primary_key = true }, b = text { primary_key = true } }")
    try script.expect("print(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
    try script.run("A = entity 'A' { x = integer {}, y = text { required = true } } db:migrate()")
    try script.expect("print(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
    #expect(script.failure("A:create { x = 1, y = 'b' }").contains("exists already"))
    #expect(script.failure("A:create { x = 2, y = 'a' }").contains("exists already"))
  }

  @Test func `the triggers of a view that goes are named`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"
        db:execute "CREATE VIEW va AS SELECT id, a FROM t"
        db:execute "CREATE TRIGGER tri INSTEAD OF INSERT ON va BEGIN INSERT INTO t(id) VALUES (new.id); END"
        T = entity "T" { b = text {} }
        """)
    #expect(script.failure("db:migrate { destructive = { 'T.a', 'va' } }").contains("tri"))
    try script.run("db:migrate { destructive = { 'T.a', 'va', 'tri' } }")
    try script.expect(
      "print(db:query \"SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('va', 'tri')\"[1].n)", "0")
  }

  @Test func `a broken view or key of another program is named where it stands in the way`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT)"
        db:execute "CREATE VIEW v AS SELECT * FROM missing"
        db:reflect()
        T = entity "T" { z = text { renamed_from = "s" } }
        """)
    #expect(script.failure("db:migrate()").contains("the view v is broken (no such table: main.missing): drop it"))
    try script.run(
      """
      db:execute "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT)"
      db:execute "CREATE TABLE c (id INTEGER PRIMARY KEY, pn TEXT REFERENCES p(n))"
      db:reflect()
      """)
    #expect(
      script.failure("C:create { pn = 'x' }").contains(
        #"a foreign key of "c" refers to columns of "p" which no key and no unique index has"#))
  }

  @Test func `what the database computes is told so where it is there twice`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE g (id INTEGER PRIMARY KEY, a INT, v TEXT AS (a || '!') VIRTUAL, UNIQUE (v))"
        db:execute "INSERT INTO g (a) VALUES (1)"
        db:reflect()
        """)
    #expect(script.failure("G:create { a = 1 }").contains("v: what the database computes exists already"))
  }

  @Test func `defaults that only the database can tell stay where a table is made anew`() throws {
    let script = try Script(
      schema: """
        db:execute [[CREATE TABLE d (id INTEGER PRIMARY KEY, a INT DEFAULT (1 + 1), b INT DEFAULT true, c BLOB DEFAULT x'00ff',
          e DATE DEFAULT CURRENT_DATE, t TEXT)]]
        db:execute "INSERT INTO d (t) VALUES ('x')"
        D = entity "D" { a = integer {}, b = integer {}, c = data {}, e = any {}, t = text { required = true } }
        """)
    let plan = try script.run("return tostring(db:migrate { dry_run = true })")
    #expect(plan.contains("is required") && !plan.contains("has no default"))
    try script.run("db:migrate() db:execute \"INSERT INTO d (t) VALUES ('y')\"")
    try script.expect(
      "local r = db:query('SELECT a, b, hex(c) AS c, length(e) AS e FROM d WHERE id = 2')[1] print(r.a, r.b, r.c, r.e)",
      "2 1 00FF 10")
  }
}
