import Testing

/// Functions in requests: what becomes of them, and that the rows stay the same.
@Suite struct ClosureTests {
  static let schema =
    """
    Team = entity "Team" { name = text { required = true, unique = true }, size = integer {}, players = has_many "Player" }
    Player = entity "Player" {
      name = text { required = true, unique = true },
      age = integer { bits = 16 }, score = integer { required = true, indexed = true }, weight = real {},
      active = boolean {}, price = decimal { scale = 2 }, born = date {}, avatar = json {},
      rank = enum { "pro", "amateur" }, sex = enum { { "male", 1 }, { "female", 2 } },
      team = belongs_to "Team",
    }
    db:create_all()
    red, blue = Team:create { name = "Red", size = 2 }, Team:create { name = "Blue" }
    db:add {
      Player { name = "Ann", age = 20, score = 5, active = true, team = red, price = "1.50", born = "2001-05-01",
        sex = "female", rank = "pro" },
      Player { name = "Bob", age = 21, score = 3, weight = 70.5, active = false, team = red, sex = "male" },
      Player { name = "Cid", age = 22, score = 9, rank = "pro", team = blue, price = 3 },
      Player { name = "Dora", score = 1, team = blue, avatar = { x = 1 } },
      Player { name = "Ève", age = 24, score = 3, born = "1999-12-31", weight = 55 },
    }
    function Player.methods:is_good() return self.score > 4 end
    function names(list)
      local result = {}
      for i, p in ipairs(list) do result[i] = p.name end
      return table.concat(result, " ")
    end
    -- The first line of the plan, the rows, and whether the function itself gives the same rows or errors.
    function try(request)
      local function run(options)
        local ok, rows = pcall(request.fetch, request, options)
        return ok and names(rows) or tostring(rows)
      end
      local pushed, called = run(), run { pushdown = false }
      return tostring(request:explain()):match "^[^\\n]*" .. " => " .. pushed
        .. (pushed == called and "" or " BUT " .. called)
    end

    """

