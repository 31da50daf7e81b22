import TestSupport
import Testing

@Suite struct DatabaseTests {
  @Test func `a statement gives plain tables and takes its values in order or by name`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local rows = db:query("SELECT name, age FROM player WHERE age > ? ORDER BY age", 20)
      print(#rows, rows[1].name, rows[1].age, rows[3].name)
      print(db:query("SELECT :a + @b AS c", { a = 1, b = 2 })[1].c, db:query("SELECT ? AS c", { 7 })[1].c)
      print(db:query("SELECT ? AS c", null)[1].c, #db:query("SELECT 1 WHERE 0"))
      print(db:execute("UPDATE player SET score = 0 WHERE age > ?", 20), db:execute("UPDATE player SET score = 1 WHERE 0"))
      print(pcall(db.query, db, "SELECT :a", {}))
      print(pcall(db.query, db, "SELECT ?", {}))
      print(pcall(db.query, db, "SELECT ? + ?"))
      print(pcall(db.query, db, "SELECT 1", 2))
      print(pcall(db.execute, db, "UPDATE player SET age = ?"))
      print(pcall(db.query, db, "SELECT ?", print))
      print(pcall(db.query, db, 5))
      print(table.concat(db:tables(), " "))
      """,
      """
      3 Bob 21 Eve
      3 7
      nil 0
      3 0
      false there is no value for ':a' (null says NULL)
      false there is no value for '?1' (null says NULL)
      false the statement takes 2 values, not 0, in: SELECT ? + ?
      false the statement takes 0 values, not 1, in: SELECT 1
      false the statement takes 1 value, not 0, in: UPDATE player SET age = ?
      false value 1 must be plain (a number, text, true, false or null), not a function
      false a statement is text, not the integer 5
      player team
      """)
  }

  @Test func `an entity without its table says who makes it`() throws {
    let script = try Script(schema: "Boat = entity 'Boat' { length = real {} }")
    let words = ":memory: has no table 'boat': db:create_all() makes the tables of entities"
    #expect(script.failure("Boat:count()") == words && script.failure("Boat:create { length = 3 }") == words)
    #expect(script.failure("db:query 'SELECT * FROM ship'") == ":memory: has no table 'ship'")
    try script.expect("db:create_all() return Boat:count()", "0")
    let widened = "Boat = entity 'Boat' { length = real {}, crew = integer {} }"
    #expect(
      script.failure(widened + " Boat:fetch()").hasSuffix(": migrate() makes the tables what the entities say"))
    #expect(
      script.failure("db:query 'SELECT wheel FROM boat'") == "no such column: 'wheel', in: SELECT wheel FROM boat")
  }

  @Test func `a statement can give objects, whatever the order of its columns`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = db:query(Player, "SELECT *, 1 AS extra FROM player WHERE age >= ? ORDER BY age DESC", 22)
      list[1].score = 8
      list[1]:save()
      print(#list, names(list), list[1] == Player:get(5), Player:get(5).score, list[2].team.name)
      print(pcall(db.query, db, Player, "SELECT name FROM player"))
      """,
      """
      2 Eve Cid true 8 Blue
      false the statement answers no column 'id', which Player needs. Select *
      """)
  }

