import TestSupport
import Testing

/// What is said of the rows that relations lead to: in tables, in text, and of one row.
@Suite struct RelatedRowTests {
  /// Conditions with the rows that they select, from the database and in memory.
  @Test(arguments: [
    ("{ games = { score = is.greater(3), won = true } }", "Ann"),
    ("{ games = { score = 9, won = true } }", ""),
    ("{ ['games.score'] = 9, ['games.won'] = true }", ""),
    ("{ ['games.score'] = is.greater(3), games = { won = true } }", "Ann"),
    ("{ games = g3, ['games.won'] = true }", ""),
    ("{ games = g2, ['games.won'] = true }", "Bob"),
    ("{ ['games.rounds.x'] = 7, ['games.won'] = true }", ""),
    ("{ games = { rounds = { x = 1 }, won = true } }", "Ann"),
    ("{ tags = { name = 'a', color = 'y' } }", ""),
    ("{ tags = { name = 'b', color = 'y' } }", "Ann Bob"),
    ("{ ['tags.name'] = 'a', ['tags.color'] = 'y' }", ""),
    ("{ team = { name = 'Red' } }", "Ann"),
    ("{ team = { name = 'Red', active = false } }", ""),
    ("{ boss = { team = { active = true } } }", "Bob Cid"),
    ("{ team = { name = null } }", ""),
    ("{ pass = { number = 4, valid = true } }", ""),
    ("{ pass = { number = 4 } }", "Cid"),
    ("'games.score == 9 and games.won'", ""),
    ("'games.score == 9 and (games.won)'", ""),
    ("'games.score > 3 and (games.won and name ~= nil)'", "Ann"),
    ("'games.rounds.x == 7 and games.score == 9'", "Bob"),
    ("'games.rounds.x == 7 and games.score == 5'", ""),
    ("'games.score == 9 and not games.won'", ""),
    ("'not (games.score == 9 and games.won)'", "Ann Bob Cid"),
    ("'games.score == 9 or games.won'", "Ann Bob"),
    ("'any(games, score == 9) and any(games, won)'", "Bob"),
    ("'any(games, score == 9) and games.won'", "Bob"),
    ("'any(games)'", "Ann Bob"),
    ("'none(games)'", "Cid"),
    ("'all(games, won)'", "Ann Cid"),
    ("'all(games, price > 1)'", "Ann Cid"),
    ("'not all(games, won)'", "Bob"),
    ("'none(games, won)'", "Cid"),
    ("'any(tags, color == [[y]] and name == [[b]])'", "Ann Bob"),
    ("'any(games.rounds, x == 7)'", "Bob"),
    ("'any(team, active)'", "Ann"),
    ("'any(boss.games, won)'", "Bob Cid"),
    ("'any(pass, valid)'", "Ann"),
    ("'any(games, any(rounds, x > 1) and won)'", "Ann"),
    ("'any(games, count(rounds) == 2)'", "Ann"),
    ("('any(games, score > least)', { least = 5 })", "Bob"),
    ("'count(games) > 1'", "Bob"),
    ("'count(games) == 0'", "Cid"),
    ("'count(games.rounds) == 2'", "Ann"),
    ("'count(games.price) == 1'", "Ann Bob"),
    ("'count(tags) == 2'", "Ann"),
    ("'count(reports) == 2'", "Ann"),
    ("'count(boss.reports) == 2'", "Bob Cid"),
    ("'count(reports.games) == count(games) + 1'", "Ann"),
    ("'sum(games.score) == 10'", "Bob"),
    ("'sum(games.score) == 0'", "Cid"),
    ("'sum(games.price) == 2.25'", "Bob"),
    ("'sum(games.price * games.score) == 7.50'", "Ann"),
    ("'min(games.score) == 5 or max(games.score) == 9'", "Ann Bob"),
    ("'max(games.score) == nil'", "Cid"),
    ("'avg(games.score) == 5'", "Ann Bob"),
    ("'avg(games.price) == 1.5'", "Ann"),
    ("'max(games.at) > [[2024-01-01]]'", "Ann"),
    ("'sum(games.rounds.x) == 7'", "Bob"),
    ("'count(pass) == 1'", "Ann Cid"),
  ])
  func `conditions on related rows`(condition: String, rows: String) throws {
    let script = try Script(schema: relatedGames)
    let arguments = condition.hasPrefix("(") ? condition : "(\(condition))"
    try script.expect("return both\(arguments)", rows)
  }

