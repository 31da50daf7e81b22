import TestSupport
import Testing

@testable import ResultSets

@Suite struct LongestIncreaseTests {
  /// All orders of the numbers from 0.
  private func permutations(_ count: Int) -> [[Int]] {
    if count == 0 { return [[]] }
    return permutations(count - 1).flatMap { shorter in
      (0..<count).map { place in Array(shorter[..<place]) + [count - 1] + Array(shorter[place...]) }
    }
  }

  private func found(_ places: [Int]) -> [Int] {
    var steps = UncountedSteps()
    let stays = LongestIncrease.find(in: places.map(Int32.init), counting: &steps)
    return places.indices.filter { stays?[$0] ?? true }.map { places[$0] }
  }

  @Test func `of every order of up to seven the longest is found`() {
    for places in (0...7).flatMap(permutations) {
      let found = found(places)
      #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
      #expect(found.count == longestIncreaseByBruteForce(places), "\(places)")
    }
  }

  @Test func `the two references agree`() {
    for places in (0...6).flatMap(permutations) {
      #expect(longestIncrease(places) == longestIncreaseByBruteForce(places))
    }
  }

  @Test(arguments: 1...5) func `of random orders the longest is found`(seed: UInt64) {
    var random = Dice(seed: seed)
    for _ in 0..<20 {
      let places = (0..<random.number(100...300)).shuffled(using: &random)
      #expect(found(places).count == longestIncrease(places), "seed \(seed)")
    }
  }

  @Test func `two that swap leave one in place`() {
    #expect(found([2, 0, 1, 3]) == [0, 1, 3])
  }
}
