/// Files as other programs make them, with rows that are the same each time.
enum ForeignFile {
  /// Northwind, as its script for SQL Server came to SQLite: names with blanks, `money`, `bit`, `ntext`, moments as texts.
  static let northwind = #"""
    for statement in ([[
    CREATE TABLE "Categories" ("CategoryID" INTEGER PRIMARY KEY AUTOINCREMENT,
      "CategoryName" nvarchar (15) NOT NULL, "Description" "ntext" NULL, "Picture" "image" NULL);
    CREATE TABLE "Suppliers" ("SupplierID" INTEGER PRIMARY KEY, "CompanyName" nvarchar (40) NOT NULL,
      "City" nvarchar (15) NULL, "Region" nvarchar (15) NULL, "Country" nvarchar (15) NULL,
      "Phone" nvarchar (24) NULL, "HomePage" "ntext" NULL);
    CREATE TABLE "Products" ("ProductID" INTEGER PRIMARY KEY, "ProductName" nvarchar (40) NOT NULL,
      "SupplierID" "int" NULL, "CategoryID" "int" NULL, "QuantityPerUnit" nvarchar (20) NULL,
      "UnitPrice" "money" NULL DEFAULT (0), "UnitsInStock" "smallint" NULL DEFAULT (0),
      "UnitsOnOrder" "smallint" NULL DEFAULT (0), "ReorderLevel" "smallint" NULL DEFAULT (0),
      "Discontinued" "bit" NOT NULL DEFAULT (0),
      CONSTRAINT "FK_Products_Categories" FOREIGN KEY ("CategoryID") REFERENCES "Categories" ("CategoryID"),
      CONSTRAINT "FK_Products_Suppliers" FOREIGN KEY ("SupplierID") REFERENCES "Suppliers" ("SupplierID"),
      CONSTRAINT "CK_UnitPrice" CHECK (UnitPrice >= 0), CONSTRAINT "CK_ReorderLevel" CHECK (ReorderLevel >= 0));
    CREATE TABLE "Customers" ("CustomerID" nchar (5) NOT NULL, "CompanyName" nvarchar (40) NOT NULL,
      "ContactName" nvarchar (30) NULL, "ContactTitle" nvarchar (30) NULL, "City" nvarchar (15) NULL,
      "Region" nvarchar (15) NULL, "PostalCode" nvarchar (10) NULL, "Country" nvarchar (15) NULL,
      "Phone" nvarchar (24) NULL, "Fax" nvarchar (24) NULL,
      CONSTRAINT "PK_Customers" PRIMARY KEY ("CustomerID"));
    CREATE TABLE "Employees" ("EmployeeID" INTEGER PRIMARY KEY, "LastName" nvarchar (20) NOT NULL,
      "FirstName" nvarchar (10) NOT NULL, "Title" nvarchar (30) NULL, "BirthDate" "datetime" NULL,
      "HireDate" "datetime" NULL, "Country" nvarchar (15) NULL, "HomePhone" nvarchar (24) NULL,
      "Notes" "ntext" NULL, "ReportsTo" "int" NULL,
      CONSTRAINT "FK_Employees_Employees" FOREIGN KEY ("ReportsTo") REFERENCES "Employees" ("EmployeeID"));
    CREATE TABLE "Shippers" ("ShipperID" INTEGER PRIMARY KEY, "CompanyName" nvarchar (40) NOT NULL,
      "Phone" nvarchar (24) NULL);
    CREATE TABLE "Orders" ("OrderID" INTEGER PRIMARY KEY, "CustomerID" nchar (5) NULL, "EmployeeID" "int" NULL,
      "OrderDate" "datetime" NULL, "RequiredDate" "datetime" NULL, "ShippedDate" "datetime" NULL,
      "ShipVia" "int" NULL, "Freight" "money" NULL DEFAULT (0), "ShipName" nvarchar (40) NULL,
      "ShipRegion" nvarchar (15) NULL, "ShipCountry" nvarchar (15) NULL,
      CONSTRAINT "FK_Orders_Customers" FOREIGN KEY ("CustomerID") REFERENCES "Customers" ("CustomerID"),
      CONSTRAINT "FK_Orders_Employees" FOREIGN KEY ("EmployeeID") REFERENCES "Employees" ("EmployeeID"),
      CONSTRAINT "FK_Orders_Shippers" FOREIGN KEY ("ShipVia") REFERENCES "Shippers" ("ShipperID"));
    CREATE TABLE "Order Details" ("OrderID" "int" NOT NULL, "ProductID" "int" NOT NULL,
      "UnitPrice" "money" NOT NULL DEFAULT (0), "Quantity" "smallint" NOT NULL DEFAULT (1),
      "Discount" "real" NOT NULL DEFAULT (0), CONSTRAINT "PK_Order_Details" PRIMARY KEY ("OrderID",
      "ProductID"),
      CONSTRAINT "FK_Order_Details_Orders" FOREIGN KEY ("OrderID") REFERENCES "Orders" ("OrderID"),
      CONSTRAINT "FK_Order_Details_Products" FOREIGN KEY ("ProductID") REFERENCES "Products" ("ProductID"),
      CONSTRAINT "CK_Discount" CHECK (Discount >= 0 and (Discount <= 1)),
      CONSTRAINT "CK_Quantity" CHECK (Quantity > 0));
    CREATE TABLE "Territories" ("TerritoryID" nvarchar (20) PRIMARY KEY,
      "TerritoryDescription" nchar (50) NOT NULL);
    CREATE TABLE "EmployeeTerritories" ("EmployeeID" "int" NOT NULL REFERENCES "Employees",
      "TerritoryID" nvarchar (20) NOT NULL REFERENCES "Territories", PRIMARY KEY ("EmployeeID", "TerritoryID"));
    CREATE INDEX "CategoryName" ON "Categories" ("CategoryName");
    CREATE INDEX "City" ON "Customers" ("City");
    CREATE INDEX "OrderDate" ON "Orders" ("OrderDate");
    CREATE INDEX "CustomersOrders" ON "Orders" ("CustomerID");
    CREATE INDEX "ProductsOrder_Details" ON "Order Details" ("ProductID");
    CREATE VIEW "Current Product List" AS SELECT ProductID, ProductName FROM Products WHERE Discontinued = 0;
    CREATE VIEW "Order Subtotals" AS SELECT OrderID,
      sum(UnitPrice * Quantity * (1 - Discount)) AS Subtotal FROM "Order Details" GROUP BY OrderID
    ]]):gmatch "[^;]+" do db:execute(statement) end
    local seed = 7
    local function roll(n) seed = (seed * 1103515245 + 12345) % 2147483648 return seed // 65536 % n + 1 end
    local function pick(list) return list[roll(#list)] end
    local function put(table, ...)
      local marks = ("?, "):rep(select("#", ...)):sub(1, -3)
      db:execute(('INSERT INTO "%s" VALUES (%s)'):format(table, marks), ...)
    end
    db:begin()
    db:execute "PRAGMA defer_foreign_keys = 1"
    local countries = { "Germany", "USA", "UK", "France", "Brazil", "Sweden" }
    local words = { "Chai", "Chang", "Aniseed Syrup", "Ikura", "Queso Cabrales", "Konbu", "Tofu", "Pavlova",
      "Gumbär Gummibärchen", "Filo Mix", "Tunnbröd", "Boston Crab Meat" }
    local kinds = { "Beverages", "Condiments", "Confections", "Dairy Products", "Grains/Cereals", "Meat/Poultry",
      "Produce", "Seafood" }
    for i, name in ipairs(kinds) do put("Categories", i, name, i % 3 ~= 0 and "Soft drinks, " .. name or nil,
      nil) end
    for i = 1, 12 do put("Suppliers", i, "Supplier " .. i, pick { "London", "Osaka", "Göteborg" },
      i % 4 == 0 and "LA" or nil, pick(countries), "(0" .. i .. ") 555-" .. 1000 + i,
        i % 5 == 0 and "#http://x" .. i .. "#" or nil) end
    for i = 1, 60 do
      put("Products", i, pick(words) .. " " .. i, roll(12), i % 13 ~= 0 and roll(8) or nil,
        pick { "10 boxes x 20 bags", "24 - 12 oz bottles", "1 kg pkg." },
        roll(8000) / 100, roll(120) - 1, roll(3) == 1 and roll(80) or 0, pick { 0, 10, 25 },
          roll(6) == 1 and 1 or 0)
    end
    for i = 1, 40 do
      local id = string.char(64 + roll(26), 64 + roll(26)) .. ("%03d"):format(i)
      put("Customers", id, "Company " .. pick(words), pick { "Maria Anders", "Ana Trujillo", "Thomas Hardy" },
        pick { "Owner", "Sales Agent", "Sales Representative" },
        pick { "Berlin", "London", "México D.F." }, i % 4 == 0 and pick { "OR", "WA" } or nil,
          i % 7 ~= 0 and ("%05d"):format(roll(99999)) or nil, pick(countries), "030-00" .. 70000 + i,
            i % 3 == 0 and "030-9" .. i or nil)
    end
    local customers = {}
    for i, c in ipairs(db:query "SELECT CustomerID id FROM Customers ORDER BY 1") do customers[i] = c.id end
    for i = 1, 9 do
      put("Employees", i, pick { "Davolio", "Fuller", "Leverling", "Peacock", "King" }, pick { "Nancy", "Andrew",
        "Janet" }, i == 2 and "Vice President, Sales" or "Sales Representative",
        ("19%02d-%02d-%02d 00:00:00"):format(40 + roll(30), roll(12), roll(28)),
          ("199%d-%02d-%02d 00:00:00"):format(1 + roll(3), roll(12), roll(28)), pick { "USA", "UK" },
            "(206) 555-" .. 9850 + i,
        i % 2 == 0 and "Education includes a BA" or nil, i ~= 2 and (i > 5 and 5 or 2) or nil)
    end
    for i, name in ipairs { "Speedy Express", "United Package", "Federal Shipping" } do put("Shippers", i, name,
      "(503) 555-" .. 9830 + i) end
    for i = 1, 300 do
      local day = ("199%d-%02d-%02d"):format(5 + roll(3), roll(12), roll(28))
      put("Orders", 10247 + i, i % 29 ~= 0 and pick(customers) or nil, roll(9), day, day .. " 00:00:00",
        i % 11 ~= 0 and day:gsub("%-(%d%d)$", "-28") or nil, roll(3), roll(50000) / 100,
        "Ship " .. i, i % 3 == 0 and pick { "RJ", "WY" } or nil, pick(countries))
      local taken = {}
      for _ = 1, roll(4) do
        local product = roll(60)
        if not taken[product] then put("Order Details", 10247 + i, product, roll(5000) / 100, roll(60), pick { 0,
          0, 0, 0.05, 0.15, 0.25 }) end
        taken[product] = true
      end
    end
    for i = 1, 20 do put("Territories", ("%05d"):format(1000 + i), ("Territory %-30d"):format(i)) end
    for i = 1, 40 do db:execute('INSERT OR IGNORE INTO EmployeeTerritories VALUES (?, ?)', roll(9),
      ("%05d"):format(1000 + roll(20))) end
    db:commit()
    db:reflect()
    """#

  /// A list of things to do: truths as numbers, days and JSON as texts, seconds since 1970.
  static let tasks = #"""
    local seed = 3
    local function roll(n) seed = (seed * 1103515245 + 12345) % 2147483648 return seed // 65536 % n + 1 end
    local function pick(t) return t[roll(#t)] end
    db:execute "CREATE TABLE project (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, color TEXT)"
    db:execute "CREATE TABLE todo (id INTEGER PRIMARY KEY, uuid CHAR(36) UNIQUE, title TEXT NOT NULL, done BOOLEAN NOT NULL DEFAULT 0, starred BOOLEAN DEFAULT 0, priority INT, due DATE, created TIMESTAMP, estimate FLOAT, tags JSON, note TEXT, project_id INTEGER REFERENCES project (id) ON DELETE SET NULL)"
    db:execute "CREATE INDEX todo_due ON todo (due)"
    db:execute "CREATE INDEX todo_project ON todo (project_id)"
    db:begin()
    for i, n in ipairs { "Home", "Work", "Garden", "health" } do db:execute("INSERT INTO project VALUES (?, ?, ?)",
      i, n, pick { "red", "blue" }) end
    for i = 1, 200 do
      db:execute("INSERT INTO todo VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", i,
        ("%08x-0000-4000-8000-%012x"):format(roll(30000) * 1000 + i, i), pick { "Call ", "Write ", "Buy ",
          "Fix " } .. pick { "mum", "the report", "milk", "the fence" } .. " " .. i,
        roll(2) - 1, roll(5) == 1 and 1 or 0, roll(5), roll(4) > 1 and ("2024-%02d-%02d"):format(roll(12),
          roll(28)) or nil, 1712000000 + roll(10000) * 1000, roll(3) == 1 and roll(40) / 10 or nil,
        pick { '["urgent"]', '[]', '["home","urgent"]', '["a","b","c"]' }, roll(3) == 1 and pick { "", "  ",
          "see mail" } or nil, roll(6) > 1 and roll(4) or nil)
    end
    db:commit()
    db:reflect()
    """#

  /// Measurements without row numbers, in columns of which some say no type.
  static let sensors = #"""
    local seed = 3
    local function roll(n) seed = (seed * 1103515245 + 12345) % 2147483648 return seed // 65536 % n + 1 end
    local function pick(t) return t[roll(#t)] end
    db:execute "CREATE TABLE sensor (id INTEGER PRIMARY KEY, name TEXT, unit TEXT, upper REAL)"
    db:execute "CREATE TABLE reading (sensor_id REFERENCES sensor (id), at INTEGER, value REAL, raw, flags INT DEFAULT 0, status, PRIMARY KEY (sensor_id, at)) WITHOUT ROWID"
    db:begin()
    for i = 1, 6 do db:execute("INSERT INTO sensor VALUES (?, ?, ?, ?)", i, pick { "ROOM-", "hall " } .. i,
      pick { "C", "%" }, 20 + i) end
    for i = 1, 400 do
      db:execute("INSERT OR IGNORE INTO reading VALUES (?, ?, ?, ?, ?, ?)", roll(6), 1699990000 + roll(300) * 100,
        roll(10) > 1 and roll(400) / 10 - 8 or nil, roll(2) == 1 and roll(30) or roll(300) / 10, roll(8) - 1,
          pick { "ok", "ok", "err 5", "error" })
    end
    db:commit()
    db:reflect()
    """#
}
