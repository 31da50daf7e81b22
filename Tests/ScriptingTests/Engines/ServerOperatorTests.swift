import TestSupport
import Testing

/// Operators and lists that only a server has, in the words of a script.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ServerOperatorTests {
  @Test func `values stand in lists and beside the operators of jsonb`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE TABLE person (id int PRIMARY KEY, extra jsonb)"
      db:execute [[INSERT INTO person VALUES (1, '{"k": 1}'), (2, '{"x": 1}'), (3, '{"k": 2}')]]
      db:reflect()
      """)
    try script.expect(
      """
      print(Person:where(sql("id = any(array[?, ?])", 1, 2)):count(), Person:where(sql("id = any(ARRAY[:x])", { x = 3 })):first().id)
      print(Person:where(sql("extra ?? 'k'")):count(), Person:where(sql("extra ?? 'k' and id > ?", 1)):count())
      print(#db:query "SELECT id FROM person WHERE extra ? 'k'", #db:query("SELECT id FROM person WHERE extra ?? 'k' AND id = ?", 1))
      print(#db:query("SELECT id FROM person WHERE id = ANY(ARRAY[:x, :y]) AND (ARRAY[1,2,3])[1:2] = ARRAY[1,2]", { x = 1, y = 2 }))
      """, "2 3\n2 1\n2 1\n2")
  }

  @Test func `the operators of several keys stand in one expression`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE TABLE person (id int PRIMARY KEY, extra jsonb)"
      db:execute [[INSERT INTO person VALUES (1, '{"k": 1}'), (2, '{"x": 1}'), (3, '{"k": 2, "x": 3}')]]
      db:reflect()
      """)
    try script.expect(
      """
      print(Person:where(sql("extra ??| array['k']")):count(), Person:where(sql("extra ??& array['k','x']")):first().id)
      print(Person:where(sql("extra ??| array[?]", "x")):count(), Person:where(sql("extra ??& array[?, ?] and id > ?", "k", "x", 1)):count())
      print(Person:annotate { has = sql "extra ??& array['k', 'x']" }:where { id = 3 }:first().has)
      """, "2 3\n2 1\n1")
  }
}
