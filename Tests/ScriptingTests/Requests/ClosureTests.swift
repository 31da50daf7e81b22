import Testing

@Suite struct ClosureTests {
  @Test func `a row that was lent to a function cannot be kept`() throws {
    let script = try Script(schema: fivePlayers)
    let words = "this row was only lent to the function that tested it. Keep its key, or fetch() the rows first"
    try script.expect(
      """
      local kept
      Player:where(function(p) kept = p return true end):fetch()
      local q = Player:get(1)
      print(pcall(function() return kept.name end))
      print(pcall(q.to_table, kept))
      print(pcall(q.save, kept))
      print(pcall(function() return kept == q end))
      print(pcall(db.add, db, kept))
      print(pcall(db.delete, db, kept))
      print(kept)
      """,
      """
      false schema.lua:4: \(words)
      false \(words)
      false \(words)
      false \(words)
      false a row that a function tests cannot be saved: fetch() the rows first
      false a row that a function tests cannot be deleted: fetch() the rows first
      Player(a row that was lent)
      """)
  }

  @Test func `a row cannot be changed or linked while it is tested`() throws {
    let script = try Script(schema: fivePlayers)
    #expect(
      script.failure("Player:where(function(p) p.age = 20 end):fetch()")
        == "a row that a function tests cannot be changed: fetch() the rows, then change them")
    #expect(
      script.failure("Team:where(function(t) Player { name = 'x', team = t } end):fetch()")
        == "a row that a function tests cannot be kept: fetch() the rows first")
    #expect(
      script.failure("Player:where(function(p) p:delete() end):fetch()")
        == "a row that a function tests cannot be deleted: fetch() the rows first")
  }

  @Test func `an error keeps its place, and leaves no statement open`() throws {
    let script = try Script(schema: fivePlayers)
    #expect(
      script.failure("return Player:where(function(p)\nreturn p.age > 20 end):fetch()")
        == "schema.lua:2: attempt to compare number with nil (field 'age')"
        || script.failure("return Player:where(function(p)\nreturn p.age > 20 end):fetch()")
          .hasPrefix("schema.lua:2: attempt to compare")
    )
    for end in [":fetch()", ":count()", ":exists()", ":first()", ":pluck('name')", ":each(print)", ":iterate()()"] {
      try script.expect(
        """
        local calls = 0
        local ok, e = pcall(function()
          return Player:where(function(p) calls = calls + 1 if calls == 2 then error({ code = 7 }) end end)\(end)
        end)
        print(ok, e.code)
        db:transaction(function() Player:get(1):assign { score = 5 }:save() end)
        db:execute("CREATE TABLE t (a)")
        db:execute("DROP TABLE t")
        """, "false 7")
    }
  }

  @Test func `a function cannot yield out of a request, and the request ends well`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local co = coroutine.wrap(function() return pcall(function() return Player:where(function(p) coroutine.yield(1) end):fetch() end) end)
      print(co())
      db:execute("CREATE TABLE t (a)")
      db:execute("DROP TABLE t")
      """, "false attempt to yield across a C-call boundary")
  }

  @Test func `a function may ask the database while it is asked`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local richer = Player:where(function(p) return Player:where(function(q) return q.score > p.score end):count() == 1 end)
      return names(richer:fetch())
      """, "Ann")
  }

  @Test func `rows that are being read cannot be read further by their own function`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local next
      next = Player:where(function(p) next() return true end):iterate()
      print(pcall(next))
      local it, _, _, closer
      it, _, _, closer = Player:where(function(p) do local x <close> = closer end return true end):iterate()
      print(pcall(it))
      print(pcall(it))
      """,
      """
      false these rows are being read already: a function of a request cannot go on with them
      true Player(1)
      true Player(2)
      """)
  }

  @Test func `a loop may end early, nest, and delete what it sees`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      for p in Player:iterate() do if p.id == 2 then break end end
      print(pcall(function() for p in Player:iterate() do error("x", 0) end end))
      local pairs = 0
      for p in Player:iterate() do for q in Player:iterate() do pairs = pairs + 1 end end
      print(pairs)
      local kept = {}
      for p in Player:iterate() do kept[#kept + 1] = p end
      print(names(kept), kept[1] == Player:get(1))
      for p in Player:iterate() do if p.score < 5 then p:delete() else p.score = 0 p:save() end end
      print(Player:count(), Player:sum "score")
      db:execute("DROP TABLE player")
      """,
      """
      false x
      25
      Ann Bob Cid Dan Eve true
      2 0
      """)
  }

  @Test func `coroutines may read the same rows in turn`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      db:transaction(function() for i = 1, 100 do Player:create { name = "p" .. i } end end)
      local it = Player:where(function(p) return p.id % 2 == 0 end):iterate()
      local sum = 0
      for i = 1, 50 do
        local co = coroutine.create(function() sum = sum + it().id end)
        assert(coroutine.resume(co))
        co = nil
        collectgarbage()
      end
      return sum, (it())
      """, "2550 nil")
  }

  @Test func `a loop over many rows sees each once`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      db:transaction(function() for i = 1, 1000 do Player:create { name = "p" .. i } end end)
      local n, sum = 0, 0
      for p in Player:iterate() do n, sum = n + 1, sum + p.id end
      local m = 0
      for p in Player:where(function(p) return p.id % 3 == 0 end):offset(3):limit(300):iterate() do m = m + 1 end
      for p in Player:iterate() do if p.id % 2 == 0 then p:delete() end end
      return n, sum, m, Player:count()
      """, "1000 500500 300 500")
  }
}
