extension ColumnType {
  /// The layer above reads and writes documents: a plain value is not one.
  package static let variant = ColumnType(
    name: "variant", summary: "one of several cases, each with a value of its own, as JSON",
    example: #"shape = variant { circle = real {}, rect = "Rect", none = true }"#, storage: .text,
    expected: "a table of one case", reading: .document
  ) { _, field in
    .refused(expected: "a table of one case" + (field.document.map { " (\($0.kind.words))" } ?? ""))
  }
}
