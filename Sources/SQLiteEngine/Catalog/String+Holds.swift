extension String {
  /// Whether it holds these letters of ASCII, in either case: `"varchar(20)".holds("CHAR")`.
  ///
  /// The library's own search is made for long texts in any script: to prepare it takes longer than to look through a
  /// whole CREATE TABLE here.
  ///
  /// - Parameter letters: in upper case.
  func holds(_ letters: StaticString) -> Bool {
    var copy = self
    return copy.withUTF8 { bytes in
      letters.withUTF8Buffer { wanted in
        guard bytes.count >= wanted.count else { return false }
        return (0...bytes.count - wanted.count).contains { start in
          wanted.indices.allSatisfy { Self.upper(bytes[start + $0]) == wanted[$0] }
        }
      }
    }
  }

  private static func upper(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & 0xDF : byte
  }
}
