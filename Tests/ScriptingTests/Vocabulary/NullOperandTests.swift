import Testing

/// NULL and nil among the operands of tests.
@Suite struct NullOperandTests {
  private static let schema = """
    T = entity "T" { name = text {}, es = has_many "E" }
    E = entity "E" {
      s = text {}, n = integer {}, j = json {}, b = boolean {}, t = belongs_to "T",
      v = integer { validate = is.one_of(1, 2, null) }, w = integer { validate = is.none_of(1, null), default = 5 },
    }
    db:create_all()
    t = T:create { name = "t" }
    E:create { s = "q", n = 1, j = 1, b = true, t = t }
    E:create { s = "r", n = 2, j = 2, b = false, t = T:create {} }
    E:create {}
    function ids(r) return table.concat(r:pluck "id", " ") end
    """

  @Test(arguments: [
    (#"{ s = { "q", null } }"#, "1 3"), (#"{ s = is.one_of("q", null) }"#, "1 3"), (#""s:one_of('q', nil)""#, "1 3"),
    (#""s:one_of(l)", { l = { "q", null } }"#, "1 3"), ("{ s = { null } }", "3"), ("{ s = is.one_of(null) }", "3"),
    (#"{ s = is.none_of("q", null) }"#, "2"), (#"{ s = ~is.one_of("q", null) }"#, "2"),
    (#"{ s = ~is.none_of("q", null) }"#, "1 3"), (#""not s:one_of('q', nil)""#, "2"), ("{ n = { 2, null } }", "2 3"),
    (#""n", "one_of", { 2, null }"#, "2 3"), ("{ j = is.one_of(2, null) }", "2 3"),
    ("{ b = is.one_of(true, null) }", "1 3"),
    (#""b:one_of(true, nil)""#, "1 3"), ("{ t = { t, null } }", "1 3"), ("{ t = is.one_of(t, null) }", "1 3"),
    ("{ t = { null } }", "3"),
  ])
  func `NULL among several values asks for NULL, in SQL and in memory`(condition: String, rows: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return ids(E:where(\(condition)))", rows)
    try script.expect(
      "return table.concat(E:sorted_by('id'):fetch():filter(\(condition)):map('id'), ' ')", rows)
  }

  @Test(arguments: [
    ("{ es = { e, null } }", "1 3"), ("{ es = is.one_of(e, null) }", "1 3"), ("{ es = is.none_of(e, null) }", "2"),
    ("{ es = is.equal(null) }", "3"), ("{ es = { null } }", "3"), ("{ es = { e } }", "1"),
  ])
  func `NULL among the rows of a relation to many asks for none`(condition: String, rows: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("T:create {} e = E:first() return ids(T:where(\(condition)))", rows)
  }

  @Test func `NULL among several values says of NULL whether it is valid, to the database too`() throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure("E:create { v = 99 }").contains("E: v: 99 is not one of 1, 2"))
    #expect(script.failure("E:create { w = null }").contains("E: w: "))
    for values in ["(v) VALUES (99)", "(w) VALUES (1)", "(w) VALUES (NULL)"] {
      let failure = script.failure("db:execute 'INSERT INTO e \(values)'")
      #expect(failure.contains("CHECK"), "\(failure)")
    }
    try script.expect(
      "db:execute 'INSERT INTO e (v, w) VALUES (NULL, 2), (1, 3)' return E:create { v = null }.v", "nil")
  }

  @Test(arguments: [
    ("is.at_least(MINIMUM)", "is.at_least: value 1 is nil. Is a name misspelt? NULL is written null"),
    ("is.between(nil, nil)", "is.between: value 1 is nil."), ("is.one_of(1, nil, 2)", "is.one_of: value 2 is nil."),
    ("is.one_of { 1, nil, 2 }", "is.one_of: value 2 is nil."), ("is.equal(nil)", "is.equal: value 1 is nil."),
    ("E:where { n = { 1, nil, 2 } }", "where: value 2 of a list is nil."),
    ("E:where('n:one_of(l)', { l = { 1, nil, 2 } })", "where: value 2 of a list is nil."),
    ("is.less(null)", "is.less: nothing compares with NULL except is.equal and is.not_equal"),
    ("is.between(1, null)", "is.between: nothing compares with NULL"),
    ("E:where 'n:at_least(nil)'", "is.at_least: nothing compares with NULL"),
  ])
  func `what nothing can be compared with is refused`(source: String, message: String) throws {
    let script = try Script(schema: Self.schema)
    let failure = script.failure(source)
    #expect(failure.contains(message), "\(failure)")
    try script.expect("return tostring(is.one_of('q', null))", "is.one_of('q', null)")
    try script.expect("return tostring(is.equal(true)) .. tostring(is.equal(1))", "is.equal(true)is.equal(1)")
    try script.expect("return ids(E:where { s = is.equal(null) }), ids(E:where { s = is.not_equal(null) })", "3 1 2")
  }
}
