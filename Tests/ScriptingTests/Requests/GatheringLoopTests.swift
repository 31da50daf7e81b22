import Testing

/// Loops over the rows of a relation that add up, count, or keep the greatest or least value.
@Suite struct GatheringLoopTests {
  private static let schema = """
    Player = entity "Player" { name = text {}, age = integer {}, games = has_many "Game" }
    Game = entity "Game" {
      score = integer {}, time = real {}, title = text {}, won = boolean { default = false }, player = belongs_to "Player",
      rounds = has_many "Round",
    }
    Round = entity "Round" { points = integer { default = 1 }, game = belongs_to "Game" }
    db:create_all()
    local ann, bob = Player:create { name = "Ann", age = 3 }, Player:create { name = "Bob" }
    Player:create { name = "Cid", age = 4 }
    local g = Game:create { score = 3, time = 0.1, title = "one", won = true, player = ann }
    local h = Game:create { score = 5, time = 0.2, title = "two", player = ann }
    Game:create { score = 4, time = 0.3, title = "three", won = true, player = ann }
    Game:create { score = 2, title = "four", player = bob }
    Round:create { points = 4, game = g }
    Round:create { points = 5, game = g }
    Round:create { points = 6, game = h }
    local function names(rows, options) return table.concat(rows:fetch(options):map "name", " ") end
    function agree(rows)
      local ok, found = pcall(names, rows)
      local same, expected = pcall(names, rows, { pushdown = false })
      if ok ~= same or found ~= expected then return tostring(found) .. ", and not " .. tostring(expected) end
      return (tostring(rows:explain()):find "^closure" and "by row: " or "in SQL: ") .. found
    end
    """

  @Test(arguments: [
    ("local n = 0 for g in p.games:iterate() do n = n + 1 end return n > 1", "in SQL: Ann"),
    ("local n = 0 for g in p.games:iterate() do if g.won then n = n + 1 end end return n == 2", "in SQL: Ann"),
    (
      "local n = 0 for g in p.games:iterate() do if g.score == p.age then n = 1 + n end end return n == 1",
      "in SQL: Ann"
    ),
    ("local n = 2 for _, g in ipairs(p.games:fetch()) do if g.won then n = n + 1 end end return n == 4", "in SQL: Ann"),
    ("local s = 0 for g in p.games:iterate() do s = s + g.score end return s == 12", "in SQL: Ann"),
    ("local s = 20 for g in p.games:iterate() do s = s - g.score end return s == 8", "in SQL: Ann"),
    (
      "local s, n = 0, 0 for g in p.games:iterate() do s = s + (g.score or 0) n = n + 1 end return n > 0 and s / n == 4",
      "in SQL: Ann"
    ),
    ("local s = 0 for g in p.games:iterate() do s = s + g.score s = s + 1 end return s == 15", "in SQL: Ann"),
    ("local s = 0 for g in p.games:iterate() do s = s + (g.time or 0) end return s == 0.1 + 0.2 + 0.3", "in SQL: Ann"),
    (
      "local s = 0 for g in p.games:iterate() do s = s + (g.time or 0) end return math.type(s) == 'integer'",
      "in SQL: Bob Cid"
    ),
    (
      "local s = 0.0 for g in p.games:iterate() do s = s + (g.time or 0) end return math.type(s) == 'float'",
      "in SQL: Ann Bob Cid"
    ),
    (
      "local s = 0 for g in p.games:iterate() do for r in g.rounds:iterate() do s = s + r.points end end return s == 15",
      "in SQL: Ann"
    ),
    (
      "local s = 0 for g in p.games:iterate() do if g.score == 2 then return true end s = s + 1 end return s == 3",
      "in SQL: Ann Bob"
    ),
    (
      "local best for g in p.games:iterate() do if g.score and (not best or g.score > best) then best = g.score end end"
        + " return best == 5", "in SQL: Ann"
    ),
    (
      "local best for g in p.games:iterate() do if best == nil or g.score < best then best = g.score end end"
        + " return best and best < 3", "in SQL: Bob"
    ),
    (
      "local last = '' for g in p.games:iterate() do if g.title > last then last = g.title end end return last > 'tw'",
      "in SQL: Ann"
    ),
    ("local m = 0 for g in p.games:iterate() do m = math.max(m, g.time or 0) end return m > 0.2", "in SQL: Ann"),
    ("local m = 9 for g in p.games:iterate() do m = math.min(m, g.score or 0) end return m == 9", "in SQL: Cid"),
    (
      "local found = false for g in p.games:iterate() do if g.won then found = true end end return found", "in SQL: Ann"
    ),
    ("local found = false for g in p.games:iterate() do found = found or g.score == 2 end return found", "in SQL: Bob"),
    (
      "local found = false for g in p.games:iterate() do if g.won then found = true break end end return found",
      "in SQL: Ann"
    ),
    ("local all = true for g in p.games:iterate() do all = all and g.score ~= 2 end return all", "in SQL: Ann Cid"),
    (
      "local s = 0 for g in p.games:iterate() do if math.type(s) == 'integer' then s = s + 0.5 end end return s == 0.5",
      "in SQL: Ann Bob"
    ),
    ("return #p.games:fetch() > 1", "in SQL: Ann"),
    ("for _, g in ipairs(p.games:fetch()) do if g.won then return true end end", "in SQL: Ann"),
  ])
  func `what a loop gathers is said in SQL, and selects the same rows`(body: String, result: String) throws {
    let script = try Script(schema: Self.schema)
    let found = try script.run("return agree(Player:where(function(p) \(body) end))")
    #expect(found.asSelected == result.asSelected)
  }

