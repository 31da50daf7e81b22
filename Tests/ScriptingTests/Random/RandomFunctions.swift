import TestSupport

/// Random functions of a player: what people write, and what goes wrong.
struct RandomFunctions {
  var dice: Dice
  /// Whether the rows have what `RandomWorld.members` computes.
  var readsMembers = false

  init(seed: UInt64) {
    dice = Dice(seed: seed)
  }

  /// What functions may capture, as Lua text.
  static let captured = """
    local low, word, red, cheap, ann = 3, "red", Teams[1], decimal "2.25", Players[1]
    local cities, levels = { Oslo = true, [""] = 1, ["3"] = false }, { [1] = "one", [3] = true, [2.5] = "half" }
    local function first(s) return s and s:sub(1, 1) end
    local function of(t, name) return type(t) == "table" and t[name] or nil end

    """

  mutating func filter() -> String {
    switch dice.roll(8) {
    case 0: return "function(p) if \(condition(1)) then return \(condition(1)) end return \(condition(1)) end"
    case 1:
      return
        "function(p) local a = p.\(dice.pick(["address", "avatar"])) if not a then return \(condition(0)) end return \(part("a")) end"
    case 2: return "function(p) \(walk()) end"
    default: return "function(p) return \(condition(2)) end"
    }
  }

  mutating func key() -> String {
    switch dice.roll(3) {
    case 0: return "function(p) if \(condition(1)) then return \(value(1)) end return \(value(1)) end"
    default: return "function(p) return \(value(1 + dice.roll(2))) end"
    }
  }

  // MARK: Conditions

  private mutating func condition(_ depth: Int) -> String {
    if depth > 0, dice.roll(5) < 3 {
      switch dice.roll(5) {
      case 0, 1: return "(\(condition(depth - 1)) and \(condition(depth - 1)))"
      case 2, 3: return "(\(condition(depth - 1)) or \(condition(depth - 1)))"
      default: return "not \(condition(depth - 1))"
      }
    }
    if readsMembers, dice.roll(2) == 0 { return member() }
    switch dice.roll(18) {
    case 0...4: return document()
    case 5, 6: return json("p.avatar")
    case 7...9: return related()
    case 10: return "(\(number(1)) \(comparison()) \(number(1)))"
    case 11: return "(\(text(1)) \(comparison()) \(text(1)))"
    case 12: return "(\(value(1)) \(dice.pick(["==", "~="])) \(value(1)))"
    case 13: return "(p.price \(dice.pick(["and", "~= nil and", "== nil or"])) p.price \(comparison()) \(decimals()))"
    case 14:
      return "(p.\(dice.pick(["born", "at"])) or '') \(comparison()) \(dice.pick(["'2023-06-04'", "'2024'", "''"]))"
    case 15: return "(p.team and \(team()))"
    case 16:
      return
        "(p.boss \(dice.pick(["and", "== nil or"])) \(dice.pick(["p.boss.age == 20", "p.boss.team == red", "p.boss.address and p.boss.address.city == 'Oslo'", "p.boss:is_old()", "p.boss == ann"])))"
    default:
      return dice.pick([
        "p.good", "p.rank == 'low'", "p.grade == 'a'", "p:is_old(low)", "(p.pass and (p.pass.number or 0) > low)",
        "p.pass == nil", "p.team == red", "cities[p.name]", "levels[p.age]",
      ])
    }
  }

  private mutating func member() -> String {
    dice.pick([
      "p.played \(comparison()) \(dice.roll(3))", "(p.best or 0) \(comparison()) \(number(0))", "p.twice == 40",
      "(p.twice and p.twice \(comparison()) \(number(1)))", "(p.called or '') \(comparison()) \(text(1))",
      "p.grown \(comparison()) \(number(0))",
      "p.asked == \(value(0))", "p.asked", "(p.asked or '') .. 'x' \(comparison()) 'Bobx'", "p.dear",
      "p.played == p.twice",
      "p.since > 2000",
    ])
  }

  private mutating func team() -> String {
    dice.pick([
      "p.team.active", "p.team.name == 'Red'", "p.team.players:count() > \(dice.roll(9))",
      "p.team.address and p.team.address.city == 'Oslo'", "p.team.budget and p.team.budget > cheap",
    ])
  }

