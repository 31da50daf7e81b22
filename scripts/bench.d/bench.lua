-- Moonshell's side of the benchmark. Prints a line `seconds check` per repetition.
local workload, data, scratch, repetitions = ...

Player = entity "Player" {
  name = text { required = true, validate = is.length(1, 64) },
  team = enum {
    "Apollo", "Ariel", "Callisto", "Ceres", "Charon", "Deimos", "Dione", "Eris", "Europa", "Ganymede", "Io", "Luna",
    "Mimas", "Miranda", "Nereid", "Oberon", "Phobos", "Rhea", "Titan", "Triton", required = true,
  },
  age = integer { required = true, validate = is.between(16, 60) },
  score = real { required = true, validate = is.between(0, 100) },
  joined = date { required = true },
  bio = text { validate = is.length(0, 280) },
}

local database = open(data, { read_only = true })
local players = Player:on(database)

local function sums(count, ages, bytes, scores)
  return ("%d:%d:%d:%.0f"):format(count, ages, bytes, scores)
end

local workloads = {}

local source

function workloads.insert()
  source = source or database:query "SELECT id, name, team, age, score, joined, bio FROM player"
  local path = scratch .. "/moonshell.sqlite"
  for _, ending in ipairs { "", "-journal", "-wal", "-shm" } do os.remove(path .. ending) end
  local target = open(path)
  target:execute "PRAGMA journal_mode = MEMORY"
  target:execute "PRAGMA synchronous = OFF"
  target:create_all()
  collectgarbage()

  local start = os.clock()
  local list = {}
  for i = 1, #source do list[i] = Player(source[i]) end
  target:add(list)
  local seconds = os.clock() - start

  local check = target:query("SELECT count(*) || ':' || sum(age) AS sums FROM player")[1].sums
  target:close()
  return check, seconds
end

function workloads.fetch()
  local list = players:fetch()
  local ages, bytes, scores = 0, 0, 0.0
  for i = 1, #list do
    local p = list[i]
    ages = ages + p.age
    bytes = bytes + #p.name
    scores = scores + p.score
  end
  return sums(#list, ages, bytes, scores)
end

function workloads.stream()
  local count, ages, bytes, scores = 0, 0, 0, 0.0
  for p in players:iterate() do
    count = count + 1
    ages = ages + p.age
    bytes = bytes + #p.name
    scores = scores + p.score
  end
  return sums(count, ages, bytes, scores)
end

function workloads.filter()
  local request = players:where(function(p) return p.age >= 20 and p.age < 30 and p.name:sub(-3) == "ell" end)
  return #request:fetch { pushdown = false }
end

function workloads.lookup()
  local bytes = 0
  for i = 0, 99999 do bytes = bytes + #players:get(1 + i * 7919 % 100000).name end
  return bytes
end

local function bySection(players)
  return players:sorted_by("name"):sectioned_by(initial "name"):results()
end

function workloads.group()
  local rs = bySection(players)
  return ("%d:%d:%d:%d"):format(#rs, rs:section_count(), rs:at(2, 1).id, rs:at(#rs).id)
end

-- What was shown before and after, as a screen keeps it; making both is not measured.
local before, after

function workloads.difference()
  if not before then
    local path = scratch .. "/moonshell-changed.sqlite"
    for _, ending in ipairs { "", "-wal", "-shm" } do os.remove(path .. ending) end
    database:execute("VACUUM INTO '" .. path .. "'")
    local changed = open(path)
    local rs = bySection(Player:on(changed))
    before = rs:snapshot()
    changed:execute "DELETE FROM player WHERE id % 100 = 3"
    changed:execute [[INSERT INTO player SELECT id + 1000000, name || 'x', team, age, score, joined, bio FROM player
      WHERE id % 100 = 5]]
    changed:execute "UPDATE player SET age = age + 1 WHERE id % 100 = 7"
    changed:execute "UPDATE player SET name = 'Mo' || name WHERE id % 200 = 9"
    rs:refresh()
    after = rs:snapshot()
  end
  local start = os.clock()
  local changes = diff(before, after)
  local seconds = os.clock() - start
  return ("%d:%d:%d:%d"):format(#changes.deleted, #changes.inserted, #changes.updated, #changes.moved), seconds
end

function workloads.start()
  return players:where { id = is.at_most(10) }:count()
end

for _ = 1, tonumber(repetitions) do
  collectgarbage()
  local start = os.clock()
  local check, seconds = workloads[workload]()
  print(("%.6f %s"):format(seconds or os.clock() - start, check))
end
