import LuaRuntime
import TestSupport
import Testing

/// What `db:schema_source()` says makes the same types again.
@Suite struct SchemaSourceTests {
  @Test func `the source of tables made elsewhere reads them as reflection did`() throws {
    let script = try Script(
      schema: """
        db:execute [[CREATE TABLE Track (TrackId INTEGER PRIMARY KEY NOT NULL, Name NVARCHAR(200) NOT NULL,
          Price NUMERIC(10,2) NOT NULL, Rate DECIMAL(8, 4), Bytes INTEGER, Photo BLOB, Score DOUBLE, Other NUMERIC, Day DATE, Plain)]]
        db:execute "INSERT INTO Track VALUES (1, 'a', 0.99, 1.0005, 7, x'00ff', 1.5, 'n/a', '2020-01-01', 3)"
        db:reflect()
        """)
    try script.expect(
      """
      local function row() local t = {} for _, n in ipairs { "Price", "Rate", "Bytes", "Score", "Other", "Day", "Plain" } do t[#t + 1] = tostring(Track:get(1)[n]) end return table.concat(t, " ") end
      local before, source = row(), db:schema_source()
      load(source)()
      print(before == row(), row(), Track:sum "Price", Track:where { Price = "0.99" }:count())
      print(db:schema_source() == source, Track:get(1).Photo == "\\0\\255")
      """,
      """
      true 0.99 1.0005 7 1.5 n/a 2020-01-01 3 0.99 1
      true true
      """)
  }

