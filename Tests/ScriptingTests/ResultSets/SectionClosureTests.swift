import TestSupport
import Testing

/// Functions that give rows their sections: what becomes of them, and that the sections stay the same.
@Suite struct SectionClosureTests {
  /// Rows with NULLs, integers among floats, texts that differ in case; `show` gives names with their types.
  private static let schema =
    """
    Team = entity "Team" { name = text { required = true } }
    Row = entity "Row" {
      n = integer {}, m = integer { required = true }, x = real {}, y = real { required = true }, s = text {},
      t = text { required = true }, b = boolean {}, price = decimal { scale = 2 }, rank = enum { "pro", "amateur" },
      sex = enum { { "male", 1 }, { "female", 2 } }, bytes = data {}, born = date {}, avatar = json {},
      team = belongs_to "Team",
    }
    db:create_all()
    red, blue = Team:create { name = "Red" }, Team:create { name = "Blue" }
    local texts = { "", "a", "A", "ab", "Ab", "é", "É", "5", "b" }
    local function maybe(i, k, value) if i % k ~= 0 then return value end end
    for i = 1, 40 do
      Row:create {
        n = maybe(i, 4, i * 7 % 5 - 1), m = i % 3, x = maybe(i, 5, i % 4 / 2), y = i % 6 / 2 - 1,
        s = maybe(i, 3, texts[i % 9 + 1]), t = texts[i * 4 % 9 + 1], b = maybe(i, 4, i % 2 == 0),
        price = maybe(i, 6, tostring(i % 3) .. ".50"), rank = maybe(i, 5, i % 2 == 0 and "pro" or "amateur"),
        sex = maybe(i, 7, i % 2 == 0 and "male" or "female"), bytes = maybe(i, 4, "\\xff" .. i % 2),
        born = maybe(i, 5, "200" .. i % 3 .. "-01-01"), avatar = maybe(i, 3, { x = i % 2 }),
        team = maybe(i, 3, i % 2 == 0 and red or blue),
      }
    end
    -- `1(integer): 3 7 | a(string): 1`
    function show(rs)
      local result = {}
      for i = 1, rs:section_count() do
        local words, name = {}, rs.sections[i].name
        for j = 1, #rs.sections[i] do words[j] = rs.sections[i][j].id end
        result[i] = ("%s(%s): %s"):format(tostring(name), math.type(name) or type(name), table.concat(words, " "))
      end
      return table.concat(result, " | ")
    end
    function try(request, options)
      local ok, result = pcall(function() return show(request:results(options)) end)
      return ok and result or tostring(result)
    end

    """

