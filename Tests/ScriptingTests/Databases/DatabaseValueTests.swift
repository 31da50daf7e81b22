import Testing

/// Columns of tables made elsewhere that the database computes, or fills with what only it can tell.
@Suite struct DatabaseValueTests {
  private static let items = """
    db:execute [[CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, n INT DEFAULT 5,
      made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, two INT DEFAULT (1 + 1), u INT AS (n * 2), s TEXT AS (name || '!') STORED)]]
    db:reflect()
    """

  @Test func `computed columns are fields that nobody can set`() throws {
    let script = try Script(schema: Self.items)
    try script.expect(
      """
      local x = Item:create { name = "a" }
      print(x.u, x.s, Item:where { u = 10 }:count(), Item:sorted_by("-u"):first().s)
      x.n, x.name = 7, "b"
      x:save()
      print(x.u, x.s, next(x:changes()))
      print(pcall(db.transaction, db, function() x.n = 8 x:save() print(x.u) error "no" end))
      print(x.u, Item:get(1).u)
      x.n = 9
      local d = x:draft()
      d.n = 10
      d:save()
      print(x.u, d.u)
      """,
      """
      10 a! 1 a!
      14 b! nil
      16
      false schema.lua:6: no
      14 14
      20 20
      """)
    for statement in ["Item:get(1).u = 3", "Item:create { name = 'c', u = 3 }", "Item:all():update { u = 3 }"] {
      #expect(script.failure(statement) == "Item: u: is computed by the database: it cannot be set")
    }
  }

  @Test func `a default of the database's own is left to it, and read back`() throws {
    let script = try Script(schema: Self.items)
    try script.expect(
      """
      local x = Item:create { name = "a" }
      print(#x.made, x.two, x.n, x.id)
      local y, z = Item { name = "b", made = "now", two = null }, Item { name = "c" }
      print(z:validate())
      db:add(y, z)
      print(y.made, y.two, #z.made, z.two, z.id, y:is_new())
      print(pcall(db.transaction, db, function() db:add(Item { name = "d" }) error "no" end))
      print(Item:count())
      db:add(Item { id = 1, name = "e" }, { upsert = true })
      print(Item:get(1).name, Item:get(1).two, #Item:get(1).made)
      """,
      """
      19 2 5 1
      true
      now nil 19 2 3 false
      false schema.lua:7: no
      3
      e 2 19
      """)
  }

  @Test func `an import leaves them to the database, too`() throws {
    let files = try FileScript(schema: Self.items)
    try files.write("i.csv", "name,u,two\na,99,3\nb,98,\n")
    try files.write("j.csv", "name\nc\n")
    #expect(
      try files.run(
        """
        Item:import(dir .. "/i.csv")
        Item:import(dir .. "/j.csv")
        for i in Item:iterate() do print(i.name, i.u, i.two, #i.made) end
        """) == "a 10 3 19\nb 10 nil 19\nc 10 2 19")
  }

  @Test func `a migration leaves computed columns alone`() throws {
    let script = try Script(schema: Self.items)
    let output = try script.run(
      """
      db:execute "INSERT INTO item(name) VALUES ('a')"
      Item = entity "Item" {
        name = text { required = true }, n = integer {}, made = text {}, two = integer {}, size = integer { default = 1 },
      }
      db:migrate()
      local row = db:query("SELECT u, s, size FROM item")[1]
      print("after", row.u, row.s, row.size, Item:get(1).size)
      """)
    #expect(output.hasSuffix("after 10 a! 1 1"), "\(output)")
    #expect(!output.contains("goes with its values"))
  }

  @Test func `their source says what is computed, and how`() throws {
    let script = try Script(schema: Self.items)
    let source = try script.run("return db:schema_source()")
    #expect(source.contains(#"u = integer { generated = sql "n * 2" },"#), "\(source)")
    #expect(source.contains(#"s = text { generated = sql "name || '!'" },"#), "\(source)")
    try script.expect(
      source
        + """

        print(db:migrate { dry_run = true })
        local x = Item:create { name = "a" }
        print(x.u, x.s, Item:where { u = 10 }:count())
        x.n = 3
        x:save()
        print(x.u, db:query("SELECT sql FROM sqlite_schema WHERE name = 'item'")[1].sql:match "u INT AS .n . 2.")
        """,
      """
      nothing to migrate: the tables are as declared
      10 a! 1
      6 u INT AS (n * 2)
      """)
    #expect(source.contains(#"made = text { required = true, default = sql "CURRENT_TIMESTAMP" },"#))
  }
}
