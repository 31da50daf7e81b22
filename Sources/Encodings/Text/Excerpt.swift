/// A short, quoted, harmless form of some text for use in messages: control characters are escaped, the rest is cut.
///
///     quotedExcerpt("a\tb")   // 'a\9b'
package func quotedExcerpt(_ text: String, limit: Int = 40) -> String {
  var result = "'"
  for (count, scalar) in text.unicodeScalars.enumerated() {
    if count == limit { return result + "…'" }
    if let escape = escape(of: scalar) { result += escape } else { result.unicodeScalars.append(scalar) }
  }
  return result + "'"
}

/// How a character that a terminal obeys is shown.
private func escape(of scalar: Unicode.Scalar) -> String? {
  guard scalar.isObeyed else { return nil }
  return scalar.value < 0xA0 ? "\\\(scalar.value)" : "\\u{\(String(scalar.value, radix: 16))}"
}

package func quotedExcerpt(_ bytes: UnsafeRawBufferPointer, limit: Int = 40) -> String {
  quotedExcerpt(String(decoding: bytes.prefix(limit * 4 + 4), as: UTF8.self), limit: limit)
}
