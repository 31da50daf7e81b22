extension String {
  /// Appends a text as a JSON string.
  package mutating func appendJSON(_ words: String) {
    // Mostly there is nothing to escape.
    if words.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      append("\"")
      append(words)
      append("\"")
    } else {
      append(TextSink.text(capacity: words.utf8.count + 64) { JSONText.write(words, to: $0) })
    }
  }
}
