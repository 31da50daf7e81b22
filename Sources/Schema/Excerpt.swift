/// A short, quoted, harmless form of some text for use in messages: control characters are escaped, the rest is cut.
///
///     quotedExcerpt("a\tb")   // 'a\9b'
package func quotedExcerpt(_ text: String, limit: Int = 40) -> String {
  var result = "'"
  for (count, scalar) in text.unicodeScalars.enumerated() {
    if count == limit { return result + "…'" }
    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    result += isControl ? "\\\(scalar.value)" : String(Character(scalar))
  }
  return result + "'"
}

package func quotedExcerpt(_ bytes: UnsafeRawBufferPointer, limit: Int = 40) -> String {
  quotedExcerpt(String(decoding: bytes.prefix(limit * 4 + 4), as: UTF8.self), limit: limit)
}

extension Value {
  /// The value as a message shows it: text quoted and cut.
  package var excerpt: String {
    switch self {
    case .text(let text): quotedExcerpt(text)
    case .data(let bytes): "\(bytes.count) bytes"
    default: description
    }
  }
}
