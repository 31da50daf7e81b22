/// Numbers that look random, the same ones for the same seed, on every machine and with every compiler.
///
///     var dice = SampleDice(seed: 1, "Player", 3)   // those of the third sample of players
///     dice.roll(6)                                  // 0 to 5
///
/// The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
package struct SampleDice: Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// Dice of their own for each name and number: one more field does not change the values of the others.
  package init(seed: Int64, _ name: String, _ number: Int, _ attempt: Int = 0) {
    self.init(seed: UInt64(bitPattern: seed))
    mix(Self.hash(name))
    mix(UInt64(number))
    mix(UInt64(attempt))
  }

  /// FNV-1a: `Hasher` gives another number in each run.
  private static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  private mutating func mix(_ number: UInt64) {
    state = next() ^ number
    state = next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 on, below `count`, which is at least 1.
  package mutating func roll(_ count: Int) -> Int { Int(truncatingIfNeeded: below(UInt64(count))) }

  /// A number of a range.
  package mutating func roll(_ range: ClosedRange<Int64>) -> Int64 {
    let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    let distance = width == .max ? next() : below(width + 1)
    return Int64(bitPattern: UInt64(bitPattern: range.lowerBound) &+ distance)
  }

  /// True once in so many times.
  package mutating func once(in count: Int) -> Bool { roll(count) == 0 }

  package mutating func pick<Element>(_ choices: [Element]) -> Element { choices[roll(choices.count)] }

  /// One of several, nil of none; in every second turn the next in their order, so that each has its turn.
  mutating func pick<Element>(from choices: [Element], turn: Int) -> Element? {
    if choices.isEmpty { return nil }
    return turn % 2 == 1 ? choices[turn / 2 % choices.count] : pick(choices)
  }

  /// A number from 0 up to 1, which is not reached.
  package mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  private mutating func below(_ count: UInt64) -> UInt64 { next().multipliedFullWidth(by: count).high }
}