  // MARK: Documents

  private mutating func document() -> String {
    switch dice.roll(9) {
    case 0: return "(p.address \(dice.pick(["and", "== nil or", "~= nil and"])) \(part("p.address")))"
    case 1: return "(p.homes and p.homes[\(dice.roll(4))] and \(part("p.homes[\(1 + dice.roll(2))]")))"
    case 2:
      return
        "(p.places and p.places.\(dice.pick(["home", "work"])) and \(part("p.places.\(dice.pick(["home", "work"]))")))"
    case 3:
      return
        "(p.shape and \(dice.pick(["p.shape.circle == 2", "p.shape.none", "(p.shape.circle or 0) > 1.5", "p.shape.home and p.shape.home.city == 'Oslo'"])))"
    case 4: return "(p.homes and #p.homes \(comparison()) \(dice.roll(3)))"
    case 5:
      return
        "(p.marks and \(dice.pick(["#p.marks > 1", "p.marks[1] == 3", "(p.marks[2] or 0) + 1 > low", "p.marks[9] == nil"])))"
    case 6: return part("p.address")
    case 7:
      return
        "(p.\(dice.pick(["address", "homes", "places", "shape", "avatar", "marks"])) \(dice.pick(["==", "~="])) nil)"
    default: return "(p.address and p.address:label() \(comparison()) 'Oslo/')"
    }
  }

  private mutating func part(_ place: String) -> String {
    dice.pick([
      "\(place).city \(comparison()) 'Oslo'", "(\(place).zip or '') \(comparison()) \(text(0))", "\(place).zip == nil",
      "(\(place).lat or 0) \(comparison()) 3", "\(place).lat == 3", "(\(place).n or 1) + 1 \(comparison()) low",
      "\(place).ok", "\(place).ok == false", "(\(place).since or '') \(comparison()) '2023-06-04'",
      "\(place).kind == 'home'",
      "(\(place).kind or '') < 'i'", "\(place).level == 3", "\(place).level == nil", "\(place).price == cheap",
      "cities[\(place).city]", "\(place).city:sub(1, 1) == 'O'", "#\(place).city > 2", "type(\(place).lat) == 'number'",
      "math.type(\(place).lat) == 'float'", "math.type(\(place).n) == 'integer'", "first(\(place).zip) == 'r'",
      "(\(place).price and \(place).price > cheap)", "(\(place).more and \(json("\(place).more")))",
    ])
  }

  private mutating func json(_ place: String) -> String {
    let name = dice.pick(["color", "n", "flag", "list", "deep", "missing"])
    switch dice.roll(18) {
    case 0:
      return
        "(type(\(place)) == 'table' and \(place).\(name) == \(dice.pick(["word", "3", "2.5", "true", "nil", "null", "''"])))"
    case 1: return "\(place).\(name) == \(dice.pick(["'red'", "3", "nil"]))"
    case 2:
      return "(type(\(place)) == 'table' and type(\(place).n) == 'number' and \(place).n \(comparison()) \(number(0)))"
    case 3: return "(\(place) and of(\(place), 'n') \(comparison()) low)"
    case 4: return "(type(\(place)) == 'table' and \(place).list and #\(place).list \(comparison()) \(dice.roll(4)))"
    case 5: return "(type(\(place)) == 'table' and \(place)[\(dice.roll(4))] == \(dice.roll(4)))"
    case 6:
      return
        "(type(\(place)) == 'table' and type(\(place).list) == 'table' and \(place).list[\(1 + dice.roll(3))] == \(dice.pick(["'x'", "3", "nil"])))"
    case 7: return "(type(\(place)) == 'table' and type(\(place).deep) == 'table' and \(place).deep.a ~= nil)"
    case 8: return "\(place).deep.a.b == 1"
    case 9: return "\(place) == \(dice.pick(["'red'", "3", "true", "nil"]))"
    case 10: return "(type(\(place)) == '\(dice.pick(["string", "number", "boolean", "table", "nil"]))')"
    case 11: return "(of(\(place), 'color') or 'none') \(comparison()) 'red'"
    case 12: return "((of(\(place), 'n') or 0) \(dice.pick(["+", "*", "-"])) 1 \(comparison()) low)"
    case 13: return "(type(of(\(place), '\(name)')) == 'string' and of(\(place), '\(name)'):upper() == 'RED')"
    case 14: return "tonumber(of(\(place), 'n')) == 3"
    case 15: return "of(\(place), '\(name)')"
    case 16: return "(tostring(of(\(place), '\(name)')) == 'red')"
    default: return "cities[of(\(place), 'color')]"
    }
  }

