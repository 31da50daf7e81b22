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
}
