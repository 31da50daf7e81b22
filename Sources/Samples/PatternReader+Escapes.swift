/// What stands behind a backslash.
extension PatternReader {
  mutating func readEscape() -> PatternNode? {
    guard let scalar = next else { return nil }
    if let choice = readClassEscape() { return .one(choice) }
    place += 1
    switch scalar {
    case "b", "B", "A", "z", "Z", "G", "K": return .nothing
    case "R": return .one(CharacterChoice("\n"))
    case "Q": return readQuoted()
    case "E": return .nothing
    case "X": return .one(.anything)
    case "k":
      let end: Unicode.Scalar = take("<") ? ">" : take("{") ? "}" : take("'") ? "'" : "\0"
      return end == "\0" ? nil : text(before: end).map { .named($0) }
    case "g":
      guard take("{"), let number = text(before: "}") else { return nil }
      return Int(number).map { .reference(number: $0 < 0 ? groupCount + 1 + $0 : $0) } ?? .named(number)
    case "1"..."9":
      var number = Int(scalar.value - 48)
      if let digit = next, ("0"..."9").contains(digit), number * 10 + Int(digit.value - 48) <= groupCount {
        number = number * 10 + Int(digit.value - 48)
        place += 1
      }
      return .reference(number: number)
    default: return nil
    }
  }

  /// Up to `\E`; what repeats behind that is about the last character.
  private mutating func readQuoted() -> PatternNode? {
    var parts: [PatternNode] = []
    while let scalar = next, !take("\\E") {
      parts.append(.one(CharacterChoice(scalar)))
      place += 1
    }
    guard let last = parts.popLast() else { return .nothing }
    return readRepetitions(of: last).map { .sequence(parts + [$0]) }
  }

  /// What stands for one character behind a backslash, within a class or outside; nil, and nothing taken, for others.
  mutating func readClassEscape() -> CharacterChoice? {
    let start = place
    guard let scalar = next else { return nil }
    place += 1
    switch scalar {
    case "d": return .digits
    case "D": return CharacterChoice.digits.negated
    case "w": return .wordCharacters
    case "W": return CharacterChoice.wordCharacters.negated
    case "s", "h": return .blanks
    case "S", "H": return CharacterChoice.blanks.negated
    case "N": return .anything
    case "v": return CharacterChoice("\n")
    case "V": return .anything
    case "n": return CharacterChoice("\n")
    case "t": return CharacterChoice("\t")
    case "r": return CharacterChoice("\r")
    case "f": return CharacterChoice("\u{C}")
    case "e": return CharacterChoice("\u{1B}")
    case "p", "P":
      if let choice = readProperty() { return scalar == "P" ? choice.negated : choice }
    case "x", "o":
      if let code = readCode(radix: scalar == "x" ? 16 : 8) { return CharacterChoice(code) }
    default:
      let isLetter = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if !isLetter { return CharacterChoice(scalar) }
    }
    place = start
    return nil
  }

  /// `\x41` or `\x{1F600}`.
  private mutating func readCode(radix: Int) -> Unicode.Scalar? {
    if take("{") { return text(before: "}").flatMap { UInt32($0, radix: radix) }.flatMap(Unicode.Scalar.init) }
    guard radix == 16, place + 2 <= scalars.count else { return nil }
    defer { place += 2 }
    let digits = String(String.UnicodeScalarView(scalars[place..<place + 2]))
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }

  /// `\p{Lu}` or `\pL`.
  private mutating func readProperty() -> CharacterChoice? {
    var name: String
    if take("{") {
      guard let text = text(before: "}") else { return nil }
      name = text
    } else {
      guard let scalar = next else { return nil }
      place += 1
      name = String(scalar)
    }
    let isNegated = name.hasPrefix("^")
    if isNegated { name.removeFirst() }
    guard let choice = Self.properties[name] else { return nil }
    return isNegated ? choice.negated : choice
  }

  private static let properties: [String: CharacterChoice] = [
    "L": .letters, "L&": .letters, "Lu": .capitals, "Ll": .smallLetters, "Lt": .capitals, "N": .digits, "Nd": .digits,
    "P": .punctuation, "Po": CharacterChoice("!"), "Pd": CharacterChoice("-"), "Z": .blanks, "Zs": .blanks,
    "S": CharacterChoice("+"), "Sm": CharacterChoice("+"), "Sc": CharacterChoice("$"), "Latin": .letters,
    "Greek": CharacterChoice([0x3B1...0x3C1]), "Cyrillic": CharacterChoice([0x430...0x44F]),
    "Han": CharacterChoice([0x4E00...0x4FFF]), "Xan": .wordCharacters, "Xwd": .wordCharacters, "Any": .anything,
  ]
}
