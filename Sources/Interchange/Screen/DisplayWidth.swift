/// How much room text takes on a terminal, in cells.
///
///     DisplayWidth.of("naïve")                       // 5
///     DisplayWidth.of("東京")                         // 4
///     DisplayWidth.of("👩‍👩‍👧 🇫🇷")                       // 5
///     DisplayWidth.cut("東京都", to: 5)                // "東京…"
///
/// What a reader takes as one character is counted as one: combining marks take no room, and a sequence of
/// emoji joined into one takes two cells.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    if let count = asciiCount(text) { return count }
    return text.reduce(0) { $0 + of($1) }
  }

  package static func of(_ character: Character) -> Int {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return 0 }
    var width = of(first)
    var isJoined = false
    var hasEmojiSelector = false
    var hasKeycap = false
    while let scalar = scalars.next() {
      switch scalar.value {
      case 0x200D: isJoined = true
      case 0xFE0F: hasEmojiSelector = true
      case 0x20E3: hasKeycap = true
      default:
        let isPartOfEmoji = scalar.properties.isEmojiModifier || (isJoined && scalar.properties.isEmoji)
        if !isPartOfEmoji { width += of(scalar) }
        isJoined = false
      }
    }
    // "❤" is text and one cell, "❤️" is an emoji and two; digits become one only as a keycap.
    let isEmoji = hasEmojiSelector && first.properties.isEmoji && (first.value > 0x7F || hasKeycap)
    return isEmoji ? max(width, 2) : width
  }

  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return scalar.value >= 0x20 ? 1 : 0 }
    if scalar.value < 0x300 { return scalar.value >= 0xA0 ? 1 : 0 }
    if isInvisible(scalar) { return 0 }
    return WideScalars.contain(scalar) ? 2 : 1
  }

  /// The text, or as much of its beginning as fits before a `…`.
  package static func cut(_ text: String, to width: Int) -> String {
    guard width > 0 else { return "" }
    if of(text) <= width { return text }
    return prefix(text, width - 1) + "…"
  }

  /// The longest beginning of at most `width` cells.
  package static func prefix(_ text: String, _ width: Int) -> String {
    var rest = width
    let end = text.firstIndex { character in
      rest -= of(character)
      return rest < 0
    }
    return String(text[..<(end ?? text.endIndex)])
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: true
    // Vowels and final consonants of Hangul, which join the consonant before them.
    default: (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
    }
  }

  /// The length of text that is all printable ASCII, else nil.
  private static func asciiCount(_ text: String) -> Int? {
    var count = 0
    for byte in text.utf8 {
      guard byte >= 0x20, byte < 0x7F else { return nil }
      count += 1
    }
    return count
  }
}
