import TestSupport

/// Makes inputs of others: bits are turned over, parts are cut, doubled and taken from elsewhere, words are put in.
struct Mutator {
  private var dice: Dice
  private let words: [[UInt8]]
  /// The sound inputs, and what else the reader took so far.
  private var pool: [[UInt8]]
  private let corpusCount: Int

  private static let largestPool = 300
  private static let longest = 4096

  init(seed: UInt64, corpus: [[UInt8]], words: [[UInt8]]) {
    dice = Dice(seed: seed)
    self.words = words
    pool = corpus
    corpusCount = corpus.count
  }

  /// Takes an input that the reader took as one to make others of.
  mutating func keep(_ input: [UInt8]) {
    guard input.count <= Self.longest else { return }
    if pool.count < Self.largestPool {
      pool.append(input)
    } else {
      pool[corpusCount + dice.roll(pool.count - corpusCount)] = input
    }
  }

  mutating func next() -> [UInt8] {
    var input = dice.pick(pool)
    for _ in 0...dice.roll(dice.pick([1, 3, 8])) { change(&input) }
    // Now and then something is longer than any window or limit that is small.
    if dice.roll(1000) == 0 { repeatPart(of: &input, times: 500) }
    return input
  }

  private mutating func change(_ input: inout [UInt8]) {
    switch dice.roll(9) {
    case 0: if let place = place(in: input) { input[place] ^= 1 << UInt8(dice.roll(8)) }
    case 1: if let place = place(in: input) { input[place] = dice.pick([0, 1, 0x7F, 0x80, 0xFF, byte()]) }
    case 2: input.removeSubrange(part(of: input))
    case 3: input.insert(byte(), at: dice.roll(input.count + 1))
    case 4: input.removeLast(dice.roll(min(input.count, 64) + 1))
    case 5:
      let other = dice.pick(pool)
      input.replaceSubrange(part(of: input), with: other[part(of: other)])
    case 6: repeatPart(of: &input, times: 1 + dice.roll(4))
    default:
      guard !words.isEmpty else { return }
      let start = dice.roll(input.count + 1)
      let end = dice.roll(2) == 0 ? start : min(input.count, start + dice.roll(8))
      input.replaceSubrange(start..<end, with: dice.pick(words))
    }
  }

  private mutating func byte() -> UInt8 { UInt8(dice.roll(256)) }

  private mutating func place(in input: [UInt8]) -> Int? { input.isEmpty ? nil : dice.roll(input.count) }

  private mutating func part(of input: [UInt8]) -> Range<Int> {
    let start = dice.roll(input.count + 1)
    return start..<min(input.count, start + dice.roll(dice.pick([4, 32, 256])))
  }

  private mutating func repeatPart(of input: inout [UInt8], times: Int) {
    let part = part(of: input)
    let piece = Array(input[part].prefix(64))
    input.insert(contentsOf: (0..<times).flatMap { _ in piece }, at: part.lowerBound)
  }
}
