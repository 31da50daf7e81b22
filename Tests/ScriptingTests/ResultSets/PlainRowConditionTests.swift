import Testing

/// Conditions on plain tables: their numbers and texts compare as those of a column of any values do, in SQL, too, and
/// their truths and tables with values of their class alone.
@Suite struct PlainRowConditionTests {
  private static let values = """
    { id = 1, n = true }, { id = 2, n = 1 }, { id = 3, n = "1" }, { id = 4, n = { 1 } }, { id = 5, n = 1.0 }, { id = 6 }
    """

  @Test(arguments: [
    ("{ n = 1 }", "2 5"), ("{ n = true }", "1"), ("{ n = '1' }", "3"), ("{ n = is.greater(0) }", "2 3 5"),
    ("{ n = is.one_of { 1, '1' } }", "2 3 5"), ("{ n = is.absent }", "6"), ("{ n = ~is.equal(1) }", "1 3 4"),
    ("'n > 0'", "2 3 5"), ("'n == 1'", "2 5"), ("'n == nil'", "6"), ("'n'", "1"), ("'n == true'", "1"),
    ("function(row) return type(row.n) == 'table' end", "4"),
  ])
  func `a condition judges truths and tables by their class, numbers and texts by their order`(
    condition: String, selected: String
  ) throws {
    try Script(schema: "").expect(
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

  @Test(arguments: [
    ("'x > 5'", "2 3 4 6 7"), ("'x <= 5'", "1"), ("'x > \"5\"'", "4"), ("'not (x > 5)'", "1"),
    ("{ x = is.greater(5) }", "2 3 4 6 7"), ("{ x = ~is.greater(5) }", "1"), ("{ x = is.less('5') }", "1 2 6 7"),
    ("{ x = is.prefix '5' }", "3 6 7"), ("'x:prefix(\"5\")'", "3 6 7"), ("{ x = is.no_prefix '5' }", "1 2 4"),
    ("{ x = is.containing '5' }", "3 6 7"), ("{ x = is.matching '^5.5' }", "7"), ("{ x = is.length(1) }", "1 2 3"),
    ("{ x = is.not_empty }", "1 2 3 4 6 7"), ("{ x = 5 }", ""), ("{ x = '5' }", "3"), ("{ x = { 3, '5' } }", "1 3"),
    ("{ x = is.between(4, 'abc') }", "2 3 4 6 7"), ("{ x = is.not_equal(3) }", "2 3 4 6 7"),
    ("{ x = is.prefix '5' | is.less(4) }", "1 3 6 7"),
  ])
  func `numbers and texts are selected of tables as of rows and of SQL`(condition: String, selected: String) throws {
    // A column without a type holds values of any class in a file alone.
    try Script(schema: "", engine: .sqlite).expect(
      """
      db:execute "CREATE TABLE t (id INTEGER PRIMARY KEY, x)"
      db:execute "INSERT INTO t VALUES (1, 3), (2, 7), (3, '5'), (4, 'abc'), (5, NULL), (6, 51), (7, 5.5)"
      db:reflect()
      local function ids(rows) local t = {} for i, row in ipairs(rows) do t[i] = row.id end return table.concat(t, " ") end
      local set = result_set { unique = "id", filter = \(condition) }
      set:load(db:query "SELECT * FROM t ORDER BY id")
      print(ids(set:objects()))
      print(ids(T:where(\(condition)):fetch()))
      print(ids(T:fetch():filter(\(condition))))
      """,
      "\(selected)\n\(selected)\n\(selected)")
  }

  @Test func `decimals compare as numbers, and nested names lead on`() throws {
    try Script(schema: "").expect(
      """
      local rs = result_set { filter = { price = is.greater(1) } }
      rs:load { { id = 1, price = decimal "1.50" }, { id = 2, price = decimal "0.50" }, { id = 3 } }
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
