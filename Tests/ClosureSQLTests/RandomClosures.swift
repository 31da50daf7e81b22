import LuaRuntime
import TestSupport

/// Writes random closures: what people write, and what goes wrong.
struct RandomClosures {
  var dice: Dice
  private var locals: [String] = []

  init(seed: UInt64) {
    dice = Dice(seed: seed)
  }

  /// What closures may capture, as Lua text.
  static let captured = """
    local low, high, half, none, flag = 3, 20, 2.5, nil, true
    local word, huge, tiny, nan = "ab", math.maxinteger, math.mininteger, 0/0
    local cities = { Oslo = true, ["é"] = true, ["5"] = false, ab = "x", [""] = 1 }
    local sizes = { [1] = true, [3] = false, [2.5] = "half", [20] = true, [-1] = 0 }
    local list = { 1, 3, 20, -1 }
    local words = { "ab", "Oslo", "%", "" }
    local kinds = { a = { from = 1, to = 5 }, b = { from = 10, to = 30 } }
    local function old(a) return a > 18 end
    local function starts(s, with) return s:sub(1, #with) == with end
    local function clamp(v, a, b) if v < a then return a elseif v > b then return b end return v end
    local function any(s) for _, w in ipairs(words) do if s == w then return true end end return false end
    limit, prefix = 7, "O"

    """

