extension ColumnType {
  package static let data = ColumnType(
    name: "data", summary: "bytes, kept as they are", example: "photo = data {}", storage: .data,
    expected: "a string of bytes"
  ) { input, field in
    guard case .text(let bytes) = input else { return .refused(expected: "a string of bytes") }
    if field.writesTexts, isStorableText(bytes) { return .value(.text(String(decoding: bytes, as: UTF8.self))) }
    return .value(.data([UInt8](bytes)))
  }
}
