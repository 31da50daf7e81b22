import Encodings
import Schema

/// Texts and bytes: words that can be spoken, with the beginning, the end, the parts and the length that tests ask for.
struct TextSamples {
  let field: Field

  func value(_ wishes: Wishes, _ dice: inout SampleDice, _ attempt: Int) -> Value? {
    guard let bytes = bytes(wishes, &dice, attempt) else { return nil }
    if field.storage == .data { return .data(bytes) }
    return String(validating: bytes, as: UTF8.self).map { .text($0) }
  }

  private func bytes(_ wishes: Wishes, _ dice: inout SampleDice, _ attempt: Int) -> [UInt8]? {
    if !wishes.patterns.isEmpty { return matching(wishes, &dice) }
    if wishes.isEmail { return Array(Self.address(&dice, attempt, wishes).utf8) }
    var pieces = Pieces(wishes)
    switch field.type {
    case .uuid: return pieces.laid(over: Array(Self.uuid(&dice).utf8))
    case .url where pieces.prefix.isEmpty: pieces.prefix = Array("https://example.org/".utf8)
    case .data where wishes.asksNothing: return (0..<(4 + dice.roll(12))).map { _ in UInt8(dice.roll(256)) }
    default: break
    }
    if wishes.isBounded, dice.once(in: 4) {
      // The bounds themselves, and what is less than everything.
      let ends = (wishes.lower + wishes.upper).compactMap { Self.bytes($0.value) }
      return dice.pick(ends + [[]])
    }
    if let bound = bounded(wishes, &dice) { pieces.prefix = bound + pieces.prefix }
    return filled(pieces, wishes.lengths, &dice, attempt)
  }

  /// A beginning that puts a text on the right side of one of the bounds: the lower one and what follows, or less than
  /// the upper one.
  private func bounded(_ wishes: Wishes, _ dice: inout SampleDice) -> [UInt8]? {
    if let lower = wishes.lower.first.flatMap({ Self.bytes($0.value) }) { return lower }
    guard let upper = wishes.upper.first.flatMap({ Self.bytes($0.value) }), let first = upper.first else { return nil }
    // The beginning of the bound, or a letter before it.
    if dice.once(in: 2) { return Array(upper.dropLast()) }
    guard first > 0x21, first < 0x80 else { return nil }
    return [UInt8(dice.roll(0x21...Int64(first) - 1))]
  }

  /// The pieces with words between them, as long as is asked for.
  private func filled(
    _ pieces: Pieces, _ lengths: ClosedRange<Int>, _ dice: inout SampleDice, _ attempt: Int
  ) -> [UInt8]? {
    let fixed = pieces.length
    if fixed > lengths.upperBound { return pieces.overlapping }
    // The shortest where two pieces may be one, else something to read.
    let usual = 4 + dice.roll(8) + (attempt > 2 ? min(attempt, 24) : 0)
    let room = (max(0, lengths.lowerBound - fixed), lengths.upperBound - fixed)
    let target = max(room.0, min(usual, room.1, max(0, Self.usualLength - fixed) + room.0))
    if lengths.upperBound == Wishes.longest, pieces.isBare, dice.once(in: 3) {
      // Two words in place of one.
      return pieces.around(Array((Self.word(&dice, 3 + target / 2) + " " + Self.word(&dice, 3 + target / 2)).utf8))
    }
    return pieces.around(Array(Self.word(&dice, target).utf8))
  }

  private static let usualLength = 40

  /// A text in which each of the expressions is found; the tests say whether the whole is one.
  private func matching(_ wishes: Wishes, _ dice: inout SampleDice) -> [UInt8]? {
    // How often what may be repeated at will is, beyond what must be.
    let least = min(wishes.lengths.lowerBound, 200)
    let appetite = dice.pick([1, 3, 8, least, max(0, least - 1), min(wishes.lengths.upperBound, 30)])
    var parts: [String] = []
    for pattern in wishes.patterns {
      guard let made = PatternSamples(pattern)?.text(&dice, appetite: appetite) else { return nil }
      parts.append(made)
    }
    let whole = dice.once(in: 2) ? parts.joined() : dice.pick(parts)
    return Pieces(wishes).around(Array(whole.utf8))
  }

