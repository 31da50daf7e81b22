import Testing

/// Members that a request computes for its rows.
@Suite struct AnnotationTests {
  private static let schema = """
    Player = entity "Player" { name = text {}, last = text {}, age = integer {}, games = has_many "Game", tags = many_to_many "Tag" }
    Game = entity "Game" {
      score = integer {}, price = decimal { scale = 2 }, at = datetime {}, won = boolean {}, player = belongs_to "Player",
    }
    Tag = entity "Tag" { name = text {} }
    db:create_all()
    ann = Player:create { name = "Ann", last = "Bee", age = 20 }
    bob = Player:create { name = "Bob", last = "Cee", age = 30 }
    cid = Player:create { name = "Cid", age = 40 }
    Game:create { score = 3, price = "1.50", at = "2024-01-01T10:00:00Z", won = true, player = ann }
    Game:create { score = 5, price = "2.25", won = false, player = ann }
    Game:create { score = 5, player = bob }
    for _, name in ipairs { "a", "b", "c" } do ann.tags:add(Tag:create { name = name }) end
    counted = Player:annotate { { "played", "count games" }, { "best", "max games.score" }, { "tagged", "count tags" } }
    """

  @Test func `a member may have the name of the far field that it sums up`() throws {
    try Script(engine: .sqlite).expect(
      """
      Shelf = entity "Shelf" { name = text {}, books = has_many "Book" }
      Book = entity "Book" { n = integer {}, name = text { collation = "nocase" }, shelf = belongs_to "Shelf" }
      db:create_all()
      for i = 1, 3 do
        local shelf = Shelf:create { name = "s" .. i }
        for j = 1, i do Book:create { n = i * j, name = "b" .. j, shelf = shelf } end
      end
      local r = Shelf:annotate { n = "sum books.n", best = "max books.name" }
      local sections = r:sectioned_by "n":results()
      return table.concat(r:sorted_by "-n":pluck "n", " "), r:where "n > 5":count(), r:where(function(s) return s.n > 5 end):count(),
        r:sorted_by "-best":first().best, r:where "best == 'b3'":count(), #r:group_by "n":fetch(), sections:section_count(),
        #r:page(1), Shelf:annotate { n = "count(books) + sum(books.n)" }:sorted_by "-n":first().n
      """, "18 6 1 2 2 b3 1 3 3 1 21")
  }

  @Test func `sections have what expr and sql say for their names`() throws {
    try Script(schema: Self.schema).expect(
      """
      local byExpr, bySQL = Player:sectioned_by(expr "age // 20"):results(), Player:sectioned_by(sql "age % 20"):results()
      print(byExpr:section_count(), byExpr.sections[1].name, byExpr.sections[2].name)
      print(bySQL:section_count(), bySQL.sections[1].name, #bySQL.sections[1])
      """,
      """
      2 1 2
      2 0 2
      """)
  }

