import Glibc

/// Numbers that look random, the same ones for the same seed.
///
/// ```swift
/// var dice = Dice(seed: 7)
/// dice.roll(6)                  // 0 to 5
/// dice.pick(["a", "b"])         // one of them
/// Int.random(in: 1...6, using: &dice)
/// ```
///
/// The generator is SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). A test that
/// rolls says its seed where it fails.
package struct Dice: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// The seed of a test, where it has parts that of one: the same in each run, so that a change is judged by the cases
  /// that its author saw pass.
  ///
  /// `MOONSHELL_SEED=7` takes another one, `MOONSHELL_SEED=random` one that no run had before. It fits 32 bits.
  package static func seed(_ part: Int = 0) -> UInt64 {
    let said = getenv("MOONSHELL_SEED").map { String(cString: $0) }
    if said == "random" { return .random(in: 0...UInt64(UInt32.max)) }
    return ((said.flatMap { UInt64($0) } ?? 0x5EED_2026) &+ UInt64(part)) & UInt64(UInt32.max)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 on, below `count`.
  package mutating func roll(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  package mutating func pick<Element>(_ choices: [Element]) -> Element { choices[roll(choices.count)] }
}
