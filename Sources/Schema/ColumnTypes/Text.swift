extension ColumnType {
  package static let text = ColumnType(
    name: "text", summary: "UTF-8 text", example: #"name = text { required = true }"#, storage: .text,
    expected: "text", options: ["collation"], unchanged: .texts
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
  var rest = bytes
  while let first = rest.first {
    let length = first < 0x80 ? (first == 0 ? 0 : 1) : scalarLength(rest)
    if length == 0 { return false }
    rest = rest.dropFirst(length)
  }
  return true
}

/// How many bytes the scalar takes that begins with these, none of them missing, or 0: no overlong forms, no
/// surrogates, nothing beyond U+10FFFF (Unicode 15, table 3-7).
private func scalarLength(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  let first = bytes[bytes.startIndex]
  let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
  guard length > 0, length <= bytes.count else { return 0 }
  let low: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
  let high: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
  let second = bytes[bytes.startIndex + 1]
  guard low <= second, second <= high else { return 0 }
  for place in 2..<max(length, 2) where bytes[bytes.startIndex + place] & 0xC0 != 0x80 { return 0 }
  return length
}
