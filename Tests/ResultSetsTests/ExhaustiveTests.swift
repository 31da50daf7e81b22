import Testing

@testable import ResultSets

@Suite struct ExhaustiveTests {
  static let old = SmallLists.all(rowLimit: 4, sectionLimit: 3)

  @Test func `there is every list up to names`() {
    // 1 without rows, and the compositions of 1, 2, 3 and 4 into up to 3 parts.
    #expect(Self.old.count == 1 + 1 + 2 + 4 + 7)
  }

  @Test func `there is every successor once`() {
    var successors: [String] = []
    SmallLists.successors(of: Model([(1, [1]), (2, [2])]), rowLimit: 2, sectionLimit: 2) {
      successors.append($0.description)
    }
    // None; 3 rows in 3 sections; 7 pairs of rows in 3 sections, or in 7 pairs of sections.
    #expect(successors.count == 1 + 3 * 3 + 7 * 3 + 7 * 7)
    #expect(Set(successors).count == successors.count)
  }

  @Test(arguments: old) func `every pair of small lists obeys every rule`(old: Model) throws {
    let judgement = try Judgement(of: old, increase: longestIncreaseByBruteForce)
    var number = 0
    try SmallLists.successors(of: old, rowLimit: 4, sectionLimit: 3) { new in
      number += 1
      for changed in contents(of: old, new, number) {
        if let fault = try judgement.fault(to: new, changed: changed) { Issue.record("\(fault)") }
      }
    }
  }

  /// Which rows change their content: each set of them in turn, and all sets where there are few rows.
  private func contents(of old: Model, _ new: Model, _ number: Int) -> [Set<Int>] {
    let rows = new.rows
    let survivors = rows.filter { $0 < SmallLists.fresh }
    let subsets = 0..<(1 << survivors.count)
    if rows.count < 4 { return subsets.map { subset($0, survivors) } }
    return [subset(number % subsets.count, survivors)]
  }

  private func subset(_ bits: Int, _ rows: [Int]) -> Set<Int> {
    Set(rows.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
  }
}
