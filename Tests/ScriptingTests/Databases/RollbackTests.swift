import LuaRuntime
import Scripting
import Testing

@testable import Model

/// Points that belong to a team.
private let points = """
  T = entity "T" { n = text {}, points = has_many "P" }
  P = entity "P" {
    v = integer {}, w = integer { default = 0 }, note = json {}, price = decimal { scale = 2 }, t = belongs_to "T",
    pass = has_one "Pass",
  }
  Pass = entity "Pass" { code = text {}, p = belongs_to "P" }
  db:create_all()
  red = T:create { n = "red" }
  p = P:create { v = 1, t = red, note = { a = 1 } }
  function failing(body) return (pcall(db.transaction, db, function() body() error "undo" end)) end
  function state() return p.v, next(p:changes()) end
  """

@Suite struct RollbackTests {
  @Test func `what waited for a new object waits again after a rollback`() throws {
    try Script(schema: points).expect(
      """
      local x = T { n = "x" }
      x.points:add({ v = 4 }, P { v = 5 })
      failing(function() db:add(x) x.n = "later" end)
      print(x:is_new(), x.points:count(), T:count(), P:count())
      db:begin() x:save() db:rollback()
      print(x:is_new(), x.points:count(), x.points:fetch()[2]:is_new())
      x:save()
      print(T:count(), x.points:count(), table.concat(x.points:pluck "v", " "), x.n)
      """,
      """
      true 2 1 1
      true 2 true
      2 2 4 5 x
      """)
  }

