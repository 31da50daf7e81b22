-- Moonshell's side of the benchmark.
--   moonshell bench.lua WORKLOAD DATA SCRATCH REPETITIONS
-- prints a line `seconds check` per repetition: processor time, and what was found.
package.path = (arg[0]:match "^.*/" or "./") .. "?.lua;" .. package.path

local workloads = {}
for _, file in ipairs { "objects", "requests", "lists", "relations", "files" } do
  for name, workload in pairs(require(file)) do workloads[name] = workload end
end

for _ = 1, tonumber(arg[4]) do
  collectgarbage()
  local check, seconds = workloads[arg[1]]()
  print(("%.6f %s"):format(seconds, check))
end
