import TestSupport
import Testing

@testable import ResultSets

/// Counts the steps of a difference: what it costs, without a clock.
private struct Steps: StepCounter {
  var identityComparisons = 0
  var indexReads = 0
  var placeComparisons = 0

  mutating func comparedIdentities() { identityComparisons += 1 }
  mutating func readIndex() { indexReads += 1 }
  mutating func comparedPlaces() { placeComparisons += 1 }
}

@Suite struct ComplexityTests {
  private static let count = 20_000
  private static let logarithm = 15

  private func steps(
    from old: [Int], to new: [Int], sections: Int = 1
  ) throws -> (steps: Steps, changes: Changes, asked: Int) {
    func order(_ rows: [Int]) throws -> SectionedOrder {
      try SectionedOrder(rows: rows, sectionOfRow: rows.indices.map { $0 * sections / rows.count })
    }
    var difference = Difference(from: try order(old), to: try order(new), counting: Steps())
    var asked = 0
    difference.compare { _, _ in
      asked += 1
      return false
    }
    return (difference.steps, difference.changes, asked)
  }

  @Test(arguments: [1, 26, count]) func `equal lists are read once and never looked up`(sections: Int) throws {
    let rows = Array(0..<Self.count)
    let (steps, changes, asked) = try steps(from: rows, to: rows, sections: sections)
    #expect(changes.isEmpty)
    #expect(steps.identityComparisons == Self.count)
    #expect(steps.indexReads == sections)
    #expect(steps.placeComparisons <= Self.count + sections)
    #expect(asked == Self.count)
  }

  @Test func `one move costs a few look ups`() throws {
    var rows = Array(0..<Self.count)
    let old = rows
    rows.insert(rows.remove(at: 100), at: Self.count / 2)
    let (steps, changes, _) = try steps(from: old, to: rows)
    #expect(changes.moved.map(\.identity) == [100])
    #expect(steps.indexReads <= 4)
    #expect(steps.placeComparisons <= 2 * Self.count + Self.logarithm)
  }

  @Test(arguments: 1...5) func `any order costs one look up a row and a logarithm`(seed: UInt64) throws {
    var random = Dice(seed: seed)
    let rows = Array(0..<Self.count)
    let (steps, _, asked) = try steps(from: rows, to: rows.shuffled(using: &random), sections: 3)
    #expect(steps.identityComparisons <= Self.count, "seed \(seed)")
    #expect(steps.indexReads <= Self.count + 3)
    #expect(steps.placeComparisons <= Self.count * (Self.logarithm + 1))
    #expect(asked == Self.count)
  }

  @Test func `the reverse order costs one comparison more a row`() throws {
    let rows = Array(0..<Self.count)
    let (steps, changes, _) = try steps(from: rows, to: rows.reversed())
    #expect(changes.moved.count == Self.count - 1)
    #expect(steps.placeComparisons <= 2 * Self.count)
  }

  @Test func `lists without a common row are not compared`() throws {
    let (steps, changes, asked) = try steps(from: Array(0..<1000), to: Array(1000..<3000))
    #expect(changes.deleted.count == 1000 && changes.inserted.count == 2000)
    #expect(steps.indexReads == 2001 && steps.placeComparisons == 0)
    #expect(asked == 0)
  }

  @Test func `a thousand sections cost no more than one`() throws {
    var random = Dice(seed: 3)
    let rows = Array(0..<Self.count)
    let (steps, changes, _) = try steps(from: rows, to: rows.shuffled(using: &random), sections: 1000)
    #expect(changes.sections.isEmpty)
    #expect(steps.indexReads <= Self.count + 1000)
    #expect(steps.placeComparisons <= Self.count + 1000)
  }
}
