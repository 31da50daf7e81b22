import Testing

@testable import Scripting

/// Functions that read members which a request makes of related rows.
@Suite struct AggregateMemberTests {
  private static let schema = """
    Player = entity "Player" { name = text {}, games = has_many("Game", { inverse = "player" }) }
    Game = entity "Game" {
      score = integer {}, weight = real {}, title = text {}, at = datetime {}, price = decimal { scale = 2 },
      player = belongs_to("Player", { inverse = "games" }),
    }
    db:create_all()
    for n = 1, 4 do
      local player = Player:create { name = "p" .. n }
      for k = 2, n do
        Game:create {
          score = k * n - 7, weight = k / 4, title = "t" .. k, at = "202" .. k .. "-01-01T00:00:00Z", price = k, player = player,
        }
      end
    end
    Game:create { player = Player:create { name = "p5" } }
    players = Player:annotate {
      played = "count games", best = "max games.score", least = "min games.weight", mean = "avg games.score",
      all = "sum games.score", half = "median games.score", last = "max games.at", first = "min games.title",
      paid = "sum games.price", dearest = "max games.price", levels = "count distinct games.score",
    }
    """

  @Test(arguments: [
    ("p.played > 1 and (p.best or 0) > 1", "said: 3 4"), ("p.best and p.best < 0", "said: 2"),
    ("p.best == nil", "said: 1 5"), ("(p.least or 1) <= 0.5", "said: 2 3 4"), ("p.mean and p.mean > 0", "said: 3 4"),
    ("p.all >= 0", "said: 1 3 4 5"), ("math.type(p.all) == 'integer'", "said: 1 2 3 4 5"),
    ("p.half and p.half > 4", "said: 4"),
    ("p.last and p.last >= '2024'", "said: 4"), ("p.first ~= nil and p.first .. '!' == 't2!'", "said: 2 3 4"),
    ("tostring(p.mean) == '0.5'", "said: 3"), ("p.paid > decimal '4'", "said: 3 4"),
    ("p.paid * 2 == decimal '10'", "said: 3"),
    ("p.dearest and p.dearest + 1 > decimal '4.5'", "said: 4"), ("tostring(p.half) == '5.0'", "said: 4"),
    ("p.levels == 2", "said: 3"),
  ])
  func `what is made of related rows is read as SQL says it`(condition: String, found: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local f = function(p) return \(condition) end
      local pushed, called = players:where(f):pluck "id", players:where(f):fetch { pushdown = false }:map "id"
      pushed, called = table.concat(pushed, " "), table.concat(called, " ")
      if pushed ~= called then return "differs: " .. pushed .. " | " .. called end
      return (tostring(players:where(f):explain()):find "^closure" and "closure" or "said") .. ": " .. pushed
      """, found)
  }
}
