import TestSupport
import Testing

/// Entities that a script declares over tables of other programs: a column does what it does, not what is declared.
@Suite struct DeclaredOverOthersTests {
  private let schema = """
    db:execute [[CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT, m INTEGER, s TEXT COLLATE NOCASE, at DATETIME, u BLOB)]]
    for i, v in ipairs { "2", "10", "a", "A", "2024-01-01", "x", "5", "", "2024-01-01T00:00:00Z" } do
      db:execute("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", i, v, v, v, v, v)
    end
    db:execute "INSERT INTO t VALUES (20, 3, 3, 3, 3, 3)"
    """

  @Test(arguments: ["integer", "real", "text", "date", "datetime", "boolean", "any"], ["n", "m", "s", "at", "u"])
  func `conditions and functions agree with lists, errors included`(type: String, column: String) throws {
    try Script(schema: schema).expect(
      """
      E = entity "E" { table = "t", \(column) = \(type) {} }
      local values = ({ integer = { 2, 5 }, real = { 2.0, 5.5 }, text = { "a", "2" }, date = { "2024-01-01", "2025-01-01" },
        datetime = { "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z" }, boolean = {}, any = { 2, "a" } })["\(type)"]
      local seen
      local list = E:fetch()
      local function ids(f)
        local ok, rows = pcall(f)
        if not ok then return "error " .. tostring(rows) end
        local t = {}
        for i, r in ipairs(rows) do t[i] = r.id end
        return table.concat(t, " ")
      end
      local function same(what, ...)
        local all = { ... }
        for i = 2, #all do if all[i] ~= all[1] then print(what, i, all[1], all[i]) end end
      end
      for _, v in ipairs(values) do
        for name, sign in pairs { equal = "==", not_equal = "~=", less = "<", at_least = ">=" } do
          local condition, words = { \(column) = is[name](v) }, "\(column) " .. sign .. " v"
          same(name .. " " .. v, ids(function() return list:filter(condition) end),
            ids(function() return E:where(condition):fetch() end),
            ids(function() return E:where(words, { v = v }):fetch() end),
            ids(function() return list:filter(words, { v = v }) end))
          local f = load("local v = ... return function(r) return r." .. words .. " end")(v)
          same("function " .. words .. " " .. v, ids(function() return E:where(f):fetch { pushdown = false } end),
            ids(function() return E:where(f):fetch() end), ids(function() return list:filter(f) end))
        end
      end
      for _, f in ipairs { function(r) return r.\(column) end, function(r) return r.\(column) ~= nil end } do
        same("truth", ids(function() return E:where(f):fetch { pushdown = false } end),
          ids(function() return E:where(f):fetch() end))
      end
      same("order", ids(function() return list:sorted("\(column)", "id") end),
        ids(function() return E:sorted_by("\(column)", "id"):fetch() end))
      print(E:where { id = 3 }:count())
      """, "1")
  }

