extension ColumnType {
  /// The layer above reads and writes documents: a plain value is not one.
  package static let embedded = ColumnType(
    name: "embedded", summary: "an object of an entity inside the row, as JSON",
    example: #"address = embedded "Address""#,
    storage: .text, expected: "an object", reading: .document
  ) { _, field in
    .refused(expected: "an object" + (field.document.map { " (\($0.kind.words))" } ?? ""))
  }
}
