/// Reads UTF-8 where bytes may be anything.
package enum UTF8Sequence {
  /// How many bytes the valid sequence at `bytes` has, or 0 where there is none.
  ///
  ///     41 → 1    C3 A9 → 2    C3 28 → 0    ED A0 80 (a surrogate) → 0
  ///
  /// After table 3-7 of the Unicode Standard.
  @inlinable @inline(__always)
  package static func length(_ bytes: UnsafePointer<UInt8>, available: Int) -> Int {
    let first = bytes[0]
    if first < 0x80 { return 1 }
    if first < 0xC2 || first > 0xF4 || available < 2 { return 0 }
    let second = bytes[1]
    if first < 0xE0 { return isContinuation(second) ? 2 : 0 }
    guard available >= 3, isContinuation(second), isContinuation(bytes[2]) else { return 0 }
    if first < 0xF0 {
      // Overlong forms, then surrogates.
      return (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ? 0 : 3
    }
    guard available >= 4, isContinuation(bytes[3]) else { return 0 }
    return (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F) ? 0 : 4
  }

  @inlinable @inline(__always)
  static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Whether all of `bytes` is UTF-8.
  package static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return true }
    var position = ByteScan.asciiCount(bytes)
    while position < bytes.count {
      let length = length(start + position, available: bytes.count - position)
      if length == 0 { return false }
      position += length
    }
    return true
  }
}
