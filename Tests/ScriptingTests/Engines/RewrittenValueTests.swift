import TestSupport
import Testing

/// Values of which a server stores something else than it was given.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct RewrittenValueTests {
  @Test func `an object holds what its row does once it is saved`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute [[CREATE TABLE net (id int PRIMARY KEY, ip inet, span interval, r int4range, s real, code char(4), name text)]]
      db:reflect()
      """)
    try script.expect(
      """
      local n = Net:create { id = 1, ip = "::0001", r = "[50,60]", s = 1/3, code = "ab", name = "x" }
      print(n.ip, n.r, n.s, n.code, n.span, n.name)
      n.ip, n.span, n.name = "::0002", "3600 seconds", "y"
      n:save()
      print(n.ip, n.span, n.name, next(n:changes()), Net:where { ip = n.ip }:first() == n)
      local all = { Net { id = 2, name = "a" }, Net { id = 3, ip = "::0003" }, Net { id = 4, name = "b" } } db:add(all)
      print(all[1].name, all[2].ip, all[3].name, Net:count())
      local draft = n:draft()
      draft.ip = "::0005"
      draft:save()
      print(n.ip)
      """,
      """
      ::1 [50,61) 0.33333334 ab nil x
      ::2 01:00:00 y nil true
      a ::3 b 4
      ::5
      """)
  }

  @Test func `what a trigger makes of a row is shown`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute [[CREATE TABLE gauge (id serial PRIMARY KEY, up text, n int, doc jsonb)]]
      db:execute [[CREATE FUNCTION upcase() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN NEW.up = upper(NEW.up); NEW.n = length(NEW.up); RETURN NEW; END $$]]
      db:execute [[CREATE TRIGGER upcase BEFORE INSERT OR UPDATE ON gauge FOR EACH ROW EXECUTE FUNCTION upcase()]]
      db:reflect()
      """)
    try script.expect(
      """
      local g = Gauge:create { up = "ab", doc = { x = 1 } }
      print(g.up, g.n)
      g.up = "abc"
      g:save()
      print(g.up, g.n, next(g:changes()), Gauge:get(g.id).up)
      local h = { Gauge { up = "q" }, Gauge { up = "rs" } } db:add(h)
      print(h[1].up, h[2].up, h[2].n)
      """,
      """
      AB 2
      ABC 3 nil ABC
      Q RS 2
      """)
  }
}
