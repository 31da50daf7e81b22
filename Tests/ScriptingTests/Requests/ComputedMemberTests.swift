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
}
