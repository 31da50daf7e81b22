-- The Lua half of limit_lua.c: what a user of that host would write. Prints a line `seconds check` per repetition.
local workload, data, scratch, repetitions = ...
local database = host.open(data)

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

  local start = os.clock()
  host.execute(target, "BEGIN")
  local statement = host.prepare(target, INSERT)
  for i = 1, #source do
    local p = player(source[i])
    if not is_valid(p) then error "the data is not valid" end
    host.insert(statement, p)
  end
  host.execute(target, "COMMIT")
  local seconds = os.clock() - start

  host.finalize(statement)
  local check = host.value(target, COUNT_AND_SUM)
  host.close(target)
  return check, seconds
end

function workloads.fetch()
  return with(ALL_COLUMNS, function(statement)
    local list = host.fetch(statement)
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
end

function workloads.filter()
  return with(ALL_COLUMNS, function(statement)
    return #host.filter(statement, function(p)
      return p.age >= 20 and p.age < 30 and p.name:sub(-3) == "ell"
    end)
  end)
end

function workloads.lookup()
  return with(BY_KEY, function(statement)
    local bytes = 0
    for i = 0, 99999 do bytes = bytes + #host.find(statement, 1 + i * 7919 % 100000).name end
    return bytes
  end)
end

function workloads.start()
  return host.value(database, "SELECT count(*) FROM player WHERE id <= 10")
end

for _ = 1, tonumber(repetitions) do
  collectgarbage()
  local start = os.clock()
  local check, seconds = workloads[workload]()
  print(("%.6f %s"):format(seconds or os.clock() - start, check))
end