  @Test(arguments: [
    "local n = 0 for g in p.games:iterate() do n = n * 2 + g.score end return n > 20",
    "local n = 0 for g in p.games:iterate() do n = n + 1 if n > 2 then return true end end return false",
    "local n = 0 for g in p.games:iterate() do if n < 5 then n = n + g.score end end return n > 6",
    "local n = 1 for g in p.games:iterate() do n = n + (g.time or 0) end return n > 1",
    "local last for g in p.games:iterate() do last = g.score end return last == 4",
    "local first for g in p.games:iterate() do if not first then first = g.score end end return first == 3",
    "local best, name for g in p.games:iterate() do if not best or g.score > best then best, name = g.score, g.title end end"
      + " return name == 'two'",
    "local best = 1 for g in p.games:iterate() do if (g.time or 2) >= best then best = g.time or 2 end end"
      + " return math.type(best) == 'integer'",
    "local even = true for g in p.games:iterate() do even = not even end return even",
    "local n = 0 for i, g in ipairs(p.games:fetch()) do if i == 2 then n = n + 1 end end return n == 1",
    "local s = 0 for g in p.games:iterate() do s = s + #tostring(s) end return s > 2",
  ])
  func `whatever depends on the order, or on what was gathered so far, runs row by row`(body: String) throws {
    let script = try Script(schema: Self.schema)
    let found = try script.run("return agree(Player:where(function(p) \(body) end))")
    #expect(found.hasPrefix("by row: ") && !found.contains("and not"), "\(found)")
  }

  @Test func `sums wrap around, and errors are raised, as in the loop`() throws {
    let script = try Script(schema: Self.schema)
    guard TestEngine.chosen == .sqlite else { return }
    try script.expect(
      """
      local function sum(p) local s = 0 for g in p.games:iterate() do s = s + g.score end return s end
      Game:create { score = math.maxinteger, player = Player:get(1) }
      print(agree(Player:where(function(p) return sum(p) < 0 end)))
      for _, p in ipairs(Player:annotate { total = sum }:fetch()) do print(p.total == sum(p), math.type(p.total)) end
      Game:create { player = Player:get(2) }
      print(agree(Player:where(function(p) return sum(p) < 0 end)))
      print(agree(Player:where(function(p) return p.id ~= 2 and sum(p) < 0 end)))
      Game:create { time = 1 / 0, player = Player:get(3) }
      Game:create { time = -1 / 0, player = Player:get(3) }
      print(agree(Player:where(function(p)
        local s = 0
        for g in p.games:iterate() do s = s + (g.time or 0) end
        return s ~= s
      end)))
      """,
      """
      in SQL: Ann
      true integer
      true integer
      true integer
      in SQL: schema.lua:1: attempt to perform arithmetic on a nil value (field 'score')
      in SQL: Ann
      in SQL: Cid
      """)
  }

  @Test func `of a start and a value that are equal the one stays that the loop keeps`() throws {
    try Script(schema: Self.schema, engine: .sqlite).expect(
      """
      local loops = {
        function(p) local m = 4.0 for g in p.games:iterate() do if g.score and g.score >= m then m = g.score end end return tostring(m) end,
        function(p) local m = 4.0 for g in p.games:iterate() do if g.score and g.score > m then m = g.score end end return tostring(m) end,
        function(p) local m = 5.0 for g in p.games:iterate() do m = math.max(g.score or 0, m) end return tostring(m) end,
        function(p) local m = 5.0 for g in p.games:iterate() do m = math.max(m, g.score or 0) end return tostring(m) end,
        function(p) local m = 2.0 for g in p.games:iterate() do if g.score <= m then m = g.score end end return tostring(m) end,
        function(p) local m = 2.0 for g in p.games:iterate() do m = math.min(g.score or 9, m) end return tostring(m) end,
      }
      for _, loop in ipairs(loops) do
        local found, expected = {}, {}
        for i, p in ipairs(Player:annotate { m = loop }:sorted_by("id"):fetch()) do found[i], expected[i] = p.m, loop(Player:get(p.id)) end
        print(table.concat(found, " "), table.concat(found, " ") == table.concat(expected, " "))
      end
      """,
      """
      5 4.0 4.0 true
      5 4.0 4.0 true
      5 5.0 5.0 true
      5.0 5.0 5.0 true
      2.0 2 2.0 true
      2.0 2 2.0 true
      """)
  }
}
