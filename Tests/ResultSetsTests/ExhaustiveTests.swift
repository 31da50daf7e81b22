import Testing

@testable import ResultSets

@Suite struct ExhaustiveTests {
  static let old = SmallLists.all(rowLimit: 4, sectionLimit: 3)

  @Test func thereIsEveryListUpToNames() {
    // 1 without rows, and the compositions of 1, 2, 3 and 4 into up to 3 parts.
    #expect(Self.old.count == 1 + 1 + 2 + 4 + 7)
  }

  @Test(arguments: old) func everyPairOfSmallListsObeysEveryRule(old: Model) throws {
    var number = 0
    try SmallLists.successors(of: old, rowLimit: 4, sectionLimit: 3) { new in
      number += 1
      for changed in contents(of: old, new, number) {
        let judgement = Judgement(old: old, new: new, changed: changed, increase: longestIncreaseByBruteForce)
        if let fault = try judgement.fault() { Issue.record("\(fault)") }
      }
    }
    print(number)
  }

  private func contents(of old: Model, _ new: Model, _ number: Int) -> [Set<Int>] {
    let survivors = old.rows.filter(new.rows.contains)
    let subsets = 0..<(1 << survivors.count)
    if new.rows.count < 4 { return subsets.map { subset($0, survivors) } }
    return [subset(number % subsets.count, survivors)]
  }

  private func subset(_ bits: Int, _ rows: [Int]) -> Set<Int> {
    Set(rows.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
  }
}
