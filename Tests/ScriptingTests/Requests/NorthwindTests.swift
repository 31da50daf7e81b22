import Testing

/// Questions to a database that another program made, each beside the SQL that a person would write.
@Suite struct NorthwindTests {
  @Test func `its answers are those of plain SQL`() throws {
    try Script(schema: ForeignFile.northwind).expect(Self.questions, "34")
  }

  @Test func `its source has nothing to migrate and makes the same tables elsewhere`() throws {
    let nothing = "nothing to migrate: the tables are as declared"
    let original = try Script(schema: ForeignFile.northwind)
    try original.expect("return db:migrate { dry_run = true }", nothing)
    let source = try original.run("return db:schema_source()")
    try original.expect(source + "\nreturn db:migrate { dry_run = true }", nothing)
    try Script(schema: source).expect("db:create_all()\nreturn db:migrate { dry_run = true }", nothing)
  }

  private static let questions = #"""
    local function cell(v)
      if v == nil or v == null then return "NULL" end
      if type(v) == "number" then return ("%.6g"):format(v) end
      if type(v) == "boolean" then return v and "1" or "0" end
      return tostring(v)
    end
    local questions = {
      -- one value a row: the words of Moonshell, then plain SQL whose column is x
      { function() return Products:count() end, "SELECT count(*) x FROM Products" },
      { function() return Products:where { Discontinued = 0 }:count() end,
        "SELECT count(*) x FROM Products WHERE Discontinued = 0" },
      { function() return Products:where { UnitPrice = is.between(10,
        20) }:sorted_by("ProductID"):pluck "ProductName" end,
        "SELECT ProductName x FROM Products WHERE UnitPrice BETWEEN 10 AND 20 ORDER BY ProductID" },
      { function() return Products:where { ["category.CategoryName"] = "Seafood" }:sorted_by "ProductID":pluck "ProductID" end,
        "SELECT ProductID x FROM Products p JOIN Categories c USING (CategoryID) WHERE c.CategoryName = 'Seafood' ORDER BY 1" },
      { function() return Products:where { category = null }:pluck "ProductID" end,
        "SELECT ProductID x FROM Products WHERE CategoryID IS NULL ORDER BY 1" },
      { function() return Products:sorted_by("-UnitPrice", "ProductName"):first(5):map "ProductName" end,
        "SELECT ProductName x FROM Products ORDER BY UnitPrice DESC, ProductName LIMIT 5" },
      { function() return Products:where "UnitsInStock < ReorderLevel and UnitsOnOrder == 0":pluck "ProductID" end,
        "SELECT ProductID x FROM Products WHERE UnitsInStock < ReorderLevel AND UnitsOnOrder = 0 ORDER BY 1" },
      { function() return Products:sum "UnitPrice * UnitsInStock" end,
        "SELECT sum(UnitPrice * UnitsInStock) x FROM Products" },
      { function() return Products:where { ProductName = is.containing "bär" }:count() end,
        "SELECT count(*) x FROM Products WHERE ProductName LIKE '%bär%'" },
      { function() return Products:where { ProductName = is.prefix("CHA", { ignore_case = true }) }:count() end,
        "SELECT count(*) x FROM Products WHERE ProductName LIKE 'cha%'" },
      { function() return Customers:where { Region = is.absent }:pluck "CustomerID" end,
        "SELECT CustomerID x FROM Customers WHERE Region IS NULL ORDER BY 1" },
      { function() return Customers:where { Region = is.not_equal "OR" }:pluck "CustomerID" end,
        "SELECT CustomerID x FROM Customers WHERE Region <> 'OR' ORDER BY 1" },
      { function() return Customers:where { Country = { "USA", "UK" } }:count() end,
        "SELECT count(*) x FROM Customers WHERE Country IN ('USA', 'UK')" },
      { function() return Customers:where { orders = Orders:where { Freight = is.greater(300) } }:pluck "CustomerID" end,
        "SELECT CustomerID x FROM Customers c WHERE EXISTS (SELECT 1 FROM Orders o WHERE o.CustomerID = c.CustomerID AND Freight > 300) ORDER BY 1" },
      { function() return Customers:where "none(orders, ShipVia == 1)":pluck "CustomerID" end,
        "SELECT CustomerID x FROM Customers c WHERE NOT EXISTS (SELECT 1 FROM Orders o WHERE o.CustomerID = c.CustomerID AND ShipVia = 1) ORDER BY 1" },
      { function() return Customers:where "count(orders) > 9":pluck "CustomerID" end,
        "SELECT CustomerID x FROM Orders WHERE CustomerID IS NOT NULL GROUP BY 1 HAVING count(*) > 9 ORDER BY 1" },
      { function() return Orders:where { OrderDate = is.between("1997-01-01", "1997-03-31") }:count() end,
        "SELECT count(*) x FROM Orders WHERE OrderDate BETWEEN '1997-01-01' AND '1997-03-31'" },
      { function() return Orders:where "year(OrderDate) == 1998 and month(OrderDate) == 5":count() end,
        "SELECT count(*) x FROM Orders WHERE strftime('%Y-%m', OrderDate) = '1998-05'" },
      { function() return Orders:where { ShippedDate = is.absent }:count() end,
        "SELECT count(*) x FROM Orders WHERE ShippedDate IS NULL" },
      { function() return Orders:where { customer = null }:pluck "OrderID" end,
        "SELECT OrderID x FROM Orders WHERE CustomerID IS NULL ORDER BY 1" },
      { function() return Orders:where { ["customer.Country"] = "Germany", ["employee.Country"] = "UK" }:count()
        end,
        "SELECT count(*) x FROM Orders o JOIN Customers c USING (CustomerID) JOIN Employees e ON e.EmployeeID = o.EmployeeID WHERE c.Country = 'Germany' AND e.Country = 'UK'" },
      { function() local t = {} for i, g in ipairs(Orders:group_by "ShipCountry":aggregate { n = "count",
        f = "sum Freight" }:fetch()) do t[i] = g.ShipCountry .. " " .. g.n .. " " .. cell(g.f) end return t end,
        "SELECT ShipCountry || ' ' || count(*) || ' ' || printf('%.6g', sum(Freight)) x FROM Orders GROUP BY ShipCountry ORDER BY ShipCountry" },
      { function() local t = {} for i,
        g in ipairs(Orders:group_by { m = "month(OrderDate)" }:aggregate { n = "count" }:fetch()) do
          t[i] = g.m .. " " .. g.n end return t end,
        "SELECT CAST(strftime('%m', OrderDate) AS INTEGER) || ' ' || count(*) x FROM Orders GROUP BY strftime('%m', OrderDate) ORDER BY strftime('%m', OrderDate)" },
      { function() local t = {} for i,
        g in ipairs(OrderDetails:group_by "product.category.CategoryName":aggregate { s = "sum UnitPrice * Quantity * (1 - Discount)" }:fetch()) do t[i] = cell(g["product.category.CategoryName"]) .. " " .. cell(g.s) end return t end,
        "SELECT coalesce(c.CategoryName, 'NULL') || ' ' || printf('%.6g', sum(d.UnitPrice * d.Quantity * (1 - d.Discount))) x FROM \"Order Details\" d JOIN Products p USING (ProductID) LEFT JOIN Categories c USING (CategoryID) GROUP BY c.CategoryName ORDER BY c.CategoryName" },
      { function() local t = {} for i,
        g in ipairs(Orders:where { customer = is.present }:group_by "customer":aggregate { n = "count" }:having "n > 9":fetch()) do t[i] = (type(g.customer) == "string" and g.customer or g.customer.CustomerID) .. " " .. g.n end return t end,
        "SELECT CustomerID || ' ' || count(*) x FROM Orders WHERE CustomerID IS NOT NULL GROUP BY CustomerID HAVING count(*) > 9 ORDER BY CustomerID" },
      { function() return Employees:where { reports_to = Employees:get(2) }:sorted_by("LastName",
        "EmployeeID"):pluck "EmployeeID" end,
        "SELECT EmployeeID x FROM Employees WHERE ReportsTo = 2 ORDER BY LastName, EmployeeID" },
      { function() return Employees:get(2):descendants "employees_by_reports_to":sorted_by "EmployeeID":pluck "EmployeeID" end,
        "WITH RECURSIVE t(id) AS (SELECT EmployeeID FROM Employees WHERE ReportsTo = 2 UNION SELECT EmployeeID FROM Employees JOIN t ON ReportsTo = id) SELECT id x FROM t ORDER BY 1" },
      { function() return Employees:where { territories = Territories:where { TerritoryID = is.prefix "0101" } }:pluck "EmployeeID" end,
        "SELECT DISTINCT EmployeeID x FROM EmployeeTerritories WHERE TerritoryID LIKE '0101%' ORDER BY 1" },
      { function() return Employees:where(function(e) return e.HireDate < "1993"
        and e.reports_to ~= nil end):pluck "EmployeeID" end,
        "SELECT EmployeeID x FROM Employees WHERE date(HireDate) < '1993-01-01' AND ReportsTo IS NOT NULL ORDER BY 1" },
      { function() return OrderDetails:where(function(d) return d.UnitPrice * d.Quantity * (1 - d.Discount) > 1500
        end):count() end,
        "SELECT count(*) x FROM \"Order Details\" WHERE UnitPrice * Quantity * (1 - Discount) > 1500" },
      { function() return OrderDetails:where { product = Products:get(7) }:sum "Quantity" end,
        "SELECT sum(Quantity) x FROM \"Order Details\" WHERE ProductID = 7" },
      { function() return OrderSubtotals:sorted_by("-Subtotal", "OrderID"):limit(5):pluck "OrderID" end,
        "SELECT OrderID x FROM \"Order Subtotals\" ORDER BY Subtotal DESC, OrderID LIMIT 5" },
      { function() return CurrentProductList:where { ProductName = is.prefix "I" }:count() end,
        "SELECT count(*) x FROM \"Current Product List\" WHERE ProductName GLOB 'I*'" },
      { function() local t = {} for i,
        r in ipairs(Products:annotate { sold = "sum order_details.Quantity" }:sorted_by("-sold",
          "ProductID"):limit(5):fetch()) do t[i] = r.ProductID .. " " .. r.sold end return t end,
        "SELECT ProductID || ' ' || coalesce(sum(Quantity), 0) x FROM Products LEFT JOIN \"Order Details\" USING (ProductID) GROUP BY ProductID ORDER BY coalesce(sum(Quantity), 0) DESC, ProductID LIMIT 5" },
    }
    for i, question in ipairs(questions) do
      local ok, found = pcall(question[1])
      if not ok then print(i, "error", tostring(found))
      else
        local list = {}
        if type(found) ~= "table" and type(found) ~= "userdata" then found = { found } end
        for j = 1, #found do list[j] = cell(found[j]) end
        local wanted = {}
        for j, row in ipairs(db:query(question[2])) do wanted[j] = cell(row.x) end
        local a, b = table.concat(list, "; "), table.concat(wanted, "; ")
        if a ~= b then print(i, "found: " .. a, "wanted: " .. b) end
      end
    end
    print(#questions)
    """#
}
