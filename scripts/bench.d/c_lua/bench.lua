-- The Lua half of the host in C: what a user of it would write. Prints a line `seconds check` per repetition.
local workload, data, scratch, repetitions = ...
local database = host.open(data)

-- Gives what the function gives, and the processor time that it took.
local function timed(body)
  local start = os.clock()
  local result = body()
  return result, os.clock() - start
end

local teams = {}
for name in ("Apollo Ariel Callisto Ceres Charon Deimos Dione Eris Europa Ganymede Io Luna Mimas Miranda Nereid Oberon "
  .. "Phobos Rhea Titan Triton"):gmatch "%a+" do
  teams[name] = true
end

local days = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }

local function is_date(text)
  local year, month, day = text:match "^(%d%d%d%d)%-(%d%d)%-(%d%d)$"
  if not year then return false end
  year, month, day = tonumber(year), tonumber(month), tonumber(day)
  local last = days[month]
  if month == 2 and year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0) then last = 29 end
  return last and day >= 1 and day <= last
end

local function is_valid(p)
  local length = utf8.len(p.name)
  return length >= 1 and length <= 64 and teams[p.team]
    and math.type(p.age) == "integer" and p.age >= 16 and p.age <= 60
    and p.score >= 0 and p.score <= 100
    and is_date(p.joined)
    and (p.bio == nil or utf8.len(p.bio) <= 280)
end

local class = { __index = {} }

-- A new object of plain values, as an entity's constructor makes one.
local function player(t)
  return setmetatable(
    { id = t.id, name = t.name, team = t.team, age = t.age, score = t.score, joined = t.joined, bio = t.bio }, class)
end

local function with(sql, body)
  local statement = host.prepare(database, sql)
  local check = body(statement)
  host.finalize(statement)
  return check
end

local function sums(count, ages, bytes, scores)
  return ("%d:%d:%d:%.0f"):format(count, ages, bytes, scores)
end

-- Every row's place counts.
local function order(list)
  local sum = 0
  for i = 1, #list do sum = (sum * 31 + list[i].id) % (1 << 32) end
  return ("%d:%d"):format(#list, sum)
end

local workloads = {}

local source

function workloads.insert()
  if not source then
    source = {}
    with(ALL_COLUMNS, function(statement)
      for p in host.next_row, statement do source[#source + 1] = player(p) end
    end)
  end
  local target = host.fresh(scratch .. "/limit_lua.sqlite")
  collectgarbage()

  local _, seconds = timed(function()
    host.execute(target, "BEGIN")
    local statement = host.prepare(target, INSERT)
    for i = 1, #source do
      local p = player(source[i])
      if not is_valid(p) then error "the data is not valid" end
      host.insert(statement, p)
    end
    host.execute(target, "COMMIT")
    host.finalize(statement)
  end)

  local check = host.value(target, SUMS_OF_ALL)
  host.close(target)
  return check, seconds
end

function workloads.fetch()
  return timed(function()
    local list = with(ALL_COLUMNS, host.fetch)
    local ages, bytes, scores = 0, 0, 0.0
    for i = 1, #list do
      local p = list[i]
      ages = ages + p.age
      bytes = bytes + #p.name
      scores = scores + p.score
    end
    return sums(#list, ages, bytes, scores)
  end)
end

function workloads.stream()
  return timed(function()
    return with(ALL_COLUMNS, function(statement)
      local count, ages, bytes, scores = 0, 0, 0, 0.0
      for p in host.next_row, statement do
        count = count + 1
        ages = ages + p.age
        bytes = bytes + #p.name
        scores = scores + p.score
      end
      return sums(count, ages, bytes, scores)
    end)
  end)
end

local function is_wanted(p) return p.age >= 20 and p.age < 30 and p.name:sub(-3) == "ell" end

function workloads.filter()
  local list, seconds = timed(function()
    return with(ALL_COLUMNS, function(statement) return host.filter(statement, is_wanted) end)
  end)
  return order(list), seconds
end

function workloads.lookup()
  return timed(function()
    return with(BY_KEY, function(statement)
      local bytes = 0
      for i = 0, 99999 do bytes = bytes + #host.find(statement, 1 + i * 7919 % 100000).name end
      return bytes
    end)
  end)
end

local function fetch_with(condition)
  local list, seconds = timed(function() return with(ALL_COLUMNS .. condition, host.fetch) end)
  return order(list), seconds
end

function workloads.where()
  return fetch_with " WHERE age BETWEEN 20 AND 21 AND substr(name, -3) = 'ell' ORDER BY id"
end

workloads.closure = workloads.where

function workloads.equality() return fetch_with " WHERE age = 33 ORDER BY id" end

local unsorted

workloads["sort-key"] = function()
  unsorted = unsorted or with(ALL_COLUMNS, host.fetch)
  local list, seconds = timed(function()
    return host.sorted(unsorted, function(p) return p.name:match "%S+$" end)
  end)
  return order(list), seconds
end

local PLAYERS = ALL_COLUMNS .. " WHERE id <= 10000"
local GAMES = "SELECT id, player_id, duration FROM game WHERE player_id "

local function add_up(games, count, durations)
  for i = 1, #games do durations = durations + games[i].duration end
  return count + #games, durations
end

function workloads.lazy()
  return timed(function()
    return with(GAMES .. "= ?", function(related)
      return with(PLAYERS, function(statement)
        local players, count, durations = 0, 0, 0.0
        for p in host.next_row, statement do
          players = players + 1
          count, durations = add_up(host.games_of(related, p.id), count, durations)
        end
        return ("%d:%d:%.0f"):format(players, count, durations)
      end)
    end)
  end)
end

function workloads.eager()
  return timed(function()
    local list = with(PLAYERS, host.fetch)
    local related = with(GAMES .. "<= 10000 ORDER BY player_id", host.games_by_player)
    local count, durations = 0, 0.0
    for i = 1, #list do
      count, durations = add_up(related[list[i].id] or {}, count, durations)
    end
    return ("%d:%d:%.0f"):format(#list, count, durations)
  end)
end

function workloads.start()
  return host.value(database, "SELECT count(*) FROM player WHERE id <= 10"), 0
end

for _ = 1, tonumber(repetitions) do
  collectgarbage()
  local check, seconds = workloads[workload]()
  print(("%.6f %s"):format(seconds, check))
end