  // MARK: Relations

  private mutating func related() -> String {
    let number = dice.roll(4)
    if dice.roll(3) == 0 { return function() }
    switch dice.roll(17) {
    case 15:
      return "p.games:\(dice.pick(["sum", "avg"])) 'time' \(dice.pick(["==", "~="])) \(dice.pick(["0", "nil", "0.5"]))"
    case 16: return "not (p.games:sum(function(g) return g.time end) \(comparison()) \(number))"
    case 0: return "p.games:exists()"
    case 1: return "#p.games \(comparison()) \(number)"
    case 2: return "p.games:sum 'score' \(comparison()) \(number)"
    case 3:
      return
        "(p.games:\(dice.pick(["max", "min", "avg"])) '\(dice.pick(["score", "time"]))' or 1) \(comparison()) \(number)"
    case 4:
      return "p.games:where { won = \(dice.pick(["true", "false", "null"])) }:count() \(comparison()) \(dice.roll(3))"
    case 5: return "p.games:where 'price >= 2.25 or won':exists()"
    case 6: return "p.games:where { ['info.color'] = 'red' }:exists()"
    case 7: return "p.games:where 'year(at) == 2024':exists()"
    case 8: return "p.tags:count() \(comparison()) \(number)"
    case 9: return "p.tags:where { name = '\(dice.pick(["a", "b"]))' }:exists()"
    case 10: return "p.reports:count() \(comparison()) \(number)"
    case 11: return "p.reports:where { ['address.city'] = 'Oslo' }:exists()"
    case 12: return "p.games:where 'any(rounds, points > 2)':count() > \(dice.roll(2))"
    case 13: return "p.games:where { rounds = { points = \(number) } }:exists()"
    default: return "(p.boss and p.boss.games:exists())"
    }
  }

  /// What a function inside asks of the rows of a relation.
  private mutating func function() -> String {
    if dice.roll(4) == 0 { return first() }
    if dice.roll(2) == 0 { return "(\(gathered()) or 0) \(comparison()) \(number(0))" }
    let rows = dice.pick(["p.games", "p.games", "p.games:where { won = true }", "(p.boss or p).games"])
    switch dice.roll(7) {
    case 0, 1: return "\(rows):where(function(g) return \(inner()) end):exists()"
    case 2: return "\(rows):where(function(g) return \(inner()) end):count() \(comparison()) \(dice.roll(3))"
    case 3: return "\(rows):sum(function(g) return \(points()) end) \(comparison()) \(dice.roll(9))"
    case 4:
      return
        "(\(rows):\(dice.pick(["max", "min"]))(function(g) return \(points()) end) or 1) \(comparison()) \(number(0))"
    case 5:
      return
        "p.reports:where(function(r) return \(dice.pick(["r.age", "r.team == p.team", "r.x and r.x > (p.x or 0)"])) and r.games:where(function(g) return \(inner()) end):exists() end):exists()"
    default:
      return
        "p.tags:where(function(t) return t.name \(comparison()) \(dice.pick(["p.name", "'a'", "(p.name or ''):sub(1, 1)"])) end):\(dice.pick(["exists()", "count() == 1"]))"
    }
  }

