import Testing

/// How many of the functions that people write over files of others become SQL.
@Suite struct ForeignShareTests {
  /// At least seven of ten are pushed, at most one of ten is run row by row, and all give the rows that they give then.
  @Test(arguments: ["northwind", "tasks", "sensors"])
  func `most functions are pushed`(name: String) throws {
    let (file, list) =
      switch name {
      case "northwind": (ForeignFile.northwind, Self.overNorthwind)
      case "tasks": (ForeignFile.tasks, Self.overTasks)
      default: (ForeignFile.sensors, Self.overSensors)
      }
    try Script(schema: file).expect(Self.share.replacing("LIST", with: list), "true true")
  }

  private static let share = """
    local list = (function()
      LIST
    end)()
    local counts = { pushed = 0, prefilter = 0, closure = 0 }
    for i, entry in ipairs(list) do
      local request = entry[1]:where(entry[2])
      local plan = tostring(request:explain())
      local form = plan:match "^%a+"
      counts[form] = counts[form] + 1
      local _, found = pcall(function() return request:count() end)
      local _, wanted = pcall(function() return #request:fetch { pushdown = false } end)
      if tostring(found) ~= tostring(wanted) then print(i, plan:match "^[^\\n]*", found, wanted) end
    end
    return counts.pushed >= 0.7 * #list, counts.closure <= 0.1 * #list
    """

