import Testing

/// Within a function, what the rows of a relation are asked with: functions, expressions as text, a field and an operator.
@Suite struct RelatedFunctionTests {
  private static let schema = """
    db:execute "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT)"
    db:execute "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, at DATETIME, freight NUMERIC, place TEXT)"
    db:execute "CREATE TABLE details (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, price MONEY, quantity SMALLINT, label TEXT COLLATE NOCASE)"
    db:execute "INSERT INTO customers VALUES (1, 'A'), (2, 'B'), (3, 'C')"
    db:execute "INSERT INTO orders VALUES (1, 1, '1997-01-01', 10.5, 'US'), (2, 1, '1997-03-01', 900, NULL), (3, 2, '1998-01-01', 0, 'DE')"
    db:execute "INSERT INTO details VALUES (1, 1, 2.5, 60, 'a'), (2, 1, 3, 5, 'B'), (3, 2, 4.25, 10, 'c'), (4, 2, 10, 70, NULL)"
    db:reflect()
    function big(l) return l.quantity > 55 end
    function price(l) return l.price end
    function label(l) return l.label end
    function twice(l) return l.quantity * 2 end
    function agree(entity, f)
      local rows = entity:where(f)
      local function ids(list) return table.concat(list:map "id", " ") end
      local found, same = ids(rows:fetch()), ids(rows:fetch { pushdown = false })
      return tostring(rows:explain()):match "^%a+" .. ": " .. found .. (found == same and "" or ", and not " .. same)
    end
    function reason(entity, f) return (tostring(entity:where(f):explain()):match "^[^\\n]*") end
    """

