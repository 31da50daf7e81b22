extension ColumnType {
  /// The layer above reads and writes documents: a plain value is not one.
  package static let listOf = ColumnType(
    name: "list_of", summary: "a list of objects inside the row, as JSON", example: #"homes = list_of "Address""#,
    storage: .text, expected: "a list", reading: .document
  ) { _, field in
    .refused(expected: "a list" + (field.document.map { " (\($0.kind.words))" } ?? ""))
  }
}
