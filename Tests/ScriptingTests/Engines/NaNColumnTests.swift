import TestSupport
import Testing

/// NaN in columns of tables that other programs made on a server: it is nothing, as NULL is.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct NaNColumnTests {
  private func script() throws -> Script {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE TABLE reading (id bigint PRIMARY KEY, d float8, r real, n numeric(10,2), u numeric, q float8 NOT NULL)"
      db:execute [[INSERT INTO reading VALUES (1, 'NaN', 'NaN', 'NaN', 'NaN', 'NaN'), (2, 1, 1, 1, 1, 1),
        (3, -5, -5, -5, -5, -5), (4, NULL, NULL, NULL, NULL, 7), (5, 99, 99, 99, 99, 99)]]
      db:reflect()
      function ids(list)
        local ids = {}
        for i, x in ipairs(list) do ids[i] = x.id end
        return table.concat(ids, " ")
      end
      function same(condition)
        local asked = ids(Reading:where(condition):sorted_by("id"):fetch())
        local found = ids(Reading:sorted_by("id"):fetch():filter(condition))
        return asked == found and asked or asked .. " in SQL, " .. found .. " in memory"
      end
      """)
    return script
  }

  @Test(arguments: ["d", "r", "n", "u"])
  func `a column that holds NaN has nothing there, for whoever asks`(field: String) throws {
    try script().expect(
      """
      print(Reading:get(1).\(field), same { \(field) = null }, same "\(field) == nil", same "\(field) ~= nil", same { \(field) = is.present })
      print(same "\(field) > 0", same "not (\(field) > 0)", same "\(field) < 0", same "not (\(field) < 0)")
      print(same "\(field) == 1", same "\(field) ~= 1", same "not (\(field) == 1)", same "\(field):between(0, 5)",
        same "not \(field):between(0, 5)", same "\(field):one_of(1, 99)", same "not \(field):one_of(1, 99)")
      print(ids(Reading:sorted_by("\(field)"):fetch()), ids(Reading:fetch():sorted "\(field)"))
      print(ids(Reading:where(function(x) return x.\(field) == nil end):fetch()),
        ids(Reading:where(function(x) return x.\(field) == nil end):fetch { pushdown = false }))
      local g = Reading:group_by("\(field)"):aggregate { count = "count" }:fetch()
      print(#g, g[1].count, (tostring(Reading:sum "\(field)"):gsub("%.0+$", "")))
      """,
      """
      nil 1 4 1 4 2 3 5 2 3 5
      2 5 3 3 2 5
      2 3 5 3 5 2 3 5 2 5 3
      1 4 3 2 5 1 4 3 2 5
      1 4 1 4
      4 2 95
      """)
  }

  @Test(arguments: ["d", "r", "n", "u"])
  func `an object that is given nothing where nothing was read makes it NULL`(field: String) throws {
    try script().expect(
      """
      local function left() return db:query "SELECT count(*) AS n FROM reading WHERE \(field) = 'NaN'"[1].n end
      local x, other = Reading:get(1), Reading:get(2)
      other.\(field) = 1
      other:save()
      print(left(), next(other:changes()))
      x.\(field) = nil
      print((next(x:changes())))
      x:save()
      print(left(), x.\(field), Reading:where { \(field) = null }:count(), next(x:changes()))
      x.\(field) = 3
      x:save()
      print(Reading:where { id = 1, \(field) = 3 }:count())
      """,
      """
      1 nil
      \(field)
      0 nil 2 nil
      1
      """)
  }

  @Test func `a column that is never NULL may hold NaN`() throws {
    try script().expect(
      "print(same 'q == nil', ids(Reading:sorted_by('q'):fetch()), ids(Reading:sorted_by('-q'):fetch()), #Reading:where('q > 0'):fetch())",
      "1 1 3 2 4 5 5 4 2 3 1 3")
  }

  @Test func `infinite decimals stand at the ends of all numbers`() throws {
    let script = try script()
    try script.run("db:execute [[INSERT INTO reading (id, u, q) VALUES (6, 'Infinity', 1), (7, '-Infinity', 1)]]")
    try script.expect(
      """
      print(same "u > 0", same "u < 0", same "u >= 99", same "not (u < 1)")
      print(ids(Reading:where "u ~= nil":sorted_by("u"):fetch()), ids(Reading:where "u ~= nil":fetch():sorted "u"))
      """,
      """
      2 5 6 3 7 5 6 2 5 6
      7 3 2 5 6 7 3 2 5 6
      """)
  }
}
