import Testing

@testable import Scripting

/// Changes as values, and the difference of any two lists.
@Suite struct ChangesTests {
  private func script() throws -> Script { try Script(schema: ResultSetTests.prelude) }

  @Test func `changes have lists of rows and of sections, with places before and after`() throws {
    try script().expect(
      """
      local old = { { id = 1, s = "a" }, { id = 2, s = "b" }, { id = 3, s = "b" }, { id = 4, s = "c" } }
      local new = { { id = 3, s = "a" }, { id = 1, s = "a", x = 1 }, { id = 5, s = "a" }, { id = 6, s = "d" }, { id = 4, s = "d" } }
      local changes = diff(old, new, { unique = "id", section = "s" })
      for _, name in ipairs { "deleted", "inserted", "moved", "updated" } do
        for _, entry in ipairs(changes[name]) do
          print(name, entry.object.id, table.concat(entry.from or {}, "."), table.concat(entry.to or {}, "."))
        end
      end
      for _, name in ipairs { "deleted", "inserted", "moved" } do
        for _, entry in ipairs(changes.sections[name]) do print(name, entry.name, entry.from, entry.to, #entry.rows) end
      end
      for kind, entry in changes:each() do print(kind, entry.name or entry.object.id) end
      print(changes == changes, rawequal(changes.moved, changes.moved), type(changes))
      """,
      """
      inserted 5  1.3
      moved 3 2.2 1.1
      moved 4 3.1 2.2
      updated 3 2.2 1.1
      updated 1 1.1 1.2
      updated 4 3.1 2.2
      deleted c 3 nil 0
      deleted b 2 nil 1
      inserted d nil 2 1
      sections.deleted c
      sections.deleted b
      sections.inserted d
      inserted 5
      moved 3
      moved 4
      updated 3
      updated 1
      updated 4
      true true userdata
      """)
  }

  @Test func `changes print how many there are of what, and a line for each by section`() throws {
    try script().expect(
      """
      local old = { { id = 1, s = "a" }, { id = 2, s = "b" }, { id = 3, s = "b" }, { id = 4, s = "c" } }
      local new = { { id = 3, s = "a" }, { id = 1, s = "a" }, { id = 2, s = "b", x = "\\27" }, { id = 7 } }
      print(diff(old, new, { section = "s" }))
      print(diff(old, old))
      print(diff({}, { { id = 1, list = { 1 }, a = true, f = print } }))
      """,
      """
      1 section deleted, 1 section inserted, 1 row moved, 2 rows updated
        - [3]    c (1 row)
        + [1]    nil (1 row)
        → [2.1]  { id = 3, s = 'a' } (from 2.2)
        ~ [2.1]  { s = 'b' → 'a' }
        ~ [3.1]  { x = nil → '\\27' }
      no changes
      1 section inserted
        + [1]    '' (1 row)
      """)
  }

  @Test func `the difference of lists, snapshots and result sets is the same`() throws {
    let script = try Script(schema: fivePlayers + ResultSetTests.prelude)
    try script.expect(
      """
      local rs = set { section = "team", sort = "-score" }
      local old = rs:snapshot()
      rs:remove(1) rs:update(2, function(x) x.team = "Red" end)
      print(diff(old, rs)) print(diff(old, rs:snapshot()) == nil, #old, show(old), old)
      print(diff(old:objects(), rs:objects(), { section = "team", sort = "-score" }))
      local before = Player:sorted_by("score"):fetch()
      Player:get(4):assign { score = 20 }:save()
      print(diff(before, Player:sorted_by("score"), { section = "team.name" }))
      print(diff(Player:fetch(), Player:all(), { unique = "name" }))
      """,
      """
      1 row deleted, 1 row moved, 1 row updated
        - [4.2]  { id = 1, name = 'Ann', score = 5, team = 'Red' }
        → [4.2]  { id = 2, name = 'Bob', score = 3, team = 'Red' } (from 2.1)
        ~ [4.2]  { team = 'Blue' → 'Red' }
      false 6 nil: 4 | Blue: 2 5 | Green: 6 | Red: 3 1 snapshot of 6 rows in 4 sections
      1 row deleted, 1 row moved, 1 row updated
        - [4.2]  { id = 1, name = 'Ann', score = 5, team = 'Red' }
        → [4.2]  { id = 2, name = 'Bob', score = 3, team = 'Red' } (from 2.1)
        ~ [4.2]  { team = 'Blue' → 'Red' }
      1 row moved, 1 row updated
        → [2.2]  Player(4) { name = 'Dan', score = 20, rank = 'amateur', team_id = 2 } (from 2.1)
        ~ [2.2]  Player(4) { score = 1 → 20 }
      no changes
      """)
  }

