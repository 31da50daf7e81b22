-- Lists in memory: sorted, in sections, compared.
local common = require "common"
local timed = common.timed
local workloads = {}

local fetched

local function list()
  fetched = fetched or common.players():fetch()
  return fetched
end

-- What a function, tests and a text select that say the same, and what a function selects that must be called.
local function filtered(condition)
  return function()
    local all = list()
    local kept, seconds = timed(function() return all:filter(condition) end)
    return common.order(kept), seconds
  end
end

workloads["list-filter"] = filtered(function(p) return p.age >= 20 and p.age < 30 and p.score > 50 end)
workloads["list-tests"] = filtered { age = is.between(20, 29), score = is.greater(50) }
workloads["list-text"] = filtered "age >= 20 and age < 30 and score > 50"
workloads["list-function"] = filtered(function(p) return p.name:find("ell", 1, true) end)

workloads["sort-key"] = function()
  local unsorted = list()
  local sorted, seconds = timed(function()
    return unsorted:sorted(function(p) return p.name:match "%S+$" end)
  end)
  return common.order(sorted), seconds
end

workloads["sort-comparator"] = function()
  local unsorted = list()
  local sorted, seconds = timed(function()
    return unsorted:sorted(function(a, b)
      if a.team ~= b.team then return a.team < b.team end
      if a.score ~= b.score then return a.score > b.score end
      return a.id < b.id
    end)
  end)
  return common.order(sorted), seconds
end

workloads["sort-names"] = function()
  local unsorted = list()
  local sorted, seconds = timed(function() return unsorted:sorted("team", "-score", "id") end)
  return common.order(sorted), seconds
end

local function shown(rs) return ("%d:%d:%d:%d"):format(#rs, rs:section_count(), rs:at(2, 1).id, rs:at(#rs).id) end

function workloads.group()
  local unsorted = list()
  local rs, seconds = timed(function()
    local rs = result_set { unique = "id", section = initial "name", sort = "name" }
    rs:load(unsorted)
    return rs
  end)
  return shown(rs), seconds
end

-- The same players as plain tables, as they would come from anywhere; made before the clock starts.
local function tables(list)
  local result = {}
  for i, player in ipairs(list) do result[i] = player:to_table() end
  return result
end

local plain

workloads["group-tables"] = function()
  plain = plain or tables(list())
  local rs, seconds = timed(function()
    local rs = result_set { unique = "id", section = initial "name", sort = "name" }
    rs:load(plain)
    return rs
  end)
  return shown(rs), seconds
end

-- A thousand single edits of one list: rows change, move, come and go. Beside them, what it takes to load the list.
local edited

workloads["edits-load"] = function()
  plain = plain or tables(list())
  local rs = result_set { unique = "id", section = initial "name", sort = "name" }
  local _, seconds = timed(function() rs:load(plain) end)
  return #rs, seconds
end

function workloads.edits()
  if not edited then
    edited = result_set { unique = "id", section = initial "name", sort = "name" }
    edited:load(tables(list()))
  end
  local count = #edited
  local _, seconds = timed(function()
    for i = 1, 250 do
      local id = i * 7919 % count + 1
      edited:update(id, function(row) row.age = row.age + 1 end)
      edited:update(id, function(row) row.name = row.name:reverse() end)
      edited:insert { id = -i, name = "Zoe " .. i, team = "Io", age = 20, score = 1 }
      edited:remove(-i)
    end
  end)
  return #edited, seconds
end

local function in_sections(players)
  return players:sorted_by("name"):sectioned_by(initial "name"):results()
end

function workloads.sections()
  local players = common.players()
  local rs, seconds = timed(function() return in_sections(players) end)
  return shown(rs), seconds
end

-- Twenty commits of a row each under a list that a screen shows: rows change, move, come and go. Beside them, what it
-- takes to fetch the list.
local copy

workloads["commits-fetch"] = function()
  copy = copy or common.copied_database()
  local rs, seconds = timed(function() return in_sections(Player:on(copy)) end)
  return shown(rs), seconds
end

function workloads.commits()
  copy = copy or common.copied_database()
  local players = Player:on(copy)
  local rs, told = in_sections(players), 0
  rs:observe(function() told = told + 1 end)
  local count = #rs
  local _, seconds = timed(function()
    for i = 1, 5 do
      local player = players:get(i * 7919 % count + 1)
      player:assign { age = player.age == 20 and 21 or 20 }:save()
      player:assign { name = "Zoe " .. player.name }:save()
      player:assign { name = player.name:sub(5) }:save()
      copy:execute("UPDATE player SET bio = coalesce(bio, '') || 'x' WHERE id = ?", i)
    end
  end)
  assert(told == 20)
  return shown(rs), seconds
end

-- Looking up rows, with a thousand lists alive that hear of commits, and without.
local function looked_up()
  local players = Player:on(copy)
  return timed(function()
    local bytes = 0
    for i = 0, 19999 do bytes = bytes + #players:get(1 + i * 7919 % 100000).name end
    return bytes
  end)
end

local sets

function workloads.live()
  copy = copy or common.copied_database()
  if not sets then
    sets = {}
    for i = 1, 1000 do
      sets[i] = Player:on(copy):where { id = i }:results()
      if i % 2 == 0 then sets[i]:observe(function() end) end
    end
  end
  return looked_up()
end

workloads["live-none"] = function()
  copy = copy or common.copied_database()
  return looked_up()
end

local function change(database)
  database:execute "DELETE FROM player WHERE id % 100 = 3"
  database:execute [[INSERT INTO player SELECT id + 1000000, name || 'x', team, age, score, joined, bio FROM player
    WHERE id % 100 = 5]]
  database:execute "UPDATE player SET age = age + 1 WHERE id % 100 = 7"
  database:execute "UPDATE player SET name = 'Mo' || name WHERE id % 200 = 9"
end

local function counts(changes)
  return ("%d:%d:%d:%d"):format(#changes.deleted, #changes.inserted, #changes.updated, #changes.moved)
end

-- Two lists of rows that a program fetched, and the same rows as plain tables.
local old, new

local function lists()
  if old then return end
  local changed = common.copied_database()
  old = Player:on(changed):sorted_by("name"):fetch()
  change(changed)
  new = Player:on(changed):sorted_by("name"):fetch()
end

workloads["difference-lists"] = function()
  lists()
  local changes, seconds = timed(function() return diff(old, new, { section = initial "name" }) end)
  return counts(changes), seconds
end

local old_tables, new_tables

workloads["difference-tables"] = function()
  lists()
  old_tables, new_tables = old_tables or tables(old), new_tables or tables(new)
  local changes, seconds = timed(function() return diff(old_tables, new_tables, { section = initial "name" }) end)
  return counts(changes), seconds
end

-- What was shown before and after, as a screen keeps it; making both is not measured.
local before, after

function workloads.difference()
  if not before then
    local changed = common.copied_database()
    local rs = in_sections(Player:on(changed))
    before = rs:snapshot()
    change(changed)
    rs:refresh()
    after = rs:snapshot()
  end
  local changes, seconds = timed(function() return diff(before, after) end)
  return counts(changes), seconds
end

return workloads
