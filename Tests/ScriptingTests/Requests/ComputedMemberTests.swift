import Testing

/// What a request computed for its rows is a member of them wherever rows are.
@Suite struct ComputedMemberTests {
  private static let schema = """
    A = entity "A" { n = integer {}, s = text {}, kids = has_many "B" }
    B = entity "B" { m = integer {}, price = decimal { scale = 2 }, a = belongs_to "A" }
    db:create_all()
    x = A:create { n = 2, s = "bb" } y = A:create { n = 3, s = "a" } z = A:create { s = "ccc" }
    B:create { m = 1, price = "1.00", a = x } B:create { m = 5, price = "2.25", a = x } B:create { m = 7, a = y } B:create { m = 9 }
    N = A:annotate { c = "count kids" }
    F = A:annotate { f = function(a) return string.format("%5s!", a.s) end }
    function ids(list) return table.concat(list:map "id", " ") end
    """

  @Test func `lists filter, sort and walk by it`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(N:get(1).c, N:where "c > 0":get(3))
      local names = {} for name, value in pairs(N:first()) do names[#names + 1] = name .. "=" .. tostring(value) end
      print(table.concat(names, " "))
      local list = N:fetch()
      print(ids(list:filter "c > 1"), ids(list:filter { c = 1 }), ids(list:filter "c * n == 3"), ids(list:filter { ["c + 1"] = 1 }))
      print(ids(list:sorted "-c"), ids(list:sorted "c * 2"), table.concat(list:map "c * 10", " "))
      local set = result_set { unique = "id", filter = "c < 2", sort = "-c", section = "c % 2" }
      set:load(list)
      print(#set, set:at(1).id, set.sections[1].name, set.sections[2].name)
      """,
      """
      2 nil
      id=1 n=2 s=bb c=2
      1 2 2 3
      1 2 3 3 2 1 20 10 0
      2 3 0 1
      """)
  }

  @Test func `values, orders and pages are made of members that functions give`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local now = os.time()
      local R = A:annotate { u = function(a) return now > 0 and (a.n or 0) + 1 end, w = function(a) return now > 0 and a.s:upper() end }
      print(encode(R:values("id", "u * 2"), "json"))
      print(R:pluck("u + n")[2], R:pluck("u + n")[3] == null, R:sum "u * 2")
      print(ids(R:sorted_by "-(u * 2)":fetch()), ids(R:sorted_by("u // 10", "-w"):fetch()), ids(R:sorted_by "w":fetch()))
      local page, cursor = R:sorted_by "-(u + 1)":page(2)
      print(ids(page), ids((R:sorted_by "-(u + 1)":page { after = cursor })))
      local twice = R:annotate { v = "u + 1" }:annotate { x = "v * 10" }
      print(ids(twice:where "x > 30":fetch()), ids(twice:sorted_by "-x":fetch()), twice:first().x)
      """,
      """
      [{"id":1,"u * 2":6},
      {"id":2,"u * 2":8},
      {"id":3,"u * 2":2}]
      7 true 16
      2 1 3 3 1 2 2 1 3
      2 1 3
      1 2 2 1 3 40
      """)
  }

