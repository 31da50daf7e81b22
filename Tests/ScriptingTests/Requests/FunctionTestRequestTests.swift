import Testing

/// Requests that must ask functions of the script answer as those do that the database answers alone.
@Suite struct FunctionTestRequestTests {
  /// `pushed` and `asked` select the same rows, `is.big` tests values.
  private static let schema = """
    E = entity "E" { n = integer {}, s = text {} }
    db:create_all()
    for _, n in ipairs { 5, 5, 3, 3 } do E:create { n = n, s = "a" } end
    E:create { n = 9, s = "b" }
    pushed = function(e) return e.s == "a" end
    asked = function(e) return select(2, pcall(function() return e.s end)) == "a" end
    is.big = test(function(v) return v > 4 end, "must be big")
    """

  @Test(arguments: [
    (#":sum "n""#, "16"), (#":avg "n""#, "4.0"), (":count()", "4"), (#":limit(2):sum "n""#, "10"),
    (#":limit(2):offset(1):min "n""#, "3"), (#":sorted_by "-id":limit(3):max "n""#, "5"),
    (#":sorted_by(function(e) return -e.id end):limit(3):sum "n""#, "11"),
  ])
  func `an aggregate of distinct rows is made of rows, whoever selects them`(call: String, result: String) throws {
    let script = try Script(schema: Self.schema)
    for function in ["pushed", "asked"] {
      try script.expect("return E:where(\(function)):distinct()\(call)", result)
    }
  }

  @Test func `groups of distinct rows and sums over tests count rows`() throws {
    let script = try Script(schema: Self.schema)
    for function in ["pushed", "asked"] {
      try script.expect(
        """
        local g = E:where(\(function)):distinct():group_by "s":aggregate { c = "count", t = "sum n" }:fetch()
        return #g, g[1].c, g[1].t
        """, "1 4 16")
    }
    try script.expect(
      #"return E:distinct():where { n = is.big }:sum "n", #E:distinct():where { n = is.big }:pluck "n""#, "19 2")
  }

  @Test func `rows without a key are distinct by what they hold`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      db:execute "CREATE VIEW v AS SELECT n, s FROM e"
      db:reflect()
      return V:where(pushed):distinct():sum "n", V:where(asked):distinct():sum "n"
      """, "8 8")
  }

  // MARK: Plans

  @Test(arguments: ["{ n = is.big }", "{ n = test(function(v) return v > 4 end) }", #""n:big()""#, "{ n = ~is.big }"])
  func `a plan says that a test asks a function, and a strict request refuses it`(condition: String) throws {
    let script = try Script(schema: Self.schema)
    let plan = try script.run("return E:where(\(condition)):explain()")
    #expect(plan.hasPrefix("closure: schema.lua:"), "\(plan)")
    #expect(plan.contains("a test that is a function is asked about each value of 'n'\nSELECT"), "\(plan)")
    let failure = script.failure("return E:where(\(condition)):strict():count()")
    #expect(failure.contains("strict: a function would run row by row"), "\(failure)")
    try script.expect("return E:where { n = is.greater(4) }:strict():count()", "3")
  }

  @Test func `a strict request says what would run row by row, and sorts nothing that it counts`() throws {
    let script = try Script(schema: Self.schema)
    #expect(try script.run("return E:where(asked):strict():explain()").hasPrefix("closure: "))
    #expect(try script.run("return (E:where(asked):strict():sql())").hasPrefix("SELECT"))
    let groups = #"E:where(asked):strict():group_by "s":aggregate { c = "count" }"#
    #expect(try script.run("return \(groups):explain()").hasPrefix("closure: "))
    #expect(try script.run("return (\(groups):sql())").hasPrefix("SELECT"))
    #expect(script.failure("return \(groups):fetch()").contains("strict: "))
    try script.expect(
      """
      local sorted = E:sorted_by(function(e) return (select(2, pcall(function() return e.s end))) end):strict()
      return sorted:count(), sorted:exists(), sorted:sum "n", (pcall(function() return sorted:limit(1):sum "n" end))
      """, "5 true 25 false")
  }
}
