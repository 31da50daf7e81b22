-- The schema, the data, and what measures and checks the workloads.
local common = { data = arg[2], scratch = arg[3] }

Player = entity "Player" {
  name = text { required = true, validate = is.length(1, 64) },
  team = enum {
    "Apollo", "Ariel", "Callisto", "Ceres", "Charon", "Deimos", "Dione", "Eris", "Europa", "Ganymede", "Io", "Luna",
    "Mimas", "Miranda", "Nereid", "Oberon", "Phobos", "Rhea", "Titan", "Triton", required = true,
  },
  age = integer { required = true, validate = is.between(16, 60) },
  score = real { required = true, validate = is.between(0, 100) },
  joined = date { required = true },
  bio = text { validate = is.length(0, 280) },
  games = has_many "Game",
}

Game = entity "Game" {
  player = belongs_to "Player",
  duration = real { required = true },
}

-- The data as a database, opened once, to read.
function common.database()
  common.opened = common.opened or open(common.data, { read_only = true })
  return common.opened
end

function common.players() return Player:on(common.database()) end

local function remove(path)
  for _, ending in ipairs { "", "-journal", "-wal", "-shm" } do os.remove(path .. ending) end
end

-- A new, empty database whose journal is memory: the disk of the day is not what is measured.
function common.fresh_database()
  local path = common.scratch .. "/moonshell.sqlite"
  remove(path)
  local target = open(path)
  target:execute "PRAGMA journal_mode = MEMORY"
  target:execute "PRAGMA synchronous = OFF"
  target:create_all()
  return target
end

-- A copy of the data that may be changed.
function common.copied_database()
  local path = common.scratch .. "/moonshell-changed.sqlite"
  remove(path)
  common.database():execute("VACUUM INTO '" .. path .. "'")
  return open(path)
end

-- Gives what the function gives, and the processor time that it took.
function common.timed(body)
  local start = os.clock()
  local result = body()
  return result, os.clock() - start
end

-- The rows of a list, where every row's place counts.
function common.order(list)
  local sum = 0
  for i = 1, #list do sum = (sum * 31 + list[i].id) % (1 << 32) end
  return ("%d:%d"):format(#list, sum)
end

-- What a target holds after an insert or an import.
function common.sums(target)
  return target:query([[SELECT count(*) || ':' || sum(age) || ':' || sum(length(name)) || ':' || sum(length(joined))
    || ':' || sum(coalesce(length(bio), 0)) || ':' || printf('%.0f', sum(score)) AS sums FROM player]])[1].sums
end

return common