  @Test func `functions of rows in memory give the sections that they say, whether they are called or not`() throws {
    let script = try Script()
    try script.run(Self.schema)
    try script.expect(
      #"""
      local functions = {
        function(r) return r.t:sub(1, 1) end, function(r) return r.t end, function(r) return #r.t end, function(r) return r.m end,
        function(r) return r.m // 2 + 1 end, function(r) return r.y end, function(r) return r.s and r.s:sub(-1) or "none" end,
        function(r) return r.t:sub(1, 1) .. "!" end, function(r) return r.m > 1 end, function(r) return r.rank or "" end,
        function(r) return r.bytes and r.bytes:sub(2) or "" end, function(r) return r.t:sub(2, 9) end, function(r) return r.born or "never" end,
        function(r) return r.s end, function(r) return r.s:sub(1, 1) end, function(r) return r.y * 2 end, function(r) return "a long name for all" end,
      }
      local function loaded(section, change)
        local ok, result = pcall(function()
          local rows = Row:fetch()
          if change then for _, row in ipairs(rows) do row.t = row.t end rows[3].t, rows[5].m = "zz", 7 end
          local rs = result_set { unique = "id", section = section, sort = "id" }
          rs:load(rows)
          return show(rs)
        end)
        return ok and result or tostring(result)
      end
      for place, f in ipairs(functions) do
        for _, change in ipairs { false, true } do
          local calls = 0
          local said, called = loaded(f, change), loaded(function(r) calls = calls + 1 return f(r) end, change)
          if said ~= called then print(place, said, called) end
        end
      end
      print(loaded(functions[3]))
      """#,
      """
      0(integer): 9 18 27 36 | 1(integer): 2 4 5 7 11 13 14 16 20 22 23 25 29 31 32 34 38 40 | 2(integer): 1 3 6 8 10 12 15 17 19 21 24 26 28 30 33 35 37 39
      """)
  }

  static let plans: [(String, String)] = [
    ("function(r) return r.t:sub(1, 1):upper() end", #"pushed: section lua_upper(lua_sub("t", 1, 1))"#),
    ("function(r) return r.n end", #"pushed: section "n""#),
    ("function(r) return r.m > 1 end", #"pushed: section CASE WHEN "m" > 1 THEN 1 ELSE 0 END"#),
    ("function(r) return r.price end", #"pushed: section "price""#),
    (
      "function(r) return r.team and r.team.name end",
      #"pushed: section CASE WHEN "row"."team_id" IS NULL THEN NULL ELSE "team"."name" END"#
    ),
    (
      "function(r) return r.s:upper() end",
      #"prefilter: section lua_upper("s") + closure where "s" IS NULL (schema.lua:1: indexing nil is an error)"#
    ),
    (
      "function(r) return r.n or 'none' end",
      "closure: schema.lua:1: it gives values of different types: give all of one type, as by tostring; each row is asked for its section"
    ),
    (
      "function(r) return r.avatar and r.avatar.x end",
      "closure: schema.lua:1: it gives values of different types: give all of one type, as by tostring; each row is asked for its section"
    ),
  ]

  /// What the database cannot make it cannot sort by either.
  @Test func `a member that a function computes row by row gives sections`() throws {
    let script = try Script(
      schema: """
        T = entity "T" { n = integer {} }
        db:create_all()
        for i = 1, 10 do T:create { n = i } end
        request = T:annotate { x = function(t) return string.format("%03d", t.n % 3) end }
        """)
    try script.expect(
      """
      local sections = request:sectioned_by("x"):results()
      for _, section in ipairs(sections.sections) do print(section.name, #section) end
      T:create { n = 30 }
      print(#sections, #sections.sections[1])
      for _, section in ipairs(request:sectioned_by(initial "x"):results().sections) do print(section.name, #section) end
      for _, section in ipairs(request:sectioned_by "x .. '!'":results().sections) do print(section.name, #section) end
      for _, section in ipairs(request:sectioned_by(function(t) return t.x end):results().sections) do print(section.name, #section) end
      """,
      """
      000 3
      001 4
      002 3
      11 4
      0 11
      000! 4
      001! 4
      002! 3
      000 4
      001 4
      002 3
      """)
  }

  @Test(arguments: plans)
  func `a plan says what becomes of the function that makes sections`(source: String, expected: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local request = Row:sectioned_by(\(source))
      print(tostring(request:explain()):match "^[^\\n]*")
      print(try(request) == try(request, { pushdown = false }))
      """, expected + "\ntrue")
  }

  @Test func `what the database makes of a row is fetched with it, and the function is not called`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local sqls = {}
      db.echo = function(sql) sqls[#sqls + 1] = sql:gsub('"', ""):gsub("SELECT id.-avatar, team_id", "SELECT …") end
      Row:sectioned_by(function(r) return #r.t end):results()
      Row:sectioned_by(function(r) return #r.t end):sorted_by("-y"):results()
      Row:sectioned_by(function(r) return #r.t end):sorted_by("-y"):results { sort_sections = "appearance" }
      Row:sectioned_by(function(r) return r.n end):results()
      Row:sectioned_by(function(r) return r.s:len() end):sorted_by("y"):where { s = is.present }:results()
      Row:sectioned_by(function(r) return r.n end):limit(3):results()
      Row:select("t"):sectioned_by(function(r) return r.n end):results()
      db.echo = nil
      print(table.concat(sqls, "\\n"))
      """,
      """
      SELECT …, lua_len(t) FROM row ORDER BY id
      SELECT …, lua_len(t) FROM row ORDER BY y DESC, id
      SELECT …, lua_len(t) FROM row ORDER BY y DESC, id
      SELECT … FROM row ORDER BY id
      SELECT …, lua_len(s), s IS NULL FROM row WHERE s IS NOT NULL ORDER BY y, id
      SELECT … FROM row ORDER BY id LIMIT ?1
      SELECT …, n FROM row ORDER BY id
      """)
  }

  @Test func `a function that makes sections may ask for any field, also those that only some kinds have`() throws {
    let script = try Script()
    try script.expect(
      """
      Animal = entity "Animal" { name = text {}, legs = integer {} }
      Cat = entity "Cat" { extends = "Animal", shared = true, lives = integer {} }
      Dog = entity "Dog" { extends = "Animal", shared = true, trick = text {} }
      db:create_all()
      db:add { Cat { name = "Tom", lives = 9, legs = 4 }, Dog { name = "Rex", trick = "roll", legs = 3 } }
      for _, options in ipairs { {}, { pushdown = false } } do
        local rs = Animal:sectioned_by(function(a) return a.kind == "Cat" and a.lives or a.trick end):results(options)
        print(#rs, rs.sections[1].name, rs.sections[2].name)
        rs = Animal:select("name"):sectioned_by(function(a) return a.legs end):results(options)
        print(#rs, rs.sections[1].name, rs.sections[2].name, rs:at(1).name)
      end
      """,
      """
      2 9 roll
      2 3 4 Rex
      2 9 roll
      2 3 4 Rex
      """)
  }

  @Test func `a strict request refuses a function that is asked of each row`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return #Row:sectioned_by(function(r) return r.m end):strict():results()", "40")
    #expect(
      script.failure("Row:sectioned_by(function(r) return r.n or 'none' end):strict():results()")
        .contains(
          "strict: a function would run row by row: schema.lua:1: it gives values of different types: give all of one type, as by tostring"
        ))
    #expect(
      script.failure("Row:results { pushdown = 1 }").contains(
        "results: option 'pushdown' is true or false, not the integer 1"))
    #expect(script.failure("Row:results { pushdwn = false }").contains("Did you mean 'pushdown'?"))
  }

  @Test(arguments: 1...4)
  func `sections are those that the function makes, on random functions`(seed: Int) throws {
    let script = try Script(schema: Self.schema)
    var closures = RandomSections(seed: UInt64(seed))
    var pushed = 0
    for _ in 0..<150 {
      let source = closures.function()
      let request = closures.request().split(separator: "*", omittingEmptySubsequences: false).joined(
        separator: ":sectioned_by(\(source))")
      let result = try script.run(
        """
        local request = \(request)
        local pushed, called = try(request), try(request, { pushdown = false })
        print(tostring(request:explain()):find("section ", 1, true) and "p" or "c")
        if pushed ~= called then print(pushed .. "\\nbut the function gives\\n" .. called) end
        """)
      #expect(result.utf8.count == 1, "seed \(seed): \(source) in \(request): \(result)")
      if result == "p" { pushed += 1 }
    }
    #expect(pushed > 50)
  }
}

/// Writes random functions that give rows their sections.
private struct RandomSections {
  private var dice: Dice

  init(seed: UInt64) {
    dice = Dice(seed: seed)
    print("random sections, seed \(seed)")
  }

  mutating func function() -> String {
    // Keys of one kind are those that the database makes.
    let kind = dice.pick(Kind.allCases)
    switch dice.roll(4) {
    case 0: return "function(r) if \(condition()) then return \(value(kind, 1)) end return \(value(kind, 1)) end"
    case 1: return "function(r) return \(condition()) and \(value(kind, 1)) or \(value(kind, 1)) end"
    default: return "function(r) return \(value(kind, 2)) end"
    }
  }

  private enum Kind: CaseIterable {
    case number, text, truth, any
  }

  /// A request with a star where the function belongs.
  mutating func request() -> String {
    dice.pick([
      "Row:all()*", "Row:all()*", "Row:sorted_by('-t')*", "Row:sorted_by('y', '-m')*", "Row:sorted_by('n'):limit(9)*",
      "Row:select('t')*", "Row:where { m = 1 }*:sorted_by('-x')", "Row:where(function(r) return r.n and r.n > 0 end)*",
      "Row:sorted_by(function(r) return -r.m end)*", "Row:where(function(r) return tostring(r.avatar) ~= 'nil' end)*",
      "Row:sorted_by(function(r) return tostring(r.avatar ~= nil) end)*",
    ])
  }

  private mutating func condition() -> String {
    dice.pick(["r.m > 1", "r.b", "not r.b", "r.n == nil", "r.x and r.x < 1", "r.t < 'b'", "r.team", "r.rank == 'pro'"])
  }

  private mutating func value(_ kind: Kind, _ depth: Int) -> String {
    if depth > 0, dice.roll(4) == 0 { return "(\(value(kind, depth - 1)) or \(value(kind, depth - 1)))" }
    switch kind {
    case .number: return number(depth)
    case .text: return text(depth)
    case .truth: return dice.roll(3) == 0 ? "(\(number(1)) > 1)" : condition()
    case .any:
      return dice.pick([
        "r.price", "r.rank", "r.sex", "r.bytes", "r.born", "r.avatar", "nil", "true", "1.0", "r.team", "r.s", "r.n",
      ])
    }
  }

  private mutating func number(_ depth: Int) -> String {
    guard depth > 0, dice.roll(2) == 0 else {
      return dice.pick(["r.n", "r.m", "r.x", "r.y", "(r.n or 0)", "(r.x or 1)", "1", "1.0", "r.id % 3", "r.team_id"])
    }
    switch dice.roll(4) {
    case 0: return "math.floor(\(number(0)))"
    case 1: return "#\(text(0))"
    default: return "(\(number(0)) \(dice.pick(["+", "*", "//", "%", "-"])) \(dice.pick(["2", "0.5", "3", "r.m"])))"
    }
  }

  private mutating func text(_ depth: Int) -> String {
    guard depth > 0, dice.roll(2) == 0 else {
      return dice.pick(["r.s", "r.t", "r.t", "(r.s or 'a')", "'a'", "r.rank", "r.born", "(r.team and r.team.name)"])
    }
    if dice.roll(3) == 0 { return "(\(text(0)) .. \(text(0)))" }
    return "\(dice.pick(["r.t", "(r.s or 'a')", "r.s"])):\(dice.pick(["sub(1, 1)", "upper()", "lower()", "sub(-1)"]))"
  }
}
