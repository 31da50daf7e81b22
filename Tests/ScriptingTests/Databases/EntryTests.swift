import LuaRuntime
import Scripting
import Testing

@testable import Model
@testable import Store

/// Entries of a prompt: what is interrupted goes back to where it began.
@Suite struct EntryTests {
  private let script: Script

  init() throws {
    script = try Script(schema: players)
    let lua = script.session.lua
    lua.setGlobal(
      "interrupt",
      .function(
        lua.function(named: "interrupt") { _ in
          lua.interrupt()
          return 0
        }))
  }

  /// Runs an entry; the words of its error, or nothing.
  @discardableResult
  private func enter(_ source: String) throws -> String? {
    let function = try script.session.lua.load(source, name: "=entry")
    do {
      _ = try script.session.enter(isTakenBack: true) { try function.call() }
      return nil
    } catch {
      return (error as? LuaError)?.message ?? "\(error)"
    }
  }

  private func interrupt(_ source: String) throws {
    #expect(try enter(source + " interrupt() while true do end")?.hasSuffix("interrupted") == true)
  }

  private var isInTransaction: Bool { script.session.main.isInTransaction }
  private var remains: Database.Remains { script.session.remains }

  @Test func `an interrupted entry leaves nothing of what it wrote`() throws {
    try interrupt("Player:create { name = 'A' } db:execute [[INSERT INTO team (name) VALUES ('T')]]")
    #expect(remains == .nothing)
    try interrupt("db:transaction(function() Player:create { name = 'B' } end) create = Player:create { name = 'C' }")
    try interrupt("db:execute 'CREATE TABLE t (a TEXT)'")
    try script.expect("print(Player:count(), Team:count(), #db:tables(), create:is_new())", "0 0 2 true")
    #expect(!isInTransaction)
  }

  @Test func `an interrupted entry that wrote nothing says nothing of it`() throws {
    try interrupt("Player:count()")
    #expect(remains == .all)
    try interrupt("db:transaction(function() Player:count() end)")
    #expect(remains == .all)
  }

  @Test func `an entry keeps what it wrote when it is over, also before an error`() throws {
    #expect(try enter("Player:create { name = 'A' }") == nil)
    #expect(try enter("Player:create { name = 'B' } error('late', 0)") == "late")
    #expect(remains == .all)
    try script.expect("print(Player:count())", "2")
    #expect(try script.session.main.store().depth == 0)
  }

  @Test func `inside of an older transaction only the entry is taken back`() throws {
    try enter("db:begin() Player:create { name = 'Old' }")
    try interrupt("Player:create { name = 'A' } db:begin() Player:create { name = 'B' }")
    #expect(isInTransaction && remains == .noTransaction)
    try interrupt("Player:all():delete()")
    #expect(isInTransaction && remains == .nothing)
    #expect(try enter("Player:create { name = 'Kept' } error('late', 0)") == "late")
    try enter("db:commit()")
    #expect(!isInTransaction)
    try script.expect("print(table.concat(Player:sorted_by('name'):pluck('name'), ' '))", "Kept Old")
  }

  @Test func `a transaction that an entry leaves open inside of another one commits with it`() throws {
    try enter("db:begin() Player:create { name = 'A' }")
    try enter("Player:create { name = 'B' } db:begin() Player:create { name = 'C' }")
    try enter("db:commit()")
    #expect(isInTransaction)
    try enter("db:commit()")
    #expect(!isInTransaction)
    try script.expect("print(Player:count())", "3")
    try enter("db:begin() Player:create { name = 'D' }")
    try enter("Player:create { name = 'E' } db:begin() Player:create { name = 'F' }")
    try enter("db:rollback()")
    try enter("db:rollback()")
    #expect(!isInTransaction)
    try script.expect("print(Player:count())", "3")
  }

  @Test func `what an entry commits itself stays`() throws {
    try interrupt("db:begin() Player:create { name = 'A' } db:commit() Player:create { name = 'B' }")
    try enter("db:begin() Player:create { name = 'C' }")
    try interrupt("Player:create { name = 'D' } db:commit() Player:create { name = 'E' }")
    #expect(!isInTransaction)
    try script.expect("print(table.concat(Player:sorted_by('name'):pluck('name'), ' '))", "A C D")
  }

