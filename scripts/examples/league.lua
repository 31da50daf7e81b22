-- A league of 100,000 players, saved in one transaction, each of them checked.

local count = tonumber(arg[1]) or 100000

Player = entity "Player" {
  name   = text    { required = true, validate = is.length(3, 20) },
  team   = text    { required = true, indexed = true },
  points = integer { default = 0, validate = is.between(0, 1000) },
}
db:create_all()

local teams = { "Apollo", "Ceres", "Europa", "Luna", "Titan" }
db:transaction(function()
  local batch = {}
  for n = 1, count do
    batch[#batch + 1] = Player { name = "Player " .. n, team = teams[n % #teams + 1], points = n * 7919 % 1001 }
    if #batch == 1000 or n == count then
      db:add(batch)
      batch = {}
    end
  end
end)

print(Player:count() .. " players")
for _, team in ipairs(teams) do
  local players = Player:where { team = team }
  print(string.format("%-7s %6d players, %9d points, best %s", team, players:count(), players:sum "points",
    players:sorted_by("-points"):first().name))
end

-- All or nothing: the last of these breaks a rule, so none is kept.
local ok, err = pcall(db.transaction, db, function()
  Player:create { name = "Ada", team = "Luna" }
  Player:create { name = "Bo", team = "Luna" }
end)
print(err)
print(Player:count() .. " players")
