/// Data made safe to look at: nothing in it moves the cursor, changes colours or breaks the line.
///
///     two⏎lines       two\nlines
///     ␛[31mred        \27[31mred
///     bytes that are no UTF-8, and characters that turn the direction of writing, show as `\255`, `\u{202E}`
package enum Escaping {
  /// The text as it may be printed; of text that surely takes more than `cells`, enough to fill them, and more.
  package static func visible(_ bytes: UnsafeRawBufferPointer, cells: Int? = nil) -> String {
    guard let cells, bytes.count > cells * longestCharacter + longestCharacter else { return visible(whole: bytes) }
    // Cut between two characters; more than `cells` of any reasonable ones remain.
    var end = cells * longestCharacter
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return visible(whole: UnsafeRawBufferPointer(rebasing: bytes[..<end])) + "…"
  }

  package static func visible(_ text: String) -> String {
    var text = text
    return text.withUTF8 { visible(whole: UnsafeRawBufferPointer($0)) }
  }

  /// More bytes than a character that is meant to be read has.
  private static let longestCharacter = 32

  private static func visible(whole bytes: UnsafeRawBufferPointer) -> String {
    let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    if isPlain { return String(decoding: bytes, as: UTF8.self) }
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return "" }
    var result = ""
    var position = 0
    while position < bytes.count {
      let length = UTF8Sequence.length(start + position, available: bytes.count - position)
      if length == 0 {
        result += "\\" + String(start[position])
      } else {
        let sequence = UnsafeRawBufferPointer(start: start + position, count: length)
        append(String(decoding: sequence, as: UTF8.self), to: &result)
      }
      position += max(length, 1)
    }
    return result
  }

  private static func append(_ text: String, to result: inout String) {
    guard let scalar = text.unicodeScalars.first else { return }
    if scalar.isObeyed { result += scalar.escaped() } else { result.unicodeScalars.append(scalar) }
  }

  /// A name between quotation marks, as SQL takes it.
  ///
  ///     Escaping.sqlName("my \"table\"")   // "my ""table"""
  package static func sqlName(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"" + name + "\"" }
    var result = "\""
    for scalar in name.unicodeScalars {
      if scalar == "\"" { result.unicodeScalars.append("\"") }
      result.unicodeScalars.append(scalar)
    }
    result.unicodeScalars.append("\"")
    return result
  }
}

extension Unicode.Scalar {
  /// Whether a terminal does something at it, in place of showing it: both sets of control characters, line separators,
  /// and what turns the direction of writing.
  package var isObeyed: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Lua's escape for it: `\n`, `\27`, `\u{9B}`; before a digit, which it would swallow, `\027`.
  package func escaped(isBeforeDigit: Bool = false) -> String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: break
    }
    guard value < 0x80 else { return "\\u{\(String(value, radix: 16, uppercase: true))}" }
    let digits = String(value)
    return "\\" + (isBeforeDigit ? String(repeating: "0", count: 3 - digits.count) : "") + digits
  }
}
