import TestSupport

/// Random conditions on players, as text and as tables.
struct RandomConditions {
  var dice: Dice

  init(seed: UInt64) {
    dice = Dice(seed: seed)
  }

  /// What stands between the brackets of `where`.
  mutating func arguments() -> String {
    switch dice.roll(4) {
    case 0: return table()
    default: return "[==[\(truth(2))]==], \(Self.parameters)"
    }
  }

  /// A text alone, with its parameters: what can be denied as a whole.
  mutating func text() -> String { truth(2) }

  /// A condition on what `RandomWorld.members` computes, and on fields.
  mutating func ofMembers() -> String {
    let condition = dice.pick([
      "played \(comparison()) \(dice.roll(3))", "best \(comparison()) \(number(0))", "twice == \(number(1))",
      "called \(comparison()) \(text(1))",
      "called:prefix('A')", "grown \(comparison()) \(number(0))", "grown:between(1, 21)", "asked == name",
      "asked:one_of('Ann', 'Bob')",
      "not (asked == 'Ann')", "dear == true", "asked == nil", "since > 2000", "played + grown > low",
    ])
    return "[==[\(condition) \(dice.pick(["and", "or"])) (\(truth(1)))]==], \(Self.parameters)"
  }

  static let parameters =
    "{ low = 3, word = 'red', cheap = decimal '2.25', red = Teams[1], active = Team:where { active = true }, stakes = Game:select 'stake', scored = Game:where { score = is.greater(2) }:sorted_by('-score', 'id'):limit(9) }"

  // MARK: Tables

