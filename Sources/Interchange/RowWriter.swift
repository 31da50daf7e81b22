import Schema

/// Writes rows as text, one after another.
///
/// The calls come in this order: `begin`, then any number of `row`, `gap` and `section`, then `end`. Formats for
/// programs write at once and keep nothing; formats for people keep the rows until `end`, to know the widths.
package protocol RowWriter {
  mutating func begin(_ columns: [OutputColumn])

  /// Writes one row; there are as many cells as columns, and they are read before this returns.
  mutating func row(_ cells: UnsafePointer<Cell>)

  /// Says that `hidden` rows are left out here: `… 1,194 more`. Formats for programs ignore it.
  mutating func gap(_ hidden: Int)

  /// Begins the rows of a section under its title. Formats for programs ignore it.
  mutating func section(_ title: String)

  /// Writes what the rows above come to, one cell a column.
  mutating func totals(_ cells: UnsafePointer<Cell>)

  mutating func end()
}

extension RowWriter {
  package mutating func gap(_ hidden: Int) {}
  package mutating func section(_ title: String) {}
  package mutating func totals(_ cells: UnsafePointer<Cell>) { row(cells) }
}
