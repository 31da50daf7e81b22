import Testing

@testable import Scripting

/// What real numbers make beyond the largest one is infinite, and zero where it is too near to it, on every engine.
@Suite struct InfiniteReckoningTests {
  private static let schema = """
    T = entity "T" { n = integer {}, r = real {} }
    db:create_all()
    T:create { n = 1, r = 1.5 } T:create { n = 2, r = 1e300 } T:create { n = 3, r = -1e300 } T:create { n = 4, r = 0.0 }
    T:create { n = 5, r = 1e-300 } T:create { n = 6 }
    function both(text)
      local asked, found = T:where(text):pluck "n", T:fetch():filter(text):map "n"
      asked, found = table.concat(asked, " "), table.concat(found, " ")
      return asked == found and asked or asked .. " in SQL, " .. found .. " in memory"
    end
    function values(text)
      local asked, found = {}, {}
      for i, value in ipairs(T:pluck(text)) do asked[i] = tostring(value) end
      for i, value in ipairs(T:fetch():map(text)) do found[i] = tostring(value) end
      asked, found = table.concat(asked, " "), table.concat(found, " ")
      return asked == found and asked or asked .. " in SQL, " .. found .. " in memory"
    end
    """

  @Test(arguments: [
    ("r * 1e300 > 1e308", "2"), ("r * r > 1e308", "2 3"), ("r * r == 0", "4 5"), ("r * 1e-300 == 0", "4 5"),
    ("r / 1e-300 < 0", "3"), ("r / 1e300 / 1e300 == 0", "1 4 5"), ("r + 1e308 + 1e308 > 1e308", "1 2 3 4 5"),
    ("-r * 1e300 < 0", "1 2 5"), ("round(r * 1e300) > 1e308", "2"), ("r // 1e-300 > 1e308", "2"),
    ("r * 1e300 - r * 1e300 == 0", "1 4 5"), ("n * r * 1e300 > 1e308", "2"),
  ])
  func `conditions reckon beyond all bounds`(condition: String, found: String) throws {
    try Script(schema: Self.schema).expect("return both [[\(condition)]]", found)
  }

  @Test(arguments: [
    ("r * 1e300", "1.5e+300 inf -inf 0.0 1.0 null"), ("r * r", "2.25 inf inf 0.0 0.0 null"),
    ("r - 1e308 - 1e308", "-inf -inf -inf -inf -inf null"), ("abs(r * 1e300)", "1.5e+300 inf inf 0.0 1.0 null"),
    ("round(r * 1e300, 1)", "1.5e+300 inf -inf 0.0 1.0 null"), ("r + 1", "2.5 1e+300 -1e+300 1.0 1.0 null"),
    ("r / n", "1.5 5e+299 -3.3333333333333e+299 0.0 2e-301 null"), ("r / r", "1.0 1.0 1.0 null 1.0 null"),
  ])
  func `and so do values`(expression: String, found: String) throws {
    try Script(schema: Self.schema).expect("return values [[\(expression)]]", found)
  }

  @Test func `aggregates and functions of scripts, too`() throws {
    try Script(schema: Self.schema).expect(
      """
      print(T:max "r * 1e300", T:min(function(t) return t.r and t.r * 1e300 end), T:aggregate { v = "median r * r" }.v)
      print(table.concat(T:where(function(t) return t.r and t.r * t.r > 1e308 end):strict():pluck "n", " "))
      """, "inf -inf 2.25\n2 3")
  }
}
