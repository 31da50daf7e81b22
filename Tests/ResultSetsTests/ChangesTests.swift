import ResultSets
import TestSupport
import Testing

/// Cases that a person would think of, each with the changes written out.
@Suite struct ChangesTests {
  private typealias Row = Changes.Row

  private func at(_ section: Int, _ row: Int) -> Position { Position(section: section, row: row) }

  @Test func `equal lists have no changes`() throws {
    let list = try order((1, [7, 8]), (2, [9]))
    #expect(Changes(from: list, to: list).isEmpty)
    #expect(Changes(from: SectionedOrder(), to: SectionedOrder()).isEmpty)
  }

  @Test func `the first rows come with their section`() throws {
    let changes = Changes(from: SectionedOrder(), to: try order((0, [7, 8])))
    #expect(changes.entries == [.sectionInserted(.init(0, to: 1, rows: [7, 8]))])
  }

  @Test func `the last rows go with their section`() throws {
    let changes = Changes(from: try order((0, [7, 8])), to: SectionedOrder())
    #expect(changes.entries == [.sectionDeleted(.init(0, from: 1, rows: [7, 8]))])
  }

  @Test func `rows of one section come go move and change`() throws {
    let old = try order((0, [1, 2, 3, 4, 5, 6]))
    let new = try order((0, [6, 1, 3, 8, 5, 9]))
    let changes = Changes(from: old, to: new) { before, _ in [3, 6].contains(old.rows[before]) }
    #expect(
      changes.entries == [
        .rowDeleted(Row(4, from: at(1, 4))), .rowDeleted(Row(2, from: at(1, 2))),
        .rowInserted(Row(8, to: at(1, 4))), .rowInserted(Row(9, to: at(1, 6))),
        .rowMoved(Row(6, from: at(1, 6), to: at(1, 1))),
        .rowUpdated(Row(6, from: at(1, 6), to: at(1, 1))), .rowUpdated(Row(3, from: at(1, 3), to: at(1, 3))),
      ])
  }

  @Test func `what is at its place stays and others move around it`() throws {
    let reversed = Changes(from: try order((0, [1, 2, 3])), to: try order((0, [3, 2, 1])))
    #expect(
      reversed.entries == [
        .rowMoved(Row(3, from: at(1, 3), to: at(1, 1))), .rowMoved(Row(1, from: at(1, 1), to: at(1, 3))),
      ])
    // The fewest moves would be three, one of them from 1.3 to 1.3.
    let turned = Changes(from: try order((0, [1, 2, 3, 4, 5])), to: try order((0, [4, 5, 3, 1, 2])))
    #expect(turned.moved.map(\.identity) == [4, 5, 1, 2])
    let sections = Changes(
      from: try order((1, [7]), (2, [8]), (3, [9])), to: try order((3, [9]), (2, [8]), (1, [7])))
    #expect(sections.sections.moved.map(\.identity) == [3, 1])
  }

  @Test func `a row that moves past many is one move`() throws {
    let forward = Changes(from: try order((0, [1, 2, 3, 4, 5])), to: try order((0, [2, 3, 4, 5, 1])))
    #expect(forward.entries == [.rowMoved(Row(1, from: at(1, 1), to: at(1, 5)))])
    let backward = Changes(from: try order((0, [1, 2, 3, 4, 5])), to: try order((0, [5, 1, 2, 3, 4])))
    #expect(backward.entries == [.rowMoved(Row(5, from: at(1, 5), to: at(1, 1)))])
  }

  @Test func `a section that moves takes its rows along`() throws {
    let changes = Changes(from: try order((1, [7]), (2, [8]), (3, [9])), to: try order((3, [9]), (1, [7]), (2, [8])))
    #expect(changes.entries == [.sectionMoved(.init(3, from: 3, to: 1))])
  }

  @Test func `a section behind a deleted one does not move`() throws {
    let changes = Changes(from: try order((1, [7]), (2, [8])), to: try order((2, [8])))
    #expect(changes.entries == [.sectionDeleted(.init(1, from: 1, rows: [7]))])
  }

  @Test func `a row that leaves its section moves even to the same position`() throws {
    let old = try order((1, [7, 8]), (2, [9]))
    let new = try order((1, [7]), (3, [9, 5]))
    #expect(
      Changes(from: old, to: new).entries == [
        .sectionDeleted(.init(2, from: 2)), .rowDeleted(Row(8, from: at(1, 2))),
        .sectionInserted(.init(3, to: 2, rows: [5])), .rowMoved(Row(9, from: at(2, 1), to: at(2, 1))),
      ])
  }

  @Test func `all rows can change their section`() throws {
    let changes = Changes(from: try order((1, [7, 8]), (2, [9])), to: try order((1, [9]), (2, [7, 8])))
    #expect(
      changes.entries == [
        .rowMoved(Row(9, from: at(2, 1), to: at(1, 1))), .rowMoved(Row(7, from: at(1, 1), to: at(2, 1))),
        .rowMoved(Row(8, from: at(1, 2), to: at(2, 2))),
      ])
  }

  @Test func `a section that is renamed goes and comes while its rows move`() throws {
    let changes = Changes(from: try order((1, [7, 8])), to: try order((2, [7, 8]))) { _, after in after == 1 }
    #expect(
      changes.entries == [
        .sectionDeleted(.init(1, from: 1)), .sectionInserted(.init(2, to: 1)),
        .rowMoved(Row(7, from: at(1, 1), to: at(1, 1))), .rowMoved(Row(8, from: at(1, 2), to: at(1, 2))),
        .rowUpdated(Row(8, from: at(1, 2), to: at(1, 2))),
      ])
  }

  @Test func `a section without a name is a section as any other`() throws {
    // -1 for the section without a name, 0 for the one named "".
    let old = try SectionedOrder(rows: [7, 8, 9], sectionOfRow: [0, 1, -1], sectionOrder: [-1, 0, 1])
    let new = try SectionedOrder(rows: [7, 8, 9], sectionOfRow: [-1, 1, -1], sectionOrder: [-1, 0, 1])
    #expect(
      Changes(from: old, to: new).entries == [
        .sectionDeleted(.init(0, from: 2)), .rowMoved(Row(7, from: at(2, 1), to: at(1, 1))),
      ])
  }

  @Test func `the same lists give the same changes`() throws {
    var random = Dice(seed: 11)
    for _ in 0..<50 {
      let list = random.list(rowLimit: 40, sectionLimit: 5)
      let (old, new) = (try list.order(), try random.edited(list, edits: 15).order())
      #expect(Changes(from: old, to: new) == Changes(from: old, to: new))
    }
  }

  @Test func `what the comparison throws is passed on`() throws {
    struct Unreadable: Error {}
    let list = try order((0, [7]))
    #expect(throws: Unreadable.self) { try Changes(from: list, to: list) { _, _ in throw Unreadable() } }
  }
}
