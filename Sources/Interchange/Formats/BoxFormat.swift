extension Format {
  /// A table drawn with lines, cut to the terminal's width.
  ///
  ///     ╭────┬─────────╮
  ///     │ id │ name    │
  ///     ├────┼─────────┤
  ///     │  1 │ Zerator │
  ///     ╰────┴─────────╯
  package static let box = Format(name: "box", summary: "a table drawn with lines (the default)", isForPeople: true) {
    TableWriter($0, lines: .rounded, to: $1)
  }
}