  static func bytes(_ value: Value) -> [UInt8]? {
    switch value {
    case .text(let text): Array(text.utf8)
    case .data(let bytes), .brokenText(let bytes): bytes
    default: nil
    }
  }

  // MARK: Words

  /// A word of so many letters that can be spoken: `Marolin`.
  static func word(_ dice: inout SampleDice, _ length: Int) -> String {
    var result = ""
    var isVowel = dice.once(in: 4)
    for _ in 0..<max(0, length) {
      result.append(dice.pick(isVowel ? vowels : consonants))
      isVowel.toggle()
    }
    return result.prefix(1).uppercased() + result.dropFirst()
  }

  private static let vowels = Array("aeiou")
  private static let consonants = Array("bdfgklmnprstvz")

  private static func address(_ dice: inout SampleDice, _ attempt: Int, _ wishes: Wishes) -> String {
    let suffix = wishes.suffixes.first.flatMap { bytes($0) }.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let prefix = wishes.prefixes.first.flatMap { bytes($0) }.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let part = wishes.parts.first.flatMap { bytes($0) }.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let host =
      suffix.isEmpty
      ? "@example.org" : suffix.contains("@") ? suffix : "@example" + (suffix.contains(".") ? "" : ".") + suffix
    let fixed = prefix.count + host.count + (part.contains("@") ? 0 : part.count)
    let usual = 4 + dice.roll(8) + min(attempt, 12)
    let length = max(wishes.lengths.lowerBound - fixed, min(usual, wishes.lengths.upperBound - fixed))
    return prefix + (part.contains("@") ? "" : part) + word(&dice, min(length, 10_000)).lowercased() + host
  }

  static func uuid(_ dice: inout SampleDice) -> String {
    let digits = Array("0123456789abcdef")
    return String(
      "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx".map { place in
        switch place {
        case "x": digits[dice.roll(16)]
        case "y": digits[8 + dice.roll(4)]
        default: place
        }
      })
  }
}

/// What a text must begin with, hold and end with.
private struct Pieces {
  var prefix: [UInt8]
  var parts: [[UInt8]]
  var suffix: [UInt8]

  init(_ wishes: Wishes) {
    prefix = wishes.prefixes.compactMap { TextSamples.bytes($0) }.max { $0.count < $1.count } ?? []
    suffix = wishes.suffixes.compactMap { TextSamples.bytes($0) }.max { $0.count < $1.count } ?? []
    let (first, last) = (prefix, suffix)
    parts = wishes.parts.compactMap { TextSamples.bytes($0) }.filter { !first.holds($0) && !last.holds($0) }
  }

  var isBare: Bool { prefix.isEmpty && suffix.isEmpty && parts.isEmpty }
  var length: Int { (prefix + parts.joined() + suffix).characterCount }

  func around(_ middle: [UInt8]) -> [UInt8] { prefix + parts.joined() + middle + suffix }

  /// The shortest text that has them all: what ends one of them may begin the next.
  var overlapping: [UInt8] {
    ([prefix] + parts + [suffix]).reduce(into: []) { text, piece in
      if text.holds(piece), piece != suffix { return }
      let shared = (0...min(text.count, piece.count)).last { text.suffix($0).elementsEqual(piece.prefix($0)) } ?? 0
      text += piece.dropFirst(shared)
    }
  }

  /// The pieces in place of what stands there in a text whose length is fixed.
  func laid(over text: [UInt8]) -> [UInt8] {
    var text = text
    func lay(_ piece: [UInt8], at place: Int) {
      for (index, byte) in piece.enumerated() where text.indices.contains(place + index) { text[place + index] = byte }
    }
    lay(prefix, at: 0)
    lay(suffix, at: text.count - suffix.count)
    for part in parts { lay(part, at: prefix.count) }
    return text
  }
}

extension [UInt8] {
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    if part.isEmpty { return true }
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// Unicode scalars: bytes that do not continue one.
  fileprivate var characterCount: Int { reduce(0) { $1 & 0xC0 != 0x80 ? $0 + 1 : $0 } }
}

extension Wishes {
  fileprivate var isBounded: Bool { !lower.isEmpty || !upper.isEmpty }

  /// Whether a text may be anything.
  fileprivate var asksNothing: Bool {
    prefixes.isEmpty && suffixes.isEmpty && parts.isEmpty && !isBounded
      && lengths == 0...Wishes.longest
  }
}
