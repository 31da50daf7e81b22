import LuaRuntime
import Model
import ResultSets

extension MemoryRows {
  /// What turns these rows into others, in orders that number the rows of both alike.
  ///
  /// Rows that were taken over from fetched lists are compared cell by cell, others by their marks.
  func changes(to other: MemoryRows, from old: SectionedOrder, to new: SectionedOrder) throws -> Changes {
    func changes(_ isSame: (Int, Int) -> Bool?) throws -> Changes {
      Changes(from: old, to: new) { before, after in
        !(isSame(before, after) ?? mark(before).isSame(as: other.mark(after)))
      }
    }
    guard let left = loadedRows, let right = other.loadedRows else { return try changes { _, _ in nil } }
    return try left.compared(
      to: right,
      places: { before, after in
        guard let first = place(before, in: left), let second = other.place(after, in: right) else { return nil }
        return (first, second)
      }, changes) ?? changes { _, _ in nil }
  }

  /// The list that the first row was taken over from.
  private var loadedRows: LoadedRows? { order.rowCount > 0 ? row(0)?.contents.loadedRows : nil }

  /// The place of a row in a list that it was taken over from.
  private func place(_ index: Int, in rows: LoadedRows) -> Int? {
    guard case .loaded(let others, let place)? = row(index)?.contents, others === rows else { return nil }
    return place
  }
}
