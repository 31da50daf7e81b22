import TestSupport
import Testing

/// Transactions that run again after a conflict with another session.
@Suite struct RetryTests {
  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
  func `a database is opened anew where its connection was lost within a transaction`() throws {
    let script = try Script(engine: .postgresql)
    try script.expect(
      """
      local path = db.path
      db:begin()
      local ran = pcall(db.query, db, "SELECT pg_terminate_backend(pg_backend_pid())")
      db:open(path)
      return ran, db:query("SELECT 1 AS a")[1].a
      """, "false 1")
  }

  @Test func `options are checked before the function runs`() throws {
    let script = try Script()
    #expect(
      script.failure("db:transaction(function() error 'ran' end, { retrys = 3 })")
        .contains("transaction: unknown option 'retrys'. Did you mean 'retry'?"))
    #expect(script.failure("db:transaction(print, { retry = -1 })").contains("from 0 to 1000"))
    #expect(script.failure("db:transaction(print, 3)").contains("options are a table"))
    try script.expect("return db:transaction(function() return 1, 2 end, { retry = 3 })", "1 2")
  }

  @Test(arguments: TestEngine.present) func `nothing but a conflict is tried again`(engine: TestEngine) throws {
    let script = try Script(schema: players, engine: engine)
    try script.expect(
      """
      local runs = 0
      pcall(function()
        db:transaction(function() runs = runs + 1 Player:create { name = "x", age = 3 } end, { retry = 5 })
      end)
      pcall(function() db:transaction(function() runs = runs + 1 error "no" end, { retry = 5 }) end)
      return runs
      """, "2")
  }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
  func `a function runs again after a conflict with objects as they were`() throws {
    let location = try TestEngine.postgresql.freshLocation()
    let script = try Script(schema: fivePlayers, location: location)
    let other = try Script(location: location)
    script.session.lua.setGlobal(
      "meanwhile",
      .function(
        script.session.lua.function(named: "meanwhile") { _ in
          _ = try other.run("db:execute 'UPDATE player SET score = score + 100 WHERE id = 1'")
          return 0
        }))
    try script.run("live = Player:where { score = is.greater(50) }:results() seen = {}")
    try script.expect(
      """
      local runs, p = 0, Player:get(1)
      db:transaction(function()
        runs = runs + 1
        seen[runs] = p.score
        p:reload()
        if runs < 3 then meanwhile() end
        p.score = p.score + 1
        p:save()
      end, { retry = 3 })
      return runs, p.score, Player:get(1).score, seen[2], seen[3]
      """, "3 206 206 5 5")
    // What is tried too often fails as it did, and leaves nothing.
    try script.expect(
      """
      local runs, p = 0, Player:get(1)
      local done, e = pcall(function()
        db:transaction(function()
          runs = runs + 1
          p:reload() meanwhile() p.score = 0 p:save()
        end, { retry = 2 })
      end)
      return runs, done, e.kind, e.conflict, p.score
      """, "3 false LockedError true 206")
  }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
  func `a transaction may first say how isolated it is`() throws {
    let script = try Script(schema: players, engine: .postgresql)
    try script.expect(
      """
      db:transaction(function()
        db:execute "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE"
        db:execute "set transaction read only"
        print(db:query("SHOW transaction_isolation")[1].transaction_isolation, Player:count())
      end, { retry = 3 })
      """, "serializable 0")
    try script.expect(
      """
      db:begin()
      Player:create { name = "Ann", age = 20 }
      print(select(2, pcall(db.execute, db, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")).message:match(": (.*)"))
      db:commit()
      return Player:count()
      """, "this is said before the first statement of the transaction\n1")
  }
}
