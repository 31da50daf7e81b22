/// Text as Lua source.
///
///     a "b"⏎␀      "a \"b\"\n\0"
package enum LuaText {
  private static let keywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// A name as the key of a table constructor: `id`, `["last game"]`.
  package static func key(_ name: String) -> String {
    let isName = name.utf8.allSatisfy(isNameByte) && name.utf8.first.map { $0 > 57 } == true
    if isName, !keywords.contains(name) { return name }
    var text = name
    return text.withUTF8 { bytes in
      "[" + TextSink.text { write(UnsafeRawBufferPointer(bytes), to: $0) } + "]"
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// A string literal of exactly these bytes, on one line; the source stays UTF-8 whatever they are.
  package static func write(_ bytes: UnsafeRawBufferPointer, to sink: TextSink) {
    sink.append("\"")
    if let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) {
      var position = 0
      while position < bytes.count {
        let length = UTF8Sequence.length(start + position, available: bytes.count - position)
        if length > 1 {
          sink.append(UnsafeRawBufferPointer(start: start + position, count: length))
        } else {
          let following = position + 1 < bytes.count ? start[position + 1] : 0
          write(start[position], before: following, to: sink)
        }
        position += max(length, 1)
      }
    }
    sink.append("\"")
  }

  private static func write(_ byte: UInt8, before following: UInt8, to sink: TextSink) {
    switch byte {
    case UInt8(ascii: "\""): sink.append("\\\"")
    case UInt8(ascii: "\\"): sink.append("\\\\")
    case 0x0A: sink.append("\\n")
    case 0x0D: sink.append("\\r")
    case 0x09: sink.append("\\t")
    case 0x20..<0x7F: sink.append(byte: byte)
    default:
      // A digit behind would be read as part of the escape, which takes up to three.
      let digits = String(byte)
      let isBeforeDigit = following >= 48 && following <= 57
      let zeros = isBeforeDigit ? String(repeating: "0", count: 3 - digits.count) : ""
      sink.append(text: "\\" + zeros + digits)
    }
  }
}
