import Testing

/// Conditions on plain tables, whose values compare as those do that JSON holds: with values of their class alone.
@Suite struct PlainRowConditionTests {
  private static let values = """
    { id = 1, n = true }, { id = 2, n = 1 }, { id = 3, n = "1" }, { id = 4, n = { 1 } }, { id = 5, n = 1.0 }, { id = 6 }
    """

  @Test(arguments: [
    ("{ n = 1 }", "2 5"), ("{ n = true }", "1"), ("{ n = '1' }", "3"), ("{ n = is.greater(0) }", "2 5"),
    ("{ n = is.one_of { 1, '1' } }", "2 3 5"), ("{ n = is.absent }", "6"), ("{ n = ~is.equal(1) }", "1 3 4"),
    ("'n > 0'", "2 5"), ("'n == 1'", "2 5"), ("'n == nil'", "6"), ("'n'", "1"), ("'n == true'", "1"),
    ("'n + 1 == 2'", "2 5"), ("function(row) return type(row.n) == 'table' end", "4"),
  ])
  func `a condition selects the same of tables as of JSON`(condition: String, selected: String) throws {
    try Script(schema: "J = entity 'J' { j = json {} } db:create_all()").expect(
      """
      local rows = { \(Self.values) }
      local rs = result_set { filter = \(condition) }
      rs:load(rows)
      local ids = {}
      for _, row in ipairs(rs:objects()) do ids[#ids + 1] = row.id end
      print(table.concat(ids, " "))
      """,
      selected)
  }

  @Test func `decimals compare as numbers, and nested names lead on`() throws {
    try Script(schema: "").expect(
      """
      local rs = result_set { filter = { price = is.greater(1) } }
      rs:load { { id = 1, price = decimal "1.50" }, { id = 2, price = decimal "0.50" }, { id = 3, price = "2" } }
      print(#rs, rs:at(1).id)
      rs:refilter "price * 2 == 3"
      print(#rs, rs:at(1).id)
      local nested = result_set { filter = "place.city == 'Ulm'" }
      nested:load { { id = 1, place = { city = "Ulm" } }, { id = 2, place = { city = 3 } }, { id = 3 } }
      print(#nested, nested:at(1).id)
      """,
      """
      1 1
      1 1
      1 1
      """)
  }

  @Test func `what is no table on the way of a name has no members`() throws {
    try Script(schema: "").expect(
      """
      for _, filter in ipairs { "j.a == 1", { ["j.a"] = 1 }, "j.a" } do
        local rs = result_set { filter = filter, sort = "j.a", section = "j.a" }
        rs:load { { id = 1, j = { a = 1 } }, { id = 2, j = 5 }, { id = 3, j = { a = true } }, { id = 4 } }
        print(#rs, rs:at(1).id)
      end
      """,
      """
      1 1
      1 1
      1 3
      """)
  }
}
