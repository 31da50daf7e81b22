/// What turned one list into another: rows and sections that were deleted, inserted, moved, and rows with new content.
///
///     old: [1: 7 8, 2: 9]   new: [1: 8, 3: 9 5]
///     sections.deleted   2, from 2
///     deleted            row 7, from 1.1
///     sections.inserted  3, to 2, with the row 5
///     moved              row 9, from 2.1 to 2.1
///
/// `from` counts in the list before, `to` in the list after, both from 1. Deleted ones are sorted by `from`,
/// descending; all others by `to`, ascending. Applying the changes to the old list gives the new list
/// (`SectionedOrder.applying(_:)`), always.
///
/// Of the rows in a deleted or inserted section there are no entries, except moves out of it or into it: the entry of
/// the section says which rows went or came with it. A section that moves takes its rows along.
/// A row whose section and order among the rows that stay are the same did not move, whatever its position is now; one
/// that is at the same place of the same section stays, and others move around it.
/// A row that moved and changed is in both `moved` and `updated`.
package struct Changes: Hashable, Sendable {
  /// One row: `from` is nil where it was inserted, `to` where it was deleted.
  package struct Row: Hashable, Sendable {
    package let identity: Int
    package let from: Position?
    package let to: Position?

    package init(_ identity: Int, from: Position? = nil, to: Position? = nil) {
      self.identity = identity
      self.from = from
      self.to = to
    }
  }

  /// One section: `from` is nil where it was inserted, `to` where it was deleted.
  package struct Section: Hashable, Sendable {
    package let identity: Int
    package let from: Int?
    package let to: Int?
    /// The rows that went with a deleted section, or came with an inserted one, in their order.
    package let rows: [Int]

    package init(_ identity: Int, from: Int? = nil, to: Int? = nil, rows: [Int] = []) {
      self.identity = identity
      self.from = from
      self.to = to
      self.rows = rows
    }
  }

  /// The sections among the changes.
  package struct Sections: Hashable, Sendable {
    package var deleted: [Section] = []
    package var inserted: [Section] = []
    package var moved: [Section] = []

    package init() {}

    package var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && moved.isEmpty }
  }

  package var sections = Sections()
  package var deleted: [Row] = []
  package var inserted: [Row] = []
  package var moved: [Row] = []
  package var updated: [Row] = []

  package init() {}

  package var isEmpty: Bool {
    sections.isEmpty && deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
  }
}
