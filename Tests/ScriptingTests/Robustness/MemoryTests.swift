import Testing

@Suite struct MemoryTests {
  @Test func `a collector that never rests changes nothing`() throws {
    let script = try Script(schema: players)
    try script.expect(
      """
      collectgarbage("incremental", 1, 10000, 1)
      for round = 1, 20 do
        local t = Team { name = "t" .. round }
        local p = Player { name = "p" .. round, avatar = { list = { round, { deep = "x" } } }, team = t }
        db:add { p, Player { name = "q" .. round, team = t } }
        p.avatar.list[2].deep = "y" .. round
        p.score = round
        p:save()
        collectgarbage()
        local list = Player:where { score = round }:fetch()
        collectgarbage()
        assert(list[1].avatar.list[2].deep == "y" .. round)
        assert(list[1].team.name == "t" .. round)
        for q in t.players:where(function(x) collectgarbage() return x.score > 0 end):iterate() do
          collectgarbage()
          assert(q == p)
        end
        pcall(db.transaction, db, function() p.score = 0 p:save() collectgarbage() error("x") end)
        assert(p.score == round)
      end
      return Player:count(), Player:sum "score"
      """, "40 210")
  }

  @Test func `finalizers of scripts may use the database at any time`() throws {
    let script = try Script(schema: fivePlayers)
    try script.expect(
      """
      local count = 0
      local function trap() setmetatable({}, { __gc = function() count = count + Player:count() Player:first() end }) end
      collectgarbage("incremental", 1, 10000, 1)
      for i = 1, 50 do
        trap()
        Player:where(function(p) trap() return p.score > 2 end):fetch()
        Player:create { name = "n" .. i, avatar = { i } }
        for p in Player:limit(3):iterate() do trap() end
      end
      collectgarbage()
      return Player:count(), count > 0
      """, "55 true")
  }

  @Test func `a hundred thousand objects are saved in one transaction and read again`() throws {
    let script = try Script(
      schema: "X = entity 'X' { name = text { required = true }, n = integer {} } db:create_all()")
    try script.expect(
      """
      local list = {}
      for i = 1, 100000 do list[i] = X { name = "name " .. i, n = i } end
      db:add(list)
      print(list[1].id, list[100000].id, X:count())
      local sum = 0
      for _, x in ipairs(X:fetch()) do sum = sum + x.n end
      for x in X:where(function(x) return x.n % 2 == 0 end):iterate() do sum = sum - x.n end
      print(sum)
      pcall(db.transaction, db, function() for i = 1, 1000 do list[i].n = 0 list[i]:save() end error("x") end)
      print(list[1].n, list[1000].n, X:sum "n")
      """,
      """
      1 100000 100000
      2500000000
      1 1000 5000050000
      """)
  }
}