  @Test func `each aggregate counts its own rows, also where there are none`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      for _, p in ipairs(counted:fetch()) do print(p.name, p.played, p.best, p.tagged) end
      for p in counted:iterate() do print(p.name, p.played) end
      print(counted:first().played, counted:sorted_by("-age"):first().tagged)
      local sums = Player:annotate { s = "sum games.price", d = "count distinct games.score", a = "avg games.score", l = "max games.at" }
      for _, p in ipairs(sums:fetch()) do print(p.s, p.d, p.a, p.l) end
      """,
      """
      Ann 2 5 3
      Bob 1 5 0
      Cid 0 nil 0
      Ann 2
      Bob 1
      Cid 0
      2 0
      3.75 2 4.0 2024-01-01T10:00:00Z
      0.00 1 5.0 nil
      0.00 0 nil nil
      """)
  }

  @Test(arguments: [
    (#"where "played > 1":pluck "name""#, "Ann"),
    ("where { played = 0 }:pluck 'name'", "Cid"),
    ("where { played = is.at_least(1) }:count()", "2"),
    (#"sorted_by("-played", "name"):pluck "name""#, "Ann Bob Cid"),
    (#"values("name", "played + tagged")"#, "Ann 5 Bob 1 Cid 0"),
    (#"sum "played""#, "3"),
    (#"group_by("best"):aggregate { n = "count", p = "sum played" }:having "p > 1":fetch()"#, "5 2 3"),
    (#"where(function(p) return p.played == 1 end):pluck "name""#, "Bob"),
    (#"annotate { twice = "played * 2" }:where "twice == 4":pluck "twice""#, "4"),
    ("limit(1):fetch()", "Ann"),
    (#"page { size = 2 }"#, "Ann Bob"),
    (#"sorted_by("played"):page { size = 2 }"#, "Cid Bob"),
    (#"exists()"#, "true"),
    (#"select("name"):fetch()"#, "Ann Bob Cid"),
  ])
  func `a computed member stands wherever a field does`(call: String, result: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local function show(value)
        if type(value) == "userdata" and value.name then return value.name end
        if type(value) ~= "table" and type(value) ~= "userdata" then return tostring(value) end
        local parts = {}
        if #value == 0 then for _, name in ipairs { "best", "n", "p" } do parts[#parts + 1] = show(value[name]) end end
        for _, v in ipairs(value) do parts[#parts + 1] = show(v) end
        return table.concat(parts, " ")
      end
      local result = counted:\(call)
      if type(result) == "userdata" or type(result) == "table" then
        local parts = {}
        for _, v in ipairs(result) do parts[#parts + 1] = show(v) end
        return (table.concat(parts, " "):gsub("nil nil nil ", ""))
      end
      return show(result)
      """, result)
  }

  @Test func `a function gives a member, in SQL where it means the same`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local plain = Player:annotate { next = function(p) return p.age + 1 end }
      print(plain:first().next, plain:where("next > 31"):count(), plain:explain().sql:find("+ ", 1, true) ~= nil)
      local asked = Player:annotate { full = function(p) return os.time() > 0 and p.name .. " " .. (p.last or "?") end }
      for _, p in ipairs(asked:fetch()) do print(p.full) end
      for p in asked:sorted_by("-full"):iterate() do print(p.full) end
      print(table.concat(asked:pluck "full", ","), asked:count(), asked:first():to_table().full)
      print(#asked:page { size = 2 }, asked:page { size = 2 }[2].full)
      """,
      """
      21 1 true
      Ann Bee
      Bob Cee
      Cid ?
      Cid ?
      Bob Cee
      Ann Bee
      Ann Bee,Bob Cee,Cid ? 3 Ann Bee
      2 Bob Cee
      """)
    try script.expect(
      """
      local said = Player:annotate { f = function(p) return os.time() > 0 and p.age or nil end }
      print(said:where "f > 20":count(), said:where_not "f > 20":pluck("name")[1], said:where { f = 40 }:first().name)
      """, "2 Ann Cid")
  }

  @Test func `a computed member is read only, and never saved`() throws {
    let script = try Script(schema: Self.schema)
    #expect(
      script.failure("local p = counted:first() p.played = 3")
        == "Player: 'played' was computed by annotate: it is read only. Assign the fields that it is made of")
    try script.expect(
      """
      local p = counted:first()
      p.age = 21
      print(p.played, p:save(), p:changes().played, Player:get(1).age, p.played)
      p:reload()
      print(p.age, pcall(function() return p.played end))
      local draft = counted:first():draft()
      draft.age = 22
      draft:save()
      print(Player:get(1).age)
      """.replacing("p:save(), ", with: "").replacing("p.age = 21\n", with: "p.age = 21\np:save()\n"),
      """
      2 nil 21 2
      21 true 2
      22
      """)
  }

  @Test func `computed members are printed and encoded behind the fields`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(counted:first():encode "json")
      print(counted:where("played == 1"):encode "json")
      print(counted:limit(1):encode "csv")
      print(counted:first():to_table().played)
      """,
      """
      {"id":1,"name":"Ann","last":"Bee","age":20,"played":2,"best":5,"tagged":3}
      [{"id":2,"name":"Bob","last":"Cee","age":30,"played":1,"best":5,"tagged":0}]
      id,name,last,age,played,best,tagged
      1,Ann,Bee,20,2,5,3

      2
      """)
  }

  @Test func `a live set follows what its computed members read`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local rs = counted:sorted_by("-played"):results()
      rs:observe(function(changes) print(changes) end)
      Game:create { score = 9, player = cid }
      print(rs:at(1, 1).name, rs:at(1, 3).best)
      """.replacing("rs:observe(function(changes) print(changes) end)\n", with: ""),
      "Ann 9")
  }

  @Test(arguments: [
    (
      "Player:annotate { age = 'age + 1' }",
      "annotate: Player has a member 'age' already: name what is computed otherwise"
    ),
    (
      "Player:annotate { games = 'count games' }",
      "annotate: Player has a member 'games' already: name what is computed otherwise"
    ),
    (
      "Player:annotate { save = 'age' }",
      "annotate: Player has a member 'save' already: name what is computed otherwise"
    ),
    (
      "counted:annotate { played = 'age' }",
      "annotate: Player has a member 'played' already: name what is computed otherwise"
    ),
    (
      "Player:annotate { x = 5 }",
      "annotate takes a table of names, each with an expression as text or a function: annotate { x = \"count games\" }"
    ),
    (
      "Player:annotate {}",
      "annotate takes a table of names, each with an expression as text or a function: annotate { played = \"count games\" }"
    ),
  ])
  func `a mistake says what would do`(source: String, message: String) throws {
    #expect(try Script(schema: Self.schema).failure(source) == message)
  }

  /// The same functions, one of each pair in SQL and one row by row.
  @Test func `what a function gives is compared with values of another class as it is`() throws {
    try Script(
      schema: """
        C = entity "C" { name = text {}, n = integer {} }
        db:create_all()
        for _, name in ipairs { "A", "", "-5", "5" } do C:create { name = name, n = 5 } end
        """, engine: .sqlite
    ).expect(
      """
      local held = {}
      local function counts(f, ...)
        local found = {}
        for i, test in ipairs { ... } do found[i] = C:annotate { z = f }:where(test):count() end
        return table.concat(found, " ")
      end
      for _, f in ipairs { function(c) return c.name end, function(c) held[1] = c.name return held[1] end } do
        print(counts(f, { z = 5 }, { z = is.not_equal(5) }, { z = is.at_least(1) }, "z == 5", { z = { 5, 6 } },
          { z = is.between(1, 9) }, "z == n"))
      end
      for _, f in ipairs { function(c) return c.n end, function(c) held[1] = c.n return held[1] end } do
        print(counts(f, { z = "5" }, { z = is.not_equal "5" }, { z = is.at_least "1" }, "z == '5'", { z = { "5", "6" } },
          { z = is.between("1", "9") }, "z == name"))
      end
      """,
      """
      0 4 4 0 0 0 0
      0 4 4 0 0 0 0
      0 4 0 0 0 0 0
      0 4 0 0 0 0 0
      """)
  }

  @Test func `texts that a function finds in related rows are not added up`() throws {
    try Script(
      schema: """
        C = entity "C" { n = integer {}, os = has_many "O" }
        O = entity "O" { d = date {}, t = text {}, c = belongs_to "C" }
        db:create_all()
        O:create { d = "2024-02-01", t = "7 apples", c = C:create { n = 2024 } }
        """, engine: .sqlite
    ).expect(
      """
      local functions = {
        function(c) local o = c.os:first() return o and o.d end, function(c) return c.os:max "d" end,
        function(c) return c.os:fetch()[1].t end,
        function(c) local m = "" for o in c.os:iterate() do if o.t > m then m = o.t end end return m end,
      }
      for _, f in ipairs(functions) do
        print(select(2, pcall(C.sum, C, f)), C:annotate { z = f }:where "z == n":count(), C:annotate { z = f }:where "z > n":count())
      end
      """,
      """
      sum takes numbers: this function gives texts 0 1
      sum takes numbers: this function gives texts 0 1
      sum takes numbers: this function gives texts 0 1
      sum takes numbers: this function gives texts 0 1
      """)
  }

  @Test func `lists along an ordered relation are in its order`() throws {
    try Script(
      schema: """
        O = entity "O" { items = has_many("I", { inverse = "o", ordered = true }), tags = many_to_many("T", { ordered = true }) }
        I = entity "I" { t = text {}, o = belongs_to "O" }
        T = entity "T" { t = text {} }
        db:create_all()
        for i = 1, 2 do
          local o = O:create {}
          for _, t in ipairs { "a", "b", "c", "d" } do o.items:add(I { t = t }) o.tags:add(T { t = t .. i }) end
          o.items:move(4, 1)
          o.tags:move(3, 1)
        end
        """
    ).expect(
      """
      for _, o in ipairs(O:annotate { l = "list items.t", d = "list distinct items.t", m = "list tags.t" }:fetch()) do
        print(table.concat(o.l), table.concat(o.d), table.concat(o.m), table.concat(o.items:pluck "t"), table.concat(o.tags:pluck "t"))
      end
      """,
      """
      dabc dabc c1a1b1d1 dabc c1a1b1d1
      dabc dabc c2a2b2d2 dabc c2a2b2d2
      """)
  }
}