  @Test func `conditions of several calls speak of rows of their own`() throws {
    let script = try Script(schema: relatedGames)
    try script.expect(
      """
      print(names(Player:where { ["games.score"] = 9 }:where { ["games.won"] = true }:fetch()))
      print(names(Player:where_not { ["games.score"] = 9, ["games.won"] = true }:fetch()))
      print(names(Player:where_not { ["games.score"] = 5, ["games.won"] = true }:fetch()))
      """,
      """
      Bob
      Ann Bob Cid
      Bob Cid
      """)
  }

  /// Functions of values with what they give for Ann's game.
  @Test(arguments: [
    ("year(at) == 2024 and month(at) == 2 and day(at) == 29", true),
    ("hour(at) == 10 and minute(at) == 30 and second(at) == 5", true),
    ("weekday(at) == 4", true),
    ("date(at) == '2024-02-29'", true),
    ("lower('ÄB') == 'Äb' and upper('äb') == 'äB'", true),
    ("length('äb') == 2", true),
    ("abs(0 - score) == 5 and abs(-1.5) == 1.5", true),
    ("round(2.5) == 3 and round(-2.5) == -3 and round(2.675, 2) == 2.68", true),
    ("round(price) == 2 and round(price, 1) == 1.5 and round(price * 0.99, 2) == 1.49", true),
    ("if(won, 'yes', 'no') == 'yes'", true),
    ("coalesce(nil, score) == 5", true),
    ("coalesce(price, 0) > 1.49 and if(won, price, 1) == 1.5", true),
    ("abs(price - 2) == 0.5", true),
    ("['score'] == 5 and player['name'] == 'Ann'", true),
    ("year(at) == 2023", false),
  ])
  func `functions of values`(condition: String, isTrue: Bool) throws {
    let script = try Script(schema: relatedGames)
    try script.expect(
      """
      local request = Game:where { id = 1 }
      return request:where "\(condition)":count(), #request:fetch():filter "\(condition)"
      """,
      isTrue ? "1 1" : "0 0")
  }

  @Test(arguments: [
    (
      "Player:where { games = { score = 3, 4 } }",
      "where: games: a table is a list of objects or a condition with names, not both: 'score' stands beside elements"
        + " without a name"
    ),
    (
      "Player:where 'foo(age) > 3'", "where: there is no function 'foo'.\n  foo(age) > 3\n  ^^^"
    ),
    (
      "Player:where 'cuont(games) > 3'",
      "where: there is no function 'cuont'. Did you mean 'count'?\n  cuont(games) > 3\n  ^^^^^"
    ),
    (
      "Player:where 'sum(age) > 3'",
      "where: sum is of the rows that a relation leads to: name one that has many\n  sum(age) > 3\n      ^^^"
    ),
    (
      "Player:where 'all(games)'",
      "where: all takes a relation and a condition on its rows, as in all(games, score > 3)\n  all(games)\n  ^^^"
    ),
    (
      "Player:where 'any(gams, won)'",
      "where: Player has no relation 'gams' (in 'gams'). Did you mean 'games'?\n  any(gams, won)\n      ^^^^"
    ),
    (
      "Player:where 'any(games, name == [[x]])'",
      "where: Game has no field 'name', and there is no such parameter. A table behind the text gives parameters: where(\"…\", { name = … }), expr(\"…\", { name = … }).\n  any(games, name == [[x]])\n             ^^^^"
    ),
    (
      "Player:where 'year(age) == 3'",
      "where: year takes a day or a moment, not the integer field 'age'\n  year(age) == 3\n       ^^^"
    ),
    (
      "Player:where 'round(age, 1, 2) == 3'",
      "where: this is written round(price, 2)\n  round(age, 1, 2) == 3\n  ^^^^^^^^^^^^^^^^"
    ),
    (
      "Player:where 'max(games) == 3'",
      "where: 'games' leads to rows, which are no value\n  max(games) == 3\n      ^^^^^"
    ),
  ])
  func `what means nothing is refused with its place`(source: String, message: String) throws {
    let script = try Script(schema: relatedGames)
    #expect(script.failure(source) == message)
  }

