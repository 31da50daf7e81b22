import ClosureSQL
import LuaRuntime
import Schema
import Store
import TestSupport
import Testing

/// Keys and comparators on random rows: the database orders as Lua does.
@Suite struct OrderPropertyTests {
  @Test func `keys are the values that Lua gives`() throws {
    let laboratory = try Laboratory()
    var closures = RandomClosures(seed: 41)
    try laboratory.fill(80, &closures.dice)
    var understood = 0
    for _ in 0..<PropertyTests.count / 20 {
      let source = closures.key()
      let function = try laboratory.function(RandomClosures.captured + "return " + source)
      let (key, ask): (KeyReading.Key, Expression)
      switch try laboratory.translator.key(function, laboratory.world) {
      case .pushed(let pushed): (key, ask) = (pushed, .or([]))
      case .prefilter(let pushed, let asking, _): (key, ask) = (pushed, asking)
      case .closure: continue
      }
      understood += 1
      let rows = try laboratory.select([key.expression, ask])
      for row in 0..<rows.count where rows.value(row, 1) != .integer(1) {
        let lua = laboratory.lua.global("rows").table?[row + 1] ?? .nil
        let expected: LuaValue
        do {
          expected = try function.call([lua]).first ?? .nil
        } catch {
          Issue.record("\(source)\n row \(row + 1): \(error), but is not asked")
          break
        }
        if !Self.agrees(rows.value(row, 0), expected) {
          Issue.record("\(source)\n row \(row + 1): \(rows.value(row, 0)), not \(laboratory.lua.describe(expected))")
          break
        }
      }
    }
    // Keys of one kind are rare among random ones.
    #expect(understood > PropertyTests.count / 80)
  }

  private static func agrees(_ value: Value, _ expected: LuaValue) -> Bool {
    switch (value, expected) {
    case (.null, .nil): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .number(let right)): left.bitPattern == right.bitPattern
    case (.integer(let left), .boolean(let right)): (left == 1) == right
    case (.text(let left), .string(let right)): LuaString(left).bytes == right.bytes
    case (.data(let left), .string(let right)), (.brokenText(let left), .string(let right)): left == right.bytes
    default: false
    }
  }

  @Test func `comparators order as their keys do`() throws {
    let laboratory = try Laboratory()
    var dice = Dice(seed: 42)
    try laboratory.fill(40, &dice)
    let matrix = try laboratory.function(
      """
      return function(f)
        local result = {}
        for _, a in ipairs(rows) do
          for _, b in ipairs(rows) do
            local ok, value = pcall(f, a, b)
            result[#result + 1] = not ok and "r" or value and "y" or "n"
          end
        end
        return table.concat(result)
      end
      """)
    let count = PropertyTests.count / 200
    // What is not recognised runs as a function, and is right; but that is rare.
    var unknown: [String] = []
    defer { #expect(unknown.count * 100 <= count, "not understood: \(unknown)") }
    for _ in 0..<count {
      let source = Self.comparator(&dice)
      let function = try laboratory.function("return " + source)
      guard case .keys(let keys, let ask, _) = try laboratory.translator.comparator(function, laboratory.world) else {
        unknown.append(source)
        continue
      }
      let rows = try laboratory.select(keys.map(\.expression) + [ask])
      let expected = Array(try matrix.call([.function(function)]).first?.text?.utf8 ?? "".utf8)
      for left in 0..<rows.count where rows.value(left, keys.count) != .integer(1) {
        for right in 0..<rows.count where rows.value(right, keys.count) != .integer(1) {
          let precedes = Self.precedes(left, right, keys, rows) ? UInt8(ascii: "y") : UInt8(ascii: "n")
          if expected[left * rows.count + right] != precedes {
            Issue.record("\(source)\n rows \(left + 1) and \(right + 1)")
            return
          }
        }
      }
    }
  }

  private static func precedes(
    _ left: Int, _ right: Int, _ keys: [ComparatorReading.Key], _ rows: RowBuffer
  ) -> Bool {
    for (column, key) in keys.enumerated() {
      switch compareCells(rows[left, column], rows[right, column]) {
      case .less: return !key.isDescending
      case .greater: return key.isDescending
      default: continue
      }
    }
    return false
  }

  /// A comparator in one of the shapes that people write.
  private static func comparator(_ dice: inout Dice) -> String {
    let choices =
      ["m", "n", "y", "t", "s", "#t", "t:sub(1, 1)", "t:upper()", "m % 7", "d", "x", "w", "v", "v:sub(2)"]
      + ["n or 0", "s or ''", "x or 1.5", "n or m"]
    func key(_ row: String, _ choice: String) -> String {
      let parts = choice.split(separator: " or ")
      if parts.count == 2 { return "(\(row).\(parts[0]) or \(parts[1] == "m" ? "\(row).m" : parts[1]))" }
      return choice.hasPrefix("#") ? "#\(row).\(choice.dropFirst())" : "\(row).\(choice)"
    }
    let keys = (0...dice.roll(3)).map { _ in (dice.pick(choices), dice.roll(2) == 0 ? "<" : ">") }
    func body(_ rest: ArraySlice<(String, String)>, _ shape: Int) -> String {
      guard let (choice, word) = rest.first else { return "false" }
      let (a, b) = (key("a", choice), key("b", choice))
      if rest.count == 1 { return "\(a) \(word) \(b)" }
      let next = body(rest.dropFirst(), shape)
      return "\(a) \(word) \(b) or (\(a) == \(b) and (\(next)))"
    }
    if dice.roll(2) == 0 { return "function(a, b) return \(body(keys[...], 0)) end" }
    let steps = keys.dropLast().map { choice, word in
      let (a, b) = (key("a", choice), key("b", choice))
      return dice.roll(2) == 0
        ? "if \(a) ~= \(b) then return \(a) \(word) \(b) end"
        : "if \(a) \(word) \(b) then return true elseif \(b) \(word) \(a) then return false end"
    }
    let (choice, word) = keys[keys.count - 1]
    return "function(a, b) \(steps.joined(separator: " ")) return \(key("a", choice)) \(word) \(key("b", choice)) end"
  }
}
