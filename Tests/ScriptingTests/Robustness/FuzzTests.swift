import TestSupport
import Testing

@testable import Model
@testable import Scripting

@Suite struct FuzzTests {
  /// Values of every kind that a script can have, as it writes them.
  private static let values = [
    "nil", "true", "false", "0", "1", "-1", "2.5", "0/0", "1/0", "math.maxinteger", "math.mininteger", "''", "'x'",
    "'name'", "'age'", "'team'", "'-score'", "'team.name'", "'SELECT 1'", "'SELECT ? FROM player'", "'>='",
    "'\\xff\\0'",
    "{}", "{ 1, 2, 3 }", "{ name = 'x' }", "{ age = 20 }", "{ age = is.between(1, 2) }", "{ [1] = {} }", "cyclic",
    "print", "function(p) return p end", "function(p) return p.age > 20 end", "function() error('x') end",
    "function(p) p.age = 3 end", "function(...) return ... end", "null", "db", "other", "moon", "is", "is.between",
    "is.not_empty", "is.at_least(3)", "Player", "Team", "Player:on(other)", "Player:all()", "Player:where { age = 20 }",
    "Player:where(function(p) return p.score > 2 end)", "Player:fetch()", "Player:first()", "Player:get(2)", "red",
    "Player { name = 'new' }", "Player { name = 'n', age = 19, team = red }", "Team { name = 'new' }", "deleted",
    "lent", "Team:fetch()", "red.players", "text {}", "belongs_to 'Team'", "index 'age'", "asc 'age'", "desc('score')",
    "coroutine.create(print)", "io.stdout", "setmetatable({}, { __index = error, __len = error })", "Player.methods",
    "Player:iterate()", "select(4, Player:iterate())", "string", "_G",
    "set", "set.sections[1]", "set:snapshot()", "initial 'name'", "diff({}, { { id = 1 } })",
    "{ { id = 4 }, { id = 1 } }",
  ]

  private static let prelude =
    fivePlayers + "\n" + """
      other = open ":memory:"
      other:create_all()
      cyclic = {} cyclic[1] = cyclic cyclic.a = cyclic
      deleted = Player:create { name = "Del" } deleted:delete()
      Player:where(function(p) lent = p end):fetch()
      set = result_set { section = "name", sort = "-age", set_section = function(x, name) x.name = name end }
      set:load { { id = 1, name = "a", age = 3 }, { id = 2 }, { id = 3, name = "b", age = 20 } }
      """

  /// The receivers with their methods.
  private static let receivers: [(String, [String])] = [
    ("db", DatabaseMethods.all.map(\.name) + ["path"]),
    ("other", DatabaseMethods.all.map(\.name)),
    ("Player", EntityMethods.all.map(\.name) + RequestMethods.all.map(\.name)),
    ("Player:on(other)", EntityMethods.all.map(\.name) + RequestMethods.all.map(\.name)),
    ("Player:all()", RequestMethods.all.map(\.name)),
    ("Player:where(function(p) return p.score > 2 end)", RequestMethods.all.map(\.name)),
    ("red.players", RequestMethods.all.map(\.name)),
    ("Player:get(1)", ObjectMethods.all.map(\.name)),
    ("Player { name = 'n' }", ObjectMethods.all.map(\.name)),
    ("Player:fetch()[2]", ObjectMethods.all.map(\.name)),
    ("Player:fetch()", ListMethods.all.map(\.name)),
    ("set", ResultSetMethods.all.map(\.name) + ["sections"]),
    ("Player:sectioned_by('rank'):results()", ResultSetMethods.all.map(\.name).filter { $0 != "observe" }),
    ("moon", Library.all.map(\.name)),
  ]

  /// Files are not opened, the entities stay as they are, and nothing goes on until it is interrupted.
  private static let excluded: Set<String> = ["open", "close", "echo", "watch"]

  private static func call(_ dice: inout Dice) -> String {
    let arguments = (0..<dice.roll(4)).map { _ in "(\(dice.pick(values)))" }.joined(separator: ", ")
    switch dice.roll(12) {
    case 0: return "return (\(dice.pick(values)))(\(arguments))"
    case 1: return "local v = (\(dice.pick(values))) v[(\(dice.pick(values)))] = (\(dice.pick(values)))"
    case 2:
      return
        "local p = Player:get(\(dice.roll(6))) p.\(dice.pick(["name", "age", "score", "active", "rank", "avatar", "team", "team_id", "id"])) = (\(dice.pick(values)))"
    case 3:
      return "return Player { \(dice.pick(["name", "age", "avatar", "team", "id"])) = (\(dice.pick(values))) }:save()"
    case 4: return "return (\(dice.pick(values)))[(\(dice.pick(values)))]"
    case 5: return "local a, b = (\(dice.pick(values))), (\(dice.pick(values))) return a == b, a & b"
    default:
      let (receiver, methods) = dice.pick(receivers)
      let method = dice.pick(methods.filter { !excluded.contains($0) })
      if dice.roll(6) == 0 { return "return (\(receiver)).\(method)(\(arguments))" }
      return "return (\(receiver)):\(method)(\(arguments))"
    }
  }

  @Test(arguments: 1...10)
  func `wrong calls raise errors and never end the program`(seed: Int) throws {
    var dice = Dice(seed: UInt64(seed))
    let script = try Script(schema: Self.prelude)
    for round in 0..<2000 {
      let call = Self.call(&dice)
      _ = script.failure(call)
      if round % 100 == 0 { try script.run("collectgarbage()") }
      if round % 500 == 499 { try script.run("pcall(db.rollback, db) collectgarbage()") }
    }
    #expect(try script.run("return 1 + 1") == "2")
  }
}