  static let filters: [(String, String)] = [
    ("function(p) return p.score == 3 end", #"pushed: "score" = 3 => Bob Ève"#),
    ("function(p) return p.age and p.age >= 21 end", #"pushed: "age" >= 21 => Bob Cid Ève"#),
    (
      "function(p) return p.score > 2 and p.name:sub(-1) == 'd' end",
      #"pushed: "score" > 2 AND lua_sub("name", -1, -1) = 'd' => Cid"#
    ),
    ("function(p) return p.name:sub(1, 1) == 'A' end", #"pushed: "name" >= 'A' AND "name" < 'B' => Ann"#),
    ("function(p) return #p.name == 4 end", #"pushed: lua_len("name") = 4 => Dora Ève"#),
    ("function(p) return p.team == red end", #"pushed: "team_id" = 1 => Ann Bob"#),
    (
      "function(p) return p.team and p.team.name == 'Blue' end",
      #"pushed: "player"."team_id" IS NOT NULL AND "team"."name" = 'Blue' => Cid Dora"#
    ),
    ("function(p) return not p.team end", #"pushed: "team_id" IS NULL => Ève"#),
    ("function(p) return p.active end", #"pushed: "active" = 1 => Ann"#),
    ("function(p) return p.active == false end", #"pushed: "active" <> 1 => Bob"#),
    ("function(p) return p.price == decimal '1.5' end", #"pushed: "price" = 150 => Ann"#),
    ("function(p) return p.price and p.price >= 2 end", #"pushed: "price" >= 200 => Cid"#),
    ("function(p) return p.born and p.born < '2000-01-01' end", #"pushed: "born" < '2000-01-01' => Ève"#),
    ("function(p) return p.sex == 'male' end", #"pushed: "sex" = 1 => Bob"#),
    ("function(p) return p.rank == 'pro' end", #"pushed: "rank" = 'pro' => Ann Cid"#),
    ("function(p) return p:is_good() end", #"pushed: "score" > 4 => Ann Cid"#),
    (
      "function(p) return ({ Ann = true, Bob = true })[p.name] end", #"pushed: "name" IN ('Ann', 'Bob') => Ann Bob"#
    ),
    ("function(p) return p.name:match '^%u%l+a$' end", #"pushed: lua_find("name", '^%u%l+a$') > 0 => Dora"#),
    (
      "function(p) return p.weight and p.weight > 60 or p.score > 8 end",
      #"pushed: +"weight" > 60 OR +"score" > 8 => Bob Cid"#
    ),
    (
      "function(p) return p.age > 20 end",
      #"prefilter: "age" > 20 + closure where "age" IS NULL (schema.lua:1: comparing nil is an error: write x and x > 1) => schema.lua:1: attempt to compare number with nil"#
    ),
    (
      "function(p) return p.score == 9 or p.avatar and p.avatar.x == 1 end",
      #"prefilter: "score" = 9 OR (moonshell_part_type("avatar") = 'table' AND moonshell_part_type("avatar", 'x') = 'number' AND moonshell_part("avatar", 'x') = 1) + closure where "score" <> 9 AND moonshell_part_type("avatar") <> 'text' AND (moonshell_part_type("avatar") = 'number' OR (moonshell_part_type("avatar") = 'table' AND NOT (moonshell_part_type("avatar", 'x') IN ('text', 'number', 'table', 'boolean', 'nothing'))) OR (moonshell_part_type("avatar") <> 'table' AND ((moonshell_part_type("avatar") = 'boolean' AND moonshell_part("avatar") = 1) OR NOT (moonshell_part_type("avatar") IN ('boolean', 'nothing', 'null'))))) (schema.lua:1: indexing a number is an error; schema.lua:1: a null in a document is used; …) => Cid Dora"#
    ),
    (
      "function(p) return string.format('%q', p.score) == '3' end",
      "closure: schema.lua:1: of string.format SQL has %s of texts and %d of integers, on SQLite all forms of numbers, not '%q' => Bob Ève"
    ),
    (
      "function(p) return p.score > 4 or string.format('%q', p.score) == '3' end",
      #"prefilter: "score" > 4 + closure where "score" <= 4 (schema.lua:1: of string.format SQL has %s of texts and %d of integers, on SQLite all forms of numbers, not '%q') => Ann Bob Cid Ève"#
    ),
    (
      "function(p) seen = p.name return true end",
      "closure: schema.lua:1: it assigns the global 'seen': write local before it => Ann Bob Cid Dora Ève"
    ),
  ]

  @Test(arguments: filters)
  func `a filter is answered by the database where that means the same`(source: String, expected: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return try(Player:where(\(source)))", expected)
  }

  /// Functions of several lines, and why some rows or all meet them.
  static let reasons: [(String, String)] = [
    (
      """
      function(p)
        if p.born == nil then return false end
        return p.born < "2000-01-01"
          and math.exp(p.score) ~= 1.5
      end
      """,
      #"prefilter: "born" < '2000-01-01' + closure for each of these (schema.lua:4: SQL has no math.exp)"#
    ),
    (
      "function(p)\n return p.age > 20 or\n p.name .. p.weight == '' end",
      #"prefilter: +"age" > 20 OR ("name" || lua_tostring("weight", 1)) = '' + closure where "age" IS NULL OR ("age" <= 20 AND "weight" IS NULL) (schema.lua:2: comparing nil is an error: write x and x > 1; schema.lua:3: joining nil to a text is an error: write (x or "") .. y)"#
    ),
    (
      "function(p)\n return math.exp(p.weight) == 2 end", "closure: schema.lua:2: SQL has no math.exp"
    ),
    ("function(p) return p.name > 3 end", "closure: schema.lua:1: comparing values of different types is an error"),
    (
      "function(p) return p.agee == 3 end",
      "closure: schema.lua:1: 'agee' is no field of Player, and no method of its objects"
    ),
    ("function(p) return p.score ~ 2.5 == 9 end", "closure: schema.lua:1: SQL has no bits of floats"),
    (
      "function(p) return p.score > 3 and 2.5 | 1 == p.score end",
      #"prefilter: "score" > 3 + closure for each of these (schema.lua:1: it raises an error: number has no integer representation)"#
    ),
    ("function(p) return ~p.score == 9 end", #"pushed: (-1 - "score") = 9"#),
    (
      "function(p) return p.avatar.x == 1 end",
      #"prefilter: moonshell_part_type("avatar") <> 'text' AND moonshell_part_type("avatar", 'x') = 'number' AND moonshell_part("avatar", 'x') = 1 + closure where "avatar" IS NULL OR (moonshell_part_type("avatar") <> 'text' AND (moonshell_part_type("avatar") = 'number' OR moonshell_part_type("avatar") <> 'table' OR NOT (moonshell_part_type("avatar", 'x') IN ('text', 'number', 'table', 'boolean', 'nothing')))) (schema.lua:1: indexing nil is an error; schema.lua:1: indexing a number is an error; …)"#
    ),
  ]

  @Test(arguments: reasons)
  func `a plan names the lines at which a function must be asked, for the rows that come there`(
    source: String, expected: String
  ) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return (tostring(Player:where(\(source)):explain()):match '^[^\\n]*')", expected)
  }

  static let orders: [(String, String)] = [
    ("function(p) return -p.score end", #"pushed: ORDER BY 0 - "score" => Cid Ann Bob Ève Dora"#),
    ("function(p) return p.age end", #"pushed: ORDER BY "age" => Dora Ann Bob Cid Ève"#),
    (
      "desc(function(p) return p.name:lower() end)", #"pushed: ORDER BY lua_lower("name") DESC => Ève Dora Cid Bob Ann"#
    ),
    (
      "asc(function(p) return p.name end, { ignore_case = true })",
      #"pushed: ORDER BY moonshell_case_key("name") => Ann Bob Cid Dora Ève"#
    ),
    ("function(p) return p.price end", #"pushed: ORDER BY "price" => Bob Dora Ève Ann Cid"#),
    (
      "function(a, b) if a.score ~= b.score then return a.score > b.score end return a.name > b.name end",
      #"pushed: ORDER BY "score" DESC, "name" DESC => Cid Ann Ève Bob Dora"#
    ),
    (
      "desc(function(a, b) return #a.name < #b.name end)",
      #"pushed: ORDER BY lua_len("name") DESC => Dora Ève Ann Bob Cid"#
    ),
    (
      "function(a, b) return a.age < b.age end",
      "closure: schema.lua:1: comparing nil is an error: write x and x > 1; rows are sorted in memory => schema.lua:1: attempt to compare nil with number"
    ),
    (
      "function(p) return string.format('%3s', 10 - p.score) end",
      "closure: schema.lua:1: of string.format SQL has %s of texts and %d of integers, on SQLite all forms of numbers, not '%3s'; rows are sorted in memory => Cid Ann Bob Ève Dora"
    ),
  ]

  @Test(arguments: orders)
  func `an order is made by the database where that means the same`(source: String, expected: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return try(Player:sorted_by(\(source)))", expected)
  }

  @Test func `only rows that need the function meet it, in the order of rows`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local request = Player:where(function(p) return p.score > 8 or p.age < 22 end)
      print(pcall(request.fetch, request))
      Player:where { name = "Dora" }:update { age = 30 }
      print(names(request:fetch()), request:count(), request:sum "score", request:first(2)[2].name)
      print(request:explain().sql:match "WHERE.*")
      """,
      """
      false schema.lua:1: attempt to compare nil with number
      Ann Bob Cid 3 17 Bob
      WHERE +"score" > ?1 OR +"age" < ?2 ORDER BY "id"
      """)
  }

  @Test func `captured values count as they are when the request runs`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local low, wanted = 4, { Bob = true }
      local request = Player:where(function(p) return p.score > low or wanted[p.name] end)
      print(names(request:fetch()))
      low, wanted.Dora = 8, true
      print(names(request:fetch()))
      """, "Ann Bob Cid\nBob Cid Dora")
  }

  @Test func `what a function sees does not depend on those behind it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local function seen(options)
        local result = {}
        local request = Player:where(function(p) result[#result + 1] = p.name return true end)
          :where(function(p) return p.score > 4 end)
        local rows = names(request:fetch(options))
        return table.concat(result, " ") .. " | " .. rows
      end
      print(seen())
      print(seen { pushdown = false })
      local request = Player:where(function(p) return p.age > 20 end):where(function(p) return p.name ~= "Dora" end)
      print(pcall(request.fetch, request))
      request = Player:where(function(p) return p.name ~= "Dora" end):where(function(p) return p.age > 20 end)
      print(names(request:fetch()), request:count())
      """,
      """
      Ann Bob Cid Dora Ève | Ann Cid
      Ann Bob Cid Dora Ève | Ann Cid
      false schema.lua:10: attempt to compare number with nil
      Bob Cid Ève 3
      """)
  }

  @Test func `a function negates as Lua does, also below others`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local young = function(p) return p.age and p.age < 22 end
      for _, request in ipairs {
        Player:where_not(young), Player:where { score = 9 }:or_where(young), Player:where(young):or_where { score = 1 },
        Player:where_not(function(p) return p.weight and p.weight > 60 end):where(young),
      } do print(try(request)) end
      """,
      """
      pushed: "age" < 22 => Cid Dora Ève
      pushed: "age" < 22 => Ann Bob Cid
      pushed: "age" < 22 => Ann Bob Dora
      pushed: "weight" > 60 => Ann
      """)
  }

  @Test func `what is pushed is counted, summed, changed and deleted by one statement`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local good = Player:where(function(p) return p.score > 2 end)
      local statements = {}
      db.echo = function(sql) statements[#statements + 1] = sql:gsub('"', "") end
      local count, sum, best = good:count(), good:sum "score", good:sorted_by(function(p) return -p.score end):first()
      good:update { weight = 1 }
      good:limit(1):delete()
      db.echo = nil
      print(count, sum, best.name, Player:count())
      for _, sql in ipairs(statements) do
        if not sql:find "typeof" then print((sql:gsub("SELECT id.-FROM", "SELECT … FROM"))) end
      end
      """,
      """
      4 20 Cid 4
      SELECT count(*) FROM player WHERE score > ?1
      SELECT sum(score) FROM player WHERE score > ?1
      SELECT … FROM player WHERE score > ?1 ORDER BY ?2 - score, id LIMIT ?3
      UPDATE player SET weight = ?1 WHERE score > ?2
      DELETE FROM player WHERE id IN (SELECT … FROM player WHERE score > ?1 ORDER BY id LIMIT ?2)
      """)
  }

  @Test func `a strict request runs no function row by row`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      "return names(Player:where(function(p) return p.score > 4 end):strict():fetch())", "Ann Cid")
    #expect(
      script.failure("Player:where(function(p) print(p) return true end):strict():fetch()").contains(
        "strict: a function would run row by row: schema.lua:1: it calls 'print', which may have effects of its own"))
    #expect(
      script.failure(
        "Player:all():strict():sorted_by(function(a, b) return false end):count() Player:sorted_by(function(a, b) return false end):strict():fetch()"
      )
      .contains("strict: a function would run row by row"))
    #expect(
      script.failure("Player:all():fetch { pushdow = false }").contains(
        "fetch: unknown option 'pushdow'. Did you mean 'pushdown'? The only option is pushdown"))
  }

  @Test func `a redefined function of the library is what the script made of it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local upper = string.upper
      string.upper = function(s) return "X" end
      print(try(Player:where(function(p) return p.name:upper() == "X" and p.score > 8 end)))
      string.upper = upper
      print(try(Player:where(function(p) return p.name:upper() == "CID" end)))
      """,
      """
      pushed: "score" > 8 => Cid
      pushed: lua_upper("name") = 'CID' => Cid
      """)
  }

  @Test func `tables made elsewhere hold what they like`() throws {
    let script = try Script()
    try script.expect(
      """
      db:execute "CREATE TABLE thing (id INTEGER PRIMARY KEY, n INTEGER, s TEXT COLLATE NOCASE, v NUMERIC)"
      db:execute "INSERT INTO thing VALUES (1, 5, 'a', '2009-01-02'), (2, 2.5, 'A', 7), (3, 'x', 'b', NULL), (4, NULL, NULL, 'z')"
      db:reflect()
      local function try(f)
        local function run(options)
          local ok, rows = pcall(function() return Thing:where(f):fetch(options) end)
          if not ok then return tostring(rows) end
          local ids = {}
          for i, t in ipairs(rows) do ids[i] = t.id end
          return table.concat(ids, " ")
        end
        local pushed, called = run(), run { pushdown = false }
        print(pushed, pushed == called)
      end
      try(function(t) return t.n == 2.5 or t.n == "x" end)
      try(function(t) return t.n and t.n > 2 end)
      try(function(t) return t.s == "a" end)
      try(function(t) return t.s and t.s < "B" end)
      try(function(t) return t.v == "2009-01-02" end)
      try(function(t) return type(t.v) == "string" and t.v < "3" end)
      try(function(t) return type(t.n) == "number" and t.n + 1 > 3 end)
      """,
      """
      2 3 true
      schema.lua:16: attempt to compare number with string true
      1 true
      2 true
      1 true
      1 true
      1 2 true
      """)
  }

  @Test func `what a table does not hold to is asked of the closure, whatever the entity declares`() throws {
    let script = try Script()
    try script.expect(
      """
      db:execute "CREATE TABLE thing (id INTEGER PRIMARY KEY, n INTEGER, s TEXT COLLATE NOCASE, owner INTEGER)"
      db:execute "INSERT INTO thing VALUES (1, 5, 'a', 77), (2, 5, 'A', 1), (3, 2, 'b', NULL), (4, 5, NULL, 1)"
      Owner = entity "Owner" { name = text { required = true } }
      Thing = entity "Thing" {
        n = integer {}, s = text { required = true }, owner = belongs_to("Owner", { column = "owner", required = true }),
      }
      db:create_all()
      Owner:create { name = "Z" }
      local function try(f)
        local function run(options)
          local ok, rows = pcall(function() return Thing:where(f):fetch(options) end)
          return ok and table.concat(rows:map "id", " ") or tostring(rows)
        end
        local pushed, called = run(), run { pushdown = false }
        print(pushed, pushed == called)
      end
      try(function(t) return t.id < 3 and t.n == 5 end)
      try(function(t) return t.s == "a" end)
      try(function(t) return t.s < "B" end)
      try(function(t) return t.owner == nil end)
      try(function(t) return t.id == 2 and t.owner.name == "Z" end)
      try(function(t) return t.owner.name == "Z" end)
      """,
      """
      1 2 true
      1 true
      schema.lua:19: attempt to compare nil with string true
      1 3 true
      2 true
      schema.lua:22: attempt to index a nil value (field 'owner') true
      """)
  }

  @Test func `an entity that is not migrated yet is no more sure of its table`() throws {
    let script = try Script(
      schema: """
        P = entity "P" { n = integer {} } db:create_all()
        for i = 1, 3 do P:create { n = i ~= 2 and i or nil } end
        P = entity "P" { n = integer { required = true } }
        """)
    try script.expect(
      """
      function plan() return tostring(P:where(function(p) return p.n > 1 end):explain()):match "[^\\n]+" end
      print(plan())
      print(pcall(function() return P:where(function(p) return p.n > 1 end):count() end))
      """,
      """
      prefilter: "n" > 1 + closure where "n" IS NULL (schema.lua:1: comparing nil is an error: write x and x > 1)
      false schema.lua:3: attempt to compare number with nil
      """)
    try script.run("db:execute 'DELETE FROM p WHERE n IS NULL' db:migrate()")
    try script.expect(
      "print(plan())",
      """
      pushed: "n" > 1
      """)
  }

  @Test func `a relation that every row has needs no look at the closure`() throws {
    let script = try Script(
      schema: """
        Owner = entity "Owner" { name = text { required = true } }
        Thing = entity "Thing" { n = integer {}, owner = belongs_to("Owner", { required = true }) }
        db:create_all()
        Thing:create { n = 1, owner = Owner { name = "Z" } }
        """)
    try script.expect(
      """
      local function plan(request) return tostring(request:explain()):match "[^\\n]+" end
      local function isZ(t) return t.owner.name == "Z" end
      print(plan(Thing:where(isZ)), Thing:where(isZ):count())
      """, "pushed: \"owner\".\"name\" = 'Z' 1")
  }
}
