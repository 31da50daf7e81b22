/// Texts in which a regular expression is found.
///
///     PatternSamples(#"^[A-Z]{2}-\d+$"#)?.text(&dice)   // KT-4021
///
/// It reads what expressions are mostly made of: letters, classes, groups, alternatives, repetitions, anchors, and
/// references to groups; what looks ahead or behind is taken as said. The expression itself has the last word.
package struct PatternSamples {
  private let root: PatternNode

  /// Nil for an expression that it cannot read.
  package init?(_ pattern: String) {
    var reader = PatternReader(pattern)
    guard let root = reader.read() else { return nil }
    self.root = root
  }

  /// - Parameter appetite: how often at most what may be repeated at will is repeated beyond what must be.
  package func text(_ dice: inout SampleDice, appetite: Int = 3) -> String {
    var writing = Writing(dice: dice, appetite: max(0, appetite))
    writing.write(root)
    dice = writing.dice
    return String(String.UnicodeScalarView(writing.text))
  }
}

/// A part of a regular expression, as far as it says what to write.
indirect enum PatternNode {
  case nothing
  /// One of these characters.
  case one(CharacterChoice)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  case repeated(PatternNode, least: Int, most: Int?)
  case group(PatternNode, number: Int, name: String?)
  case reference(number: Int)
  case named(String)
}

private struct Writing {
  var dice: SampleDice
  let appetite: Int
  var text: [Unicode.Scalar] = []
  private var groups: [Int: [Unicode.Scalar]] = [:]
  private var names: [String: [Unicode.Scalar]] = [:]

  /// However often repetitions are repeated, no text is longer.
  private static let longest = 20_000

  init(dice: SampleDice, appetite: Int) {
    self.dice = dice
    self.appetite = appetite
  }

  mutating func write(_ node: PatternNode) {
    if text.count > Self.longest { return }
    switch node {
    case .nothing: return
    case .one(let choice): if let scalar = choice.pick(&dice) { text.append(scalar) }
    case .sequence(let parts): for part in parts { write(part) }
    case .alternatives(let parts): write(dice.pick(parts))
    case .repeated(let part, let least, let most):
      let spare = most.map { min(max(0, $0 - least), appetite) } ?? appetite
      for _ in 0..<least + dice.roll(spare + 1) { write(part) }
    case .group(let part, let number, let name):
      let start = text.count
      write(part)
      let written = Array(text[min(start, text.count)...])
      groups[number] = written
      if let name { names[name] = written }
    case .reference(let number): text += groups[number] ?? []
    case .named(let name): text += names[name] ?? []
    }
  }
}
