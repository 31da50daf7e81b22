/// The characters of which a class of a regular expression takes one.
struct CharacterChoice {
  private(set) var ranges: [ClosedRange<UInt32>]
  /// Whether it takes those that are not among them.
  var isNegated = false

  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = ranges
  }

  init(_ scalar: Unicode.Scalar) {
    ranges = [scalar.value...scalar.value]
  }

  mutating func add(_ other: CharacterChoice) {
    ranges += other.isNegated ? other.visible.map { $0...$0 } : other.ranges
  }

  static let digits = CharacterChoice([0x30...0x39])
  static let capitals = CharacterChoice([0x41...0x5A])
  static let smallLetters = CharacterChoice([0x61...0x7A])
  static let letters = CharacterChoice([0x41...0x5A, 0x61...0x7A])
  static let wordCharacters = CharacterChoice([0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F...0x5F])
  static let blanks = CharacterChoice([0x20...0x20])
  static let punctuation = CharacterChoice([0x21...0x2F, 0x3A...0x40])
  static let hexDigits = CharacterChoice([0x30...0x39, 0x61...0x66])
  /// What `.` mostly stands for: letters, so that texts can be read.
  static let anything = CharacterChoice([0x61...0x7A])

  var negated: CharacterChoice {
    var result = self
    result.isNegated.toggle()
    return result
  }

  /// Those of ASCII that can be seen, as far as it takes them; others where it takes none of those.
  private var visible: [UInt32] {
    let all = Array(UInt32(0x20)...0x7E)
    let taken = all.filter { code in ranges.contains { $0.contains(code) } != isNegated }
    if !taken.isEmpty || !isNegated { return taken }
    return (UInt32(0xC0)...0x24F).filter { code in !ranges.contains { $0.contains(code) } }
  }

  func pick(_ dice: inout SampleDice) -> Unicode.Scalar? {
    if isNegated {
      let codes = visible
      let letters = codes.filter { Self.letters.ranges[1].contains($0) }
      let choices = letters.isEmpty ? codes : letters
      return choices.isEmpty ? nil : Unicode.Scalar(dice.pick(choices))
    }
    let count = ranges.reduce(0) { $0 + Int($1.count) }
    guard count > 0 else { return nil }
    var place = dice.roll(count)
    for range in ranges {
      if place < range.count { return Unicode.Scalar(range.lowerBound + UInt32(place)) }
      place -= range.count
    }
    return nil
  }
}
