import Testing

/// Tables of other programs that a migration makes anew: what no entity can say of them is as it was.
@Suite struct ForeignRebuildTests {
  @Test func `a key that refuses at the end does so in the table that is made anew`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE g (id INTEGER PRIMARY KEY)"
        db:execute [[CREATE TABLE m (id INTEGER PRIMARY KEY, s TEXT, boss_id INTEGER REFERENCES m (id),
          g_id INTEGER REFERENCES g (id) ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED)]]
        db:reflect()
        M = entity "M" { s = text { default = "x" }, boss = belongs_to("M", { on_delete = "restrict" }),
          g = belongs_to("G", { on_delete = "restrict" }) }
        """
    ).expect(
      """
      db:migrate()
      print(db:query("SELECT sql FROM sqlite_schema WHERE name = 'm'")[1].sql)
      """,
      """
      m (M), rebuilt
        ~ s      default 'x'
        + index  (boss_id)
        + index  (g_id)
      CREATE TABLE "m" (
        "id" INTEGER PRIMARY KEY,
        "s" TEXT DEFAULT 'x',
        "boss_id" INTEGER,
        "g_id" INTEGER,
        FOREIGN KEY ("boss_id") REFERENCES "m"("id"),
        FOREIGN KEY ("g_id") REFERENCES "g"("id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
      )
      """)
  }

  @Test func `a table of links that has no key is used by the relation through it`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE posts (id INTEGER PRIMARY KEY, title)"
        db:execute "CREATE TABLE tags (id INTEGER PRIMARY KEY, name)"
        db:execute [[CREATE TABLE posts_tags (post_id INTEGER NOT NULL REFERENCES posts (id),
          tag_id INTEGER NOT NULL REFERENCES tags (id))]]
        db:execute "INSERT INTO posts VALUES (1, 'p')"
        db:execute "INSERT INTO tags VALUES (1, 't')"
        db:execute "INSERT INTO posts_tags VALUES (1, 1)"
        db:reflect()
        """)
    let source = try script.run("return db:schema_source()")
    try script.expect(
      source + "\nreturn tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
  }

  @Test func `rules of keys, answers to conflicts, defaults of references, indexes and computed columns stay`() throws {
    try Script(
      schema: """
        db:execute [[CREATE TABLE p (id INTEGER PRIMARY KEY, w INT)]]
        db:execute [[CREATE TABLE t (id INTEGER PRIMARY KEY, a INT NOT NULL ON CONFLICT IGNORE, g INT AS (a + 1),
          b TEXT UNIQUE ON CONFLICT REPLACE, k INTEGER DEFAULT 7 REFERENCES p (id) ON DELETE SET DEFAULT,
          r INTEGER NOT NULL DEFAULT -3 REFERENCES p (id) ON DELETE SET NULL, h TEXT AS (b || 'x') STORED)]]
        db:execute "CREATE UNIQUE INDEX one ON t (b)"
        db:execute "CREATE UNIQUE INDEX two ON t (a, b)"
        db:execute "INSERT INTO p VALUES (1, 1), (7, 7)"
        db:execute "INSERT INTO t (id, a, b, k, r) VALUES (1, 2, 'x', 1, 1)"
        db:reflect()
        T = entity "T" {
          a = integer { required = true }, b = text { unique = true, required = true },
          k_ = belongs_to("P", { column = "k" , on_delete = "restrict" }), r_ = belongs_to("P", { column = "r", required = true }),
        }
        """
    ).expect(
      """
      db:migrate()
      print(db:query("SELECT sql FROM sqlite_schema WHERE name = 't'")[1].sql)
      print(db:query("SELECT count(*) n FROM sqlite_schema WHERE name IN ('one', 'two')")[1].n, db:migrate { dry_run = true })
      """,
      """
      t (T, 1 row), rebuilt
        ~ a      INT becomes INTEGER
        ~ b      is required
        + index  (k)
        + index  (r)
      CREATE TABLE "t" (
        "id" INTEGER PRIMARY KEY,
        "a" INTEGER NOT NULL ON CONFLICT IGNORE,
        "g" INT AS (a + 1),
        "b" TEXT NOT NULL UNIQUE ON CONFLICT REPLACE,
        "k" INTEGER DEFAULT 7,
        "r" INTEGER NOT NULL DEFAULT -3,
        "h" TEXT AS (b || 'x') STORED,
        FOREIGN KEY ("k") REFERENCES "p"("id") ON DELETE SET DEFAULT,
        FOREIGN KEY ("r") REFERENCES "p"("id") ON DELETE SET NULL
      )
      2 nothing to migrate: the tables are as declared
      """)
  }

