extension ColumnType {
  package static let data = ColumnType(
    name: "data", summary: "bytes, kept as they are", example: "photo = data {}", storage: .data,
    expected: "a string of bytes"
  ) { input, _ in
    guard case .text(let bytes) = input else { return .refused(expected: "a string of bytes") }
    return .value(.data([UInt8](bytes)))
  }
}
