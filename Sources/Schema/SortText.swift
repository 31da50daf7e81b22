/// What values sort by when letter case does not count, or when runs of digits count as numbers.
///
/// A database asks for both by way of its engine, so that it sorts as memory does. What is no text stays as it is.
package enum SortText {
  /// The text in folded case (`foldedCase`).
  package static func caseKey(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { foldedCase(bytes) }

  /// Bytes that compare as the text does when its runs of digits are numbers.
  ///
  ///     a2   →  a 0 <1> 2        a10  →  a 0 <2> 1 0      // "a2" comes before "a10"
  ///
  /// A run becomes `0`, the number of its digits, and its digits: a longer number is the greater one. Zeros in front
  /// do not count, so that "a02" and "a2" are equal. `0` keeps digits where they stand among other characters.
  package static func digitKey(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 8)
    var place = 0
    while place < bytes.count {
      guard isDigit(bytes[place]) else {
        result.append(bytes[place])
        place += 1
        continue
      }
      while place < bytes.count, bytes[place] == zero { place += 1 }
      let start = place
      while place < bytes.count, isDigit(bytes[place]) { place += 1 }
      result.append(zero)
      appendCount(place - start, to: &result)
      result.append(contentsOf: bytes[start..<place])
    }
    return result
  }

  /// A count as bytes that compare as it does: one byte 255 for every 255 of it, then the rest.
  private static func appendCount(_ count: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: repeatElement(255, count: count / 255))
    bytes.append(UInt8(count % 255))
  }

  private static let zero = UInt8(ascii: "0")
  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
