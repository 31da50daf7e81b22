#!/usr/bin/env moonshell
-- Two related entities: good rows and bad ones, questions, answers.
--
--   scripts/moonshell scripts/examples/players.lua              in memory
--   scripts/moonshell players.db scripts/examples/players.lua   in a file: a second run finds the rows of the first

Team = entity "Team" {
  name    = text { required = true, unique = true },
  players = has_many "Player",
}

Player = entity "Player" {
  name  = text    { required = true, validate = is.not_empty },
  score = integer { default = 0, validate = is.at_least(0) },
  age   = integer { validate = is.between(18, 70) },
  rank  = enum    { "pro", "amateur", default = "amateur" },
  team  = belongs_to "Team" { on_delete = "cascade" },
}

db:create_all()
print("players found: " .. Player:count())

if Player:count() == 0 then
  local red, blue = Team { name = "Red" }, Team { name = "Blue" }
  db:add(
    Player { name = "Zerator", age = 30, score = 120, team = red },
    Player { name = "Mister MV", age = 41, score = 300, rank = "pro", team = red },
    Player { name = "Maghla", age = 29, score = 250, rank = "pro", team = blue },
    Player { name = "Étoiles", age = 26, team = blue })
end

-- A row that breaks rules is refused whole, and says every rule.
local ok, err = pcall(Player.create, Player, { name = " ", age = 12 })
print("\nrefused:\n" .. tostring(err))

-- So is one that breaks a rule between rows.
ok, err = pcall(Team.create, Team, { name = "Red" })
print("\nrefused:\n" .. tostring(err))

print("\nplayers with points, best first:")
for player in Player:where { score = is.greater(0) }:sorted_by("-score"):iterate() do
  print(string.format("%5d  %-10s %-8s %s", player.score, player.name, player.rank, player.team.name))
end

local red = Team:where { name = "Red" }:first()
print("\nRed has " .. red.players:count() .. " players and " .. red.players:sum "score" .. " points")
