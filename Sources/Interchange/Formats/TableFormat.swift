extension Format {
  /// A table drawn with ASCII, cut to the terminal's width.
  ///
  ///     +----+---------+
  ///     | id | name    |
  ///     +----+---------+
  ///     |  1 | Zerator |
  ///     +----+---------+
  package static let table = Format(name: "table", summary: "a table drawn with ASCII", isForPeople: true) {
    TableWriter($0, lines: .ascii, to: $1)
  }
}
