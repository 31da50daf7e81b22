import TestSupport
import Testing

/// Functions of two rows that are asked while rows are sorted: of lists, requests and result sets.
@Suite struct ComparatorTests {
  private static let schema = """
    Row = entity "Row" { n = integer { required = true }, t = text {} }
    db:create_all()
    calls = 0
    -- No function that is read: it counts its calls.
    function by(key) return function(a, b) calls = calls + 1 return a[key] < b[key] end end
    function ids(list)
      local t = {}
      for i, r in ipairs(list) do t[i] = r.id end
      return table.concat(t, " ")
    end

    """

  @Test func `all sorts of rows take the order of a function, and equal rows stay`() throws {
    var dice = Dice(seed: 77)
    for _ in 0..<20 {
      let count = dice.roll(200)
      let values = (0..<count).map { _ in String(dice.roll(30)) }.joined(separator: ",")
      let script = try Script(schema: Self.schema)
      try script.expect(
        """
        local values = { \(values) }
        db:transaction(function() for i, n in ipairs(values) do Row:create { n = n, t = "t" .. n } end end)
        local expected = ids(Row:sorted_by("n"):fetch())
        local list = Row:fetch()
        local down = ids(Row:sorted_by("-n"):fetch())
        local rs = result_set { unique = "id", sort = by "n" }
        rs:load(list)
        local t = {}
        for i = 1, #rs do t[i] = rs:at(i).id end
        return ids(list:sorted(by "n")) == expected, ids(Row:sorted_by(by "n"):fetch()) == expected,
          table.concat(t, " ") == expected, ids(list:sorted(desc(by "n"))) == down,
          ids(Row:sorted_by(desc(by "n")):fetch()) == down, ids(Row:sorted_by(by "n"):first(3)) == ids(Row:sorted_by("n"):first(3)),
          calls <= 6 * #values * 9 + 6
        """, "true true true true true true true")
    }
  }

  @Test func `a function asks about neighbours first, so that what is sorted costs one question each`() throws {
    try Script(schema: Self.schema).expect(
      """
      db:transaction(function() for i = 1, 128 do Row:create { n = i } end end)
      local list = Row:fetch()
      calls = 0
      list:sorted(by "n")
      return calls
      """, "127")
  }

  @Test func `an error, a change of the list and a stop come through`() throws {
    let script = try Script(
      schema: Self.schema + "db:transaction(function() for i = 1, 100 do Row:create { n = i % 7 } end end)")
    #expect(
      script.failure("Row:fetch():sorted(function(a, b)\ncalls = calls + 1\nerror 'no' end)") == "schema.lua:3: no")
    #expect(
      script.failure("Row:sorted_by(function(a, b)\ncalls = 1 return a.t < b.t end):fetch()").hasPrefix(
        "schema.lua:2: "))
    #expect(
      script.failure(
        "result_set { unique = 'id', sort = function(a, b) calls = 1 return nil < b end }:load(Row:fetch())"
      )
      .contains("attempt to compare"))
    try script.expect(
      """
      local list = Row:fetch()
      print(pcall(function() return list:sorted(function(a, b) list[#list] = nil calls = 1 return a.n < b.n end) end))
      local co = coroutine.wrap(function() return Row:fetch():sorted(function(a, b) coroutine.yield() end) end)
      print(pcall(co))
      print(#Row:fetch():sorted(function(a, b) calls = 1 return rawlen("x") == 2 end))
      """,
      """
      false schema.lua:2: attempt to index a nil value (local 'a')
      false attempt to yield across a C-call boundary
      100
      """)
  }
}
