import ResultSets
import Testing

/// Changes that were made for another list, or by hand, and do not fit.
@Suite struct ApplyingTests {
  private typealias Edit = @Sendable (inout Changes) -> Void

  private static func at(_ section: Int, _ row: Int) -> Position { Position(section: section, row: row) }

  private func refusal(_ edit: Edit) throws -> ResultSetError? {
    var changes = Changes()
    edit(&changes)
    do {
      _ = try order((1, [7, 8]), (2, [9])).applying(changes)
      return nil
    } catch let error as ResultSetError {
      return error
    }
  }

  private static let rowEdits: [(Int, Edit)] = [
    (7, { $0.deleted = [.init(7, from: at(1, 2))] }),
    (7, { $0.deleted = [.init(7, from: at(4, 1))] }),
    (7, { $0.deleted = [.init(7)] }),
    (7, { $0.deleted = [.init(7, from: at(1, 1)), .init(7, from: at(1, 1))] }),
    (7, { ($0.deleted, $0.moved) = ([.init(7, from: at(1, 1))], [.init(7, from: at(1, 1), to: at(1, 1))]) }),
    (5, { $0.inserted = [.init(5, to: at(1, 4))] }),
    (5, { $0.inserted = [.init(5, to: at(1, 0))] }),
    (5, { $0.inserted = [.init(5, to: at(3, 1))] }),
    (5, { $0.inserted = [.init(5, to: at(0, 1))] }),
    (5, { $0.inserted = [.init(5, to: at(Int.min, Int.min))] }),
    (5, { $0.inserted = [.init(5)] }),
    (6, { $0.inserted = [.init(5, to: at(1, 1)), .init(6, to: at(1, 1))] }),
    (9, { $0.moved = [.init(9, from: at(1, 1), to: at(1, 1))] }),
    (9, { $0.moved = [.init(9, from: at(2, 1))] }),
    (9, { $0.updated = [.init(9, from: at(2, 1), to: at(1, 1))] }),
    (9, { $0.updated = [.init(9, from: at(1, 1), to: at(2, 1))] }),
  ]

  @Test func `a row that is not where it should be is refused`() throws {
    for (row, edit) in Self.rowEdits { #expect(try refusal(edit) == .rowDoesNotFit(row)) }
  }

  private static let sectionEdits: [(Int, Edit)] = [
    (2, { $0.sections.deleted = [.init(2, from: 1, rows: [7, 8])] }),
    (1, { $0.sections.deleted = [.init(1, from: 1, rows: [7])] }),
    (1, { $0.sections.deleted = [.init(1, from: 1, rows: [8, 7])] }),
    (1, { $0.sections.deleted = [.init(1, rows: [7, 8])] }),
    (1, { $0.sections.deleted = [.init(1, from: 0)] }),
    (3, { $0.sections.inserted = [.init(3, to: 4, rows: [5])] }),
    (3, { $0.sections.inserted = [.init(3, rows: [5])] }),
    (3, { $0.sections.inserted = [.init(3, to: 3)] }),
    (2, { $0.sections.moved = [.init(2, from: 2, to: 3)] }),
    (2, { $0.sections.moved = [.init(2, from: 1, to: 1)] }),
    (2, { $0.sections.moved = [.init(2, to: 1)] }),
    (2, { $0.moved = [.init(9, from: at(2, 1), to: at(1, 1))] }),
  ]

  @Test func `a section that does not fit or would be empty is refused`() throws {
    for (section, edit) in Self.sectionEdits { #expect(try refusal(edit) == .sectionDoesNotFit(section)) }
  }

  @Test func `what is there already cannot be inserted`() throws {
    #expect(try refusal { $0.inserted = [.init(7, to: Self.at(2, 1))] } == .duplicateRow(7))
    #expect(try refusal { $0.sections.inserted = [.init(1, to: 1, rows: [5])] } == .duplicateSection(1))
  }

  @Test func `changes of another list are refused`() throws {
    let changes = Changes(from: try order((1, [7, 8])), to: try order((1, [8])))
    #expect(throws: ResultSetError.rowDoesNotFit(7)) { try order((1, [8, 7])).applying(changes) }
  }

  @Test func `no changes give the same list`() throws {
    let list = try order((1, [7, 8]), (2, [9]))
    #expect(try list.applying(Changes()) == list)
    #expect(try SectionedOrder().applying(Changes()) == SectionedOrder())
  }
}
