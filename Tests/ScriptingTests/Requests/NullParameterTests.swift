import Testing

@testable import Scripting

/// A test that is asked about a parameter that is NULL neither holds nor fails, as a comparison with it does.
@Suite struct NullParameterTests {
  private static let schema = """
    T = entity "T" { n = integer {}, name = text {}, j = json {} }
    db:create_all()
    T:create { n = 1, name = "a", j = { x = 2 } } T:create { n = 2, name = "b" } T:create { name = "c" }
    """

  @Test(arguments: [
    "n:between(low, 3)", "n:between(0, low)", "n:not_between(low, 1)", "n:less(low)", "n:at_least(low)",
    "name:prefix(low)", "name:no_suffix(low)", "name:matching(low)", "name:length(low)", "name:length(1, low)",
    "j.x:between(low, 3)", "n:between(low, 3, { upper = 'open' })",
  ])
  func `a test holds for no row, and its negation neither`(condition: String) throws {
    try Script(schema: Self.schema).expect(
      """
      local text, values = [[\(condition)]], { low = null }
      print(T:where(text, values):count(), T:where("not " .. text, values):count(), T:where_not(text, values):count())
      print(#T:fetch():filter(text, values), #T:fetch():filter("not " .. text, values))
      """, "0 0 0\n0 0")
  }

  @Test func `equality and lists know NULL, and what is written so is refused`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      print(T:where("n:equal(low)", { low = null }):count(), T:where("n:not_equal(low)", { low = null }):count(),
        T:where("n:one_of(low, 1)", { low = null }):count())
      """, "1 2 2")
    for text in ["n:between(nil, 3)", "n:between(low)"] {
      try script.expect("return (pcall(function() return T:where('\(text)', { low = null }):count() end))", "false")
    }
  }
}
