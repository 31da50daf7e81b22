extension ColumnType {
  package static let text = ColumnType(
    name: "text", summary: "UTF-8 text", example: #"name = text { required = true }"#, storage: .text,
    expected: "text", unchanged: .texts
  ) { input, _ in
    guard case .text(let bytes) = input else { return .refused(expected: "text") }
    return isStorableText(bytes) ? .same : .refused(expected: "valid UTF-8 without NUL")
  }
}

/// Whether bytes are valid UTF-8 and hold no NUL: what every engine can store as text.
package func isStorableText(_ bytes: UnsafeRawBufferPointer) -> Bool {
  var index = 0
  while index + 8 <= bytes.count {
    let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    guard word & 0x8080_8080_8080_8080 == 0, !hasZeroByte(word) else { break }
    index += 8
  }
  while index < bytes.count, bytes[index] < 0x80 {
    if bytes[index] == 0 { return false }
    index += 1
  }
  return index == bytes.count || isValidUTF8WithoutNUL(bytes[index...])
}

private func hasZeroByte(_ word: UInt64) -> Bool {
  (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0
}

private func isValidUTF8WithoutNUL(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
  var decoder = UTF8()
  var iterator = bytes.makeIterator()
  while true {
    switch decoder.decode(&iterator) {
    case .scalarValue(let scalar): if scalar.value == 0 { return false }
    case .emptyInput: return true
    case .error: return false
    }
  }
}