  /// What the first row of a relation holds.
  private mutating func first() -> String {
    let rows = dice.pick([
      "p.games:first()", "p.games:where { won = true }:first()", "p.games:fetch()[1]", "(p.boss or p).games:first()",
      "p.games:sorted_by('\(dice.pick(["-score", "score", "-time", "title", "-title", "won"]))'):first()",
      "p.games:sorted_by('title', '-score'):where(function(g) return \(inner()) end):first()",
    ])
    let body = dice.pick([
      "return g and g.score \(comparison()) p.age", "return g.score == \(dice.roll(4))", "return g ~= nil",
      "return g and (g.title or '') \(comparison()) (p.name or '')", "return g and g.id % 2 == 0", "return g and g.won",
      "return (g and g.time or 1) \(comparison()) \(number(0))", "return g and g.price and g.price > cheap",
    ])
    return "(function() local g = \(rows) \(body) end)()"
  }

  /// What a loop over rows gathers.
  private mutating func gathered() -> String {
    let rows = dice.pick([
      "g in p.games:iterate()", "g in p.games:iterate()", "_, g in ipairs(p.games:fetch())",
      "g in p.games:where { won = true }:iterate()", "g in (p.boss or p).games:iterate()",
    ])
    let (start, body): (String, String) =
      switch dice.roll(7) {
      case 0: ("0", "if \(inner()) then n = n + 1 end")
      case 1: (dice.pick(["0", "0.0", "3"]), "n = n \(dice.pick(["+", "-"])) \(points())")
      case 2: (dice.pick(["0", "0.0"]), "if \(inner()) then n = n + (\(points())) end")
      case 3:
        (dice.pick(["0", "nil", "2.5"]), "if g.score and (not n or g.score \(comparison()) n) then n = g.score end")
      case 4:
        (
          dice.pick(["nil", "1"]),
          "local x = \(points()) if x and (n == nil or x \(dice.pick([">", "<", ">="])) n) then n = x end"
        )
      case 5: ("0", "n = math.\(dice.pick(["max", "min"]))(n, \(points()))")
      default: (dice.pick(["false", "nil", "0"]), "if \(inner()) then n = 7 \(dice.pick(["", "break"])) end")
      }
    return "(function() local n = \(start) for \(rows) do \(body) end return n end)()"
  }

  private mutating func points() -> String {
    dice.pick([
      "g.score", "(g.score or 0) * 2", "(g.score or 0) + (p.age or 0)", "g.time", "(g.time or 0.5) + (p.x or 1)",
      "g.title and #g.title", "p.age", "g.won and 1 or 0",
    ])
  }

  private mutating func inner() -> String {
    if dice.roll(3) == 0 {
      return dice.pick([
        "g.score == p.age", "p.age and g.score and g.score \(comparison()) p.age",
        "(g.title or '') \(comparison()) (p.name or '')",
        "g.player == p", "(g.score or 0) \(comparison()) #p.games", "g.player.age == p.age", "p.good", "p.x > 1",
        "p.team and p.team.active and g.won", "p.boss and g.score == p.boss.age", "g.score \(comparison()) (p.x or 0)",
      ])
    }
    return dice.pick([
      "g.score and g.score \(comparison()) low", "g.score \(comparison()) low", "g.won", "g.title == 'a'",
      "g.price and g.price > cheap", "g.rounds:count() > 0", "type(g.info) == 'table' and g.info.color == 'red'",
      "g.info and g.info.n == 3", "(g.at or '') > '2023'", "g.player.age == 20", "g.time == 0.5",
    ])
  }

  private mutating func walk() -> String {
    if dice.roll(3) == 0 { return nestedWalk() }
    let rows = dice.pick(["p.games", "p.games:where { won = true }", "p.games"])
    let (found, end) = (dice.pick(["true", "true", "false"]), dice.pick(["false", "true", "nil", condition(0)]))
    return "for g in \(rows):iterate() do if \(inner()) then return \(found) end end return \(end)"
  }

  /// Loops within loops, along relations of many to many among others.
  private mutating func nestedWalk() -> String {
    let (outer, inner) = dice.pick([
      ("t in p.tags:iterate()", "q in t.players:iterate()"),
      ("_, t in ipairs(p.tags:fetch())", "q in t.players:iterate()"),
      ("q in p.reports:iterate()", "t in q.tags:iterate()"),
      ("t in p.tags:where { color = 'red' }:iterate()", "_, q in ipairs(t.players:fetch())"),
      ("q in p.reports:iterate()", "t in (q.boss or q).tags:iterate()"),
    ])
    let question = dice.pick([
      "q.age == p.age", "q == p", "q.name == t.name", "(q.name or '') \(comparison()) (p.name or '')", "t.name == 'a'",
      "q.games:exists()", "q.age and q.age \(comparison()) low", "q.games:sum 'time' \(comparison()) 0", "q.good",
    ])
    let (found, end) = (dice.pick(["true", "true", "false"]), dice.pick(["false", "true", "nil", condition(0)]))
    return "for \(outer) do for \(inner) do if \(question) then return \(found) end end end return \(end)"
  }

