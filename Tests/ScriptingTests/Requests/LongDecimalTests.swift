import Testing

/// Decimals of more digits than a column holds, as a third has, which functions of rows give.
@Suite struct LongDecimalTests {
  @Test func `they go on as real numbers, as those that the database computes do`() throws {
    let script = try Script(
      schema: """
        P = entity "P" { p = decimal { scale = 2 } }
        db:create_all()
        P:create { p = "10" } P:create { p = "2.50" } P:create {}
        function third(p) return p.p and p.p / 3 end
        """)
    try script.expect(
      """
      print(math.abs(P:sum(third) - P:sum "p / 3") < 1e-9, math.type(P:sum(third)))
      local values = P:sorted_by "id":pluck(third)
      print(math.abs(values[1] - 10 / 3) < 1e-9, math.abs(values[2] - 2.5 / 3) < 1e-9, values[3] == null)
      print(#P:group_by(third):aggregate { n = "count" }:fetch(), math.type(P:annotate { t = third }:first().t))
      print(P:sum(function(p) return p.p and p.p * 2 end))
      """,
      """
      true float
      true true true
      3 float
      25.00
      """)
  }
}
