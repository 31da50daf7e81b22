/// Bytes as text, after RFC 4648, section 4.
///
///     00 ff 10      AP8Q
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// A multiple of 3, so that only the last piece is padded.
  private static let piece = 6144

  package static func write(_ bytes: UnsafeRawBufferPointer, to sink: TextSink) {
    alphabet.withUnsafeBufferPointer { alphabet in
      var position = 0
      while position < bytes.count {
        let end = min(position + piece, bytes.count)
        var out = sink.reserve((end - position + 2) / 3 * 4)
        while position < end {
          group(bytes, at: position, end: end, alphabet, into: out)
          position += 3
          out += 4
        }
        sink.commit(out)
      }
    }
  }

  /// Writes up to three bytes as four letters.
  @inline(__always)
  private static func group(
    _ bytes: UnsafeRawBufferPointer, at start: Int, end: Int, _ alphabet: UnsafeBufferPointer<UInt8>,
    into out: UnsafeMutablePointer<UInt8>
  ) {
    let second = start + 1 < end
    let third = start + 2 < end
    let bits = Int(bytes[start]) << 16 | (second ? Int(bytes[start + 1]) << 8 : 0) | (third ? Int(bytes[start + 2]) : 0)
    let padding = UInt8(ascii: "=")
    out[0] = alphabet[bits >> 18]
    out[1] = alphabet[bits >> 12 & 63]
    out[2] = second ? alphabet[bits >> 6 & 63] : padding
    out[3] = third ? alphabet[bits & 63] : padding
  }

  /// The text of bytes: how documents hold them.
  ///
  ///     Base64.text([0, 255, 16])   // "AP8Q"
  package static func text(_ bytes: [UInt8]) -> String {
    bytes.withUnsafeBytes { bytes in TextSink.text { write(bytes, to: $0) } }
  }

  /// The bytes of a text in base 64, or nil when it is not valid.
  package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let digits = text.dropLast(padding)
    var result: [UInt8] = []
    result.reserveCapacity(digits.count * 3 / 4)
    var bits = 0
    var count = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      (bits, count) = ((bits << 6 | value) & 0xFFFF, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      result.append(UInt8(bits >> count & 0xFF))
    }
    // What the last digit has too much must be nothing, so that one text means one value.
    return bits & ((1 << count) - 1) == 0 ? result : nil
  }

  private static func value(of digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
