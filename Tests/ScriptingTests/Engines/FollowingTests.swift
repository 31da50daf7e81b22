import TestSupport
import Testing

/// Result sets that follow what other sessions commit.
@Suite struct FollowingTests {
  /// Two sessions with one database, of which the first has a set of its players.
  private func sessions(_ engine: TestEngine, _ folder: TemporaryFolder) throws -> (Script, Script) {
    let location = engine == .sqlite ? folder.file("shop.db") : try engine.freshLocation()
    let script = try Script(schema: fivePlayers, location: location)
    try script.run("rs = Player:where { score = is.at_least(3) }:sorted_by('-score', 'name'):results()")
    return (script, try Script(location: location))
  }

  @Test(arguments: TestEngine.present) func `refresh tells what another session committed`(engine: TestEngine) throws {
    let folder = try TemporaryFolder()
    let (script, other) = try sessions(engine, folder)
    try script.expect("return rs:refresh() == nil, names(rs)", "true Cid Ann Bob Eve")
    try other.run("db:begin() db:execute [[UPDATE player SET score = 7 WHERE name = 'Bob']]")
    try script.expect("return rs:refresh() == nil, names(rs)", "true Cid Ann Bob Eve")
    try other.run("db:commit()")
    try script.expect("return names(rs), #rs:refresh().updated, names(rs)", "Cid Ann Bob Eve 1 Cid Bob Ann Eve")
    try other.run("db:execute [[DELETE FROM player WHERE name = 'Cid']]")
    try script.expect("local c = rs:refresh() return #c.deleted, #c.inserted, names(rs)", "1 0 Bob Ann Eve")
  }

  @Test(arguments: TestEngine.present) func `watch shows commits as they come`(engine: TestEngine) throws {
    let folder = try TemporaryFolder()
    let (script, other) = try sessions(engine, folder)
    var commits = ["UPDATE player SET score = 6 WHERE name = 'Eve'", "DELETE FROM player WHERE name = 'Ann'"]
    script.session.lua.setGlobal(
      "print",
      .function(
        script.session.lua.function(named: "print") { _ in
          if !commits.isEmpty { try other.run("db:execute [[\(commits.removeFirst())]]") }
          return 0
        }))
    try other.run("db:execute [[UPDATE player SET score = 4 WHERE name = 'Bob']]")
    try script.expect("rs:watch { changes = 3, seconds = 20 } return names(rs)", "Cid Eve Bob")
    #expect(commits.isEmpty)
  }
}
