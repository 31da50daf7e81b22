import Encodings

/// How the numbers of a file are written, where that is not Lua's way.
///
///     NumberStyle(point: ",").plain("1.234,50")      // "1234.50"
///
/// Thousands may be grouped by the other mark, a blank or an apostrophe; groups that are none are no number.
package struct NumberStyle: Sendable {
  let point: UInt8
  private let groups: Set<UInt8>

  /// - Parameter point: `,` or `.`
  package init(point: UInt8) {
    self.point = point
    groups = [point == UInt8(ascii: ",") ? UInt8(ascii: ".") : UInt8(ascii: ","), 0x20, UInt8(ascii: "'")]
  }

  /// The number in Lua's way; nil for what is no number in this one.
  package func plain(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    let text = Self.withPlainBlanks(bytes)
    var result: [UInt8] = []
    var group: UInt8?
    var digits = 0
    var place = 0
    if let first = text.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      result.append(first)
      place = 1
    }
    while place < text.count, text[place] != point {
      let byte = text[place]
      place += 1
      if (48...57).contains(byte) {
        digits += 1
        result.append(byte)
        continue
      }
      guard groups.contains(byte), group.map({ $0 == byte && digits == 3 }) ?? (1...3).contains(digits) else {
        return byte | 0x20 == UInt8(ascii: "e") && group == nil ? result + text[(place - 1)...] : nil
      }
      (group, digits) = (byte, 0)
    }
    guard group == nil || digits == 3 else { return nil }
    guard place < text.count else { return result }
    return result + [UInt8(ascii: ".")] + text[(place + 1)...]
  }

  /// The text without blanks at its ends, and with plain ones for those that do not break, and those that are narrow.
  private static func withPlainBlanks(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    for blank in ["\u{A0}", "\u{202F}", "\u{2009}"] { text = text.replacing(blank, with: " ") }
    return Array(text.utf8.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed())
  }
}
