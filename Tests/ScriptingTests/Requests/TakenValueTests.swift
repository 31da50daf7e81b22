import Testing

/// How many values `pluck` and `values` give within a function, and `math.sqrt`, are said in SQL; for the rest there is a reason.
@Suite struct TakenValueTests {
  private let schema = """
    Player = entity "Player" { name = text {}, weight = real {}, games = has_many "Game" }
    Game = entity "Game" { title = text {}, score = integer {}, player = belongs_to "Player" }
    db:create_all()
    Player:create { name = "A", weight = 9, games = { { title = "x", score = 1 }, { score = 4 } } }
    Player:create { name = "B", weight = 2 }
    Player:create { name = "C", weight = -1, games = { { title = "y", score = 9 } } }
    function both(f)
      local rows, asked = {}, {}
      for i, row in ipairs(Player:where(f):fetch()) do rows[i] = row.name end
      for i, row in ipairs(Player:where(f):fetch { pushdown = false }) do asked[i] = row.name end
      local plan = tostring(Player:where(f):explain()):gsub("\\n.*", "")
      print(table.concat(rows, " "), table.concat(rows, " ") == table.concat(asked, " "), plan)
    end
    """

  @Test func `values of related rows are counted in SQL`() throws {
    let count = #"(SELECT count(*) FROM "game" WHERE "player"."id" = "game"."player_id")"#
    try Script(schema: schema).expect(
      """
      both(function(p) return #p.games:pluck "title" == 2 end)
      both(function(p) return #p.games:values("title", "score") > 0 end)
      """,
      """
      A true pushed: \(count) = 2
      A C true pushed: \(count) > 0
      """)
  }

  @Test func `what is made of the values themselves says why it is not`() throws {
    try Script(schema: schema).expect(
      """
      both(function(p) return table.concat(p.games:pluck "score", ",") == "1,4" end)
      both(function(p) return p.games:pluck "score"[1] == 1 end)
      """,
      """
      A true closure: schema.lua:1: it gives what the rows of 'games' hold to 'concat', which takes a table: SQL has none
      A true closure: schema.lua:2: of the relation 'games' it asks for 'pluck': write for one in row.games:iterate() do
      """)
  }

  @Test func `a root is that of Lua, and asked where it is none`() throws {
    try Script(schema: schema).expect(
      """
      both(function(p) return math.sqrt(p.weight) > 1.5 end)
      both(function(p) return p.weight ~= nil and math.sqrt(p.weight) ~= math.sqrt(p.weight) end)
      """,
      """
      A true prefilter: lua_sqrt("weight") > 1.5 + closure where "weight" IS NULL OR lua_sqrt("weight") IS NULL (schema.lua:1: nil in place of a number is an error; schema.lua:1: what is NaN in Lua is NULL in SQL)
      C true prefilter: lua_sqrt("weight") <> lua_sqrt("weight") + closure where "weight" IS NOT NULL AND lua_sqrt("weight") IS NULL (schema.lua:2: what is NaN in Lua is NULL in SQL)
      """)
  }
}
