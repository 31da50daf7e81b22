import Testing

/// The literals and comments of predicates, which are Lua's.
@Suite struct PredicateLiteralTests {
  private static let schema = """
    E = entity "E" { n = integer {}, r = real {}, s = text {} }
    db:create_all()
    """

  @Test(arguments: [
    "0xffffffffffffffff", "0x7fffffffffffffff", "0x10000000000000001", "0xA0", "0XfF", "9223372036854775807",
    "9223372036854775808", "1e400", "0x1p4", "3.", ".5", "1e2",
  ])
  func `a number is what Lua makes of it`(literal: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local value = \(literal)
      E:create { [math.type(value) == "integer" and "n" or "r"] = value }
      return E:where("r == \(literal) or n == \(literal)"):count()
      """, "1")
  }

  @Test(arguments: [
    "[[a]]", "[==[a]]b]==]", "[[\\n\\nx\\ty]]", "[[a\\r\\nb\\n\\rc]]", "[[\\\\n]]", "'a' .. [[b]]", "[[é]]", "[[]]",
    "'a' --[[ not this ]]", "--[==[ two\\n ]] lines ]==] 'b'", "--[ no bracket\\n 'c'", "'d' -- the end",
  ])
  func `a long text or a comment is what Lua makes of it`(literal: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local literal = "\(literal)"
      local text = load("return " .. literal)()
      E:create { s = text }
      E:create { s = text .. "?" }
      return E:where("s == " .. literal):count(), E:where("s == " .. literal):first().s == text
      """, "1 true")
  }

  @Test func `what follows two signs is a comment`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      E:create { n = 20 }
      return E:where("n == 20 -- == 21"):count(), E:where("n - -1 == 21"):count(), E:where "s:absent() or s:prefix[[x]]":count()
      """, "1 1 1")
    #expect(script.failure("E:where 'n--1 == 21'").contains("this is the integer field 'n', not true or false"))
  }

  @Test(arguments: [
    ("s == [[x", "this text has no end"), ("n == 1 --[[x", "this comment has no end"), ("n == 0x", "this is no number"),
    ("n == 0xfg", "this is no number"), ("n == 1nan", "this is no number"),
    ("n == [1]", "a name in quotes was expected here"),
  ])
  func `a literal that is none is pointed at`(predicate: String, message: String) throws {
    let failure = try Script(schema: Self.schema).failure("E:where '\(predicate)'")
    #expect(failure.contains(message), "\(failure)")
  }
}
