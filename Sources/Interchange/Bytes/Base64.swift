/// Bytes as text, after RFC 4648, section 4.
///
///     00 ff 10      AP8Q
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// A multiple of 3, so that only the last piece is padded.
  private static let piece = 6144

  static func write(_ bytes: UnsafeRawBufferPointer, to sink: TextSink) {
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

  /// The text that stands for some bytes.
  package static func text(_ bytes: [UInt8]) -> String {
    TextSink.text { sink in bytes.withUnsafeBytes { write($0, to: sink) } }
  }

  /// The bytes that a text stands for, or nil when it is none: it must be whole, with its padding.
  package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var letters = 0
    var padding = 0
    for byte in text {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: byte) else { return nil }
      bits = bits << 6 | value
      letters += 1
      if letters % 4 == 0 { result += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)] }
    }
    guard (letters + padding) % 4 == 0, padding < 3 else { return nil }
    // Bits that no byte takes must be zero, so that each text of bytes is one text only.
    switch padding {
    case 1:
      guard bits & 3 == 0 else { return nil }
      result += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
    case 2:
      guard bits & 15 == 0 else { return nil }
      result.append(UInt8(bits >> 4 & 255))
    default: break
    }
    return result
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - 65)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - 71)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter + 4)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
