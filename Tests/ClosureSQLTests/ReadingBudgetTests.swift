import LuaRuntime
import Testing

@testable import ClosureSQL

/// Reading a function ends soon, whatever the function is: what is not understood by then is called for each row.
@Suite struct ReadingBudgetTests {
  /// Functions whose ways, values or conditions multiply.
  static let sources = [
    "function(p) local x = p.m for i = 1, 8 do x = x % 2 == 0 and x // 2 or 3 * x + 1 end return x == 1 end",
    "function(p) local x = p.m for i = 1, 15 do x = x * x end return x == 1 end",
    "function(p) local x = p.t for i = 1, 40 do x = x .. x end return x == 'a' end",
    "function(p) local s = 'x' for i = 1, 40 do s = s .. s if #s > 1e6 then s = '' end end return p.t == s end",
    "function(p) local c = 0 for i = 1, 60 do if p.m // (i + 1) % 2 == 1 then c = c + 1 end end return c == 1 end",
    "function(p) return math.max(p.n, \(Array(repeating: "p.x, p.n", count: 20).joined(separator: ", "))) == 3 end",
    "function(p) return \(Array(repeating: "p.s", count: 60).joined(separator: " .. ")) == 'a' end",
    "function(p) return \((1...3000).map { "p.m == \($0)" }.joined(separator: " or ")) end",
  ]

  @Test(arguments: sources)
  func `a function of too many ways is called for each row, and says why`(source: String) throws {
    let laboratory = try Laboratory()
    let function = try laboratory.function("return " + source)
    let readings = [
      try laboratory.translator.filter(function, laboratory.world).closureReason,
      try laboratory.translator.key(function, laboratory.world).closureReason,
    ]
    let words = ["too many steps", "too many turns", "too long a statement", "longer, or nested deeper"]
    for reason in readings {
      let reason = try #require(reason)
      #expect(words.contains { reason.text.contains($0) }, "\(reason)")
      #expect(reason.place == "closure.lua:1")
    }
  }

  @Test func `a comparator of too many ways is called`() throws {
    let laboratory = try Laboratory()
    let function = try laboratory.function(
      """
      return function(a, b)
        local x, y = a.m, b.m
        for i = 1, 12 do x, y = x % 2 == 0 and x // 2 or 3 * x + 1, y % 2 == 0 and y // 2 or 3 * y + 1 end
        return x < y
      end
      """)
    guard case .closure(let reason) = try laboratory.translator.comparator(function, laboratory.world) else {
      Issue.record("it was read")
      return
    }
    #expect(reason.text.contains("too many"))
  }

  @Test func `what is spent is the same each time`() throws {
    let laboratory = try Laboratory()
    let function = try laboratory.function(
      "return function(p) return p.n and p.n * 2 > p.m or p.t:sub(1, 2) == 'ab' end")
    let spent = try (0..<3).map { _ in
      let budget = ReadingBudget(laboratory.lua)
      _ = try laboratory.translator.filter(function, laboratory.world, budget)
      return budget.spent
    }
    #expect(Set(spent).count == 1)
    #expect(spent[0] > 0 && spent[0] < ReadingBudget.all / 10)
  }

  @Test func `functions that share a budget are called when those before them have spent it`() throws {
    let laboratory = try Laboratory()
    let budget = ReadingBudget(laboratory.lua)
    let simple = try laboratory.function("return function(p) return p.m == 3 end")
    guard case .pushed = try laboratory.translator.filter(simple, laboratory.world, budget) else {
      Issue.record("it was not pushed")
      return
    }
    _ = try laboratory.translator.filter(laboratory.function("return " + Self.sources[0]), laboratory.world, budget)
    let reason = try laboratory.translator.filter(simple, laboratory.world, budget).closureReason
    #expect(reason?.text == "the functions before it took too many steps to understand")
  }

  @Test func `an interruption ends the reading, and nothing is kept of it`() throws {
    let laboratory = try Laboratory()
    let simple = try laboratory.function("return function(p) return p.m == 3 end")
    let error = #expect(throws: LuaError.self) {
      try laboratory.lua.enter {
        laboratory.lua.interrupt()
        _ = try laboratory.translator.filter(simple, laboratory.world)
      }
    }
    #expect(error?.kind == .interrupted)
    // That Lua is as expected was asked meanwhile; it is asked again.
    #expect(try laboratory.reading("function(p) return p.m == 3 end") == "pushed: m = 3")
  }

  @Test func `a table with holes has no length that is known`() throws {
    let laboratory = try Laboratory()
    #expect(
      try laboratory.reading("function(p) local t = { 1, nil, 3 } return #t < p.m end")
        == "closure: closure.lua:1: a table with holes is measured")
    #expect(
      try laboratory.reading("function(p) local t = { 1, 2, 3 } t[3] = nil return #t < p.m end") == "pushed: m > 2")
  }
}

extension FilterReading {
  fileprivate var closureReason: ClosureReason? {
    if case .closure(let reason) = self { reason } else { nil }
  }
}

extension KeyReading {
  fileprivate var closureReason: ClosureReason? {
    if case .closure(let reason) = self { reason } else { nil }
  }
}