  @Test func `days and moments that are none raise, and good ones are found by the database`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, d TEXT, at TEXT)"
        db:execute "INSERT INTO t VALUES (1, '2024-05-01', '2024-05-01T10:00:00Z'), (2, '2023-01-01', NULL)"
        E = entity "E" { table = "t", d = date {}, at = datetime {} }
        """
    ).expect(
      """
      print(E:where(function(e) return e.d > "2024" end):count(), E:where(function(e) return e.at and e.at > "2024" end):count())
      db:execute "UPDATE t SET d = 'soon' WHERE id = 2"
      print(select(2, pcall(function() return E:where(function(e) return e.d > "2024" end):fetch() end)))
      """,
      """
      1 1
      E: d: the stored value 'soon' is no date
      """)
  }

  @Test func `what is declared is what is made, whatever the table was`() throws {
    try Script(schema: schema).expect(
      """
      E = entity "E" { table = "t", n = text {}, s = text {} }
      print(E:where { s = "A" }:count(), #E:fetch():filter { s = "A" }, (E:create_sql():gsub("%s+", " ")))
      """, #"2 2 CREATE TABLE IF NOT EXISTS "t" ( "id" INTEGER PRIMARY KEY, "n" TEXT, "s" TEXT ) STRICT; "#)
  }

  @Test func `a column that another program changes is what it is then`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let folder = try TemporaryFolder()
    let script = try Script(location: "\(folder.path)/a.db")
    try script.run(
      """
      E = entity "E" { n = integer {}, s = text {} }
      db:create_all()
      E:create { n = 5, s = "A" }
      return E:where { n = 5, s = "A" }:count()
      """)
    let other = try Script(location: "\(folder.path)/a.db")
    try other.run(
      #"""
      db:execute "DROP TABLE e"
      db:execute "CREATE TABLE e (id INTEGER PRIMARY KEY, n TEXT, s TEXT COLLATE NOCASE)"
      db:execute "INSERT INTO e VALUES (1, '5', 'a')"
      """#)
    try script.expect(
      """
      print(E:where { s = "A" }:count(), E:where "s == 'A'":count(), E:where { n = 5 }:count())
      db:execute "SELECT 1"
      print(E:where { s = "A" }:first().s)
      """,
      """
      1 1 0
      a
      """)
  }

  @Test func `days and moments in another form are told, and migrating writes them anew`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE u (id INTEGER PRIMARY KEY, at DATETIME, day DATE)"
        db:execute [[INSERT INTO u VALUES (1, '2023-05-05 10:11:12', '2023-05-05'), (2, '2023-05-06T00:00:00Z', NULL)]]
        U = entity "U" { at = datetime {}, day = date {} }
        """
    ).expect(
      """
      local found = U:check()
      print(#found, found[1].key, found[1].field, found[1].message)
      db:migrate()
      print(#U:check(), U:get(1).at, U:where { at = is.at_least "2023-05-05" }:count())
      """,
      """
      1 1 at is written otherwise than this field does, '2023-05-05T10:11:12Z', and compares as the text that it is: \
      db:migrate() rewrites it
      u (U, 2 rows), rebuilt
        ~ at   DATETIME becomes TEXT (datetime)
        ~ day  DATE becomes TEXT (date)
        ~      becomes strict
      0 2023-05-05T10:11:12Z 2
      """)
  }

  @Test func `UUIDs in upper case are told, and migrating writes them anew`() throws {
    try Script(
      schema: """
        db:execute "CREATE TABLE v (id INTEGER PRIMARY KEY, u CHAR(36))"
        db:execute [[INSERT INTO v VALUES (1, '0B0C0EE5-3C5C-4A1F-9D0E-1F5A3C8F4F6A'),
          (2, '0b0c0ee5-3c5c-4a1f-9d0e-1f5a3c8f4f6b')]]
        V = entity "V" { u = uuid { unique = true } }
        """
    ).expect(
      """
      local found = V:check()
      print(#found, found[1].key, found[1].field, found[1].message)
      db:migrate()
      print(#V:check(), V:get(1).u, V:where { u = V:get(1).u }:count())
      print(pcall(V.create, V, { u = "0B0C0EE5-3C5C-4A1F-9D0E-1F5A3C8F4F6A" }))
      """,
      """
      1 1 u is written otherwise than this field does, '0b0c0ee5-3c5c-4a1f-9d0e-1f5a3c8f4f6a', and compares as the \
      text that it is: db:migrate() rewrites it
      v (V, 2 rows), rebuilt
        ~ u  CHAR(36) becomes TEXT (uuid), is unique
        ~    becomes strict
      0 0b0c0ee5-3c5c-4a1f-9d0e-1f5a3c8f4f6a 1
      false V: u: '0b0c0ee5-3c5c-4a1f-9d0e-1f5a3c8f4f6a' exists already (id 1)
      """)
  }

  @Test func `a condition on UUIDs in upper case is refused, and a twin of one`() throws {
    let script = try Script(
      schema: """
        upper, lower = "0B0C0EE5-3C5C-4A1F-9D0E-1F5A3C8F4F6A", "0b0c0ee5-3c5c-4a1f-9d0e-1f5a3c8f4f6a"
        db:execute "CREATE TABLE v (u TEXT PRIMARY KEY, up TEXT REFERENCES v(u), n INT)"
        db:execute("INSERT INTO v VALUES (?, NULL, 1), ('1b0c0ee5-3c5c-4a1f-9d0e-1f5a3c8f4f6b', ?, 2)", upper, upper)
        V = entity "V" { u = uuid { primary_key = true }, up = belongs_to("V", { column = "up" }), below = has_many "V",
          n = integer {} }
        """)
    let asking = ["where { u = upper }:fetch()", "where('u == x', { x = lower }):count()", "get(upper)", "get(lower)"]
    let writing = ["create { u = upper }", "get_or_create { u = upper }", "where { u = { lower } }:delete()"]
    for words in asking + writing {
      #expect(script.failure("return V:\(words)").hasPrefix("V.u: the column holds UUIDs in upper case"), "\(words)")
    }
    #expect(
      script.failure("db:add(V { u = upper }, { upsert = true })").hasPrefix("V.u: the column holds UUIDs in upper"))
    try script.expect(
      """
      local first = V:sorted_by "n":first()
      print(first.u == upper, #first.below:fetch(), first.below:fetch()[1].up.u == upper, V:where { n = 2 }:count())
      print(#V:where(function(v) return v.u == upper end):fetch(), V:where { up = first }:count())
      print(pcall(first.delete, first))
      db:execute "PRAGMA foreign_keys = OFF"
      db:execute "UPDATE v SET u = lower(u), up = lower(up)"
      print(V:where { u = upper }:count(), V:get(upper).n)
      """,
      """
      true 1 true 1
      1 1
      false V '0B0C0EE5-3C5C-4A1F-9D0E-1F5A3C8F4F6A' cannot be deleted: rows of V still refer to it
      1 1
      """)
  }

  @Test func `words say what to declare over a column of another program`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE stuff (id INTEGER PRIMARY KEY, j TEXT, active BOOLEAN, name TEXT)"
        db:execute [[INSERT INTO stuff VALUES (1, '{"a":1}', 5, 'x')]]
        db:reflect()
        """)
    #expect(script.failure("Stuff:where { j = { a = 1 } }").hasSuffix("If it holds JSON, declare j = json {}"))
    #expect(
      script.failure("Stuff:get(1):toggle 'active'")
        == "toggle takes the name of a boolean field, and Stuff.active is not declared as one: declare"
        + " active = boolean {}")
    #expect(script.failure("Stuff:get(1):toggle 'name'").hasSuffix("not the text 'name'. Stuff has none"))
  }

  @Test func `a condition on moments that are numbers is refused until they are texts`() throws {
    let script = try Script(
      schema: """
        db:execute "CREATE TABLE w (id INTEGER PRIMARY KEY, at INTEGER, day DATE)"
        db:execute "INSERT INTO w VALUES (1, 1700000000, 5), (2, NULL, NULL), (3, 1800000000, '2024-01-02')"
        W = entity "W" { at = datetime {}, day = date {} }
        """)
    for condition in ["{ at = is.less '2024-01-01' }", "'at == \"2024-01-01\"'", "{ at = { '2024-01-01' } }"] {
      for word in ["fetch()", "count()", "exists()", "pluck 'id'", "delete()"] {
        #expect(
          script.failure("W:where\(condition):\(word)")
            .hasPrefix("W.at: the column holds numbers, and a datetime is a text"), "\(condition) \(word)")
      }
    }
    try script.expect(
      """
      print(W:where { at = null }:count(), W:where { id = 1 }:count(), W:where { day = "2024-01-02" }:count())
      db:execute "UPDATE w SET at = datetime(at, 'unixepoch')"
      print(W:where { at = is.greater "2024-01-01" }:count())
      """,
      """
      1 1 1
      1
      """)
  }
}
