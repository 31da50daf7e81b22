import TestSupport
import Testing

@testable import ResultSets

@Suite struct GroupingTests {
  @Test func `sections come in order of appearance`() {
    let grouping = Grouping(sectionOfRow: [9, 4, 9, 7, 4])
    #expect(grouping.sections.map(\.identity) == [9, 4, 7])
    #expect(grouping.grouped(["a", "b", "c", "d", "e"]) == ["a", "c", "b", "e", "d"])
    #expect((0..<5).map(grouping.origin(ofIndex:)) == [0, 2, 1, 4, 3])
  }

  @Test func `sections come in a given order and empty ones not at all`() throws {
    let grouping = try Grouping(sectionOfRow: [9, 4, 9], sectionOrder: [5, 4, 6, 9])
    #expect(grouping.sections == [.init(identity: 4, range: 0..<1), .init(identity: 9, range: 1..<3)])
    #expect(grouping.grouped(["a", "b", "c"]) == ["b", "a", "c"])
  }

  @Test func `rows in place stay in place`() throws {
    for grouping in [
      Grouping(sectionOfRow: [1, 1, 2, 3]), try Grouping(sectionOfRow: [1, 1, 2, 3], sectionOrder: [1, 2, 3]),
    ] {
      #expect((0..<4).map(grouping.origin(ofIndex:)) == [0, 1, 2, 3])
    }
  }

  @Test func `rows in place move with their sections`() throws {
    let grouping = try Grouping(sectionOfRow: [1, 1, 2], sectionOrder: [2, 1])
    #expect(grouping.grouped(["a", "b", "c"]) == ["c", "a", "b"])
  }

  @Test func `the order of sections must name every section once`() {
    #expect(throws: ResultSetError.sectionNotListed(4)) { try Grouping(sectionOfRow: [9, 4], sectionOrder: [9]) }
    #expect(throws: ResultSetError.duplicateSection(9)) { try Grouping(sectionOfRow: [9], sectionOrder: [9, 9]) }
  }

  @Test(arguments: 1...5) func `random rows are grouped stably`(seed: UInt64) throws {
    var random = Dice(seed: seed)
    for _ in 0..<200 {
      let sections = (0..<random.number(0...40)).map { _ in random.number(-3...3) }
      let rows = Array(sections.indices)
      let order = Array(-3...3).shuffled(using: &random)
      let expected = order.flatMap { section in rows.filter { sections[$0] == section } }
      let made = try SectionedOrder(rows: rows, sectionOfRow: sections, sectionOrder: order)
      #expect(made.rows == expected, "seed \(seed)")
      #expect(made.brokenInvariant == nil)
    }
  }
}
