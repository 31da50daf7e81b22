/// Where a row stands: in which section, and where in it, both counted from 1 as people and Lua count.
///
///     Position(section: 2, row: 1)   // 2.1, the first row of the second section
///
/// What counts from 0 is called an *index* here, and is one into `SectionedOrder.rows` or `.sections`.
package struct Position: Hashable, Sendable {
  package var section: Int
  package var row: Int

  package init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

/// By section, then by row: the order in which a list is read.
extension Position: Comparable {
  package static func < (left: Position, right: Position) -> Bool {
    left.section == right.section ? left.row < right.row : left.section < right.section
  }
}

extension Position: CustomStringConvertible {
  package var description: String { "\(section).\(row)" }
}