  @Test func `a person's transaction is not inside of the entry's`() throws {
    #expect(try enter("db:commit()")?.contains("no transaction is open") == true)
    #expect(try enter("Player:create { name = 'A' } db:commit()")?.contains("no transaction is open") == true)
    try interrupt("Player:create { name = 'B' } db:begin() Player:create { name = 'C' }")
    #expect(!isInTransaction && remains == .noTransaction)
    try enter("Player:create { name = 'D' } db:execute 'BEGIN' Player:create { name = 'E' }")
    #expect(isInTransaction)
    try enter("db:execute 'ROLLBACK'")
    try script.expect("print(table.concat(Player:sorted_by('name'):pluck('name'), ' '))", "A B D")
  }

  @Test(arguments: [
    "VACUUM", "-- tidy\n vacuum", "ATTACH ':memory:' AS other", "PRAGMA foreign_keys = off", "BEGIN", "SAVEPOINT mine",
    "BEGIN IMMEDIATE",
  ])
  func `a statement that stands alone ends the entry's transaction before`(statement: String) throws {
    #expect(try enter("Player:create { name = 'A' } db:execute [[\(statement)]]") == nil)
    try script.expect(
      "print(Player:count(), db:query('PRAGMA foreign_keys')[1].foreign_keys)",
      statement.contains("off") ? "1 0" : "1 1")
  }

  @Test func `a migration is a transaction of its own in an entry, too`() throws {
    try enter("Player:create { name = 'A' } Team.methods.x = 1 entity 'Extra' { n = integer {} } db:migrate()")
    try interrupt(
      "Player:create { name = 'B' } entity 'Extra' { n = text {} } db:migrate() Player:create { name = 'C' }")
    try script.expect(
      "print(Player:count(), pcall(db.execute, db, [[INSERT INTO extra (n) VALUES ('x')]])) print(\(TestEngine.keysAreHeld))",
      "2 true 1\n1")
  }

  @Test func `a commit that the database refuses is the error of the entry, and nothing is kept`() throws {
    try script.run(
      """
      db:execute 'CREATE TABLE a (id INTEGER PRIMARY KEY)'
      db:execute 'CREATE TABLE b (a INTEGER REFERENCES a DEFERRABLE INITIALLY DEFERRED)'
      """)
    let words = try enter("p = Player:create { name = 'A' } db:execute 'INSERT INTO b VALUES (7)'")
    #expect(words?.contains("FOREIGN KEY") == true)
    #expect(remains == .nothing)
    try script.expect("print(Player:count(), p:is_new(), db:query('SELECT count(*) AS n FROM b')[1].n)", "0 true 0")
  }

  @Test func `each database has a transaction of its own, also one that the entry opened`() throws {
    try script.run("other = open ':memory:' other:execute 'CREATE TABLE t (a)'")
    try interrupt(
      "other:execute 'INSERT INTO t VALUES (1)' late = open ':memory:' late:execute 'CREATE TABLE u (a)'"
        + " Player:create { name = 'A' }")
    try script.expect("print(Player:count(), #other:query 'SELECT * FROM t', #late:tables())", "0 0 0")
  }

  @Test func `observers are told when the entry commits, and of nothing that was taken back`() throws {
    try script.run("rs = Player:all():results() rs:observe(function(c) print('told', #rs, #c.inserted) end)")
    try script.expect("print(#rs)", "0")
    try enter("Player:create { name = 'A' } Player:create { name = 'B' } first = #Player:fetch()")
    #expect(script.lines == "0\ntold 2 0")
    try interrupt("Player:create { name = 'C' }")
    try script.expect("print(#rs)", "2")
  }

  @Test func `an entry sees in a result set what it wrote itself`() throws {
    try script.run("rs = Player:all():results()")
    try enter("Player:create { name = 'A' } seen = #rs Player:create { name = 'B' } again = #rs")
    try interrupt("Player:create { name = 'C' } third = #rs")
    try script.expect("print(seen, again, third, #rs)", "1 2 3 2")
  }
}
