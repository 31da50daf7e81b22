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
}
