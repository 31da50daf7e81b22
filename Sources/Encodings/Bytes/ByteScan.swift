/// Looks for bytes eight at a time (the "SIMD within a register" tests for a zero byte and for a smaller byte).
///
/// A mask has the highest bit of each byte that was found; the lowest of them is exact, those above it may be
/// false, so that only the first is used.
package enum ByteScan {
  @inlinable @inline(__always)
  package static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  /// The byte in all eight places.
  @inlinable @inline(__always)
  package static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  @inlinable @inline(__always)
  package static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let difference = word ^ all(byte)
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }

  /// Bytes smaller than `limit`, which is at most 128.
  @inlinable @inline(__always)
  package static func less(_ word: UInt64, than limit: UInt8) -> UInt64 {
    (word &- all(limit)) & ~word & 0x8080_8080_8080_8080
  }

  /// How many bytes precede the first that was found.
  @inlinable @inline(__always)
  package static func place(_ mask: UInt64) -> Int { mask.trailingZeroBitCount / 8 }

  /// The place of the first of four bytes, or the count.
  @inlinable @inline(__always)
  package static func firstOf(
    _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, in bytes: UnsafePointer<UInt8>, count: Int
  ) -> Int {
    var position = 0
    while position + 8 <= count {
      let word = load(bytes + position)
      let mask = equal(word, a) | equal(word, b) | equal(word, c) | equal(word, d)
      if mask != 0 { return position + place(mask) }
      position += 8
    }
    while position < count {
      let byte = bytes[position]
      if byte == a || byte == b || byte == c || byte == d { return position }
      position += 1
    }
    return count
  }

  /// How many bytes at the start are ASCII.
  package static func asciiCount(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
    var position = 0
    while position + 8 <= bytes.count {
      let mask = load(start + position) & 0x8080_8080_8080_8080
      if mask != 0 { return position + place(mask) }
      position += 8
    }
    while position < bytes.count, start[position] < 0x80 { position += 1 }
    return position
  }
}
