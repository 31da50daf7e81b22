-- Rules, and what they say. A rule is a test of `is`, a list of tests, or a function.

Account = entity "Account" {
  user   = text    { required = true, unique = true, validate = { is.not_empty, is.length(3, 12) } },
  plan   = enum    { "free", "paid", default = "free" },
  seats  = integer { bits = 16, default = 1, validate = is.between(1, 500) },
  prefix = text    { validate = ~is.prefix "_" },
  even   = integer { validate = function(value) return value % 2 == 0, "must be even" end },
}
db:create_all()

local function try(what, row)
  local ok, err = pcall(Account.create, Account, row)
  print(what .. ": " .. (ok and "saved" or tostring(err)))
  return err
end

try("good", { user = "ada", seats = 5, prefix = "x", even = 4 })
try("short", { user = "bo" })
try("twice", { user = "ada" })
try("type", { user = "cleo", seats = "many" })
try("range", { user = "cleo", seats = 70000 })
try("choice", { user = "cleo", plan = "gold" })
try("name", { usr = "cleo" })
try("function", { user = "cleo", even = 3 })
try("missing", {})

-- All that is wrong with a row is said at once, and each in its parts.
local err = try("many", { user = "x", seats = 900, prefix = "_x" })
for _, failure in ipairs(err.errors) do print("  " .. failure.field .. " = " .. tostring(failure.value)) end

-- An assignment is checked at once, and the old value stays.
local ada = Account:where { user = "ada" }:first()
print(pcall(function() ada.seats = 0 end))
print("seats: " .. ada.seats)
print("accounts: " .. Account:count())
