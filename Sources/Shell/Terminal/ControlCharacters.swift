import Encodings

/// Shows control characters as escapes, so that data never drives the terminal.
///
/// C0, DEL and C1 become what Lua would write: `\n`, `\t`, `\27`; C1, which takes two bytes, becomes `\u{9B}`.
/// Marks that turn the direction of text, and the line separators, are shown too: they make a line read as another.
///
/// ```swift
/// escapingControls("a\u{1B}[2J")                        // "a\\27[2J"
/// escapingControls("a\nb", keeping: ["\n"])             // "a\nb"
/// ```
/// - Parameter keeping: control characters to let through, such as the line ends of a text shown over many lines.
package func escapingControls(_ text: String, keeping: Set<Unicode.Scalar> = []) -> String {
  // Nearly all data is clean: look first, build only where there is something to replace.
  guard text.unicodeScalars.contains(where: { needsEscape($0) && !keeping.contains($0) }) else { return text }
  var result = ""
  var scalars = text.unicodeScalars.makeIterator()
  var next = scalars.next()
  while let scalar = next {
    next = scalars.next()
    if needsEscape(scalar) && !keeping.contains(scalar) {
      result += scalar.escaped(isBeforeDigit: next.map { "0"..."9" ~= $0 } ?? false)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A scalar as `escapingControls` shows it before a byte, which may be a digit.
func escapingControls(_ scalar: String, before next: UInt8?) -> String {
  let isBeforeDigit = next.map { 0x30..<0x3A ~= $0 } ?? false
  return scalar.unicodeScalars.map { $0.escaped(isBeforeDigit: isBeforeDigit) }.joined()
}

func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
  default: false
  }
}
