import Testing

/// Tests and requests that a script makes larger and larger.
@Suite struct LargeConditionTests {
  private static let people = """
    P = entity "P" { n = text {}, a = integer {} }
    db:create_all()
    P:create { n = "x", a = 7 }
    """

  @Test func `the opposite of an opposite is the test itself`() throws {
    try Script(schema: Self.people).expect(
      """
      local t = is.present
      for i = 1, 100000 do t = ~t end
      return P:where { n = t }:count(), tostring(~~is.prefix "a")
      """, "1 is.prefix('a')")
  }

  @Test(arguments: ["&", "|"])
  func `joined tests do not nest, and are limited`(operation: String) throws {
    let script = try Script(schema: Self.people)
    #expect(
      script.failure(
        "local t = is.prefix 'a' for i = 1, 200000 do t = t \(operation) is.prefix 'a' end"
      )
      .contains("more than 900 tests are joined to one. is.one_of and is.none_of take lists of any length"))
    try script.expect("collectgarbage() return P:count()", "1")
  }

  @Test func `nested tests are limited`() throws {
    let script = try Script(schema: Self.people)
    #expect(
      script.failure(
        "local t = is.prefix 'a' for i = 1, 200000 do t = t & is.prefix 'b' | is.prefix 'c' end"
      )
      .contains("tests are nested more than 50 deep"))
  }

  @Test func `hundreds of joined tests are asked of rows and of values`() throws {
    let script = try Script(schema: Self.people)
    try script.expect(
      """
      local any, all = is.between(0, 1), is.not_equal(-1)
      for i = 2, 900 do any = any | is.between(i, i) end
      for i = 2, 900 do all = all & is.not_between(i * 10, i * 10) end
      Q = entity "Q" { a = integer { validate = any }, b = integer { validate = all } }
      db:create_all()
      Q:create { a = 899, b = 5 }
      local fits, why = pcall(Q.create, Q, { a = 901 })
      return P:where { a = any }:count(), P:where { a = all }:count(), P:where { a = ~any }:count(), Q:count(), fits
      """, "1 1 0 1 false")
  }

  @Test func `conditions that follow each other do not nest, and are limited`() throws {
    let script = try Script(schema: Self.people)
    try script.expect(
      """
      local q = P:where { n = "y" }
      for i = 1, 899 do q = q:or_where { n = "a" .. i } end
      return q:count()
      """, "0")
    #expect(
      script.failure(
        "local q = P:where { n = 'y' } for i = 1, 20000 do q = q:or_where { n = 'a' .. i } end return q:count()"
      ).contains(
        "or_where: more than 900 conditions follow each other."
          + " For one of many values give a list: where { name = { … } }"))
    #expect(
      script.failure(
        "local q = P:where { n = 'y' } for i = 1, 20000 do q = q:where { n = 'a' .. i } end return q:count()"
      )
      .contains("where: more than 900 conditions follow each other"))
    #expect(
      script.failure(
        "local q = P for i = 1, 20000 do q = q:where { n = 'x' }:or_where { n = 'a' .. i } end return q:count()"
      )
      .contains("conditions are nested more than 100 deep, by where behind or_where"))
  }

  @Test func `of what fails hundreds of tests the first are named`() throws {
    let script = try Script(schema: Self.people)
    let failure = script.failure(
      "local t = is.prefix 'a' for i = 1, 899 do t = t | is.prefix('b' .. i) end"
        + " entity 'Q' { n = text { validate = t } } Q { n = 'x' }.n = 'y'")
    #expect(failure.hasPrefix("Q: n: 'y' does not begin with 'a', and does not begin with 'b1', and "))
    #expect(failure.hasSuffix("…") && failure.count < 400, "\(failure)")
  }

  @Test func `what SQLite cannot nest is said in words`() throws {
    #expect(
      try Script(schema: Self.people).failure(
        "local t = is.prefix 'a' for i = 1, 22 do t = is.prefix 'b' & (is.prefix 'c' | t) end P:where { n = t }:count()"
      )
      .contains("the conditions are nested too deep for SQLite"))
  }
}
