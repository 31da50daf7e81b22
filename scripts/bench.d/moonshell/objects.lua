-- Objects one by one: stored, fetched, streamed, filtered, looked up.
local common = require "common"
local timed = common.timed
local workloads = {}

local source

function workloads.insert()
  source = source or common.database():query "SELECT id, name, team, age, score, joined, bio FROM player"
  local target = common.fresh_database()
  collectgarbage()
  local _, seconds = timed(function()
    local list = {}
    for i = 1, #source do list[i] = Player(source[i]) end
    target:add(list)
  end)
  local check = common.sums(target)
  target:close()
  return check, seconds
end

local function sums(count, ages, bytes, scores)
  return ("%d:%d:%d:%.0f"):format(count, ages, bytes, scores)
end

function workloads.fetch()
  local players = common.players()
  return timed(function()
    local list = players:fetch()
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
  local players = common.players()
  return timed(function()
    local count, ages, bytes, scores = 0, 0, 0, 0.0
    for p in players:iterate() do
      count = count + 1
      ages = ages + p.age
      bytes = bytes + #p.name
      scores = scores + p.score
    end
    return sums(count, ages, bytes, scores)
  end)
end

function workloads.filter()
  local players = common.players()
  local list, seconds = timed(function()
    local request = players:where(function(p) return p.age >= 20 and p.age < 30 and p.name:sub(-3) == "ell" end)
    return request:fetch { pushdown = false }
  end)
  return common.order(list), seconds
end

function workloads.lookup()
  local players = common.players()
  return timed(function()
    local bytes = 0
    for i = 0, 99999 do bytes = bytes + #players:get(1 + i * 7919 % 100000).name end
    return bytes
  end)
end

return workloads
