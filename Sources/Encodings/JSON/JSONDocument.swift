/// A JSON document inside another: checked, and without the blanks between its parts.
///
///     { "a": [1, 2] }      {"a":[1,2]}
package enum JSONDocument {
  /// Writes the document; false, with nothing written, when it is none (RFC 8259).
  package static func write(_ bytes: UnsafeRawBufferPointer, to sink: TextSink) -> Bool {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
    var reader = Reader(bytes: start, count: bytes.count, out: sink.reserve(bytes.count))
    guard reader.value(depth: 0), reader.next() == nil else { return false }
    sink.commit(reader.out)
    return true
  }

  /// Copies what it has read.
  private struct Reader {
    /// As deep as SQLite reads, and far from the end of the stack.
    static let deepest = 1000

    let bytes: UnsafePointer<UInt8>
    let count: Int
    var position = 0
    var out: UnsafeMutablePointer<UInt8>

    init(bytes: UnsafePointer<UInt8>, count: Int, out: UnsafeMutablePointer<UInt8>) {
      self.bytes = bytes
      self.count = count
      self.out = out
    }

    /// The next byte that is no blank.
    mutating func next() -> UInt8? {
      while position < count {
        let byte = bytes[position]
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
        position += 1
      }
      return nil
    }

    mutating func copy(_ length: Int = 1) {
      for index in 0..<length { out[index] = bytes[position + index] }
      position += length
      out += length
    }

    /// Copies a byte when it is the next one that is no blank.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
      guard next() == UInt8(ascii: byte) else { return false }
      copy()
      return true
    }

    mutating func value(depth: Int) -> Bool {
      guard depth < Self.deepest, let first = next() else { return false }
      switch first {
      case UInt8(ascii: "{"): return object(depth: depth)
      case UInt8(ascii: "["): return array(depth: depth)
      case UInt8(ascii: "\""): return string()
      case UInt8(ascii: "t"): return word("true")
      case UInt8(ascii: "f"): return word("false")
      case UInt8(ascii: "n"): return word("null")
      default: return number()
      }
    }

    mutating func object(depth: Int) -> Bool {
      copy()
      if take("}") { return true }
      repeat {
        guard next() == UInt8(ascii: "\""), string(), take(":"), value(depth: depth + 1) else { return false }
      } while take(",")
      return take("}")
    }

    mutating func array(depth: Int) -> Bool {
      copy()
      if take("]") { return true }
      repeat {
        guard value(depth: depth + 1) else { return false }
      } while take(",")
      return take("]")
    }

    mutating func string() -> Bool {
      copy()
      while position < count {
        let byte = bytes[position]
        if byte == UInt8(ascii: "\"") {
          copy()
          return true
        }
        if byte == UInt8(ascii: "\\") {
          guard escape() else { return false }
        } else {
          let length = byte < 0x20 ? 0 : UTF8Sequence.length(bytes + position, available: count - position)
          guard length > 0 else { return false }
          copy(length)
        }
      }
      return false
    }

    mutating func escape() -> Bool {
      guard position + 1 < count else { return false }
      switch Unicode.Scalar(bytes[position + 1]) {
      case "\"", "\\", "/", "b", "f", "n", "r", "t": copy(2)
      case "u":
        guard position + 6 <= count else { return false }
        guard (2..<6).allSatisfy({ Character(Unicode.Scalar(bytes[position + $0])).isHexDigit }) else { return false }
        copy(6)
      default: return false
      }
      return true
    }

    mutating func word(_ word: StaticString) -> Bool {
      let length = word.utf8CodeUnitCount
      guard position + length <= count else { return false }
      for index in 0..<length where bytes[position + index] != word.utf8Start[index] { return false }
      copy(length)
      return true
    }

    mutating func number() -> Bool {
      if peek("-") { copy() }
      if peek("0") { copy() } else if digits() == 0 { return false }
      if peek(".") {
        copy()
        if digits() == 0 { return false }
      }
      if peek("e") || peek("E") {
        copy()
        if peek("+") || peek("-") { copy() }
        if digits() == 0 { return false }
      }
      return true
    }

    func peek(_ byte: Unicode.Scalar) -> Bool {
      position < count && bytes[position] == UInt8(ascii: byte)
    }

    mutating func digits() -> Int {
      let start = position
      while position < count, bytes[position] >= 48, bytes[position] <= 57 { copy() }
      return position - start
    }
  }
}
