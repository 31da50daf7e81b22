/// Bytes as text, after RFC 4648, section 4.
///
///     00 ff 10      AP8Q
enum Base64 {
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
}
