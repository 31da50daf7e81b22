import TestSupport
import Testing

/// Columns of numbers of four bytes, which read as the shortest decimals that tell them apart.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignSingleTests {
  private func script() throws -> Script {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute [[CREATE TABLE size (id int PRIMARY KEY, r real, d double precision, n bigint)]]
      db:execute [[CREATE INDEX size_r ON size (r)]]
      db:execute [[INSERT INTO size VALUES (1, 0.1, 0.1, 1), (2, 0.12345679, 0.12345679, 2), (3, 16777216, 16777217, 16777217),
        (4, 'NaN', 2, 3), (5, NULL, 0.5, 4), (6, 'Infinity', 'Infinity', 5), (7, -2.5, -2.5, -2)]]
      db:reflect()
      """)
    return script
  }

  @Test func `conditions hold in SQL of what they hold of in memory`() throws {
    try script().expect(
      """
      local tests = {
        function(x) return x.r == x.d end, function(x) return x.r ~= nil and x.r * 2 == 0.2 end,
        function(x) return x.r ~= nil and x.r + 0 == 0.1 end, function(x) return x.r ~= nil and x.d < x.r end,
        function(x) return x.r == 0.1 end, function(x) return x.r == 0.10000000001 end,
        function(x) return x.r ~= nil and x.r >= 0.10000000001 end, function(x) return x.r ~= nil and x.r > 0.1 end,
        function(x) return x.r == 16777217 end, function(x) return x.r == 16777216 end,
        function(x) return x.r ~= nil and x.r >= 0.1 and x.r <= 0.12345679 end,
        function(x) return x.r ~= nil and x.r >= x.n end, function(x) return x.r == 0.1 or x.r == 1e-46 end,
        function(x) return x.r == nil end, function(x) return -2.5 == x.r end, function(x) return x.r ~= 0.1 end,
      }
      local wrong = {}
      for i, test in ipairs(tests) do
        local pushed = Size:where(test):sorted_by("id"):fetch():map("id")
        local plain = Size:where(test):sorted_by("id"):fetch { pushdown = false }:map("id")
        if table.concat(pushed, " ") ~= table.concat(plain, " ") then wrong[#wrong + 1] = i end
      end
      print(table.concat(wrong, ","), Size:where("d < r"):count(), Size:where { r = is.between(0.1, 0.10000000001) }:count(),
        Size:where { r = is.one_of { 0.1, 0.10000000001 } }:count())
      """, " 0 1 1")
  }

  @Test func `what is reckoned goes on from the number that is read`() throws {
    try script().expect(
      """
      local few = Size:where "id <= 2"
      print(Size:where "id == 1":sum "r * 3" == 0.1 * 3, few:sum "r" == 0.1 + 0.12345679, few:max "r", few:min "r")
      local function all(rows) local list = {} for i, row in ipairs(rows) do list[i] = row[1] end return table.concat(list, " ") end
      print(all(few:sorted_by "r":values "r * 10"), all(few:sorted_by "r":values "r"))
      print(all(few:sorted_by "r":distinct():values "r"), few:avg "r" == (0.1 + 0.12345679) / 2)
      for _, g in ipairs(few:group_by("r"):aggregate { count = "count", s = "sum r" }:fetch()) do print(g.r, g.count, g.s) end
      Size:where "id == 1":update { d = function(x) return x.r * 10 end }
      print(Size:get(1).d)
      """,
      """
      true true 0.12345679 0.1
      1.0 1.2345679 0.1 0.12345679
      0.1 0.12345679 true
      0.1 1 0.1
      0.12345679 1 0.12345679
      1.0
      """)
  }

  @Test func `an index serves what the column can hold, and its order`() throws {
    let script = try script()
    let condition = try script.run("return Size:where \"r == 0.1\":sorted_by \"r\":sql()")
    #expect(condition.contains("\"r\" = $1") && !condition.contains("float8"), "\(condition)")
  }
}
