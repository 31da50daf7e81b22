import TestSupport
import Testing

/// Values that a server compares otherwise than by what is read of them, or not at all.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignEqualityTests {
  private func script() throws -> Script {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute [[CREATE TABLE pair (id int PRIMARY KEY, a timestamp, b timestamptz, raw json, j jsonb, place point,
        span interval, r real, d double precision)]]
      db:execute [[INSERT INTO pair VALUES
        (1, '2024-01-01', '2024-01-01 00:00Z', '{"x": 1}', '{"x": 1}', '(1,2)', '1 day', 0.1, 0.1),
        (2, '2024-01-02', '2024-01-03 00:00Z', '{"x":1}', '{"x": 2}', '(1,2)', '24:00', 0.5, 0.25),
        (3, '2024-01-03', '2024-01-05 00:00Z', '{"x": 2}', '{"x": 2}', '(3,4)', '2 days', NULL, 2)]]
      db:reflect()
      """)
    return script
  }

  @Test func `values of a request are looked for among columns of another type`() throws {
    try script().expect(
      """
      local function count(name, other) return Pair:where { [name] = Pair:select(other) }:count() end
      print(count("a", "b"), count("b", "a"), count("a", "a"))
      print(count("r", "d"), count("d", "r"), count("r", "r"), count("j", "j"))
      print(Pair:where { a = Pair:select "b":limit(2) }:count(), Pair:where { id = 1, b = Pair:select "a" }:count())
      """,
      """
      2 2 3
      1 1 2 3
      2 1
      """)
  }

  @Test func `values of types without an equality count once by what they read as`() throws {
    try script().expect(
      """
      for _, name in ipairs { "raw", "j", "place", "span", "a" } do
        local once = Pair:select(name):distinct()
        print(name, once:count(), #once:fetch(), once:exists())
      end
      """,
      """
      raw 2 2 true
      j 2 2 true
      place 2 2 true
      span 3 3 true
      a 3 3 true
      """)
  }
}
