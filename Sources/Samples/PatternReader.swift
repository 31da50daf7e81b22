/// Reads a regular expression of PCRE2, as far as it says which texts match.
struct PatternReader {
  let scalars: [Unicode.Scalar]
  var place = 0
  private(set) var groupCount = 0
  /// Whether blanks and comments do not count: `(?x)`.
  private var isSpaced = false
  private var depth = 0

  /// As deep as groups may stand in each other.
  private static let deepest = 50
  /// What is to be repeated more often is not read.
  private static let mostRepetitions = 10_000

  init(_ pattern: String) {
    scalars = Array(pattern.unicodeScalars)
  }

  /// Nil for what it does not know.
  mutating func read() -> PatternNode? {
    guard let node = readAlternatives(), place == scalars.count else { return nil }
    return node
  }

  var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[place...].starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  /// What stands before a sign, which is taken, too.
  mutating func text(before end: Unicode.Scalar) -> String? {
    guard let stop = scalars[place...].firstIndex(of: end) else { return nil }
    defer { place = stop + 1 }
    return String(String.UnicodeScalarView(scalars[place..<stop]))
  }

  private mutating func readAlternatives() -> PatternNode? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest, let first = readSequence() else { return nil }
    var parts = [first]
    while take("|") {
      guard let part = readSequence() else { return nil }
      parts.append(part)
    }
    return parts.count == 1 ? first : .alternatives(parts)
  }

  private mutating func readSequence() -> PatternNode? {
    var parts: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      if isSpaced, skipSpace() { continue }
      guard let atom = readAtom(), let part = readRepetitions(of: atom) else { return nil }
      parts.append(part)
    }
    return .sequence(parts)
  }

  private mutating func skipSpace() -> Bool {
    guard let scalar = next else { return false }
    if scalar.properties.isWhitespace {
      place += 1
      return true
    }
    guard scalar == "#" else { return false }
    place = scalars[place...].firstIndex(of: "\n") ?? scalars.count
    return true
  }

  // MARK: Repetitions

  mutating func readRepetitions(of atom: PatternNode) -> PatternNode? {
    var node = atom
    while let (least, most) = readCount() {
      guard least <= Self.mostRepetitions, most.map({ $0 >= least }) ?? true else { return nil }
      node = .repeated(node, least: least, most: most)
      // Lazy or possessive: the text is the same.
      if !take("?") { _ = take("+") }
    }
    return node
  }

  private mutating func readCount() -> (Int, Int?)? {
    if isSpaced { while skipSpace() {} }
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = place
    guard take("{"), let text = text(before: "}") else {
      place = start
      return nil
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    if parts.count == 1, let count = Int(parts[0]) { return (count, count) }
    if parts.count == 2, let least = Int(parts[0]) {
      if parts[1].isEmpty { return (least, nil) }
      if let most = Int(parts[1]) { return (least, most) }
    }
    // A brace that counts nothing is a letter.
    place = start
    return nil
  }

  // MARK: Atoms

  private mutating func readAtom() -> PatternNode? {
    guard let scalar = next else { return nil }
    place += 1
    switch scalar {
    case "^", "$": return .nothing
    case ".": return .one(.anything)
    case "(": return readGroup()
    case "[": return readClass().map { .one($0) }
    case "\\": return readEscape()
    case "*", "+", "?": return nil
    default: return .one(CharacterChoice(scalar))
    }
  }

  private mutating func readGroup() -> PatternNode? {
    if take("?:") || take("?>") || take("?|") { return closed() }
    if take("?=") || take("?!") || take("?<=") || take("?<!") {
      // What it looks for is left to the test.
      return closed() == nil ? nil : .nothing
    }
    if take("?#") { return text(before: ")") == nil ? nil : .nothing }
    if take("?P<") || take("?<") { return namedGroup(endingWith: ">") }
    if take("?'") { return namedGroup(endingWith: "'") }
    if take("?") { return readSettings() }
    // Verbs, and conditions.
    if next == "*" { return nil }
    groupCount += 1
    let number = groupCount
    return closed().map { .group($0, number: number, name: nil) }
  }

  private mutating func namedGroup(endingWith end: Unicode.Scalar) -> PatternNode? {
    groupCount += 1
    let number = groupCount
    guard let name = text(before: end) else { return nil }
    return closed().map { .group($0, number: number, name: name) }
  }

  private mutating func closed() -> PatternNode? {
    let wasSpaced = isSpaced
    defer { isSpaced = wasSpaced }
    guard let node = readAlternatives(), take(")") else { return nil }
    return node
  }

  /// `(?i)` and `(?i:…)`: letter case, lines and blanks.
  private mutating func readSettings() -> PatternNode? {
    var isOn = true
    while let scalar = next {
      place += 1
      switch scalar {
      case "i", "m", "s", "U", "J", "n", "^": continue
      case "x": isSpaced = isOn
      case "-": isOn = false
      case ")": return .nothing
      case ":": return closed()
      default: return nil
      }
    }
    return nil
  }
}