  @Test(arguments: [
    ("TEXT", "TEXT COLLATE NOCASE"), ("TEXT COLLATE NOCASE", "TEXT"), ("TEXT COLLATE RTRIM", "TEXT COLLATE NOCASE"),
    ("TEXT COLLATE NOCASE", "TEXT COLLATE NOCASE"),
  ])
  func `a column that refers to a key compares as it did`(own: String, key: String) throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE names (code \(key) PRIMARY KEY NOT NULL, n INTEGER)"
        db:execute "CREATE TABLE visits (id INTEGER PRIMARY KEY, who \(own) REFERENCES names(code), x INTEGER)"
        db:execute "INSERT INTO names VALUES ('Ann', 1)"
        db:execute "INSERT INTO visits VALUES (1, 'Ann', 2)"
        db:reflect()
        """)
    let asked =
      "print(#db:query \"SELECT 1 FROM visits WHERE who = 'ANN'\", #db:query \"SELECT 1 FROM visits WHERE who = 'Ann  '\")"
    let answer = try script.run("\(asked) load(db:schema_source())() print(db:migrate { dry_run = true })")
    #expect(answer.hasSuffix("nothing to migrate: the tables are as declared"))
    let fresh = try Script()
    let source = try script.run("return db:schema_source()")
    let filled = "Names:create { code = 'Ann', n = 1 } db:execute \"INSERT INTO visits VALUES (1, 'Ann', 2)\""
    #expect(
      try fresh.run("load([==[\(source)]==])() db:create_all() \(filled) \(asked) print(db:migrate { dry_run = true })")
        == answer)
  }

  @Test(arguments: ["TEXT PRIMARY KEY NOT NULL", "TEXT NOT NULL UNIQUE PRIMARY KEY"])
  func `a key of one field is not called unique`(column: String) throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE land (code \(column), name TEXT UNIQUE)"
        db:execute "CREATE TABLE town (land TEXT NOT NULL UNIQUE, name TEXT NOT NULL, PRIMARY KEY (land, name))"
        db:reflect()
        """)
    let source = try script.run("return db:schema_source()")
    #expect(source.contains("code = text { primary_key = true },"), "\(source)")
    #expect(source.contains("name = text { unique = true }"), "\(source)")
    #expect(source.components(separatedBy: "unique = true").count == 3, "\(source)")
    try script.expect(
      "load(db:schema_source())() print(db:migrate { dry_run = true })",
      "nothing to migrate: the tables are as declared")
    let fresh = try Script()
    try fresh.expect(
      """
      load([==[\(source)]==])()
      db:create_all()
      Land:create { code = "a" }
      print(select(2, pcall(Land.create, Land, { code = "a" })))
      db:add(Land { code = "a", name = "x" }, { upsert = true, on = "code" })
      print(Land:count(), Land:get("a").name)
      """, "Land: code: 'a' exists already\n1 x")
  }

  @Test func `rules that a field made are rules of the row in the source`() throws {
    let script = try Script(
      schema: """
        Item = entity "Item" {
          a = boolean { required = true }, j = integer { bits = 16 }, k = enum { "m", "f" }, l = text { validate = is.length(1, 5) },
          p = integer { validate = is.between(1, 5) & is.not_equal(3) }, check = "j < p",
        }
        db:create_all()
        Item:create { a = true, j = 1, k = "m", l = "x", p = 2 }
        """)
    let stored = try script.run("return db:create_sql()")
    try script.expect(
      """
      local before = db:query "SELECT count(*) AS n FROM item"[1].n
      db:reflect()
      load(db:schema_source())()
      print(db:migrate { dry_run = true })
      for _, values in ipairs { { p = 3 }, { j = 70000 }, { k = "x" }, { l = "123456" }, { j = 5, p = 2 } } do
        values.a = true
        assert(not pcall(Item.create, Item, values))
      end
      print(Item:create { a = false, j = 1, k = "f", l = "y", p = 4 }.a, before)
      """,
      """
      nothing to migrate: the tables are as declared
      false 1
      """)
    #expect(try script.run("return db:create_sql()") != stored)
    let fresh = try Script()
    try fresh.expect(
      "load(...)() db:create_all() print(db:migrate { dry_run = true }, (pcall(Item.create, Item, { a = true, p = 3 })))"
        .replacing("...", with: "[==[" + script.run("return db:schema_source()") + "]==]"),
      "nothing to migrate: the tables are as declared false")
  }

  @Test func `names of any letters, documents and defaults as the column stores them are said in Lua`() throws {
    let script = try Script(
      schema: """
        db:execute 'CREATE TABLE "straße" (id INTEGER PRIMARY KEY, "größe" TEXT)'
        db:execute [[CREATE TABLE q (id INTEGER PRIMARY KEY, o TEXT, a INTEGER DEFAULT 5.0, b INTEGER DEFAULT 1e3,
          c INTEGER DEFAULT 0x10, d REAL DEFAULT 7, e TEXT DEFAULT 8, f INTEGER DEFAULT '9', g INTEGER DEFAULT 'x', h NUMERIC DEFAULT '2.50',
          i NUMERIC(10, 2) DEFAULT 0.5, j INTEGER DEFAULT -0x01)]]
        J = entity "J" { j = json { default = { a = { 1, null, "x" }, ["b c"] = { d = true } } } }
        db:create_all()
        db:reflect()
        Q:create { o = "x" }
        db:execute "INSERT INTO q (o) VALUES ('raw')"
        """)
    try script.expect(
      """
      local function row(id)
        local r, t = db:query("SELECT * FROM q WHERE id = ?", id)[1], {}
        for _, n in ipairs { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" } do t[#t + 1] = tostring(r[n]) end
        return table.concat(t, " ")
      end
      print(row(1) == row(2), row(1))
      local source = db:schema_source()
      load(source)()
      print(db:schema_source() == source, db:migrate { dry_run = true })
      print(J:create {}:encode "json", Q:create { o = "y" }.a)
      """,
      """
      true 5 1000 16 7.0 8 9 x 2.5 0.5 -1
      true nothing to migrate: the tables are as declared
      {"id":1,"j":{"a":[1,null,"x"],"b c":{"d":true}}} 5
      """)
  }

  @Test func `columns that no field can be named as are fields of other names`() throws {
    try Script(
      schema: """
        db:execute [[CREATE TABLE odd (id INTEGER PRIMARY KEY, "c.d" INTEGER, "-x" TEXT)]]
        db:execute [[CREATE INDEX odd_idx ON odd ("c.d", "-x")]]
        db:execute "INSERT INTO odd VALUES (1, 2, 'm')"
        db:execute [[CREATE TABLE unnamed (id INTEGER PRIMARY KEY, "" TEXT, a TEXT)]]
        db:execute [[CREATE INDEX unnamed_idx ON unnamed (a, "")]]
        db:reflect()
        unnamed = db:schema_source():find("-- a column without a name", 1, true) ~= nil
        load(db:schema_source())()
        """
    ).expect(
      """
      local o, plan = Odd:get(1), tostring(db:migrate { dry_run = true })
      return unnamed, o["c.d"], o.__x, plan:find("odd", 1, true), plan:find("nothing to migrate", 1, true) ~= nil
      """,
      "true 2 m nil true")
  }

  @Test func `the source of an ordered relation asks for no other index`() throws {
    let script = try Script(
      schema: """
        A = entity "A" { bs = has_many("B", { ordered = true }) }
        B = entity "B" { a = belongs_to "A" }
        """)
    let location = try TemporaryFolder()
    let file = location.path + "/a.db"
    try script.run("db:open '\(file)' db:create_all()")
    try Script(location: file).expect(
      "db:reflect() load(db:schema_source())() return db:migrate { dry_run = true }",
      "nothing to migrate: the tables are as declared")
  }

  @Test func `indexes of others keep their names`() throws {
    let schema = """
      db:execute "CREATE TABLE place (id INTEGER PRIMARY KEY, guid TEXT, hash INTEGER)"
      db:execute "CREATE UNIQUE INDEX guid_unique ON place (guid)"
      db:execute "CREATE INDEX by_hash ON place (hash)"
      db:reflect()
      source = db:schema_source()
      """
    let script = try Script(schema: schema)
    let source = try script.run("return source")
    let empty = try Script()
    empty.session.lua.setGlobal("source", .string(LuaString(source)))
    try empty.expect(
      """
      load(source)()
      db:create_all()
      for _, row in ipairs(db:query "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name") do print(row.name, row.sql) end
      print(db:migrate { dry_run = true })
      """,
      """
      by_hash CREATE INDEX by_hash ON place (hash)
      guid_unique CREATE UNIQUE INDEX guid_unique ON place (guid)
      nothing to migrate: the tables are as declared
      """)
  }

  @Test func `names that differ in letters beyond ASCII are those of two columns`() throws {
    try Script(
      schema: """
        db:execute 'CREATE TABLE t (id INTEGER PRIMARY KEY, "Ä" TEXT, "ä" TEXT)'
        db:reflect()
        """
    ).expect(
      "load(db:schema_source())() return db:migrate { dry_run = true }",
      "nothing to migrate: the tables are as declared")
  }
}
