-- From a messy file to a report, and to code for an app.
--
--   scripts/moonshell scripts/examples/orders.lua            the report
--   scripts/moonshell scripts/examples/orders.lua FOLDER     orders.json, orders.html and Orders.swift in it, too

Order = entity "Order" {
  number = text { primary_key = true, validate = is.matching "^[0-9]{5}$" },
  customer = text { required = true, validate = is.not_empty },
  ordered = date { required = true },
  country = text { required = true, validate = is.length(2) },
  amount = decimal { scale = 2, required = true, validate = is.greater "0" },
  note = text {},
}
db:create_all()

-- The file is as a spreadsheet of another country wrote it.
local here = arg[0]:match "^(.*/)" or ""
local count = Order:import(here .. "orders.csv", {
  decimal = ",",
  dates = "dd.mm.yyyy",
  null = { "", "n/a" },
  columns = {
    ["Order No"] = "number", Customer = "customer", ["Ordered on"] = "ordered", Country = "country", Amount = "amount",
    Note = "note",
  },
})
print(count .. " orders")

local countries = Order:group_by("country"):aggregate { orders = "count", total = "sum amount" }:sorted_by "-total"
local report = { title = "Orders by country", totals = { orders = "sum", total = "sum" } }
print(countries:encode("markdown", report))

if arg[1] then
  countries:export(arg[1] .. "/orders.html", report)
  Order:export(arg[1] .. "/orders.json")
  local file <close> = assert(io.open(arg[1] .. "/Orders.swift", "w"))
  file:write(generate "swift")
end
