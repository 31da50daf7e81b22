/// Text as a JSON string.
///
///     a "b"⏎      "a \"b\"\n"
///
/// Bytes that are no UTF-8 become U+FFFD, so that the document stays one that every reader takes.
package enum JSONText {
  /// The most bytes of text that are escaped in one reservation; each may become six.
  private static let piece = 4096

  package static func write(_ bytes: UnsafeRawBufferPointer, to sink: TextSink) {
    sink.append(byte: UInt8(ascii: "\""))
    if let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) {
      var position = 0
      while position < bytes.count {
        // Headroom: a word or a sequence may begin before the end of the piece and reach behind it.
        let end = min(position + piece, bytes.count)
        var out = sink.reserve((end - position) * 6 + 16)
        position = escape(start, from: position, to: end, count: bytes.count, into: &out)
        sink.commit(out)
      }
    }
    sink.append(byte: UInt8(ascii: "\""))
  }

  package static func write(_ text: String, to sink: TextSink) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: sink) }
  }

  /// Escapes from `position` at least up to `end` and returns where it stopped.
  @inline(__always)
  private static func escape(
    _ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, count: Int, into out: inout UnsafeMutablePointer<UInt8>
  ) -> Int {
    var position = start
    while position < end {
      while position + 8 <= end {
        let word = ByteScan.load(bytes + position)
        let mask = special(word)
        UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, as: UInt64.self)
        let plain = mask == 0 ? 8 : ByteScan.place(mask)
        position += plain
        out += plain
        if mask != 0 { break }
      }
      guard position < end else { break }
      repeat {
        let byte = bytes[position]
        if byte >= 0x80 {
          position += copySequence(bytes + position, available: count - position, into: &out)
        } else {
          escapeASCII(byte, into: &out)
          position += 1
        }
      } while position < end && (bytes[position] >= 0x80 || end - position < 8)
    }
    return position
  }

  /// The bytes of a word that cannot be copied as they are.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    (word & 0x8080_8080_8080_8080) | ByteScan.less(word, than: 0x20)
      | ByteScan.equal(word, UInt8(ascii: "\"")) | ByteScan.equal(word, UInt8(ascii: "\\"))
  }

  @inline(__always)
  private static func copySequence(
    _ bytes: UnsafePointer<UInt8>, available: Int, into out: inout UnsafeMutablePointer<UInt8>
  ) -> Int {
    let length = UTF8Sequence.length(bytes, available: available)
    if length == 0 {
      (out[0], out[1], out[2]) = (0xEF, 0xBF, 0xBD)
      out += 3
      return 1
    }
    for index in 0..<length { out[index] = bytes[index] }
    out += length
    return length
  }

  @inline(__always)
  private static func escapeASCII(_ byte: UInt8, into out: inout UnsafeMutablePointer<UInt8>) {
    if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      out[0] = byte
      out += 1
    } else if let letter = letter(for: byte) {
      (out[0], out[1]) = (UInt8(ascii: "\\"), letter)
      out += 2
    } else {
      let zero = UInt8(ascii: "0")
      (out[0], out[1], out[2], out[3]) = (UInt8(ascii: "\\"), UInt8(ascii: "u"), zero, zero)
      (out[4], out[5]) = (hexDigit(byte >> 4), hexDigit(byte & 15))
      out += 6
    }
  }

  private static func letter(for byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
    case 8: UInt8(ascii: "b")
    case 9: UInt8(ascii: "t")
    case 10: UInt8(ascii: "n")
    case 12: UInt8(ascii: "f")
    case 13: UInt8(ascii: "r")
    default: nil
    }
  }
}

/// The digit of a number below 16, in lower case.
@inlinable @inline(__always)
package func hexDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? 48 + value : 87 + value
}
