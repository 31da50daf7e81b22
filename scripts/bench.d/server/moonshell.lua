-- One workload on a server: moonshell ADDRESS moonshell.lua WORKLOAD CSV prints what it found.
local workload, csv = arg[1], arg[2]

Player = entity "Player" {
  name = text { required = true, validate = is.length(1, 64) },
  team = text { required = true },
  age = integer { required = true, validate = is.between(16, 60) },
  score = real { required = true },
}
Big = entity "Big" { name = text {}, team = text {}, age = integer {}, score = real {} }
Into = entity "Into" { name = text {}, team = text {}, age = integer {}, score = real {} }

local workloads = {}

function workloads.nothing() return 0 end

function workloads.insert()
  local list = {}
  for i = 1, 100000 do
    list[i] = Player { name = "Player " .. i, team = "Team " .. i % 20, age = 16 + i % 45, score = i % 1000 / 10 }
  end
  db:add(list)
  return list[100000].id - list[1].id
end

function workloads.fetch()
  local sum = 0
  for _, p in ipairs(Big:where { id = is.at_most(100000) }:fetch()) do sum = sum + p.age + #p.name end
  return sum
end

function workloads.stream()
  local sum = 0
  for p in Big:all():iterate() do sum = sum + p.age end
  return sum
end

function workloads.lookup()
  local sum = 0
  for i = 1, 100000 do sum = sum + Big:get(i * 7).age end
  return sum
end

function workloads.closure()
  local sum = 0
  for _ = 1, 5 do sum = sum + Big:where(function(p) return p.age > 40 and p.team == "Team 7" end):count() end
  return sum
end

function workloads.import()
  Into:import(csv)
  return Into:count()
end

print(workloads[workload]())