  mutating func filter() -> String {
    locals = []
    switch dice.roll(12) {
    case 10:
      return
        "function(p) local c = 0 for i = 1, \(dice.pick(["3", "#words"])) do if p.t:\(dice.pick(["sub(i, i)", "byte(i)"])) == \(dice.pick(["'a'", "'O'", "97"])) then c = c + 1 end end return c \(comparison()) \(number(0)) end"
    case 11:
      return
        "function(p) local a, b = \(value(1)), \(value(1)) if \(condition(1)) then a, b = b, a end return a \(dice.pick(["and", "or"])) b end"
    case 0: return "function(p) if \(condition(2)) then return \(condition(2)) end return \(condition(1)) end"
    case 1:
      return """
        function(p)
          if \(condition(1)) then return \(condition(1)) elseif \(condition(1)) then return \(condition(1)) end
          return \(value(1))
        end
        """
    case 2:
      let name = "v"
      let bound = value(2)
      locals = [name]
      return "function(p) local v = \(bound) return \(condition(2)) end"
    case 3:
      return
        "function(p) for i = 1, \(1 + dice.roll(4)) do if \(number(1)) == i then return true end end return \(condition(1)) end"
    case 4:
      return
        "function(p) local found = false for _, w in ipairs(\(dice.pick(["list", "words", "{ 1, 20, \"ab\", nil, 3 }"]))) do if \(value(1)) == w then found = \(condition(1)) end end return found end"
    case 5:
      return
        "function(p) local t = p.team return \(dice.pick(["t and", "t == nil or", "t ~= nil and", "not"])) \(teamCondition("t")) end"
    default: return "function(p) return \(condition(3)) end"
    }
  }

  /// A key: what it returns counts, with its subtype.
  mutating func key() -> String {
    locals = []
    switch dice.roll(4) {
    case 0: return "function(p) if \(condition(1)) then return \(value(2)) end return \(value(2)) end"
    case 1: return "function(p) return \(value(2)) or \(value(1)) end"
    case 2: return "function(p) local v = \(value(2)) return v end"
    default: return "function(p) return \(value(3)) end"
    }
  }

  // MARK: Conditions

  private mutating func condition(_ depth: Int) -> String {
    if depth > 0, dice.roll(5) < 3 {
      switch dice.roll(6) {
      case 0, 1: return "(\(condition(depth - 1)) and \(condition(depth - 1)))"
      case 2, 3: return "(\(condition(depth - 1)) or \(condition(depth - 1)))"
      case 4: return "not \(condition(depth - 1))"
      default: return guarded(depth)
      }
    }
    switch dice.roll(16) {
    case 0...3: return "(\(number(1)) \(comparison()) \(number(1)))"
    case 4...6: return "(\(string(1)) \(comparison()) \(string(1)))"
    case 7: return "(\(value(1)) \(dice.pick(["==", "~="])) \(value(1)))"
    case 8: return "(\(field()) \(dice.pick(["==", "~="])) \(dice.pick(["nil", "none", "nan"])))"
    case 9: return dice.pick(["p.b", "p.c", "(p.b == true)", "(p.c == false)", "(p.b ~= p.c)", "flag"])
    case 10: return "cities[\(string(1))]"
    case 11: return "sizes[\(number(1))]"
    case 12: return search()
    case 13: return "(p.team and \(teamCondition("p.team")))"
    case 14: return "(p.badge \(dice.pick(["and", "== nil or", "~= nil and"])) \(badgeCondition("p.badge")))"
    default:
      return dice.pick([
        "old(\(number(0)))", "starts(\(string(0)), word)", "any(\(string(0)))", "(type(\(field())) == 'number')",
        "(math.type(\(number(0))) == 'integer')", "(clamp(\(number(0)), 1, 5) == 3)",
      ])
    }
  }

  private mutating func guarded(_ depth: Int) -> String {
    let name = dice.pick(["n", "x", "s", "d"])
    let rest =
      name == "n" || name == "x"
      ? "p.\(name) \(comparison()) \(number(0))"
      : "p.\(name):sub(\(dice.pick(["1, 2", "-2", "2", "1, 1"]))) \(comparison()) \(string(0))"
    return dice.roll(2) == 0 ? "(p.\(name) and \(rest))" : "(p.\(name) ~= nil and \(rest))"
  }

  private mutating func teamCondition(_ team: String) -> String {
    dice.pick([
      "\(team).name == 'Red'", "\(team).size > \(dice.roll(5))", "(\(team).note or '') ~= ''", "\(team).id == 2",
      "\(team).name:sub(1, 1) == 'R'", "\(team).note == nil",
    ])
  }

  private mutating func badgeCondition(_ badge: String) -> String {
    dice.pick([
      "\(badge).level \(comparison()) \(number(0))", "(\(badge).label or '') == \(string(0))", "\(badge).label == nil",
      "\(badge).row_id == p.id", "\(badge).id < 990",
    ])
  }

  private mutating func search() -> String {
    let text = string(0)
    switch dice.roll(6) {
    case 4:
      return
        "(select(\(1 + dice.roll(3)), (\(text)):match(\(quoted(dice.pick(Self.manyCaptures))))) == \(dice.pick(["nil", "'a'", "'b'", "'o'", "'slo'", "''", "p.s"])))"
    case 5:
      return
        "(select(\(2 + dice.roll(3)), (\(text)):find(\(quoted(dice.pick(Self.manyCaptures + Self.patterns))))) == \(dice.pick(["nil", "1", "2", "3", "'a'", "'o'", "#p.t"])))"
    case 0: return "(\(text)):find(\(quoted(dice.pick(Self.patterns))))"
    case 1: return "(\(text)):find(\(dice.roll(2) == 0 ? literalText() : string(0)), 1, true)"
    case 2: return "((\(text)):match(\(quoted(dice.pick(Self.patterns)))) == \(string(0)))"
    default: return "(string.find(\(text), \(quoted(dice.pick(Self.patterns)))) == \(1 + dice.roll(2)))"
    }
  }

  private static let patterns = [
    "^O", "^ab", "a$", "b", "o", "^é", "lo$", "%d", "^%a+$", "%s", "(%w)", "^(a)(b)", "[^a]", "a-b", "%%", ".", "^.$",
    "l*o", "%u%l+", "[%a_][%w_]*", "^$", "\u{65E5}", "a?b", "%bab", "(a*(.)%w(%s*))",
  ]

  private static let manyCaptures = [
    "(%a)(%a)", "^(.)(.*)$", "(%u)(l*)(o)", "((%a)%a)", "(.)%1", "(%a)(b)*", "(.)(%w*)-", "(^a)(b)", "(a)(b$)",
    "%((a)(b)",
    "([(])(a)", "(a)-(b)", "(a?)-(b?)",
  ]

  // MARK: Values

  private mutating func value(_ depth: Int) -> String {
    switch dice.roll(8) {
    case 0...2: return number(depth)
    case 3...5: return string(depth)
    case 6: return field()
    default: return dice.pick(["nil", "true", "false", "p.b", "p.c", "none", "p.team", "p.badge"] + locals)
    }
  }

  private mutating func field() -> String {
    "p." + dice.pick(["n", "m", "x", "y", "s", "t", "b", "c", "d", "e", "w", "v"])
  }

  private mutating func number(_ depth: Int) -> String {
    if depth > 0, dice.roll(3) == 0 {
      switch dice.roll(17) {
      case 13:
        return "(select(2, (\(string(depth - 1))):gsub(\(dice.pick(["'a', 'b'", "'%l+', ''", "'', '-'", "'.', ''"])))))"
      case 14: return "math.tointeger(\(number(depth - 1)))"
      case 15: return "((\(string(depth - 1))):byte(\(dice.pick(["1, 2", "2, 4"]))))"
      case 16: return "select(\(dice.pick(["'#'", "1", "2"])), \(number(0)), \(number(0)))"
      case 11: return "tonumber(\(dice.roll(3) == 0 ? value(depth - 1) : string(depth - 1)))"
      case 12: return "(\(string(depth - 1))):byte(\(dice.pick(["", "1", "2", "-1", "p.m"])))"
      case 9: return "utf8.len(\(string(depth - 1)))"
      case 10: return "(~ \(number(depth - 1)))"
      case 0: return "(\(number(depth - 1)) \(dice.pick(["+", "-", "*"])) \(number(depth - 1)))"
      case 1: return "(\(number(depth - 1)) \(dice.pick(["/", "//", "%", "//", "%"])) \(number(depth - 1)))"
      case 2: return "(- \(number(depth - 1)))"
      case 3: return "#\(string(depth - 1))"
      case 4: return "math.\(dice.pick(["floor", "ceil", "abs"]))(\(number(depth - 1)))"
      case 5: return "math.\(dice.pick(["max", "min"]))(\(number(depth - 1)), \(number(depth - 1)))"
      case 6: return "(\(number(depth - 1)) \(dice.pick(["&", "|", "~", "<<", ">>", "^"])) \(number(depth - 1)))"
      case 7: return "(\(field()) or \(number(depth - 1)))"
      default: return "(\(string(depth - 1))):len()"
      }
    }
    switch dice.roll(12) {
    case 0...3: return "p." + dice.pick(["n", "m", "x", "y"])
    case 4, 5: return "p." + dice.pick(["m", "y"])
    case 6...8: return dice.pick(["0", "1", "-1", "3", "20", "2.5", "0.5", "-0.0", "1e300", "127", "128", "-5"])
    case 9: return dice.pick(["low", "high", "half", "huge", "tiny", "nan", "limit", "math.huge", "math.pi"])
    case 10: return dice.pick(["9007199254740993", "9007199254740992.0", "math.maxinteger", "math.mininteger"])
    default: return dice.pick(["kinds.a.from", "kinds.b.to", "list[2]", "list[1]", "#words", "p.s"] + locals)
    }
  }

  private mutating func string(_ depth: Int) -> String {
    if depth > 0, dice.roll(3) == 0 {
      switch dice.roll(15) {
      case 13:
        return
          "string.format('\(dice.pick(["%.2f", "%5.1f", "%g", "%+.3e", "%a", "%x", "%+d", "%.0f|%s", "%#o"]))', \(number(depth - 1)), \(value(0)))"
      case 14: return "(\(number(depth - 1)) .. \(dice.pick(["''", "'!'", "p.t"])))"
      case 11: return "(\(string(depth - 1))):reverse()"
      case 12:
        return
          "((\(string(depth - 1))):gsub(\(dice.pick(["'a', 'b'", "'', '-'", "' ', ''", "'lo', 'LO'", "'[^%d]', ''", "'%s+', ''", "'o.*', '!'", "'%a', '.'", "'.', 'x'"]))))"
      case 8: return "(\(string(depth - 1))):rep(\(dice.pick(["0", "1", "2", "-1", "p.m", "p.n", "2.0"])))"
      case 9:
        return dice.roll(2) == 0
          ? "string.format('%s-%s%%', \(value(0)), \(string(0)))"
          : "string.format('\(dice.pick(["%d", "%d|", "%4d", "%03d", "%-3d|", "%0d", "%-d"]))', \(number(0)))"
      case 10:
        return
          "os.date(\(dice.pick(["'!%Y-%m'", "'!%F %T'", "'!%j%%'"])), \(dice.pick(["p.n", "p.m", "5", "86400 * p.m"])))"
      case 0:
        return
          "(\(string(depth - 1))):sub(\(dice.pick(["1, 1", "1, 2", "2", "-2", "-1", "2, 3", "0", "-3, -2", "3, 1"])))"
      case 1: return "(\(string(depth - 1))):\(dice.pick(["upper", "lower"]))()"
      case 2: return "(\(string(depth - 1)) .. \(string(depth - 1)))"
      case 3: return "tostring(\(value(0)))"
      case 4: return "(\(field()) or \(string(depth - 1)))"
      case 5: return "(\(string(depth - 1)) .. \(number(0)))"
      case 6: return "(\(string(depth - 1))):sub(\(number(0)), \(number(0)))"
      default: return "(\(string(depth - 1))):match(\(quoted(dice.pick(Self.patterns))))"
      }
    }
    switch dice.roll(10) {
    case 0...2: return "p." + dice.pick(["s", "t"])
    case 3: return "p." + dice.pick(["t", "w", "v"])
    case 4: return "p." + dice.pick(["d", "e"])
    case 5...7: return literalText()
    case 8: return dice.pick(["word", "prefix", "words[2]"])
    default: return dice.pick(["p.n", "p.t", "word", "p.s"] + locals)
    }
  }

  private mutating func literalText() -> String { quoted(dice.pick(Self.texts)) }

  private mutating func comparison() -> String { dice.pick(["==", "~=", "<", "<=", ">", ">="]) }

  static let texts = [
    "", "ab", "a", "b", "Oslo", "é", "日本", "%", "_", "*", "[", "?", "5", " 5", "1e2", "abc", "AB", "lo", "z\u{7F}",
    "\u{BF}", "a b", "O",
  ]

  private func quoted(_ text: String) -> String {
    "\""
      + text.utf8.map { byte in
        let digits = String(byte)
        return (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          ? String(UnicodeScalar(byte)) : "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      }.joined() + "\""
  }
}