  @Test func `what has no difference is refused`() throws {
    let script = try script()
    for (code, message) in [
      ("diff({}, 5)", "diff takes two lists, snapshots or result sets, and the second is the integer 5"),
      ("diff({ { id = 1 }, { id = 1 } }, {}, { unique = 'id' })", "two rows of the first list have the same identity"),
      ("diff({}, {}, 'id')", "diff takes two lists and a table of options"),
      ("diff({}, {}, { sections = 'x' })", "diff: unknown option 'sections'. Did you mean 'section'?"),
      ("return diff({}, {}).insertd", "changes have no member 'insertd'. Did you mean 'inserted'?"),
    ] {
      let failure = script.failure(code)
      #expect(failure.contains(message), "\(code): \(failure)")
    }
  }

  @Test func `what a row was before is encoded as the row is`() throws {
    try Script().expect(
      #"""
      E = entity "E" { b = data {}, n = integer {}, z = text {} }
      db:create_all()
      local rs, changes = E:results()
      rs:observe(function(told) changes = told end)
      E:create { b = "\255", n = 1 }
      E:all():update { n = 2 }
      print(changes:encode "json":match '"updated":.*')
      """#,
      #""updated":[{"fields":["n"],"from":[1,1],"object":{"id":1,"b":"/w==","n":2,"z":null},"#
        + #""old":{"id":1,"b":"/w==","n":1,"z":null},"to":[1,1]}]}"#)
  }

  @Test func `objects differ by entity and key, and equal ones are counted`() throws {
    try Script().expect(
      """
      P, Q = entity "P" { s = integer {} }, entity "Q" { s = integer {} }
      db:create_all()
      local p, q = P:create { s = 1 }, Q:create { s = 2 }
      print(diff({ p, p }, { p }).deleted[1].from[2], diff({ p, q }, { q }).deleted[1].object == p)
      print(diff({ p }, { q }))
      print(diff(P:all():fetch(), Q:all():fetch()))
      print(diff(P:results(), { p }), diff(P:all():fetch(), P:results()), diff({ p }, P:all():fetch()))
      local rs = result_set {}
      rs:load { p, q, p }
      print(#rs, rs:position(q))
      rs:load(Q:all())
      print(#rs, diff(rs, { p, q }))
      rs:remove(q)
      print(#rs, rs:at(1) == p)
      print(diff({ { id = 1 }, { id = 1 } }, { { id = 1 } }))
      """,
      """
      2 true
      1 row deleted, 1 row inserted
        - [1.1]  P(1) { s = 1 }
        + [1.1]  Q(1) { s = 2 }
      1 row deleted, 1 row inserted
        - [1.1]  P(1) { s = 1 }
        + [1.1]  Q(1) { s = 2 }
      no changes no changes no changes
      2 1 2
      2 no changes
      1 true
      1 row deleted
        - [1.2]  { id = 1 }
      """)
  }

  @Test func `the words of an update say just the fields that differ`() throws {
    try script().expect(
      """
      local rs = result_set { unique = "id" }
      rs:load { { id = 1, n = 2, m = 1, t = { 1 } } }
      rs:observe(function(changes) print(changes, table.concat(changes.updated[1].fields, " ")) end)
      rs:update(1, function(row) row.n = 2.0 end)
      rs:update(1, function(row) row.n, row.m = 2.0, 5 end)
      rs:update(1, function(row) row.t = { 2 } end)
      """,
      """
      1 row updated
        ~ [1.1]  { m = 1 → 5 } m
      1 row updated
        ~ [1.1]  { t = [1] → [2] } t
      """)
  }

  @Test func `values that read alike are told by what they are, and keys that are no texts are told`() throws {
    try Script(schema: "").expect(
      """
      print(diff({ { id = 1, v = decimal "1" } }, { { id = 1, v = 1 } }, { unique = "id" }))
      print(diff({ { id = 1, [true] = 1 } }, { { id = 1, [true] = 2, [2.5] = 3 } }, { unique = "id" }))
      """,
      """
      1 row updated
        ~ [1.1]  { v = a decimal → the integer 1 }
      1 row updated
        ~ [1.1]  { [2.5] = nil → 3, [true] = 1 → 2 }
      """)
  }
}
