import TestSupport
import Testing

/// Documents that a server keeps and no other reader takes: names that stand twice, and numbers beyond doubles.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct KeptDocumentTests {
  private func script() throws -> Script {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute [[CREATE TABLE doc (id int PRIMARY KEY, j jsonb, k json)]]
      db:execute [[INSERT INTO doc VALUES (1, '{"a":1e400,"b":2}', '{"a":1,"a":2,"b":{"c":1,"c":3}}'),
        (2, '{"a":5}', '{"a":-1e400}'), (3, '[1,2]', '{"a":null,"a":7}')]]
      db:reflect()
      """)
    return script
  }

  @Test func `the last of equal names counts and numbers beyond doubles are infinite`() throws {
    try script().expect(
      """
      local d = Doc:get(1)
      print(d.j.a, d.j.b, d.k.a, d.k.b.c, Doc:get(2).k.a, Doc:get(3).k.a)
      local function same(condition)
        local asked, found = Doc:where(condition):sorted_by "id":pluck "id", Doc:sorted_by "id":fetch():filter(condition):map "id"
        return table.concat(asked, " ") .. "|" .. table.concat(found, " ")
      end
      print(same "k.a == 2", same "k.a == 1", same "k.b.c == 3", same "j.a > 3", same "j.a < 1e300", same { j = { a = 5 } })
      print(Doc:where(function(d) return d.k.a == 2 end):count(), encode(Doc:get(2), "json"))
      """,
      """
      inf 2 2 3 -inf 7
      1|1 | 1|1 1 2|1 2 2|2 2|2
      1 {"id":2,"j":{"a":5},"k":{"a":-9e999}}
      """)
  }

  @Test func `such a document is saved, and what was not edited in it stays`() throws {
    try script().expect(
      """
      local d = Doc:get(1)
      local read = d.j.a
      print(next(d:changes()))
      d.k = { z = 1 }
      d:save()
      d.j.b = 7
      d:save()
      print(Doc:get(1).j.a, Doc:get(1).j.b, Doc:get(1).k.z, db:query("SELECT j->'a' = '1e400' AS same FROM doc WHERE id = 1")[1].same)
      """, "nil\ninf 7 1 1")
  }

  @Test func `what comes from outside is as strict as ever`() throws {
    let script = try script()
    #expect(script.failure("Doc:decode([[ { \"id\": 9, \"k\": { \"a\": 1, \"a\": 2 } } ]], 'json')").contains("twice"))
  }
}
