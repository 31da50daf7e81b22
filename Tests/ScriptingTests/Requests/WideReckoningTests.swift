import Testing

/// What integers make beyond 64 bits is a real number, which groups, counts, adds up and sorts as one on every engine.
@Suite struct WideReckoningTests {
  private static let schema = """
    U = entity "U" { name = text {}, ts = has_many "T" }
    T = entity "T" { n = integer {}, u = belongs_to "U" }
    db:create_all()
    ann = U:create { name = "Ann" }
    for _, n in ipairs { 3, 1, 2, -5 } do T:create { n = n, u = ann } end
    """
  /// `n + most` beyond 64 bits: the same real number of 1, 2 and 3.
  private static let sum = "n + 9223372036854775807"

  @Test(arguments: TestEngine.present)
  func `what reads as one number is one`(engine: TestEngine) throws {
    try Script(schema: Self.schema, engine: engine).expect(
      """
      local e = "\(Self.sum)"
      local groups = T:group_by { k = e }:aggregate { c = "count" }:fetch()
      for _, g in ipairs(groups) do print(g.k, math.type(g.k), g.c) end
      print(#T:distinct():pluck(e), T:aggregate { c = "count distinct " .. e }.c, T:max(e), T:min(e))
      print(table.concat(T:sorted_by(e):pluck "n", " "), table.concat(T:sorted_by("-(" .. e .. ")", "n"):pluck "n", " "))
      """,
      """
      9223372036854775802 integer 1
      9.2233720368548e+18 float 3
      2 2 9.2233720368548e+18 9223372036854775802
      -5 3 1 2 1 2 3 -5
      """)
  }

  @Test(arguments: TestEngine.present)
  func `sums go on as real numbers, and where all are integers they are one`(engine: TestEngine) throws {
    let script = try Script(schema: Self.schema, engine: engine)
    try script.expect(
      """
      local e, large = "\(Self.sum)", T:where "n > 0"
      print(large:sum(e), large:aggregate { s = "sum " .. e }.s, large:avg(e), large:aggregate { s = "sum distinct " .. e }.s)
      print(T:sum "n * 2", T:aggregate { s = "sum n * 2" }.s, T:where "n > 9":sum "n * 2", T:where "n > 9":sum(e))
      print(U:where "sum(ts.n * 2) == 2":count(), U:where "sum(ts.\(Self.sum)) > 2e19":count(),
        U:where "sum(ts.n * 2) + 1 == 3":count(), U:pluck "sum(ts.n * 2)"[1])
      """,
      """
      2.7670116110564e+19 2.7670116110564e+19 9.2233720368548e+18 9.2233720368548e+18
      2 2 0 0
      1 1 1 2
      """)
    #expect(script.failure("return T:where 'n > 0':sum 'n * 3000000000000000000'").contains("larger than an integer"))
  }
}
