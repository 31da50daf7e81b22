-- Files in and out: a CSV comes in, what is wrong with it is reported, and documents of an older version are read.

Team = entity "Team" { name = text { required = true, unique = true }, players = has_many "Player" }
Player = entity "Player" {
  name   = text { required = true, unique = true, validate = is.not_empty },
  age    = integer { validate = is.between(16, 60) },
  score  = real { default = 0 },
  joined = date {},
  team   = belongs_to "Team",

  version = 2,
  migrate = function(t, from)
    t.name, t.nick = t.name or t.nick, nil -- version 1 called it 'nick'
    return t
  end,
}
db:create_all()

local function write(text)
  local path = os.tmpname()
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
  return path
end

-- All or nothing: the message says where, what and why.
local path = write 'nick,age,joined\nZerator,34,2011-05-01\n"Mister ""MV""",x,\nMaghla,99,\n,20,\n'
local ok, err = pcall(Player.import, Player, path, { format = "csv" })
print(ok, err.kind, err.file_line, err.message:match "Player: [^\n]*")

-- Or what is wrong is left out, and reported.
local count, skipped = Player:import(path, { format = "csv", on_error = "skip" })
print("taken:", count)
for _, row in ipairs(skipped) do print("line " .. row.line, row.message) end

-- Rows that are there are updated.
os.remove(path)
path = write '[{"_version":2,"name":"Zerator","score":8.5},{"nick":"Ponce","team":{"name":"Red"}}]'
print("updated:", (Player:import(path, { format = "json", upsert = true, on = "name" })))

-- Related objects that were loaded stand in the document.
print(Player:with("team"):sorted_by("name"):encode "jsonl")
print(Team:with("players"):first():encode "json")

-- A file is written whole or not at all.
Player:sorted_by("name"):export(path, { format = "csv" })
print(io.open(path):read "a")
print(#Player:read(path, { format = "csv" }), decode('{"price": 0.10}', "json").price, encode({ 1, { a = null } }, "json"))
os.remove(path)
