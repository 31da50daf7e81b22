import Schema
import TestSupport
import Testing

@testable import Requests

/// The order of sort keys, against comparing them one by one.
@Suite struct SortKeyTests {
  private static let texts: [[UInt8]] = [
    [], [0], [0, 0], Array("a".utf8), Array("a\0".utf8), Array("a\0b".utf8), Array("seven77".utf8),
    Array("seven77\0".utf8), Array("seven77x".utf8), Array("eight888".utf8), Array("fourteen141414".utf8),
    Array("fourteen141414\0".utf8), Array("fourteen141414b".utf8), Array(repeating: 0xFF, count: 9),
    Array(repeating: 0xFF, count: 30), Array(repeating: 0, count: 15), Array(repeating: 0x7F, count: 22),
    Array("fourteen14141\u{80}".utf8), Array("é".utf8),
  ]

  private static let integers: [Int64] = [0, 1, -1, .max, .min, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1, 255, 256]
  private static let reals: [Double] = [
    0, -0.0, 1, -1, 0.5, 0x1p53, 0x1p63, -0x1p63, .infinity, -.infinity, .leastNonzeroMagnitude, 255.5,
  ]

  private static func cell(_ kind: Int, _ dice: inout Dice, in keys: inout SortKeys, _ column: Int, _ row: Int) {
    func set(_ bytes: [UInt8], _ kind: Cell.Kind) {
      bytes.withUnsafeBytes { keys.set(column, of: row, Cell(kind, borrowing: $0)) }
    }
    switch kind {
    case 0: keys.set(column, of: row, Cell(dice.pick(integers)))
    case 1: keys.set(column, of: row, Cell(dice.pick(reals)))
    case 2: set(dice.pick(texts), .text)
    case 3: set(dice.pick(texts), .data)
    case 4: set((0..<dice.roll(20)).map { _ in UInt8(dice.roll(3) == 0 ? 0 : dice.roll(256)) }, .text)
    default: keys.set(column, of: row, Cell(Int64(bitPattern: dice.next())))
    }
  }

  @Test func `rows are in the order in which their keys compare, and else as they were`() {
    let seed = Dice.seed()
    var dice = Dice(seed: seed)
    for round in 0..<600 {
      let columns = 0...dice.roll(3)
      let count = [0, 1, 2, 11, 30, 97, 150, 400][dice.roll(8)]
      let kinds = columns.map { _ in
        [[0], [1], [0, 1], [2], [3], [4], [5], [2, 3], [0, 2], [0, 1, 2, 3], []][dice.roll(11)]
      }
      let lacks = columns.map { _ in dice.roll(2) == 0 }
      let orders = columns.map { _ in (isDescending: dice.roll(2) == 0, nulls: dice.roll(3)) }
      var keys = SortKeys(
        orders.map {
          .init(FieldPath(field: "x"), isDescending: $0.isDescending, nulls: [nil, .first, .last][$0.nulls])
        }, count: count)
      for row in 0..<count {
        for column in columns where !kinds[column].isEmpty && !(lacks[column] && dice.roll(4) == 0) {
          Self.cell(dice.pick(kinds[column]), &dice, in: &keys, column, row)
        }
      }
      let expected = (0..<count).sorted { left, right in
        if keys.precedes(left, right) { return true }
        return keys.precedes(right, left) ? false : left < right
      }
      guard keys.sortedRows() != expected else { continue }
      Issue.record("round \(round): \(count) rows by \(orders), kinds \(kinds) (seed \(seed))")
      return
    }
  }

  @Test func `long texts that begin alike are told apart at their ends`() {
    let count = 300
    let keys = SortKeys([.init(FieldPath(field: "x"))], count: count)
    for row in 0..<count {
      let text = String(repeating: "the same words again and ", count: 400) + String(1000 - row)
      Array(text.utf8).withUnsafeBytes { keys.set(0, of: row, Cell(.text, borrowing: $0)) }
    }
    // 1000 comes before 701, 702, … by its bytes.
    #expect(keys.sortedRows() == [0] + (1..<count).reversed())
  }
}
