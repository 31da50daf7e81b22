extension String {
  /// Appends a text as a JSON string.
  package mutating func appendJSON(_ words: String) {
    append("\"")
    // Mostly there is nothing to escape.
    if words.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      append(words)
    } else {
      for scalar in words.unicodeScalars { appendEscaped(scalar) }
    }
    append("\"")
  }

  private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": self += "\\\""
    case "\\": self += "\\\\"
    case "\n": self += "\\n"
    case "\r": self += "\\r"
    case "\t": self += "\\t"
    default:
      guard scalar.value < 0x20 else { return unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16)
      self += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