  @Test func `a computed column of a table of one's own stays where it stands`() throws {
    try Script(
      schema: """
        T = entity "T" { a = integer {}, b = text {} }
        db:create_all()
        db:execute "ALTER TABLE t ADD COLUMN g INT AS (a + 1)"
        T = entity "T" { a = integer {}, b = text { required = true } }
        db:migrate()
        """
    ).expect(
      """
      local names = {}
      for _, c in ipairs(db:query "SELECT name FROM pragma_table_xinfo('t')") do names[#names + 1] = c.name end
      print(table.concat(names, " "), db:query("SELECT sql FROM sqlite_schema WHERE name = 't'")[1].sql:match "STRICT")
      """, "id a b g STRICT")
  }

  @Test func `what the table itself says is unique gets no index beside, and new indexes are named`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE p (id INTEGER PRIMARY KEY)"
        db:execute [[CREATE TABLE c (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT, p_id INTEGER REFERENCES p (id),
          q_id INTEGER REFERENCES p (id), UNIQUE (a, b) ON CONFLICT IGNORE)]]
        db:execute "CREATE INDEX pb ON c (p_id, b)"
        db:reflect()
        local source = db:schema_source():gsub("b = text {}", "b = text { validate = is.not_empty }")
        load(source)()
        """
    ).expect(
      """
      db:migrate()
      for _, i in ipairs(db:query "SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY 1") do print(i.name) end
      """,
      """
      c (C), rebuilt
        ~ b      other checks
        + index  (q_id)
      c_q_id_idx
      pb
      sqlite_autoindex_c_1
      """)
  }

  @Test func `a computed column that is declared as another one is a loss that must be named`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE g (id INTEGER PRIMARY KEY, a INTEGER, tot AS (a * 2))"
        G = entity "G" { a = integer {}, tot = integer {} }
        """
    ).expect(
      """
      print((pcall(db.migrate, db)), db:query("SELECT sql FROM sqlite_schema WHERE name = 'g'")[1].sql:match "AS")
      print(db:migrate { dry_run = true, destructive = { "G.tot" } })
      """,
      """
      false AS
      g (G), rebuilt
        ~ tot  no type becomes INTEGER, is computed no more
        ~      becomes strict
      """)
  }

  @Test func `rules and keys keep their names, and statistics stay`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE u (id INTEGER PRIMARY KEY)"
        db:execute [[CREATE TABLE t (id INTEGER PRIMARY KEY, a VARCHAR(20) CONSTRAINT a_long CHECK (length(a) > 0), b INTEGER, n NUMERIC,
          CONSTRAINT ab CHECK (b > 0 OR a IS NULL), CONSTRAINT to_u FOREIGN KEY (n) REFERENCES u(id))]]
        db:execute "CREATE INDEX ix ON t(a)"
        for i = 1, 50 do db:execute("INSERT INTO t VALUES (?, ?, ?, NULL)", i, "x" .. i % 7, i) end
        db:execute "ANALYZE"
        T = entity "T" { a = text { required = true }, b = integer {}, n = any {}, c = any {} }
        function statistics() return encode(db:query "SELECT * FROM sqlite_stat1 ORDER BY tbl, idx", "csv") end
        """, location: ":memory:")
    let plan = try script.run("before = statistics() print(db:migrate { dry_run = true })")
    #expect(!plan.contains("ANY"), "\(plan)")
    #expect(plan.contains("+ c  no type"), "\(plan)")
    try script.run("db:migrate()")
    let sql = try script.run("return db:query \"SELECT sql FROM sqlite_schema WHERE name = 't'\"[1].sql")
    for part in ["CONSTRAINT a_long CHECK (length(a) > 0)", "CONSTRAINT ab CHECK", "CONSTRAINT to_u FOREIGN KEY"] {
      #expect(sql.contains(part), "\(sql)")
    }
    #expect(!sql.contains("ANY"), "\(sql)")
    try script.expect("print(statistics() == before, #before > 10)", "true true")
  }
}
