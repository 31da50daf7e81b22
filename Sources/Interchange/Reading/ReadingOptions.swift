/// What somebody said of a file of rows; what was not said is recognised.
///
///     ReadingOptions(separator: UInt8(ascii: ";"))
package struct ReadingOptions: Sendable {
  /// What stands between two fields.
  package var separator: UInt8?
  /// How many lines stand above the one that names the columns, and are none of the rows.
  package var skippedLines = 0
  /// Whether the first line names the columns.
  package var hasHeader = true
  /// Whether a backslash begins an escape, as in what PostgreSQL's COPY writes; quotes are letters then.
  package var hasEscapes = false
  /// The fields that are NULL; empty ones where this is nil.
  package var nulls: [[UInt8]]?
  /// Whether columns of one name are told apart by their place alone; else a second one gets `_2`.
  package var allowsTwins = false

  package init(separator: UInt8? = nil) {
    self.separator = separator
  }
}
