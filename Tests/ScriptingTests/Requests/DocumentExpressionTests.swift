import TestSupport
import Testing

/// Expressions that begin with a path into a document.
@Suite struct DocumentExpressionTests {
  private func script() throws -> Script {
    try Script(
      schema: """
        E = entity "E" { a = integer {}, j = json {} }
        db:create_all()
        for a, n in ipairs { 3, 1, 2 } do E:create { a = a, j = { n = n, ["my key"] = n, ["e-mail"] = "x" .. n } } end
        """)
  }

  @Test func `an expression is one wherever a value stands`() throws {
    try script().expect(
      """
      local function joined(list) return table.concat(list, ",") end
      return E:sum "j.n * 2", E:sum "2 * j.n", joined(E:sorted_by "j.n + 0":pluck "a"), joined(E:all():pluck "j.n * 2"),
        joined(E:all():fetch():sorted "j.n + 0":map "a"), E:where { ["j.n * 2"] = 6 }:count(), E:max "j.n - 1"
      """, "12 12 2,3,1 6,2,4 2,3,1 1 2")
  }

  @Test(arguments: ["pluck", "sum", "max", "group_by", "sorted_by", "values"])
  func `a mistake in one is an error, and no name`(word: String) throws {
    let script = try script()
    #expect(script.failure("E:\(word)('j.n + nosuch'):fetch()").contains("E has no field 'nosuch'"))
    #expect(script.failure("E:\(word)('j.n +'):fetch()").contains("but the text ends"))
  }

  @Test func `a name in a document may be no word`() throws {
    try script().expect(
      """
      return E:where { ["j.my key"] = 3 }:count(), E:all():pluck "j.e-mail"[1], E:sorted_by "j.my key":pluck "a"[1]
      """, "1 x3 2")
  }

  @Test func `values that name others twice are refused before they grow without end`() throws {
    let failure = try script().failure(
      """
      local q = E:all()
      for i = 1, 40 do q = q:annotate { ["z" .. i] = i == 1 and "a + 1" or ("z" .. (i - 1) .. " + z" .. (i - 1)) } end
      """)
    #expect(failure.contains("has more than 4000 parts"))
  }

  @Test func `a request with a value that nobody asks for is none of one value`() throws {
    let failure = try script().failure(#"E:where { a = is.one_of(E:select "id":annotate { r = "a + 1" }) }"#)
    #expect(failure.contains("not 'id' and the computed 'r'"))
    try script().expect(
      #"return E:where { a = is.one_of(E:annotate { r = "a + 1" }:where "r > 2":select "a") }:count()"#, "2")
  }
}
