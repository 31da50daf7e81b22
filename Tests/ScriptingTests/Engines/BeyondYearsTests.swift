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
}
