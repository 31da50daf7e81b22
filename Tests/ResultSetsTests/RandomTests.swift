import TestSupport
import Testing

@testable import ResultSets

@Suite struct RandomTests {
  /// 20 seeds of 500 pairs each.
  @Test(arguments: 1...20) func `random pairs obey every rule`(seed: UInt64) throws {
    var random = Dice(seed: seed)
    for number in 1...500 {
      let isLarge = number % 50 == 0
      let old = random.list(rowLimit: isLarge ? 400 : 30, sectionLimit: isLarge ? 40 : 8)
      let new = random.edited(old, edits: random.number(0...(isLarge ? 200 : 20)))
      let changed = Set(old.rows.filter { _ in random.number(0...4) == 0 })
      let fault = try Judgement(of: old).fault(to: new, changed: changed)
      if let fault { Issue.record("seed \(seed), pair \(number): \(fault)") }
    }
  }
}
