import Testing

@testable import Model

/// `p:observe` and `request:observe`.
@Suite struct ObserverTests {
  /// A script whose reports are printed with the rest.
  private func script(_ schema: String = fivePlayers) throws -> (Script, reports: () -> [String]) {
    let script = try Script(schema: schema + " function show(...) print('told', ...) end")
    final class Reports { var lines: [String] = [] }
    let reports = Reports()
    script.session.diagnostics = { reports.lines.append($0) }
    return (script, { reports.lines })
  }

  @Test func `a field is told at once, and after each commit that changed it`() throws {
    let (script, _) = try script()
    try script.expect(
      """
      local p = Player:get(1)
      local stop = p:observe("name", show)
      p.score = 9
      p:save()
      p.name = "Zoe"
      print("not yet")
      p:save()
      print("saved", next(p:changes()))
      Player:get(1):assign { name = "Amy" }:save()
      db:execute("UPDATE player SET name = 'Ada' WHERE id = 1")
      db:execute("UPDATE player SET name = 'Bea' WHERE id = 2")
      Player:get(1):delete()
      stop()
      stop()
      Player:create { id = 1, name = "New" }
      """,
      """
      told Ann nil
      not yet
      told Zoe Ann
      saved nil
      told Amy Zoe
      told Ada Amy
      told nil Ada
      """)
  }

  @Test func `a transaction is told of once, when it is committed, and not at all when it is not`() throws {
    let (script, _) = try script()
    try script.expect(
      """
      local p = Player:get(1)
      p:observe("score", show)
      db:transaction(function()
        p.score = 6
        p:save()
        db:transaction(function() p.score = 7 p:save() end)
        print("inside")
      end)
      pcall(db.transaction, db, function() p.score = 8 p:save() error("no") end)
      db:begin()
      p.score = 9
      p:save()
      db:rollback()
      db:execute("BEGIN")
      db:execute("UPDATE player SET score = 10 WHERE id = 1")
      db:execute("COMMIT")
      pcall(p.save, p)
      db:transaction(function()
        db:execute("UPDATE player SET score = 11 WHERE id = 1")
        pcall(db.transaction, db, function() db:execute("UPDATE player SET score = 12 WHERE id = 1") error("no") end)
      end)
      """,
      """
      told 5 nil
      inside
      told 7 5
      told 10 7
      told 11 10
      """)
  }

  @Test func `an observer that begins in a transaction forgets what is rolled back`() throws {
    let (script, _) = try script()
    try script.expect(
      """
      local p = Player:get(1)
      pcall(db.transaction, db, function()
        p.score = 6
        p:save()
        p:observe("score", show)
        error("no")
      end)
      Player:get(2):assign { score = 1 }:save()
      p.score = 7
      p:save()
      """,
      """
      told 6 nil
      told 7 5
      """)
  }

  @Test func `the rows of a request are told of when they change`() throws {
    let (script, _) = try script()
    try script.expect(
      """
      local stop = Player:where { team = red }:sorted_by("name"):observe(function(list, old)
        print(names(list), old and names(old))
      end)
      Player:create { name = "Abe", team = red }
      Player:create { name = "Zed", team = blue }
      Team:create { name = "Green" }
      db:batch(function(batch) batch:delete(Player:where { name = "Abe" }:first()) batch:add(Player { name = "Flo", team = red }) end)
      red:delete()
      stop()
      """,
      """
      Ann Bob nil
      Abe Ann Bob Ann Bob
      Ann Bob Flo Abe Ann Bob
       Ann Bob Flo
      """)
    try script.expect(
      "local n = 0 Player:observe(function(list) n = n + #list end) Player:create { name = 'X' } return n", "15")
  }

  @Test func `an observer that raises is reported and does no harm`() throws {
    let (script, reports) = try script()
    try script.expect(
      """
      local p = Player:get(1)
      p:observe("score", function(new) error("boom " .. new) end)
      p:observe("score", show)
      p.score = 6
      p:save()
      print(Player:get(1).score)
      """,
      """
      told 5 nil
      told 6 5
      6
      """)
    #expect(
      reports() == [
        "an observer of Player.score failed: schema.lua:2: boom 5\n",
        "an observer of Player.score failed: schema.lua:2: boom 6\n",
      ])
  }

  @Test func `observers that change objects are told of it, but not without end`() throws {
    let (script, reports) = try script()
    try script.expect(
      """
      local p, q = Player:get(1), Player:get(2)
      p:observe("score", function(new) q.score = new * 2 q:save() end)
      q:observe("score", show)
      p.score = 6
      p:save()
      """,
      """
      told 10 nil
      told 12 10
      """)
    #expect(reports() == [])
    try script.expect(
      """
      local r = Player:get(3)
      r:observe("score", function(new) r.score = new + 1 r:save() end)
      local n = r.score
      r.score = 100
      r:save()
      return n, r.score > 1000, r.score < 5000
      """, "1010 true true")
    // Once for the call at the beginning, once for the save.
    let words = "observers change what they observe, without end: they were told no more of it\n"
    #expect(reports() == [words, words])
  }

  @Test func `what cannot be observed is said`() throws {
    let (script, _) = try script()
    #expect(
      script.failure("Player { name = 'x' }:observe('name', print)")
        == "this Player is not saved: there is nothing to observe yet")
    #expect(script.failure("Player:get(1):observe('nmae', print)").hasPrefix("Player has no field 'nmae'"))
    #expect(
      script.failure("Player:get(1):observe('name')").hasPrefix("observe takes the name of a field and a function"))
    #expect(script.failure("Player:all():observe(5)") == "observe takes a function of the rows, not the integer 5")
    try script.expect(
      "Player:get(1):observe('name', show) db:open(':memory:') return db:tables()[1]", "told Ann nil\nnil")
  }
}