  // MARK: Values

  private mutating func value(_ depth: Int) -> String {
    switch dice.roll(10) {
    case 0...3: return number(depth)
    case 4...6: return text(depth)
    case 7: return dice.pick(["p.price", "p.good", "p.team", "nil", "p.x"])
    case 8:
      return dice.pick([
        "p.address and p.address.\(dice.pick(["city", "zip", "lat", "n", "since", "ok", "kind", "level"]))",
        "p.homes and p.homes[1] and p.homes[1].city",
      ])
    default: return dice.pick(["of(p.avatar, 'color')", "of(p.avatar, 'n')", "p.avatar"])
    }
  }

  private mutating func number(_ depth: Int) -> String {
    guard depth > 0, dice.roll(2) == 0 else {
      return dice.pick([
        "p.age", "p.x", "p.lap", "low", "2", "0.5", "p.age", "(p.age or 0)", "#p.games", "p.games:count()",
        "(p.pass and p.pass.number or 0)",
      ])
    }
    switch dice.roll(9) {
    case 6: return "tonumber(\(text(depth - 1)))"
    case 7: return "(\(text(depth - 1))):byte(\(dice.pick(["", "2", "-1"])))"
    case 8:
      return dice.pick(["utf8.len(\(text(depth - 1)))", "(\(number(depth - 1)) ^ 2)", "(low << 2 | 1)", "(p.age & 7)"])
    case 0...1: return "(\(number(depth - 1)) \(dice.pick(["+", "-", "*", "/", "//", "%"])) \(number(depth - 1)))"
    case 2: return "#\(text(depth - 1))"
    case 3: return "math.\(dice.pick(["floor", "abs"]))(\(number(depth - 1)))"
    case 4: return "(p.address and p.address.\(dice.pick(["n", "lat", "level"])) or \(number(depth - 1)))"
    default: return "(- \(number(depth - 1)))"
    }
  }

  private mutating func text(_ depth: Int) -> String {
    guard depth > 0, dice.roll(2) == 0 else {
      return dice.pick([
        "p.name", "(p.name or '')", "p.rank", "p.grade", "word", "'a'", "'Ann'", "p.born", "p.at", "''",
      ])
    }
    switch dice.roll(9) {
    case 5: return "((\(text(depth - 1))):gsub(\(dice.pick(["'a', 'b'", "'-', ''", "'n', '%%'"]))))"
    case 6:
      return
        "string.format(\(dice.pick(["'%s!', \(text(depth - 1))", "'%d', p.age", "'%05d', low", "'%s-%d', p.name, p.lap", "'%.2f', p.lap", "'%5.1f', p.x", "'%x', p.age"])))"
    case 7: return "os.date('!%Y-%m-%d', \(dice.pick(["p.lap", "86400", "low"])))"
    case 8: return "(\(text(depth - 1))):rep(\(dice.pick(["2", "low", "0"])))"
    case 0: return "(\(text(depth - 1)) .. \(text(depth - 1)))"
    case 1: return "(\(text(depth - 1))):\(dice.pick(["upper", "lower", "reverse"]))()"
    case 2: return "(\(text(depth - 1))):sub(\(dice.pick(["1, 1", "-2", "2"])))"
    case 3: return "(p.address and p.address.city or \(text(depth - 1)))"
    default: return "tostring(\(dice.pick(["p.age", "p.good", "p.name", "p.x", "p.lap"])))"
    }
  }

  private mutating func decimals() -> String { dice.pick(["cheap", "decimal '0'", "3", "'0.10'", "p.price"]) }
  private mutating func comparison() -> String { dice.pick(["==", "~=", "<", "<=", ">", ">="]) }
}
