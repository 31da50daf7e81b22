extension ColumnType {
  package static let boolean = ColumnType(
    name: "boolean", summary: "true or false", example: "active = boolean { default = true }", storage: .integer,
    expected: "true or false", reading: .boolean, unchanged: .booleans,
    check: { value, _ in .oneOf(value, [.integer(0), .integer(1)]) },
    store: { input, _ in
      guard case .boolean(let value) = input else { return .refused(expected: "true or false") }
      return .value(.integer(value ? 1 : 0))
    })
}
