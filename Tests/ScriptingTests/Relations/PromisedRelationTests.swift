import Testing

/// From the second time on, a relation to many is a promise: it must be told from a request by nothing.
@Suite struct PromisedRelationTests {
  private static let schema = """
    Team = entity "Team" { name = text {}, players = has_many "Player", fans = many_to_many "Fan" }
    Player = entity "Player" { name = text {}, score = integer {}, team = belongs_to "Team" }
    Fan = entity "Fan" { name = text {} }
    db:create_all()
    for t = 1, 3 do
      local team = Team:create { name = "T" .. t }
      for p = 1, t do Player:create { name = t .. "." .. p, score = p, team = team } end
      team.fans:add(Fan { name = "F" .. t })
    end
    -- The first reading of each relation shows how it is found.
    assert(Team:get(1).players and Team:get(1).fans)
    function names(request)
      local list = {}
      for i, object in ipairs(request:fetch()) do list[i] = object.name end
      return table.concat(list, " ")
    end
    """

  @Test(arguments: [
    ("return names(t.players)", "3.1 3.2 3.3"),
    ("return names(t.fans)", "F3"),
    (#"return names(t.players:where { score = is.at_least(2) }:sorted_by("-score"))"#, "3.3 3.2"),
    ("return t.players:count(), t.players:exists(), t.players:first().name", "3 true 3.1"),
    (#"return t.players:sum "score""#, "6"),
    ("local r = t.players return r:count(), r:count(), names(r), names(r)", "3 3 3.1 3.2 3.3 3.1 3.2 3.3"),
    (#"t.players:add(Player { name = "new" }) return names(t.players)"#, "3.1 3.2 3.3 new"),
    ("local r = t.players r:remove(r:first()) return names(r)", "3.2 3.3"),
    ("local n = {} for p in t.players:iterate() do n[#n + 1] = p.name end return table.concat(n, ' ')", "3.1 3.2 3.3"),
    ("return tostring(t.players) == tostring(Player:where { team = t }), type(t.players)", "true userdata"),
    (#"return names(Player:where { team = t }:where { score = 1 }), #t.players:results()"#, "3.1 3"),
  ]) func `it answers as the request does`(source: String, expected: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("local t = Team:get(3) \(source)", expected)
    let other = try Script(schema: Self.schema)
    try other.expect(#"local t = Team:all():with("players", "fans"):fetch()[3] \#(source)"#, expected)
  }

  @Test func `what is wrong is said as for a request`() throws {
    let script = try Script(schema: Self.schema)
    for source in ["return #t.players", "return t.players.nonsense", "return t.players:fetch { limit = 1 }"] {
      let (first, later) = (
        "local t = Team:get(2) \(source)", "local t = Team:get(2) local _ = t.players:count() \(source)"
      )
      let fresh = try Script(
        schema: Self.schema.replacing("assert(Team:get(1).players and Team:get(1).fans)", with: ""))
      let message = try fresh.run("return select(2, pcall(function() \(first) end))")
      #expect(try script.run("return select(2, pcall(function() \(later) end))") == message)
    }
  }

  @Test func `it is of the object as it was when it was asked for`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local t = Team:create { name = "t" }
      local players = t.players
      t.id = 99
      print(names(t.players) == "")
      Player:create { name = "new", team = t:save() }
      return names(players) == "", names(t.players)
      """, "true\ntrue new")
    try script.expect(
      """
      local t = Team:get(2)
      local players = t.players
      Player:all():delete()
      t:delete()
      return names(players) == ""
      """, "true")
  }

  @Test func `a relation that is no more says so`() throws {
    let script = try Script(schema: Self.schema)
    try script.run("team = Team:get(3) players = team.players")
    try script.run(#"Team = entity "Team" { name = text {} } Player = entity "Player" { name = text {} }"#)
    let answer = try script.run("return select(2, pcall(function() return players:count() end))")
    #expect(answer.contains("players") || answer == "3", "\(answer)")
  }

  @Test func `it survives what scripts do to userdata`() throws {
    let script = try Script(schema: Self.schema)
    try script.run(
      """
      local players = Team:get(3).players
      for place = 1, 3 do
        for _, value in ipairs { "x", 7, {}, Team:get(1), io.stdout } do
          pcall(debug.setuservalue, players, value, place)
          pcall(function() return players:count() end)
          pcall(function() return players:fetch() end)
        end
      end
      collectgarbage()
      """)
  }

  @Test func `what was not selected has no promise`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(#"return names(Team:select("name"):fetch()[3].players)"#, "3.1 3.2 3.3")
  }
}
