-- Files in and out: a CSV file becomes checked rows, rows become a JSON file.
local common = require "common"
local workloads = {}

workloads["import"] = function()
  local target = common.fresh_database()
  local _, seconds = common.timed(function() Player:on(target):import(common.data) end)
  local check = common.sums(target)
  target:close()
  return check, seconds
end

-- The check is the path: the driver reads the file.
workloads["export"] = function()
  local players, path = common.players(), common.scratch .. "/moonshell.json"
  local _, seconds = common.timed(function() players:export(path) end)
  return path, seconds
end

return workloads
