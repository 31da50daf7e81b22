-- What is in a database: its entities, how many rows they have, and how they refer to each other.
--
--   scripts/moonshell shop.db scripts/examples/report.lua

local tables = db:tables()
if #tables == 0 then
  print("no tables: name a database, as in: moonshell shop.db report.lua")
  os.exit(1)
end

print(string.format("%s: %d tables", db.path:match "[^/]+$", #tables))
for _, name in ipairs(tables) do
  local rows = db:query('SELECT count(*) AS n FROM "' .. name:gsub('"', '""') .. '"')[1].n
  print(string.format("  %-20s %8d rows", name, rows))
  for _, key in ipairs(db:query("SELECT \"from\" AS field, \"table\" AS target FROM pragma_foreign_key_list(?)", name)) do
    print(string.format("    %s refers to %s", key.field, key.target))
  end
end