  private mutating func table() -> String {
    var parts: [String] = []
    for _ in 0...dice.roll(2) { parts.append(entry()) }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  private mutating func entry() -> String {
    switch dice.roll(22) {
    case 14:
      return "games = { rounds = { points = is.\(dice.pick(["at_least(2)", "less(3)", "present"])) }, won = true }"
    case 15: return "['games.rounds.points'] = is.greater(\(dice.roll(5))), ['games.score'] = is.less(\(dice.roll(9)))"
    case 16:
      return
        "name = \(dice.pick(["is.prefix('a', { ignore_case = true })", "is.matching '^[AB]'", "is.length(3)", "is.not_empty", "is.no_suffix 'b'", "is.prefix 'A' | is.suffix 'd'", "is.containing 'o' & ~is.prefix 'b'", "{ 'Ann', 'Cid' }", "is.none_of { 'Ann', '' }"]))"
    case 17: return "[ [=[\(number(1))]=] ] = is.\(dice.pick(["greater(2)", "at_most(3)", "not_equal(2)", "present"]))"
    case 18 where dice.roll(2) == 0:
      return
        "\(dice.pick(["team", "['boss.team']"])) = is.\(dice.pick(["one_of", "none_of"]))(Team:where(function(t) return t.active\(dice.pick(["", " and #tostring({}) > 0", " and t.name ~= nil"])) end))"
    case 18:
      return
        "team = is.\(dice.pick(["one_of", "none_of"]))(Team:where { active = true }:sorted_by('id'):limit(\(1 + dice.roll(2))))"
    case 19:
      return
        "games = \(dice.pick(["Game:where(function(g) return #tostring({}) > 0 and g.won end)", "Game:where(function(g) return g.score and g.score > 2 or tostring(g.time) == 'inf' end):sorted_by('id'):limit(9)", "Game:where { won = true }:sorted_by('-score', 'id'):limit(5)", "Game:where 'any(rounds, points > 2)'", "Game:where(function(g) return g.won end)"]))"
    case 20: return "age = is.between(\(dice.roll(9)), 20, { upper = 'open' })"
    case 21:
      return
        "lap = \(dice.pick(["60", "'PT1M'", "is.less 'PT1H'", "is.at_least(0)"])), at = \(dice.pick(["is.workday", "is.less '2024-01-01T00:00:00Z'", "~is.present"]))"
    case 0:
      return
        "['address.\(dice.pick(["city", "zip", "kind", "since"]))'] = \(dice.pick(["'Oslo'", "is.present", "is.absent", "is.prefix 'O'", "is.one_of { 'Oslo', 'red', 'home' }"]))"
        .replacing("kind'] = 'Oslo'", with: "kind'] = 'home'").replacing(
          "kind'] = is.prefix 'O'", with: "kind'] = 'work'"
        ).replacing("kind'] = is.one_of { 'Oslo', 'red', 'home' }", with: "kind'] = is.one_of { 'home' }").replacing(
          "since'] = 'Oslo'", with: "since'] = '2024-02-29'"
        ).replacing("since'] = is.one_of { 'Oslo', 'red', 'home' }", with: "since'] = is.less '2024-01-01'").replacing(
          "since'] = is.prefix 'O'", with: "since'] = is.present")
    case 1:
      return
        "['address.\(dice.pick(["lat", "n", "level"]))'] = \(dice.pick(["3", "is.less(5)", "is.at_least(0)", "is.absent"]))"
    case 2:
      return
        "['avatar.\(dice.pick(["color", "n", "flag", "missing"]))'] = \(dice.pick(["'red'", "3", "is.present", "is.absent", "is.one_of { 3, 'red' }"]))"
    case 3: return "games = { score = is.greater(\(dice.roll(5))), won = \(dice.pick(["true", "false"])) }"
    case 4: return "['games.score'] = \(dice.roll(6)), ['games.won'] = true"
    case 5: return "tags = { name = '\(dice.pick(["a", "b"]))' }"
    case 6:
      return
        "team = \(dice.pick(["Teams[1]", "null", "{ active = true }", "Team:where { name = 'Red' }", "{ Teams[1], Teams[2] }"]))"
    case 7: return "pass = { number = is.at_least(\(dice.roll(5))) }"
    case 8:
      return
        "price = \(dice.pick(["'2.25'", "is.at_least '0'", "is.between('0', '3')", "decimal '0.10'", "is.one_of(Game:select 'stake')", "is.none_of(Game:select 'stake')"]))"
    case 9: return "born = \(dice.pick(["'2024-02-29'", "is.less '2024-01-01'", "is.workday", "is.present"]))"
    case 10: return "rank = \(dice.pick(["'low'", "is.one_of { 'low', 'high' }", "is.none_of { 'mid' }"]))"
    case 11: return "boss = { address = is.present, age = is.present }"
    case 12: return "games = Game:where { score = \(dice.roll(6)) }"
    default:
      return
        "age = \(dice.pick(["20", "is.between(0, 20)", "~is.less(5)", "is.one_of(Game:select 'score')", "~is.one_of(Game:select 'stake')", "null"]))"
    }
  }

  // MARK: Text

  private mutating func truth(_ depth: Int) -> String {
    if depth > 0, dice.roll(5) < 3 {
      switch dice.roll(4) {
      case 0: return "(\(truth(depth - 1)) and \(truth(depth - 1)))"
      case 1: return "(\(truth(depth - 1)) or \(truth(depth - 1)))"
      case 2: return "not (\(truth(depth - 1)))"
      default:
        return
          "\(dice.pick(["any", "all", "none"]))(\(dice.pick(["reports", "boss", "team.players"])), \(truth(depth - 1)))"
      }
    }
    switch dice.roll(24) {
    case 18: return "\(dice.pick(["hour", "minute", "second"]))(at) \(comparison()) \(dice.pick(["10", "59", "0"]))"
    case 19: return "date(at) \(comparison()) born"
    case 20: return "team:\(dice.pick(["one_of", "none_of"]))(active)"
    case 21: return "\(dice.pick(["any", "none"]))(games, any(rounds, points > \(dice.roll(4))) and \(inner()))"
    case 22: return "games:one_of(scored)"
    case 23: return "count(games.rounds) \(comparison()) count(games)"
    case 0: return "\(number(1)) \(comparison()) \(number(1))"
    case 1: return "\(text(1)) \(comparison()) \(text(1))"
    case 2: return "address.city \(comparison()) \(text(0))"
    case 3: return "address.\(dice.pick(["lat", "n", "level"])) \(comparison()) \(number(0))"
    case 4:
      return
        "address.\(dice.pick(["since:present()", "ok", "kind == 'home'", "price >= cheap", "zip == nil", "price:between('0', '3')"]))"
    case 5:
      return
        "avatar.\(dice.pick(["color == word", "n == low", "n > 2", "color:prefix('r')", "flag == true", "missing == nil", "deep == nil"]))"
    case 6: return "avatar.deep.a.b \(dice.pick(["==", "~="])) 1"
    case 7: return "any(games, \(inner()) \(dice.pick(["and", "or"])) \(inner()))"
    case 8: return "\(dice.pick(["all", "none"]))(games, \(inner()))"
    case 9:
      return
        "count(\(dice.pick(["games", "tags", "games.rounds", "reports", "pass", "games.title"]))) \(comparison()) \(dice.roll(4))"
    case 10:
      return
        "\(dice.pick(["sum", "min", "max", "avg"]))(games.\(dice.pick(["time", "price"]))) \(comparison()) \(dice.roll(4))"
    case 11: return "games.\(inner())"
    case 12: return "tags.name == '\(dice.pick(["a", "b"]))'"
    case 13:
      return "team.\(dice.pick(["active", "budget > 1", "address.city == 'Oslo'", "name:one_of('Red', 'Blue')"]))"
    case 14: return "pass.\(dice.pick(["number > 1", "valid", "number == nil"]))"
    case 15: return "price \(comparison()) \(dice.pick(["cheap", "0", "2.25", "price * 2"]))"
    case 16:
      return
        "\(dice.pick(["year", "month", "day", "weekday"]))(\(dice.pick(["born", "at"]))) \(comparison()) \(dice.pick(["2024", "2", "29"]))"
    default:
      return dice.pick([
        "good", "rank == 'low'", "grade:one_of('a')", "team == red", "name == nil", "lap > 59", "age:between(1, 20)",
        "homes == nil", "shape == nil", "name:length(1, 3)", "name:matching('n')", "name:not_empty()",
        "name:not_containing('o')", "name:prefix('a', { ignore_case = true })", "name:no_suffix(word)",
        "age:none_of(20, 5)", "born:workday()", "at:present()", "price:one_of(stakes)",
      ])
    }
  }

  private mutating func inner() -> String {
    dice.pick([
      "score > \(dice.roll(5))", "won", "title == 'a'", "price >= 1", "info.color == 'red'", "time < 2",
      "at > '2023-01-01'",
    ])
  }

  private mutating func number(_ depth: Int) -> String {
    guard depth > 0, dice.roll(2) == 0 else {
      return dice.pick(["age", "x", "lap", "low", "2", "0.5", "price", "address.n", "boss.age", "count(games)"])
    }
    switch dice.roll(6) {
    case 0, 1: return "(\(number(0)) \(dice.pick(["+", "-", "*", "/", "//", "%"])) \(number(0)))"
    case 2: return "length(\(text(0)))"
    case 3: return "\(dice.pick(["abs", "round"]))(\(dice.pick(["x", "price", "lap"])))"
    case 4: return "if(\(truth(0)), \(number(0)), \(number(0)))"
    default: return "coalesce(\(number(0)), \(number(0)))"
    }
  }

  private mutating func text(_ depth: Int) -> String {
    guard depth > 0, dice.roll(2) == 0 else {
      return dice.pick(["name", "word", "'Oslo'", "'Ann'", "address.city", "address.zip", "team.name", "rank"])
    }
    switch dice.roll(4) {
    case 0: return "(\(text(0)) .. \(text(0)))"
    case 1: return "\(dice.pick(["lower", "upper"]))(\(dice.pick(["name", "address.city"])))"
    case 2: return "coalesce(\(dice.pick(["name", "address.zip"])), 'Ann')"
    default: return "date(at)"
    }
  }

  private mutating func comparison() -> String { dice.pick(["==", "~=", "<", "<=", ">", ">="]) }
}
