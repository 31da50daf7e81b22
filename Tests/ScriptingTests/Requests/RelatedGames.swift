/// Teams, players, their games with rounds, and tags: relations of all kinds, with rows that lack something.
let relatedGames = """
  Team = entity "Team" { name = text {}, active = boolean { default = true }, players = has_many "Player" }
  Player = entity "Player" {
    name = text {}, age = integer {}, team = belongs_to "Team", boss = belongs_to "Player",
    reports = has_many "Player" { inverse = "boss" }, games = has_many "Game", tags = many_to_many "Tag",
    pass = has_one "Pass",
  }
  Pass = entity "Pass" { number = integer {}, valid = boolean { default = true }, player = belongs_to "Player" }
  Game = entity "Game" {
    score = integer {}, won = boolean { default = false }, price = decimal { scale = 2 }, at = datetime {},
    player = belongs_to "Player", rounds = has_many "Round",
  }
  Round = entity "Round" { x = integer {}, game = belongs_to "Game" }
  Tag = entity "Tag" { name = text {}, color = text {}, players = many_to_many "Player" }
  db:create_all()
  red, blue = Team:create { name = "Red" }, Team:create { name = "Blue", active = false }
  ann = Player:create { name = "Ann", age = 20, team = red }
  bob = Player:create { name = "Bob", age = 30, team = blue, boss = ann }
  cid = Player:create { name = "Cid", boss = ann }
  g1 = Game:create { score = 5, won = true, player = ann, price = "1.50", at = "2024-02-29T10:30:05Z" }
  g2 = Game:create { score = 1, won = true, player = bob, price = "2.25", at = "2023-01-01T00:00:00Z" }
  g3 = Game:create { score = 9, player = bob }
  g4 = Game:create { score = 7 }
  Round:create { x = 1, game = g1 } Round:create { x = 2, game = g1 } Round:create { x = 7, game = g3 }
  a, b = Tag:create { name = "a", color = "x" }, Tag:create { name = "b", color = "y" }
  ann.tags:add(a, b) bob.tags:add(b)
  Pass:create { number = 3, player = ann } Pass:create { number = 4, valid = false, player = cid }
  function names(rows) return table.concat(rows:map "name", " ") end
  -- The rows that a condition selects, asked of the database, then of the list in memory: they must be the same.
  function both(...)
    local found = names(Player:where(...):fetch())
    local filtered = names(Player:fetch():filter(...))
    return found == filtered and found or found .. " but in memory " .. filtered
  end
  """
