import Glibc
import LuaRuntime
import Schema
import TestSupport
import Testing

@testable import ClosureSQL

/// Closures on random rows: what the database says is what Lua says, value by value and error by error.
@Suite struct PropertyTests {
  /// `MOONSHELL_CLOSURES` sets how many closures are tried.
  static let count = getenv("MOONSHELL_CLOSURES").flatMap { Int(String(cString: $0)) } ?? 20_000
  private static let seed = Dice.seed()

  /// Four sets of rows, each with its share of the closures.
  @Test(arguments: UInt64(0)..<4)
  func `filters select the rows that Lua selects`(part: UInt64) throws {
    var tally = Tally()
    let seed = Self.seed + part
    try Self.tryFilters(Self.count / 4, seed: seed, &tally)
    print("closures, seed \(seed): \(tally)")
    for (reason, count) in tally.reasons.sorted(by: { $0.value > $1.value }).prefix(12) {
      print("  \(count): \(reason)")
    }
    #expect(tally.mismatches.prefix(5).joined(separator: "\n") == "")
    // Nine of ten are understood at least in part.
    #expect(tally.understood * 10 >= tally.closures * 9)
  }

  /// Functions that were read as something else than they are, or not at all.
  @Test(arguments: [
    "tonumber((p.v):byte(p.m)) and (string.find('abc', '%d') == 1)", "tostring(p.t:byte(9)) == 'nil'",
    "type(p.t:byte(3)) == 'nil'", "math.type(p.t:byte(p.m)) == 'integer'", "tostring(('ab'):byte(5)) == p.t",
    "p.t:byte(2) == nil", "math.max(p.m, p.t:byte(3)) > 90", "string.format('%d', p.t:byte()) == '97'",
    "string.format('%05d|%-4d|%3d', p.m, p.m, p.m) < p.t", "string.format('%03d', p.m) == '-05'",
    "p.t:find(p.s, 1, true) == 1", "p.t:find(p.e, 2, true)", "select(2, p.t:find(p.t, 1, true)) == #p.t",
  ])
  func `functions of values that may be none, of forms and of texts of the row are read as Lua runs them`(
    condition: String
  ) throws {
    var tally = Tally()
    for seed in UInt64(0)..<3 { try Self.tryFilters(1, seed: seed, &tally, "function(p) return \(condition) end") }
    #expect(tally.mismatches.joined(separator: "\n") == "")
  }

  @Test(arguments: [
    "for _, v in ipairs { 1, 3, 20 } do if p.m == v then return true end end return false",
    "return string.format('%05d', p.m) == '00003'", "return p.t:find(p.t, 1, true) == 1",
  ])
  func `functions that walk a table of their own, fill up digits and look for texts of the row are read`(
    body: String
  ) throws {
    let reading = try Laboratory().reading("function(p) \(body) end")
    #expect(!reading.hasPrefix("closure"), "\(reading)")
  }

  @Test(arguments: [1, 2, 3, 5])
  func `filters that are read as far as some forks leave out rows that Lua leaves out`(forks: Int) throws {
    var tally = Tally()
    try Self.tryFilters(Self.count / 10, seed: Self.seed + UInt64(forks), &tally, asFarAs: forks)
    #expect(tally.mismatches.prefix(5).joined(separator: "\n") == "")
  }

  static func tryFilters(
    _ count: Int, seed: UInt64, _ tally: inout Tally, _ given: String? = nil, asFarAs forks: Int? = nil
  ) throws {
    let laboratory = try Laboratory()
    var closures = RandomClosures(seed: seed)
    try laboratory.fill(120, &closures.dice)
    let verdicts = try laboratory.function(
      """
      return function(f)
        local result = {}
        for i, row in ipairs(rows) do
          local ok, value = pcall(f, row)
          result[i] = not ok and "r" or value and "y" or "n"
        end
        return table.concat(result)
      end
      """)
    for _ in 0..<count {
      let source = given ?? closures.filter()
      let function = try laboratory.function(RandomClosures.captured + "return " + source)
      guard let expected = try verdicts.call([.function(function)]).first?.text else { continue }
      let reading =
        try forks.map { try laboratory.translator.filter(function, laboratory.world, nil, asFarAs: $0) }
        ?? laboratory.translator.filter(function, laboratory.world)
      tally.check(source, try laboratory.answers(reading), expected)
    }
  }
}

/// How many closures went how, and those that went wrong.
struct Tally: CustomStringConvertible {
  var closures = 0
  var pushed = 0
  var prefiltered = 0
  var asked = 0
  var raised = 0
  var mismatches: [String] = []
  /// Why closures were not understood.
  var reasons: [String: Int] = [:]

  var understood: Int { pushed + prefiltered }

  var description: String {
    "\(closures) tried, \(pushed) pushed, \(prefiltered) prefiltered, \(closures - understood) by row;"
      + " \(asked) rows asked, of which \(raised) raise; \(mismatches.count) wrong"
  }

  /// Compares what the database says of each row (`y`, `n`, `a` for ask) with what Lua says (`y`, `n`, `r` for an error).
  mutating func check(_ source: String, _ answers: (kind: FilterReading, text: String?), _ expected: String) {
    closures += 1
    switch answers.kind {
    case .pushed: pushed += 1
    case .prefilter: prefiltered += 1
    case .closure(let reason):
      reasons[reason.text, default: 0] += 1
      return
    }
    guard let text = answers.text, text.utf8.count == expected.utf8.count else {
      mismatches.append("\(source)\n  no answers")
      return
    }
    for (row, (answer, truth)) in zip(text.utf8, expected.utf8).enumerated() {
      if answer == UInt8(ascii: "a") {
        asked += 1
        if truth == UInt8(ascii: "r") { raised += 1 }
      } else if answer != truth {
        mismatches.append(
          "\(source)\n  row \(row + 1): Lua \(UnicodeScalar(truth)), SQL \(UnicodeScalar(answer)); \(answers.kind)")
        return
      }
    }
  }
}

extension Laboratory {
  /// What the database says of each row.
  func answers(_ reading: FilterReading) throws -> (kind: FilterReading, text: String?) {
    let conditions: [Expression]
    switch reading {
    case .pushed(let yes, let no): conditions = [yes, no]
    case .prefilter(let yes, let ask, _): conditions = [yes, ask]
    case .closure: return (reading, nil)
    }
    let rows = try select(conditions)
    var text = ""
    for row in 0..<rows.count {
      let (first, second) = (rows.value(row, 0) == .integer(1), rows.value(row, 1) == .integer(1))
      switch reading {
      // Exactly one of the two must hold.
      case .pushed: text += first == second ? "!" : first ? "y" : "n"
      default: text += second ? "a" : first ? "y" : "n"
      }
    }
    return (reading, text)
  }
}
