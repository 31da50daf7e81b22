-- The first half of the tutorial as a script: what a music shop sells, by tables that another program made.
--
--   scripts/moonshell scripts/examples/chinook.lua
--   scripts/moonshell chinook.db scripts/examples/chinook.lua

-- On a fresh database the sample comes in first; its tables are entities at once.
if #db:tables() == 0 then
  local here = arg[0]:match "^(.*/)" or ""
  local file <close> = assert(io.open(here .. "chinook.sql"))
  for statement in file:read("a"):gmatch "(.-;)\n" do db:execute(statement) end
end

print(Track:count() .. " tracks of " .. Artist:count() .. " artists")

-- Relations were found by their foreign keys: dotted names follow them.
local genres = Track:group_by("genre.Name"):aggregate { { "tracks", "count" }, { "longest", "max Milliseconds" } }
show(genres:sorted_by "-tracks":limit(3), "table")

-- A function selects rows; it becomes SQL where that means the same.
local long = Track:where(function(t) return t.Milliseconds > 300000 and t.Name:sub(1, 5) == "Black" end)
print(table.concat(long:pluck "Name", ", "))

-- One statement for the albums of all artists, and none for each.
for artist in Artist:with("album"):sorted_by("Name"):limit(3):iterate() do
  print(artist.Name, #artist.album:fetch())
end

-- What each country brought in, as a page for a browser: with a folder behind the name of the script.
local countries = Invoice:group_by("BillingCountry"):aggregate { total = "sum Total" }:sorted_by "-total"
show(countries:limit(3), "csv")
if arg[1] then
  countries:export(arg[1] .. "/countries.html", { title = "Turnover by country", totals = { total = "sum" } })
end