  @Test func `functions see members that functions give`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local now = os.time()
      local R = A:annotate { u = function(a) return now > 0 and (a.n or 0) + 1 end }
      print(ids(R:where(function(a) return a.u > 2 end):fetch()), R:where(function(a) return a.u == 1 or a.u == 4 end):count())
      print(ids(R:where(function(a) return a.u > 2 end):fetch { pushdown = false }), R:where(function(a) return a.u > 9 end):exists())
      print(ids(R:sorted_by(function(a) return -a.u end):fetch()), ids(R:sorted_by(function(a, b) return a.u > b.u end):fetch()))
      print(R:sum(function(a) return a.u * 10 end), encode(R:group_by(function(a) return a.u > 2 end):aggregate { n = "count" }, "json"))
      print(R:annotate { v = function(a) return a.u * 10 end }:first().v, ids(R:annotate { v = function(a) return a.u * 10 end }:where "v > 30":fetch()))
      print(R:update { n = function(a) return a.u end }, A:get(1).n, A:get(3).n)
      print(R:where(function(a) return a.u == 2 end):delete(), A:count())
      """,
      """
      1 2 2
      1 2 false
      2 1 3 2 1 3
      80 [{"key":false,"n":1},
      {"key":true,"n":2}]
      30 2
      3 3 1
      1 2
      """)
    #expect(
      script.failure("A:annotate { u = function(a) return (a.u or 0) + 1 end }:first()").contains(
        "'u' was computed by annotate, and its function reads it again"))
    #expect(
      script.failure("A:annotate { u = function(a) return { a } end }:where(function(a) return a.u end):count()")
        .contains("a function gives a number"))
  }

  @Test func `pages in the order of a member that a function gives show each row once`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      for i = 1, 9 do A:create { n = i } end
      local now = os.time()
      local R = A:annotate { u = function(a) return now > 0 and (a.n or 0) % 4 end }:sorted_by("-u", "id")
      local seen, cursor = {}
      repeat
        local page
        page, cursor = R:page { size = 5, after = cursor }
        for _, a in ipairs(page) do seen[#seen + 1] = a.id .. ":" .. a.u end
      until not cursor or #seen > 20
      print(table.concat(seen, " "))
      """, "2:3 6:3 10:3 1:2 5:2 9:2 4:1 8:1 12:1 3:0 7:0 11:0")
  }

  @Test func `who observes a request gets the members of its rows, and is told when one changed`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local now = os.time()
      local R = A:annotate { c = "count kids", u = function(a) return now > 0 and (a.n or 0) + 1 end }:sorted_by "u"
      local stop = R:observe(function(rows, old)
        local parts = {}
        for place, a in ipairs(rows) do parts[place] = a.id .. ":" .. a.u .. ":" .. a.c end
        print(table.concat(parts, " "), old and old[1].c)
      end)
      B:create { a = z }
      x.n = 9
      x:save()
      stop()
      """,
      """
      3:1:0 1:3:2 2:4:1 nil
      3:1:1 1:3:2 2:4:1 0
      3:1:1 2:4:1 1:10:2 1
      """)
  }

  @Test func `functions that read what the database computes become SQL`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local R = A:annotate { c = "count kids", d = "n * 2", m = "max kids.m", k = function(a) return (a.n or 0) + 1 end }
      local function how(f) return tostring(R:where(f):explain()):match "\\n?(%l+):[^\\n]*\\nSELECT" end
      local tried = {
        function(a) return a.c > 1 end, function(a) return a.d and a.d > 4 end, function(a) return a.k == 3 end,
        function(a) return a.m and a.m > 5 end,
      }
      for _, f in ipairs(tried) do
        print(how(f), ids(R:where(f):fetch()), ids(R:where(f):fetch { pushdown = false }))
      end
      print(A:annotate { u = function(a) return os.time() end }:where(function(a) return a.u > 3 end):explain().sql)
      """,
      """
      pushed 1 1
      prefilter 2 2
      prefilter 1 1
      pushed 2 2
      SELECT "id", "n", "s" FROM "a" ORDER BY "id"
      """)
  }

  @Test func `an object that is read again has its members, as they are now`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local a = A:annotate { c = "count kids", d = "n * 2" }:select "s":first()
      print(a.c, a.d)
      B:create { m = 1, a = x }
      x.n = 10
      x:save()
      a:reload()
      print(a.c, a.d, a.n)
      a.n = 7
      a:save()
      print(a:reload().d, A:get(1).n, encode(a, "json"))
      local b = A:annotate { c = "max kids.m" }:first()
      print(b:reload().c, A:annotate { c = "count kids" }:first():reload().c)
      """,
      """
      2 4
      3 20 10
      14 7 {"id":1,"n":7,"s":"bb","c":3,"d":14}
      5 3
      """)
  }

  @Test func `all values of related rows are a list`() throws {
    let script = try Script(
      schema: """
        Team = entity "Team" { name = text {}, players = has_many "Player", tags = many_to_many "Tag" }
        Player = entity "Player" {
          name = text {}, n = integer {}, x = real {}, good = boolean {}, rank = enum { { "low", 1 }, { "high", 2 } }, day = date {},
          price = decimal {}, team = belongs_to "Team",
        }
        Tag = entity "Tag" { name = text {} }
        db:create_all()
        red, blue = Team:create { name = "Red" }, Team:create { name = "Blue" }
        Player:create { name = "b", n = 1, x = 2, good = true, rank = "high", day = "2024-01-01", team = red }
        Player:create { name = "a", n = math.maxinteger, x = 0.5, good = false, rank = "low", team = red }
        Player:create { team = red } Player:create { name = "b", team = red }
        red.tags:add(Tag:create { name = "t" })
        function shown(list)
          local parts = {}
          for i, value in ipairs(list) do parts[i] = value == null and "null" or tostring(value) end
          return "{" .. table.concat(parts, " ") .. "}"
        end
        """)
    try script.expect(
      """
      local words = { "name", "n", "x", "good", "rank", "day", "name .. '!'" }
      for _, word in ipairs(words) do
        local request = Team:annotate { all = "list players." .. word, some = "list distinct players." .. word }
        if word:find "!" then request = Team:annotate { all = "list players.name .. '!'", some = "list distinct players.name .. '!'" } end
        local list = request:sorted_by "id":fetch()
        print(shown(list[1].all), shown(list[1].some), #list[2].all)
      end
      local list = Team:annotate { all = "list tags.name" }:sorted_by "id":fetch()
      print(encode(list, "json"))
      print(list[1]:reload().all[1], math.type(Team:annotate { all = "list players.x" }:first().all[1]))
      """,
      """
      {b a null b} {b a null} 0
      {1 9223372036854775807 null null} {1 9223372036854775807 null} 0
      {2.0 0.5 null null} {2.0 0.5 null} 0
      {true false null null} {true false null} 0
      {high low null null} {high low null} 0
      {2024-01-01 null null null} {2024-01-01 null} 0
      {b! a! null b!} {b! a! null} 0
      [{"id":1,"name":"Red","all":["t"]},
      {"id":2,"name":"Blue","all":[]}]
      t float
      """)
    #expect(
      script.failure("Team:annotate { all = 'list players.price' }").contains("read anything else of the relation"))
  }

  @Test func `a truth that a function gives is one, also among other values`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local function given(a) if a.n == 2 then return true elseif a.n == 3 then return "x" end return nil end
      local values = A:pluck(given)
      print(values[1], values[2], values[3] == null, type(values[1]))
      local member = A:annotate { g = given }:fetch()
      print(member[1].g, member[2].g, member[3].g)
      print(A:pluck(function(a) return a.n == 2 or 1.5 end)[2], A:pluck(function(a) return a.n == 2 end)[2])
      """,
      """
      true x true boolean
      true x nil
      1.5 false
      """)
  }

  @Test func `the median of related rows is the mean of the middle two`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      B:create { m = 6, a = x } B:create { m = 6, a = x } B:create { a = x }
      for _, a in ipairs(A:annotate { v = "median kids.m", d = "median distinct kids.m", p = "median kids.price", t = "median kids.m * 2" }:fetch()) do
        print(a.v, a.d, a.p, a.t)
      end
      print(ids(A:where "median(kids.m) > 5":fetch()), ids(A:fetch():filter "median(kids.m) > 5"))
      """,
      """
      5.5 5.0 1.625 11.0
      7.0 7.0 nil 14.0
      nil nil nil nil
      1 2 1 2
      """)
  }

  @Test func `a truth that a function gives is a condition of its own`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local now = os.time()
      local asked = A:annotate { big = function(a) return now > 0 and (a.n or 0) > 1 end }
      local read = A:annotate { big = function(a) return a.n ~= nil and a.n > 2 end }
      print(ids(asked:where "big and n > 2":fetch()), ids(asked:where "not big":fetch()), ids(asked:fetch():filter "big and n > 2"))
      print(ids(read:where "big or id == 1":fetch()), ids(read:where "not big":fetch()), ids(read:fetch():filter "big or id == 1"))
      print(asked:where "if(big, n, 0) == 2":count(), asked:where { big = true }:count())
      """,
      """
      2 3 2
      1 2 1 3 1 2
      1 2
      """)
  }
}
