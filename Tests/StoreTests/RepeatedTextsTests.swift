import Schema
import Store
import TestSupport
import Testing

@Suite struct RepeatedTextsTests {
  @Test func `among many rows a short text that comes again is stored once`() {
    let buffer = RowBuffer(columnCount: 2)
    let teams = ["Io", "Titan", "Ganymede", "sixteen letters!"]
    for row in 0..<5000 { buffer.append([.text(teams[row % 4]), .text("not so short a text")]) }
    let addresses = Set((2000..<5000).map { buffer[$0, 0].bits })
    #expect(addresses.count == 4)
    #expect(Set((2000..<5000).map { buffer[$0, 1].bits }).count == 3000)
    #expect((0..<5000).allSatisfy { buffer[$0, 0].value == .text(teams[$0 % 4]) })
  }

  @Test func `texts and bytes of few letters come back as they went, also where rows are dropped`() {
    var dice = Dice(seed: Dice.seed())
    let buffer = RowBuffer(columnCount: 3, terminatesTexts: true)
    var expected: [[Value]] = []
    for turn in 0..<40_000 {
      let row = (0..<3).map { _ in Self.value(&dice) }
      buffer.append(row)
      // Seldom at first, so that there is something to forget.
      if turn > 8000, dice.roll(turn < 20_000 ? 3000 : 3) == 0 { buffer.dropRow() } else { expected.append(row) }
      guard dice.roll(20_000) == 0 else { continue }
      buffer.removeAll()
      expected = []
    }
    #expect((0..<buffer.count).map { row in (0..<3).map { buffer[row, $0].value } } == expected, "\(Dice.seed())")
  }

  private static func value(_ dice: inout Dice) -> Value {
    let letters = (0..<dice.roll(18)).map { _ in UInt8(ascii: "a") + UInt8(dice.roll(2)) }
    return dice.roll(4) == 0 ? .data(letters) : .text(String(decoding: letters, as: UTF8.self))
  }
}
