import Testing

/// Numbers beside the largest integers: what goes beyond is a real number, and what fits is what it is.
@Suite struct LargeReckoningTests {
  private static let schema = """
    U = entity "U" { n = integer {}, ts = has_many "T" }
    T = entity "T" { v = integer {}, r = real {}, u = belongs_to "U" }
    db:create_all()
    local u = U:create { n = 9000000000000000000 }
    T:create { v = 9000000000000000000, r = 1e300, u = u } T:create { v = -3, r = 1e300, u = u }
    T:create { r = 1 / 0 } T:create { r = 2.5 }
    """

  @Test(arguments: [
    ("max(ts.v) * 2 > 0", "1"), ("sum(ts.v) + n > 0", "1"), ("sum(ts.v) == 8999999999999999997", "1"),
    ("min(ts.v) - 1 == -4", "1"), ("-max(ts.v) * 3 < 0", "1"),
  ])
  func `arithmetic goes on with what is made of related rows`(condition: String, count: String) throws {
    try Script(schema: Self.schema).expect("return U:where [[\(condition)]]:count()", count)
  }

  @Test func `an infinite number is rounded to itself`() throws {
    try Script(schema: Self.schema).expect(
      """
      local found = {}
      for i, x in ipairs(T:where "id >= 3":pluck "round(r)") do found[i] = tostring(x) end
      return table.concat(found, " "), T:where("round(r) == 3"):pluck("id")[1], T:where("id == 4"):sum "round(r)"
      """, "inf 3 4 3")
  }

  @Test func `a mean of large numbers is one`() throws {
    try Script(schema: Self.schema).expect(
      """
      return T:where("id <= 2"):avg "r", T:where("id <= 2"):aggregate({ m = "avg r" }).m, U:pluck("avg(ts.r)")[1]
      """, "1e+300 1e+300 1e+300")
  }
}
