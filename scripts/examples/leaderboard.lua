-- A live leaderboard: this process shows it, another one plays.

local file = os.tmpname()
db:open(file)
Player = entity "Player" {
  name  = text    { required = true, unique = true },
  score = integer { default = 0, validate = is.at_least(0) },
}
db:create_all()
for _, row in ipairs { { "Ann", 31 }, { "Bob", 24 }, { "Cid", 18 }, { "Dan", 12 }, { "Eve", 3 } } do
  Player:create { name = row[1], score = row[2] }
end

-- The leagues are sections: who wins or loses enough moves from one to another.
local places = { Gold = 1, Silver = 2, Bronze = 3 }
local board = Player:sorted_by("-score", "name")
  :sectioned_by(function(p) return p.score >= 30 and "Gold" or p.score >= 15 and "Silver" or "Bronze" end)
  :results { sort_sections = function(a, b) return places[a.name] < places[b.name] end }

local function show()
  for i, league in ipairs(board.sections) do
    print(league.name)
    for j, player in ipairs(league) do print(string.format("  %d. %-4s %3d", j, player.name, player.score)) end
  end
end

-- Another process opens the file, where the table is an entity at once, and plays a round: one transaction.
local function round(code)
  return io.popen(string.format("'%s' '%s' -e 'db:transaction(function() %s end)'", arg[-1], file, code), "w")
end

show()
for n, code in ipairs {
  [[ Player:where { name = "Bob" }:update { score = 33 } ]],
  [[ Player:create { name = "Fay", score = 20 } Player:where { name = "Cid" }:update { score = 14 } ]],
  [[ Player:where { name = "Eve" }:delete() Player:where { name = "Ann" }:update { score = 29 } ]],
  [[ Player:where { name = "Bob" }:update { score = 16 } Player:where { name = "Dan" }:update { score = 17 } ]],
} do
  print("\nround " .. n)
  local other = round(code)
  board:watch { changes = 1 }
  other:close()
end
print()
show()

for _, ending in ipairs { "", "-wal", "-shm" } do os.remove(file .. ending) end
