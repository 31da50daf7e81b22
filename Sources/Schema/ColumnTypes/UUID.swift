extension ColumnType {
  package static let uuid = ColumnType(
    name: "uuid", summary: "a UUID in lower case; auto = true makes one", example: "token = uuid { auto = true }",
    storage: .text, expected: "a UUID", options: ["auto"]
  ) { input, _ in
    guard case .text(let bytes) = input, let text = normalizedUUID(bytes) else {
      return .refused(expected: "a UUID such as 123e4567-e89b-42d3-a456-426614174000")
    }
    return .value(.text(text))
  }
}

/// A UUID in lower case (RFC 9562), or nil when the bytes are not a UUID.
func normalizedUUID(_ bytes: UnsafeRawBufferPointer) -> String? {
  guard bytes.count == 36 else { return nil }
  for (index, byte) in bytes.enumerated() {
    let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
    let isDigit = (48...57).contains(byte) || (97...102).contains(byte | 0x20)
    if isHyphen ? byte != 45 : !isDigit { return nil }
  }
  return String(decoding: bytes, as: UTF8.self).lowercased()
}

/// A new random UUID (version 4).
///
///     randomUUID()   // "0b0c0ee5-3c5c-4a1f-9d0e-1f5a3c8f4f6a"
package func randomUUID() -> String {
  var high = UInt64.random(in: .min ... .max)
  var low = UInt64.random(in: .min ... .max)
  high = high & ~0xF000 | 0x4000
  low = low & ~(3 << 62) | (2 << 62)
  let digits = hexadecimal(high) + hexadecimal(low)
  return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
}

private func hexadecimal(_ value: UInt64) -> [Character] {
  let text = String(value, radix: 16)
  return Array(String(repeating: "0", count: 16 - text.count) + text)
}