  // MARK: Random conditions

  private static func number(_ dice: inout Dice, _ depth: Int) -> String {
    switch dice.roll(depth == 0 ? 2 : 9) {
    case 0: "\(dice.roll(11))"
    case 1: dice.pick(["age", "boss.age", "id"])
    case 2: dice.pick(["count(games)", "count(tags)", "count(reports)", "count(games.rounds)", "count(reports.games)"])
    case 3: "\(dice.pick(["sum", "min", "max", "avg", "count"]))(games.\(dice.pick(["score", "id", "rounds.x"])))"
    case 4: "\(dice.pick(["sum", "max"]))(games.score \(dice.pick(["+", "*", "-"])) games.id)"
    case 5: "if(\(truth(&dice, depth - 1)), \(number(&dice, depth - 1)), \(number(&dice, depth - 1)))"
    case 6: "coalesce(\(number(&dice, depth - 1)), \(number(&dice, depth - 1)))"
    case 7: "\(dice.pick(["abs", "round"]))(\(number(&dice, depth - 1)))"
    default: "(\(number(&dice, depth - 1)) \(dice.pick(["+", "-", "*", "/", "//", "%"])) \(number(&dice, depth - 1)))"
    }
  }

  private static func ofGames(_ dice: inout Dice, _ prefix: String) -> String {
    switch dice.roll(6) {
    case 0: prefix + "won"
    case 1: "not \(prefix)won"
    case 2: "\(prefix)rounds.x > \(dice.roll(8))"
    case 3: "\(prefix)price >= \(dice.roll(3)).5"
    case 4: "\(prefix)at == nil"
    default: "\(prefix)score \(dice.pick(["<", ">", "==", "~="])) \(dice.roll(10))"
    }
  }

  private static func truth(_ dice: inout Dice, _ depth: Int) -> String {
    switch dice.roll(depth == 0 ? 3 : 8) {
    case 0:
      "\(number(&dice, max(depth - 1, 0))) \(dice.pick(["<", "<=", "==", "~="])) \(number(&dice, max(depth - 1, 0)))"
    case 1: ofGames(&dice, "games.")
    case 2: dice.pick(["tags.name == 'b'", "team.active", "games == nil", "pass:present()", "name:prefix('B')"])
    case 3: "(\(truth(&dice, depth - 1)) and \(truth(&dice, depth - 1)))"
    case 4: "(\(truth(&dice, depth - 1)) or \(truth(&dice, depth - 1)))"
    case 5: "not (\(truth(&dice, depth - 1)))"
    case 6:
      "\(dice.pick(["any", "all", "none"]))(games, \(ofGames(&dice, "")) \(dice.pick(["and", "or"])) \(ofGames(&dice, "")))"
    default:
      "\(dice.pick(["any", "all", "none"]))(\(dice.pick(["reports", "boss", "team.players"])), \(truth(&dice, depth - 1)))"
    }
  }

  @Test func `the database and memory select the same rows by random conditions`() throws {
    let script = try Script(schema: relatedGames)
    var dice = Dice(seed: 0x1EA6)
    for round in 0..<400 {
      let condition = Self.truth(&dice, 3)
      let result = try script.run("return both [==[\(condition)]==]")
      guard result.contains("but") else { continue }
      Issue.record("\(condition): \(result) (round \(round))")
      return
    }
  }
}