  @Test func `changes of before a transaction are there again after its rollback, to be saved`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      p.v = 7
      failing(function() p:save() print(next(p:changes())) end)
      local changes = p:changes()
      print(p.v, changes.v.from, changes.v.to, P:get(1).v)
      p:save()
      print(P:get(1).v, next(p:changes()))
      """,
      """
      nil
      7 1 7 1
      7 nil
      """)
  }

  @Test func `what was assigned within a transaction is not there after its rollback`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      p.w = 5
      failing(function() p.v = 2 p:save() p.v = 3 p:save() p.w = 6 p.v = 4 end)
      print(p.v, p.w, p:changes().v, p:changes().w.to)
      failing(function() p.price = "2.50" p:save() end)
      print(p.price, p:changes().price)
      """,
      """
      1 5 nil 5
      nil nil
      """)
  }

  @Test func `drafts and what they were made of keep the changes of before`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      p.w = 9
      local d = p:draft()
      d.v = 7
      failing(function() d:save() print(p.v, p.w, next(p:changes())) end)
      print(d.v, d:changes().v.to, p.v, p:changes().v, p:changes().w.to)
      d:save()
      print(p.v, P:get(1).v, P:get(1).w)
      """,
      """
      7 9 nil
      7 7 1 nil 9
      7 7 9
      """)
  }

  @Test func `what was read again within a transaction is what it was before`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      failing(function() P:all():update { v = 500 } p:reload() print(p.v) end)
      print(p.v)
      p.v = 500
      print(p:changes().v.from)
      p:save()
      print(P:get(1).v)
      local few = P:select("v"):first()
      failing(function() few:reload() print(few.w) end)
      print(pcall(function() return few.w end))
      """,
      """
      500
      1
      1
      500
      0
      false P: 'w' is not among the fields that the request selected: select it too, or reload() the object
      """)
  }

  @Test func `documents are what they were before, edited or not`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      local document = p.note
      failing(function() return p.note.a end)
      print(rawequal(document, p.note))
      failing(function() p.note.a = 2 p:save() p.note.b = 3 end)
      print(p.note.a, p.note.b, next(p:changes()))
      p.note.a = 5
      failing(function() p.note.a = 6 p:save() p.note.a = 7 p:save() end)
      print(p.note.a, p:changes().note.from.a, P:get(1).note.a)
      p:save()
      print(P:get(1).note.a)
      p.note = { a = 8 }
      failing(function() p:save() end)
      print(p.note.a, p:changes().note.from.a)
      """,
      """
      true
      1 nil nil
      5 1 1
      5
      8 5
      """)
  }

  @Test func `relations are what they were before`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      failing(function() p.t = T { n = "blue" } p:save() end)
      print(p.t.n, p.t_id, next(p:changes()))
      local x = P {}
      failing(function() red.points:add(x) print(x.t.n) end)
      print(x.t, x.t_id, x:is_new())
      local pass = Pass { code = "A" }
      p.pass = pass
      failing(function() p:save() print(pass:is_new()) end)
      print(pass:is_new(), p.pass == pass, pass.p)
      p:save()
      print(Pass:count(), pass.p == p)
      failing(function() red.points:remove(p) print(p.t) end)
      print(p.t == red, next(p:changes()))
      """,
      """
      red 1 nil
      red
      nil nil true
      false
      true true nil
      1 true
      nil
      true nil
      """)
  }

  @Test func `a nested transaction gives back what was there when it began`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      p.v = 2
      failing(function()
        p:save()
        p.w = 3
        failing(function() p.v = 4 p:save() p:delete() end)
        print(p.v, p.w, (next(p:changes())))
        db:transaction(function() p.v = 5 p:save() end)
        for n = 1, 20 do db:transaction(function() p.v = n p:save() end) end
        print(p.v, p.w, next(p:changes()))
      end)
      print(p.v, p.w, (next(p:changes())), P:get(1).v)
      db:transaction(function() failing(function() p:save() end) print((next(p:changes()))) p:save() end)
      print(P:get(1).v, next(p:changes()))
      """,
      """
      2 3 w
      20 3 nil
      2 0 v 1
      v
      2 nil
      """)
  }

  @Test func `a new object that is inserted, changed and rolled back is what it was`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      local x = P { v = 5 }
      failing(function() x:save() x.v = 6 x:save() x:delete() end)
      print(x.v, x.id, x:is_new(), P:count())
      x:save()
      print(x.id, P:get(x.id).v)
      """,
      """
      5 nil true 1
      2 5
      """)
  }

  @Test func `an interrupted or failed statement leaves what is pending`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      local q = P:create { v = 2 }
      p.v, q.v = 8, 9
      db:execute "CREATE UNIQUE INDEX u ON p(w) WHERE w > 0"
      p.w, q.w = 4, 4
      print(pcall(db.add, db, p, q))
      print(p:changes().v.to, q:changes().v.to, P:get(1).v)
      """,
      """
      false P: w: 4 exists already (id 1)
      8 9 1
      """)
  }
}

// MARK: Savepoints

@Suite struct SavepointTests {
  @Test func `going back to a savepoint restores the objects of after it`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      db:execute "BEGIN"
      p.v = 2 p:save()
      db:execute "SAVEPOINT s"
      p.v = 3 p:save()
      local x = P:create { v = 9 }
      db:execute "ROLLBACK TO s"
      print(p.v, P:get(1).v, x:is_new(), next(p:changes()))
      p.v = 4 p:save()
      db:execute "rollback transaction to savepoint \(TestEngine.chosen == .sqlite ? "[S]" : "S")"
      print(p.v, P:get(1).v)
      p.v = 5 p:save()
      db:execute "RELEASE s"
      print(p.v, P:get(1).v)
      db:execute "ROLLBACK"
      print(p.v, P:get(1).v)
      """,
      """
      2 2 true nil
      2 2
      5 5
      1 1
      """)
  }

  @Test func `a savepoint alone is a transaction`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      db:execute "SAVEPOINT a"
      p.v = 2 p:save()
      db:execute "/* back */ ROLLBACK TO a -- now"
      print(p.v, P:get(1).v)
      p.v = 3 p:save()
      db:execute "RELEASE SAVEPOINT a"
      print(p.v, P:get(1).v, pcall(db.commit, db))
      db:execute 'SAVEPOINT "x y"'
      p.v = 4 p:save()
      db:rollback()
      print(p.v, P:get(1).v, pcall(db.commit, db))
      """,
      """
      1 1
      3 3 false no transaction is open: begin one first
      3 3 false no transaction is open: begin one first
      """)
  }

  @Test func `savepoints and nested transactions go together`() throws {
    let script = try Script(schema: points)
    try script.expect(
      """
      db:transaction(function()
        p.v = 2 p:save()
        db:execute "SAVEPOINT s"
        failing(function() p.v = 3 p:save() db:execute "SAVEPOINT s" p.v = 4 p:save() end)
        print(p.v)
        db:begin() p.v = 5 p:save() db:execute "ROLLBACK TO s"
        print(p.v, P:get(1).v)
        p.v = 6 p:save()
      end)
      print(p.v, P:get(1).v, pcall(db.commit, db))
      """,
      """
      2
      2 2
      6 6 false no transaction is open: begin one first
      """)
  }

  @Test func `at the prompt a savepoint lasts from one entry to the next`() throws {
    let script = try Script(schema: points)
    func enter(_ source: String) throws {
      let function = try script.session.lua.load(source, name: "=entry")
      _ = try? script.session.enter(isTakenBack: true) { try function.call() }
    }
    for entry in [
      "db:execute 'BEGIN'", "p.v = 2 p:save()", "db:execute 'SAVEPOINT s'", "p.v = 3 p:save()",
      "db:execute 'ROLLBACK TO s'",
    ] { try enter(entry) }
    try script.expect("return p.v, P:get(1).v", "2 2")
    try enter("p.v = 4 p:save() error('x')")
    try enter("db:execute 'ROLLBACK TO s'")
    try script.expect("return p.v, P:get(1).v", "2 2")
    try enter("db:execute 'COMMIT'")
    try script.expect(
      "return p.v, P:get(1).v, pcall(db.commit, db)", "2 2 false no transaction is open: begin one first")
  }
}
