import Testing

@testable import ResultSets

@Suite struct SectionedOrderTests {
  @Test func `rows go to their sections`() throws {
    let order = try SectionedOrder(rows: [7, 8, 9], sectionOfRow: [1, 2, 1])
    #expect(order.rows == [7, 9, 8])
    #expect(order.description == "[1: 7 9, 2: 8]")
    #expect(order.brokenInvariant == nil)
  }

  @Test func `a list without rows has no sections`() throws {
    let orders = try [SectionedOrder(), SectionedOrder(rows: [], section: 1), order()]
    for order in orders {
      #expect(order.isEmpty && order.rowCount == 0 && order.sectionCount == 0)
      #expect(order.position(ofNth: 1) == nil && order.position(ofRow: 1) == nil && order.rows(inSection: 1) == nil)
      #expect(order.brokenInvariant == nil)
    }
  }

  @Test func `rows without sections are in one`() throws {
    let order = try SectionedOrder(rows: [3, 1, 2], section: 0)
    #expect(order.sections == [.init(identity: 0, range: 0..<3)])
  }

  @Test func `every row is found by position number and identity`() throws {
    let order = try order((5, [10, 11]), (-1, [12]), (6, [13, 14, 15]))
    let expected = [(1, 1), (1, 2), (2, 1), (3, 1), (3, 2), (3, 3)].map { Position(section: $0.0, row: $0.1) }
    for (index, position) in expected.enumerated() {
      #expect(order.position(ofNth: index + 1) == position)
      #expect(order.position(ofRow: index + 10) == position)
      #expect(order.row(at: position) == index + 10)
      #expect(order.index(at: position) == index)
      #expect(order.index(ofRow: index + 10) == index)
    }
    #expect(order.rows(inSection: 3) == [13, 14, 15])
    #expect(order.section(2)?.identity == -1)
    #expect(order.number(ofSection: 6) == 3)
  }

  @Test(arguments: [(0, 1), (1, 0), (1, 3), (3, 1), (-1, -1), (Int.max, Int.max)])
  func `what is out of range is nil`(section: Int, row: Int) throws {
    let order = try order((5, [10, 11]), (-1, [12]))
    #expect(order.row(at: Position(section: section, row: row)) == nil)
  }

  @Test func `what is not there is nil`() throws {
    let order = try order((5, [10, 11]), (-1, [12]))
    #expect(order.position(ofNth: 0) == nil && order.position(ofNth: 4) == nil)
    #expect(order.position(ofRow: 9) == nil && order.position(ofRow: 13) == nil)
    #expect(order.number(ofSection: 0) == nil && order.section(0) == nil && order.section(3) == nil)
  }

  @Test func `a row that occurs twice is refused`() {
    #expect(throws: ResultSetError.duplicateRow(7)) { try SectionedOrder(rows: [7, 8, 7], section: 1) }
    #expect(throws: ResultSetError.duplicateRow(7)) {
      try SectionedOrder(rows: [7, 1 << 40, 7], sectionOfRow: [1, 2, 3])
    }
  }

  @Test func `every row needs a section`() {
    #expect(throws: ResultSetError.sectionsMissing(rows: 2, sections: 1)) {
      try SectionedOrder(rows: [7, 8], sectionOfRow: [1])
    }
  }

  @Test func `equality is that of rows and sections`() throws {
    #expect(try order((1, [7, 8])) == SectionedOrder(rows: [7, 8], section: 1))
    #expect(try order((1, [7, 8])) != order((1, [8, 7])))
    #expect(try order((1, [7, 8])) != order((2, [7, 8])))
    #expect(try order((1, [7, 8])) != order((1, [7]), (2, [8])))
  }

  @Test func `a broken order is noticed`() throws {
    typealias Section = SectionedOrder.Section
    let gap = try SectionedOrder(rows: [1, 2], in: [Section(identity: 1, range: 1..<2)])
    #expect(gap.brokenInvariant == .sectionsCoverTheRows)
    let short = try SectionedOrder(rows: [1, 2], in: [Section(identity: 1, range: 0..<1)])
    #expect(short.brokenInvariant == .sectionsCoverTheRows)
    let sections = [Section(identity: 1, range: 0..<2), Section(identity: 2, range: 2..<2)]
    #expect(try SectionedOrder(rows: [1, 2], in: sections).brokenInvariant == .noSectionIsEmpty)
  }
}