  /// Questions about an order book.
  private static let overNorthwind = #"""
    return {
      { Products, function(p) return p.UnitPrice > 20 end },
      { Products, function(p) return p.Discontinued ~= 0 end },
      { Products, function(p) return p.Discontinued == 0 and p.UnitsInStock == 0 end },
      { Products, function(p) return p.UnitsInStock + p.UnitsOnOrder < p.ReorderLevel end },
      { Products, function(p) return p.UnitPrice * p.UnitsInStock > 1000 end },
      { Products, function(p) return p.ProductName:sub(1, 1) == "C" end },
      { Products, function(p) return p.ProductName:lower():find("bear") ~= nil end },
      { Products, function(p) return p.ProductName:find("bär", 1, true) ~= nil end },
      { Products, function(p) return #p.ProductName > 10 end },
      { Products, function(p) return p.QuantityPerUnit ~= nil and p.QuantityPerUnit:match("^%d+") ~= nil end },
      { Products, function(p) return tonumber(p.QuantityPerUnit:match("^%d+")) == 24 end },
      { Products, function(p) return p.category ~= nil and p.category.CategoryName == "Seafood" end },
      { Products, function(p) return p.category == nil end },
      { Products, function(p) return p.supplier.Country == "USA" and p.UnitPrice < 30 end },
      { Products, function(p) return p.supplier.Region ~= nil and p.supplier.Region ~= "" end },
      { Products, function(p) return p.order_details:count() > 12 end },
      { Products, function(p) return not p.order_details:exists() end },
      { Products, function(p) return p.order_details:sum "Quantity" > 400 end },
      { Products, function(p) for d in p.order_details:iterate() do if d.Discount > 0.2 then return true
        end end return false end },
      { Customers, function(c) return c.Country == "USA" or c.Country == "UK" end },
      { Customers, function(c) return c.Region ~= nil and c.Region ~= "" end },
      { Customers, function(c) return (c.Fax or "") == "" end },
      { Customers, function(c) return c.CompanyName:upper():find("TOFU", 1, true) ~= nil end },
      { Customers, function(c) return c.PostalCode and c.PostalCode:match("^%d+$") ~= nil end },
      { Customers, function(c) return ({ Germany = true, France = true })[c.Country] end },
      { Customers, function(c) return c.ContactTitle:sub(-5) == "Agent" end },
      { Customers, function(c) return #c.Phone:gsub("%D", "") >= 8 end },
      { Customers, function(c) return c.orders:count() >= 10 end },
      { Customers, function(c) return c.orders:where { ShipVia = 1 }:exists() end },
      { Customers, function(c) local n = 0 for o in c.orders:iterate() do if o.Freight > 100 then n = n + 1
        end end return n > 3 end },
      { Orders, function(o) return o.OrderDate:sub(1, 4) == "1997" end },
      { Orders, function(o) return o.OrderDate >= "1998" end },
      { Orders, function(o) return o.OrderDate:find("^1997%-07") ~= nil end },
      { Orders, function(o) return o.ShippedDate == nil end },
      { Orders, function(o) return o.ShippedDate and o.ShippedDate > o.RequiredDate end },
      { Orders, function(o) return o.customer ~= nil and o.customer.Country ~= o.ShipCountry end },
      { Orders, function(o) return o.Freight > 100 and o.ship_via.CompanyName == "Speedy Express" end },
      { Orders, function(o) return o.employee.LastName == "King" or o.employee.LastName == "Fuller" end },
      { Orders, function(o) return math.floor(o.Freight) % 10 == 0 end },
      { Orders, function(o) return o.order_details:count() == 1 end },
      { Orders, function(o) local t = 0 for d in o.order_details:iterate() do t = t + d.UnitPrice * d.Quantity
        end return t > 2000 end },
      { OrderDetails, function(d) return d.Discount == 0 end },
      { OrderDetails, function(d) return d.UnitPrice * d.Quantity * (1 - d.Discount) > 1500 end },
      { OrderDetails, function(d) return d.product.Discontinued == 1 end },
      { OrderDetails, function(d) return d.UnitPrice < d.product.UnitPrice end },
      { Employees, function(e) return e.HireDate < "1993-01-01" end },
      { Employees, function(e) return e.reports_to ~= nil and e.reports_to.LastName == "Fuller" end },
      { Employees, function(e) return (e.FirstName .. " " .. e.LastName):lower() == "nancy davolio" end },
      { Employees, function(e) return e.BirthDate:sub(6, 7) == "05" end },
      { Employees, function(e) return e.Notes ~= nil and e.Notes:len() > 20 end },
    }
    """#

  /// Questions about things to do.
  private static let overTasks = #"""
    return {
      { Todo, function(t) return t.done == 0 end },
      { Todo, function(t) return t.done == 0 and t.due and t.due < "2024-06-15" end },
      { Todo, function(t) return t.title:lower():find("call", 1, true) ~= nil end },
      { Todo, function(t) return t.priority >= 3 or t.starred == 1 end },
      { Todo, function(t) return t.due == nil end },
      { Todo, function(t) return t.due ~= nil and t.due:sub(1, 7) == "2024-07" end },
      { Todo, function(t) return t.project ~= nil and t.project.name == "Home" end },
      { Todo, function(t) return t.project == nil and #t.title < 12 end },
      { Todo, function(t) return t.tags:find('"urgent"', 1, true) ~= nil end },
      { Todo, function(t) return t.uuid:match("^%x%x%x%x%x%x%x%x%-") ~= nil end },
      { Todo, function(t) return t.created > 1714000000 end },
      { Todo, function(t) return os.date("!%Y-%m", t.created) == "2024-05" end },
      { Todo, function(t) return (t.note or ""):match("^%s*$") ~= nil end },
      { Todo, function(t) return t.estimate and t.estimate * 60 > 90 end },
      { Todo, function(t) return t.title:match("^(%a+)") == "Write" end },
      { Todo, function(t) local n = 0 for _ in t.tags:gmatch('"[^"]+"') do n = n + 1 end return n >= 2 end },
      { Project, function(p) return p.todo:count() > 10 end },
      { Project, function(p) return p.todo:where { done = 0 }:count() == 0 end },
      { Project, function(p) for t in p.todo:iterate() do if t.priority == 5 then return true
        end end return false end },
      { Project, function(p) return p.color == "red" or p.name:sub(1, 1) == "H" end },
    }
    """#

  /// Questions about measurements.
  private static let overSensors = #"""
    return {
      { Reading, function(r) return r.value > 20 end },
      { Reading, function(r) return type(r.value) == "number" and r.value > 20 end },
      { Reading, function(r) return r.value == nil end },
      { Reading, function(r) return r.value ~= nil and (r.value < -5 or r.value > 30) end },
      { Reading, function(r) return r.at % 3600 == 0 end },
      { Reading, function(r) return r.at >= 1700000000 and r.at < 1700003600 end },
      { Reading, function(r) return r.value and math.abs(r.value - 21) < 0.5 end },
      { Reading, function(r) return math.floor(r.raw) ~= r.raw end },
      { Reading, function(r) return r.sensor.unit == "C" and r.value ~= nil end },
      { Reading, function(r) return r.value and r.value > r.sensor.upper end },
      { Reading, function(r) return r.flags & 4 ~= 0 end },
      { Reading, function(r) return r.flags == 0 end },
      { Reading, function(r) return r.status == "ok" end },
      { Reading, function(r) return r.status ~= "ok" and r.status ~= nil end },
      { Reading, function(r) return r.status:sub(1, 3) == "err" end },
      { Reading, function(r) return (r.value or 0) * 1.8 + 32 > 86 end },
      { Reading, function(r) return math.max(r.value or 0, r.raw) > 28 end },
      { Sensor, function(s) return s.reading:count() > 50 end },
      { Sensor, function(s) return s.name:match("^[A-Z]+%-%d+$") ~= nil end },
      { Sensor, function(s) return (s.reading:max "value" or 0) > 29 end },
    }
    """#
}