  @Test func `further columns of a statement that gives objects are members of them`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local list = db:query(Player, "SELECT age * 2 AS twice, player.*, name || '!' AS name, 1 AS save, 7 AS team FROM player WHERE id = 3")
      local p = list[1]
      print(p.name, p.name_2, p.twice, p.save_, p.team_, p.team.name, list:filter("twice > 1")[1] == p)
      print(pcall(function() p.twice = 1 end))
      p.score = 9
      p:save()
      local names = {} for name in pairs(p) do names[#names + 1] = name end
      print(Player:get(3).score, names[#names - 3], encode(p, "json"):find('"twice":', 1, true) ~= nil)
      """,
      """
      Cid Cid! 44 1 7 Blue true
      false Player: 'twice' was computed by annotate: it is read only. Assign the fields that it is made of
      9 twice true
      """)
  }

  @Test func `two databases keep their rows apart`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      local other = open(":memory:")
      other:create_all()
      local a, b = Player:create { name = "A" }, Player { name = "A" }
      other:add(b)
      Player:on(other):create { name = "B" }
      print(Player:count(), Player:on(other):count(), a == b, Player:on(other):get(2).name, b.id)
      print(pcall(other.add, other, a))
      print(pcall(other.delete, other, a))
      local t = Team:on(other):create { name = "T" }
      print(pcall(function() a.team = t end))
      b.team = t
      b:save()
      print(b.team.name, t.players:count(), Player:where { team = 1 }:count())
      other:transaction(function() db:begin() a.age = 20 a:save() db:rollback() b.age = 20 b:save() end)
      print(a.age, b.age, pcall(Player.on, Player, 5))
      other:close()
      print(pcall(b.save, b))
      print(Player:count(), other.path)
      """,
      """
      1 2 false B 1
      false this Player belongs to another database (:memory:)
      false this Player belongs to another database (:memory:)
      false this Team belongs to another database (:memory:)
      T 1 0
      nil 20 false on takes a database, as open(…) gives it, not the integer 5
      false the database is closed: open one with db:open("…")
      1 :memory:
      """)
  }

  @Test func `a file keeps its rows, and what may only be read says so`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.db")
    let first = try Script(schema: fivePlayers, location: path)
    try first.run("db:close()")
    let second = try Script(schema: "r = open('\(path)', { read_only = true }) " + players)
    try second.expect("P = Player:on(r) return P:count(), P:get(1).name, r.path == '\(path)'", "5 Ann true")
    #expect(second.kindOfFailure("P:create { name = 'x' }") == "ReadOnlyError")
    #expect(second.kindOfFailure("local p = P:get(1) p.age = 19 p:save()") == "ReadOnlyError")
    #expect(second.kindOfFailure("P:get(1):delete()") == "ReadOnlyError")
    try second.expect("return P:get(1).age, r:transaction(function() return P:count() end)", "20 5")
    #expect(second.failure("open('/nowhere/x.db')").contains("/nowhere/x.db"))
    #expect(second.failure("open('x', { readonly = true })").contains("Did you mean 'read_only'? Options are"))
    #expect(second.failure("open(5)") == "open takes a path: open(\"b.db\"), not the integer 5")
  }

  @Test func `opening a file makes entities of its tables`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.db")
    let first = try Script(schema: fivePlayers, location: path)
    try first.run("db:close()")
    let second = try Script()
    try second.expect(
      """
      db:open("\(path)")
      local p = Player:get(1)
      p.score = 6
      p:save()
      print(p.name, p.team.name, Team:get(1).player:count(), Player:sum "score")
      print(pcall(Player.create, Player, { name = "Ann" }))
      """,
      """
      Ann Red 2 22
      false Player: name: 'Ann' exists already (id 1)
      """)
  }

  @Test func `every statement is echoed to the function that listens`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      db.echo = function(sql, values) print(sql, values[1]) end
      db:begin()
      db:execute("UPDATE team SET name = ?", "x")
      db:rollback()
      db.echo = function() error("listening must not harm") end
      print(Player:count())
      db.echo = function() db:close() end
      print(pcall(Player.count, Player))
      """,
      """
      BEGIN IMMEDIATE nil
      UPDATE team SET name = ? x
      ROLLBACK nil
      0
      false :memory: is closed: open it again
      """)
    #expect(script.failure("db.ecko = 1") == "a database has only 'echo' to set, not 'ecko'")
    #expect(script.failure("db:qery()") == "a database has no method 'qery'. Did you mean 'query'?")
  }

  @Test func `columns of one name are members of their own`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local row = db:query("SELECT 1 a, 2 a, 3 a, 4 a_2")[1]
      print(row.a, row.a_3, row.a_4, row.a_2)
      print(encode(db:query("SELECT 1 a, 2 a"), "json"))
      """, "1 2 3 4\n[{\"a\":1,\"a_2\":2}]")
  }
}
