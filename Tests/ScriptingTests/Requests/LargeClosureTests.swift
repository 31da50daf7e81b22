import Testing

/// Functions that would be too much for the database are called for each row, and that is said.
@Suite struct LargeClosureTests {
  private static let schema =
    """
    P = entity "P" {
      n = integer { required = true }, s = text { required = true }, x = real { required = true },
      parent = belongs_to "P",
    }
    db:create_all()
    local before
    for i = 1, 20 do
      before = P:create { n = i, s = ("a"):rep(i % 5) .. ("xyz"):rep(i % 7), x = i / 4, parent = before }
    end
    -- How many rows a request has, as SQL and row by row, and the first line of what explain says.
    function try(request)
      local ids, same = request:pluck "id", true
      for i, id in ipairs(request:fetch { pushdown = false }) do same = same and ids[i] == id.id end
      return #ids .. (same and " " or " differs ") .. tostring(request:explain()):match "^[^\\n]*"
    end

    """
  private static let tooLarge =
    "in SQL it would be longer, or nested deeper, than the database takes: say a part of it in a where of its own, or follow"
    + " fewer relations within each other"

  /// A body that repeats what it does `n` times.
  static let bodies: [String] = [
    #"local c = 0 for i = 1, n do if p.s:sub(i, i) == "a" then c = c + 1 end end return c == 2"#,
    "local x = p.n for i = 1, n do x = (x & 1023) | 1 end return x > 3",
    "local x = p.n & 1023 for i = 1, n do x = i // (x + 1) % 7 end return x >= 1",
    "local x = p.s for i = 1, n do x = x:upper() end return x > 'A'",
    "local x = p.s for i = 1, n do x = x .. 'b' end return x > 'aab'",
    "local x = p.s for i = 1, n do x = 'b' .. x end return x > 'bba'",
    "local x = p.x for i = 1, n do x = 2.0 - (x + 1.5) end return x > 0",
    "local x = p.s for i = 1, n do x = x:sub(2):lower() end return x == ''",
    "local r = p for i = 1, n do if r.parent == nil then return false end r = r.parent end return r.n == 3",
  ]

  @Test(arguments: bodies)
  func `what is nested deeper and deeper is called where the database takes no more`(body: String) throws {
    let script = try Script(schema: Self.schema)
    var seen: Set<Bool> = []
    for count in [1, 2, 4, 8, 12, 14, 16, 18, 20, 24, 28, 32, 40, 62, 63, 64, 65, 70, 100] {
      let line = try script.run("local n = \(count) return try(P:where(function(p) \(body) end))")
      #expect(!line.contains("differs"), "\(count): \(line)")
      let isCalled = line.contains(" closure: ") || line.contains("closure for each of these")
      if isCalled { #expect(line.contains(Self.tooLarge) || line.contains("too "), "\(count): \(line)") }
      seen.insert(isCalled)
    }
    // Both sides of the border were seen.
    #expect(seen == [true, false])
  }

  @Test func `the rows that are left out before it grows large are left out by the database`() throws {
    // A server takes the whole function.
    let script = try Script(schema: Self.schema, engine: .sqlite)
    let body = "local x = p.s for i = 1, 100 do x = x:upper() .. '' end return x > 'A'"
    let line = try script.run("return try(P:where(function(p) if p.n < 15 then return false end \(body) end))")
    #expect(line.hasPrefix(#"6 prefilter: "n" >= 15 + closure for each of these (schema.lua:1: "#), "\(line)")
    let negated = try script.run("return try(P:where_not(function(p) if p.n < 15 then return false end \(body) end))")
    #expect(negated.hasPrefix("14 prefilter: "), "\(negated)")
  }

  @Test func `requests that stand in each other's conditions too deep are refused`() throws {
    try Script(schema: "P = entity 'P' { n = integer {} } db:create_all() P { n = 1 }:save()").expect(
      """
      local request = P:select "id"
      local ok, refusal = pcall(function()
        for depth = 1, 3000 do request = P:where { id = is.one_of(request) }:select "id" end
      end)
      print(ok, refusal)
      """,
      "false more than 100 requests stand in each other's conditions: fetch() some of them first")
  }

  @Test func `keys, comparators and sections that are nested too deep are called`() throws {
    let script = try Script(schema: Self.schema)
    let key = "function(p) local x = p.s for i = 1, 40 do x = x:upper() end return x end"
    let comparator =
      "function(a, b) local x, y = a.s, b.s for i = 1, 40 do x, y = x:upper(), y:upper() end return x < y end"
    for order in [key, comparator] {
      let line = try script.run("return try(P:sorted_by(\(order)))")
      #expect(line.hasPrefix("20 closure: schema.lua:1: \(Self.tooLarge)"), "\(line)")
    }
    let plan = try script.run("return tostring(P:sectioned_by(\(key)):explain())")
    #expect(plan.contains("closure: schema.lua:1: \(Self.tooLarge)"), "\(plan)")
  }

  @Test func `many functions that are small by themselves are called where they are too much together`() throws {
    let script = try Script(schema: Self.schema)
    let line = try script.run(
      """
      local request = P:where(function(p) return p.n == 1 end)
      for i = 2, 48 do
        request = request:where(function(p) return p.n < i * 2 end):or_where(function(p) return p.n == i end)
      end
      return try(request)
      """)
    #expect(line == "20 closure: \(Self.tooLarge)", "\(line)")
  }

  @Test func `a function of too many ways is called`() throws {
    let script = try Script(schema: Self.schema)
    let line = try script.run(
      "return try(P:where(function(p) local x = p.n for i = 1, 8 do x = x % 2 == 0 and x // 2 or 3 * x + 1 end"
        + " return x == 1 end))")
    #expect(line == "3 closure: schema.lua:1: it takes too many steps to understand")
  }
}