  @Test(arguments: [
    ("Orders", #"o.details:sum "price * quantity" > 200"#, "pushed: 2"),
    ("Orders", #"(o.details:max "price * quantity" or 0) > 149"#, "pushed: 1 2"),
    ("Orders", #"(o.details:avg "price * quantity" or 0) > 100"#, "pushed: 2"),
    ("Orders", #"o.details:where "quantity < 60":sum "price * quantity" == 42.5"#, "pushed: 2"),
    ("Orders", "o.details:where(big):count() > 0", "pushed: 1 2"),
    ("Orders", "not o.details:where(big):exists()", "pushed: 3"),
    ("Orders", #"o.details:where(big):where("price", ">", 5):exists()"#, "pushed: 2"),
    ("Orders", "o.details:sum(price) > 6", "pushed: 2"),
    ("Orders", "(o.details:max(price) or 0) > 6", "pushed: 2"),
    ("Orders", #"(o.details:max(label) or "") > "B""#, "pushed: 1 2"),
    ("Orders", "o.details:sum(twice) > 150", "prefilter: 2"),
    ("Customers", #"c.orders:where("freight", ">", 800):count() == 1"#, "pushed: 1"),
    ("Customers", #"c.orders:where("place", "absent"):exists()"#, "pushed: 1"),
    ("Customers", #"c.orders:where("freight > f", { f = 800 }):exists()"#, "pushed: 1"),
    ("Customers", #"c.orders:max "at" == "1997-03-01""#, "pushed: 1"),
    ("Customers", #"c.orders:min "at" == nil"#, "pushed: 3"),
    ("Customers", #"(c.orders:min "place" or "Z") < "E""#, "pushed: 2"),
  ])
  func `it is said in SQL, and selects the same rows`(entity: String, condition: String, result: String) throws {
    let script = try Script(schema: Self.schema, engine: .sqlite)
    let row = entity.first?.lowercased() ?? ""
    try script.expect("return agree(\(entity), function(\(row)) return \(condition) end)", result)
  }

  @Test func `a row about which the function inside is asked has the whole one asked`() throws {
    let script = try Script(schema: Self.schema, engine: .sqlite)
    try script.expect(
      """
      db:execute "INSERT INTO details VALUES (5, 3, 1, NULL, 'd')"
      local function found(o) return o.id < 3 and o.details:where(big):exists() end
      print(agree(Orders, found))
      print(reason(Orders, found):match "%(schema.*")
      local request = Orders:where(function(o) return o.details:where(big):exists() end)
      print(pcall(request.fetch, request))
      print(pcall(request.fetch, request, { pushdown = false }))
      """,
      """
      prefilter: 1 2
      (schema.lua:2: in a row of 'details', comparing nil is an error: write x and x > 1)
      false schema.lua:8: attempt to compare number with nil
      false schema.lua:8: attempt to compare number with nil
      """)
  }

  @Test(arguments: [
    (
      "(function() local function f() return f and 1 end return f() end)() == 1",
      "it makes a function for each row: make it before"
    ),
    ("o.details:where(function(...) return true end):exists()", "it takes '...', and what a function does with that"),
    (
      "o.details:where(print):exists()",
      "it is not a function of Lua: call it in one, function(row) return f(row.name) end"
    ),
    ("o.details:where(own):exists()", "its loops over relations are too deep"),
    ("o.details:where(asked):exists()", "each row of 'details' is given to a function that is asked itself: "),
    (
      "(o.details:max(big) or 0) == 1",
      "it calls 'max' of 'details' with a function that gives something else than numbers"
    ),
    ("o.details:sum 'nme * 2' > 1", "it calls 'sum' of a relation with 'nme * 2', which is no field of its rows"),
    (
      "o.details:max 'label' == 'c'",
      "it calls 'max' of a relation with 'label', which may hold more than numbers, or than texts that compare by"
    ),
    (
      "o.details:where { quantity = o.id }:exists()",
      "it makes a table of what the row holds: keep values in local variables, and write a condition as a function"
    ),
    ("o.details:where('quantity', '>', o.id):exists()", "the condition on the rows of 'details' depends on the row"),
  ])
  func `what cannot be said runs row by row, for a reason that is true`(condition: String, words: String) throws {
    let script = try Script(schema: Self.schema, engine: .sqlite)
    let found = try script.run(
      """
      function own(l) return l.order and l.order.details:where(own):exists() end
      function asked(l) return l.label:find(l.label .. "%d") end
      return reason(Orders, function(o) return \(condition) end)
      """)
    #expect(found.contains(words), "\(found)")
  }

  @Test func `every function inside every question is what it is row by row`() throws {
    let script = try Script(schema: relatedGames)
    try script.expect(
      """
      local function several(r) return r.x > 1 end
      local games = {
        function(g) return g.score > 4 end, function(g) return g.won end, function(g) return (g.score or 0) < 6 end,
        function(g) return g.player and g.player.age == 20 end, function(g) return #g.rounds > 1 end,
        function(g) return g.rounds:where(several):exists() end, function(g) return g.price and g.price > 2 end,
        function(g) return g.player.boss ~= nil end, function(g) return g.player.games:count() == 1 end,
        function(g) return g.nothing end, function(g) return 3 < g.score and g.score + 1 end,
      }
      local players = {
        function(r) return r.age and r.age > 25 end, function(r) return r.age > 25 end, function(r) return r.boss end,
        function(r) return r.boss and r.boss.name == "Ann" end, function(r) return #r.reports > 0 end,
        function(r) return r.team and r.team.name == "Blue" end, function(r) return r.games:exists() end,
        function(r) return r.name:match "(.)(.)$" == "o" end,
      }
      local tags = {
        function(t) return t.name == "b" end, function(t) return #t.players > 1 end, function(t) return t.color < "y" end,
      }
      local functions = { games = games, reports = players, tags = tags }
      local questions = {
        function(rows, f) return rows:where(f):exists() end, function(rows, f) return not rows:where(f):exists() end,
        function(rows, f) return rows:where(f):count() == 1 end, function(rows, f) return #rows:where(f) > 1 end,
        function(rows, f) return rows:sum(f) > 5 end, function(rows, f) return (rows:max(f) or 0) > 5 end,
        function(rows, f) return rows:where(f):where(f):count() > 0 end,
        function(rows, f) for r in rows:where(f):iterate() do if r.id > 1 then return true end end end,
      }
      local pushed, different = 0, {}
      local function try(what, whole)
        local request = Player:where(whole)
        local ok, found = pcall(function() return names(request:fetch()) end)
        local same, expected = pcall(function() return names(request:fetch { pushdown = false }) end)
        if ok ~= same or ok and found ~= expected then
          different[#different + 1] = what .. ": " .. tostring(found) .. " / " .. tostring(expected)
        end
        if not tostring(request:explain()):find "^closure" then pushed = pushed + 1 end
      end
      for relation, list in pairs(functions) do
        for i, f in ipairs(list) do
          for j, question in ipairs(questions) do
            try(relation .. " " .. i .. " " .. j, function(p) return question(p[relation], f) end)
            if relation == "reports" then
              try("players " .. i .. " " .. j, function(p) return p.team and question(p.team.players, f) end)
              try("boss " .. i .. " " .. j, function(p) return p.boss and question(p.boss.reports, f) end)
            end
          end
        end
      end
      print(pushed > 150, different[1] and table.concat(different, "; ") or "all the same")
      """, "true all the same")
  }
}
