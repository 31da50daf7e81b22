import Testing

/// What messages call values that a script gave no name.
@Suite struct RequestNameTests {
  private static let schema = """
    K = entity "K" { t = belongs_to "T" }
    T = entity "T" { v = integer {}, name = text {}, ["kids-x"] = has_many "K" }
    db:create_all()
    local t = T:create { v = 9223372036854775807, name = "a" } T:create { v = 1, name = "b" }
    K:create { t = t }
    """

  @Test(arguments: [
    (
      "T:distinct():sorted_by('v'):pluck(function(t) return t.name .. tostring(t.v) end)",
      "distinct values of a function cannot be sorted by 'v'"
    ),
    ("T:distinct():sorted_by('v'):pluck 'v * 2'", "distinct values of v * 2 cannot be sorted by 'v'"),
    ("T:sum(function(t) return t.v end)", "sum of what a function of T gives is larger than an integer can be"),
    ("T:sum 'v'", "sum of T.v is larger than an integer can be"),
    ("T:values('name', { k = 'id * 3' })", "values takes fields, expressions and functions, one after another"),
    ("T:pluck({ 'id' })", "pluck takes one field, expression or function"),
  ])
  func `a function is called one`(call: String, message: String) throws {
    let script = try Script(schema: Self.schema)
    let failure = script.failure(call)
    #expect(failure.contains(message), "\(failure)")
  }

  @Test func `an aggregate takes the name of a relation as it stands`() throws {
    try Script(schema: Self.schema).expect(
      "return T:annotate { n = 'count kids-x' }:first().n, T:annotate { n = 'count [\"kids-x\"]' }:first().n", "1 1")
  }
}
