extension ColumnType {
  /// The layer above reads and writes documents: a plain value is not one.
  package static let mapOf = ColumnType(
    name: "map_of", summary: "objects under names inside the row, as JSON", example: #"places = map_of "Address""#,
    storage: .text, expected: "a table of names and objects", reading: .document
  ) { _, field in
    .refused(expected: "a table of names and objects" + (field.document.map { " (\($0.kind.words))" } ?? ""))
  }
}
