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

return workloads
