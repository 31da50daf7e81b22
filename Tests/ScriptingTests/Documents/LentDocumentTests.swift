import Testing

@testable import Scripting

/// Functions that are asked of rows read documents as they read them of objects: the same table each time.
@Suite struct LentDocumentTests {
  private static let schema = """
    Home = entity "Home" { abstract = true, city = text {} }
    T = entity "T" { j = json {}, homes = list_of "Home", home = embedded "Home", n = integer {} }
    db:create_all()
    for n = 1, 3 do T:create { n = n, j = { a = { n } }, homes = { { city = "A" } }, home = { city = "B" } } end
    """

  @Test(arguments: [
    ("t.j == t.j", "3"), ("rawequal(t.j, t.j)", "3"), ("t.j.a ~= t.j.a", "0"), ("t.homes == t.homes", "3"),
    ("rawequal(t.home, t.home)", "3"), ("(function() local x = t.j return x == t.j and x.a == t.j.a end)()", "3"),
  ])
  func `a document is the same table each time it is read`(condition: String, count: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local f = function(t) return \(condition) end
      local lists, sorted = #T:fetch():filter(f), 0
      T:sorted_by(function(t) if f(t) then sorted = sorted + 1 end return 1 end):fetch { pushdown = false }
      local counts = { T:where(f):count(), #T:where(f):fetch { pushdown = false }, lists, sorted }
      for _, value in ipairs(T:pluck(f)) do counts[5] = (counts[5] or 0) + (value and 1 or 0) end
      return table.concat(counts, " ")
      """, Array(repeating: count, count: 5).joined(separator: " "))
  }

  @Test func `what a function does to a document lasts for its row alone`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      db:execute [[UPDATE t SET j = '{"a":1}']]
      local f = function(t) t.j.a = t.j.a + 1 return t.j.a == 2 end
      print(#T:where(f):fetch { pushdown = false }, #T:fetch():filter(f), T:first().j.a)
      print(#T:sorted_by(function(x, y) x.j.a = x.j.a + x.n return x.j.a < y.j.a + y.n end):fetch())
      """, "3 3 1\n3")
  }
}
