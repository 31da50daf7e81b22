import TestSupport
import Testing

/// Days and moments of a server that no other calendar has: what reads as such is written as such.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct BeyondYearsTests {
  private func script() throws -> Script {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE TABLE era (id serial PRIMARY KEY, d date, at timestamptz, t timestamp(3))"
      db:execute [[INSERT INTO era (d, at, t) VALUES ('infinity', 'infinity', '-infinity'),
        ('0044-03-15 BC', '0044-03-15 BC', '0044-03-15 BC'), ('12024-01-01', '12024-01-01 10:00Z', '12024-01-01 10:00:00.5')]]
      db:reflect()
      function all() local list = {} for _, p in ipairs(Era:fetch()) do list[#list + 1] = p.d .. " " .. p.at .. " " .. p.t end
        return table.concat(list, ", ") end
      """)
    return script
  }

  @Test func `they are found and written`() throws {
    let script = try script()
    try script.expect(
      """
      local counts = {}
      for _, p in ipairs(Era:fetch()) do
        counts[#counts + 1] = Era:where { d = p.d, at = p.at, t = p.t }:count()
      end
      local p = Era:create { d = Era:get(2).d, at = "-infinity" }
      return table.concat(counts, " "), Era:get(p.id).d, Era:get(p.id).at
      """, "1 1 1 0044-03-15 BC -infinity")
    #expect(script.failure("Era:create { d = 'long BC' }").contains("expected a date such as 2024-02-29"))
    #expect(script.failure("Era:create { d = '0044-99-15 BC' }").contains("d: date/time field value out of range"))
  }

  @Test(arguments: ["csv", "json"]) func `what was exported is imported`(format: String) throws {
    let folder = try TemporaryFolder()
    try script().expect(
      """
      local before = all()
      Era:export [[\(folder.path)/era.\(format)]]
      Era:all():delete()
      Era:import [[\(folder.path)/era.\(format)]]
      return all() == before, Era:count()
      """, "true 3")
  }

  @Test func `a file has no such days`() throws {
    let script = try Script(schema: "T = entity 'T' { d = date {} } db:create_all()", engine: .sqlite)
    #expect(script.failure("T:create { d = 'infinity' }").contains("expected a date"))
  }

  private static let both = """
    function ids(rows) local list = {} for _, p in ipairs(rows) do list[#list + 1] = p.id end return table.concat(list, " ") end
    function same(condition)
      local asked, found = ids(Era:where(condition):sorted_by "id":fetch()), ids(Era:sorted_by "id":fetch():filter(condition))
      return asked == found and "(" .. asked .. ")" or asked .. " in SQL, " .. found .. " in memory"
    end

    """

  @Test(arguments: [("d", "2021-01-01"), ("at", "2021-01-01T00:00:00Z"), ("t", "2021-01-01T00:00:00.000Z")])
  func `they come in the order of time for tests and texts`(field: String, bound: String) throws {
    let script = try script()
    try script.run("db:execute [[INSERT INTO era (d, at, t) VALUES ('2020-01-01', '2020-01-01', '2020-01-01')]]")
    let early = field == "t" ? "(1 2 4)" : "(2 4)"
    let late = field == "t" ? "(3)" : "(1 3)"
    try script.expect(
      Self.both + """
        print(same("\(field) < '\(bound)'"), same("\(field) >= '\(bound)'"))
        print(same { \(field) = is.less "\(bound)" }, same { \(field) = is.at_least "2021-01-01" }, same { \(field) = is.less(Era:get(3).\(field)) })
        print(same { \(field) = is.between("0001-01-01", "\(bound)") })
        print(ids(Era:sorted_by "\(field)":fetch()) == ids(Era:fetch():sorted "\(field)"), same("d < at"), same("at < at"))
        """,
      """
      \(early) \(late)
      \(early) \(late) \(field == "t" ? "(1 2 4)" : "(2 4)")
      (4)
      true (2 3 4) ()
      """)
  }

  @Test(arguments: ["d", "at", "t"]) func `to a function they are texts`(field: String) throws {
    let script = try script()
    try script.run("db:execute [[INSERT INTO era (d, at, t) VALUES ('2020-01-01', '2020-01-01', '2020-01-01')]]")
    try script.expect(
      Self.both + """
        for _, f in ipairs { function(p) return p.\(field) < "2021-01-01" end, function(p) return p.\(field) >= "0050-01-01" end,
          function(p) return p.\(field):sub(1, 4) == "0044" end, function(p) return p.\(field) == Era:get(2).\(field) end } do
          local asked = ids(Era:where(f):sorted_by "id":fetch())
          print(asked == ids(Era:where(f):sorted_by "id":fetch { pushdown = false }))
        end
        local f = function(p) return p.\(field) end
        print(ids(Era:sorted_by(f):fetch()) == ids(Era:sorted_by(f):fetch { pushdown = false }))
        """, "true\ntrue\ntrue\ntrue\ntrue")
  }
}
