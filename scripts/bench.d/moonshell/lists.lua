-- Lists in memory: sorted, in sections, compared.
local common = require "common"
local timed = common.timed
local workloads = {}

local fetched

local function list()
  fetched = fetched or common.players():fetch()
  return fetched
end

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

local function in_sections(players)
  return players:sorted_by("name"):sectioned_by(initial "name"):results()
end

function workloads.sections()
  local players = common.players()
  local rs, seconds = timed(function() return in_sections(players) end)
  return shown(rs), seconds
end

-- What was shown before and after, as a screen keeps it; making both is not measured.
local before, after

function workloads.difference()
  if not before then
    local changed = common.copied_database()
    local rs = in_sections(Player:on(changed))
    before = rs:snapshot()
    changed:execute "DELETE FROM player WHERE id % 100 = 3"
    changed:execute [[INSERT INTO player SELECT id + 1000000, name || 'x', team, age, score, joined, bio FROM player
      WHERE id % 100 = 5]]
    changed:execute "UPDATE player SET age = age + 1 WHERE id % 100 = 7"
    changed:execute "UPDATE player SET name = 'Mo' || name WHERE id % 200 = 9"
    rs:refresh()
    after = rs:snapshot()
  end
  local changes, seconds = timed(function() return diff(before, after) end)
  return ("%d:%d:%d:%d"):format(#changes.deleted, #changes.inserted, #changes.updated, #changes.moved), seconds
end

return workloads
