import Testing

/// Files whose texts are stored in UTF-16, which SQLite orders by the bytes of that: what is asked of the database is
/// what lists in memory give.
@Suite struct WideTextTests {
  @Test(arguments: ["UTF-16le", "UTF-16be"], 0..<UInt64(3))
  func `all words compare a column of such texts alike`(encoding: String, seed: UInt64) throws {
    let script = try Script(location: ":memory:")
    // Bytes that are no UTF-8 are others to such a file.
    let program = ColumnMeaning.program(seed: seed).replacing("\"x'ff'\",", with: "")
    let found = try script.run("db:execute \"PRAGMA encoding = '\(encoding)'\"\n" + program)
    #expect(found == "", "seed \(seed)")
    try script.expect("print(db:query('PRAGMA encoding')[1].encoding)", encoding)
  }

  @Test(arguments: ["UTF-16le", "UTF-16be"])
  func `texts beyond Latin are in the order of their characters`(encoding: String) throws {
    try Script(
      schema: """
        db:execute "PRAGMA encoding = '\(encoding)'"
        db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT)"
        for _, s in ipairs { "ﬀ", "a", "Ā", "😀", "z", "ä" } do db:execute("INSERT INTO t (c) VALUES (?)", s) end
        db:execute "CREATE INDEX i ON t (c)"
        db:reflect()
        """
    ).expect(
      """
      local function all(list) local s = "" for _, r in ipairs(list) do s = s .. r.c end return s end
      print(all(T:sorted_by "c":fetch()), all(T:sorted_by(function(r) return r.c end):fetch()), T:min "c", T:max "c")
      print(all(T:where { c = is.less "Ā" }:fetch()), all(T:where("c >= 'Ā'"):fetch()), all(T:where { c = is.between("z", "Ā") }:fetch()))
      print(all(T:where(function(r) return r.c > "ä" end):fetch()), all(T:where(function(r) return r.c:sub(1, 1) == "\\xc3" end):fetch()))
      print(all(T:where { c = is.prefix "Ā" }:fetch()), all(T:where { c = is.containing "😀" }:fetch()), all(T:where { c = "ﬀ" }:fetch()))
      local first, behind = T:sorted_by "-c":page(2)
      print(all(first), all((T:sorted_by "-c":page { after = behind })))
      """,
      """
      azäĀﬀ😀 azäĀﬀ😀 a 😀
      azä ﬀĀ😀 Āzä
      ﬀĀ😀 ä
      Ā 😀 ﬀ
      😀ﬀ Āä
      """)
  }

  @Test func `tables that are made there can be written by every program`() throws {
    try Script(
      schema: """
        db:execute "PRAGMA encoding = 'UTF-16le'"
        E = entity "E" { a = text { validate = is.at_least "b" }, b = text { validate = is.containing "x" }, check = { "a < b" } }
        db:create_all()
        """
    ).expect(
      """
      local sql = db:query("SELECT sql FROM sqlite_schema WHERE name = 'e'")[1].sql
      print(sql:find "moonshell", sql:find "lua_", E:create { a = "c", b = "xĀ" }.id, db:migrate { dry_run = true })
      """, "nil nil 1 nothing to migrate: the tables are as declared")
  }
}
