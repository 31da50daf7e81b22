-- Conditions that the database decides, on a million rows: with an index and without one it is the same script.
local common = require "common"
local workloads = {}

local function fetch(condition)
  local players = common.players()
  local list, seconds = common.timed(function() return players:where(condition):fetch() end)
  return common.order(list), seconds
end

function workloads.where() return fetch { age = is.between(20, 21), name = is.suffix "ell" } end

function workloads.closure()
  return fetch(function(p) return p.age >= 20 and p.age <= 21 and p.name:sub(-3) == "ell" end)
end

function workloads.equality() return fetch { age = 33 } end

-- A function on a table that another program made, and the SQL that says the same. What the table holds is looked at the
-- first time, which is not measured.
local looked

function workloads.foreign()
  local function selects(p) return p.age == 33 and p.score >= 0 end
  if not looked then looked = fetch(selects) end
  return fetch(selects)
end

workloads["foreign-sql"] = function()
  local database = common.database()
  local sql = "SELECT * FROM player WHERE age = 33 AND score >= 0 ORDER BY id"
  local rows, seconds = common.timed(function() return database:query(sql) end)
  return common.order(rows), seconds
end

return workloads
