/// Classes of characters: `[a-z_]`, `[^[:digit:]]`.
extension PatternReader {
  mutating func readClass() -> CharacterChoice? {
    var result = CharacterChoice([])
    result.isNegated = take("^")
    var isFirst = true
    while let scalar = next {
      if scalar == "]", !isFirst {
        place += 1
        return result
      }
      isFirst = false
      if take("[:") {
        guard let name = text(before: ":"), take("]"), let choice = Self.named(name) else { return nil }
        result.add(choice)
        continue
      }
      guard let low = readMember() else { return nil }
      // A line between two characters makes a range of them; at the end it is a character.
      guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]", let first = low.onlyCharacter else {
        result.add(low)
        continue
      }
      place += 1
      guard let high = readMember() else { return nil }
      if let last = high.onlyCharacter {
        guard first <= last else { return nil }
        result.add(CharacterChoice([first...last]))
      } else {
        result.add(low)
        result.add(CharacterChoice("-"))
        result.add(high)
      }
    }
    return nil
  }

  private mutating func readMember() -> CharacterChoice? {
    guard let scalar = next else { return nil }
    place += 1
    guard scalar == "\\" else { return CharacterChoice(scalar) }
    if take("b") { return CharacterChoice("\u{8}") }
    return readClassEscape()
  }

  private static func named(_ name: String) -> CharacterChoice? {
    let isNegated = name.hasPrefix("^")
    guard let choice = classes[isNegated ? String(name.dropFirst()) : name] else { return nil }
    return isNegated ? choice.negated : choice
  }

  private static let classes: [String: CharacterChoice] = [
    "alpha": .letters, "digit": .digits, "alnum": CharacterChoice([0x61...0x7A, 0x41...0x5A, 0x30...0x39]),
    "upper": .capitals, "lower": .smallLetters, "space": .blanks, "blank": .blanks, "punct": .punctuation,
    "xdigit": .hexDigits, "word": .wordCharacters, "print": .letters, "graph": .letters, "ascii": .letters,
  ]
}

extension CharacterChoice {
  /// Its code, where it is one character and no class.
  var onlyCharacter: UInt32? {
    guard !isNegated, ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}
