import Schema
import Testing

@Suite struct ValueTests {
  @Test(arguments: [
    (Value.null, "NULL"), (.integer(.min), "-9223372036854775808"), (.real(2.5), "2.5"), (.real(-0.0), "-0.0"),
    (.real(.infinity), "9e999"), (.real(-.infinity), "-9e999"), (.real(.nan), "NULL"), (.text(""), "''"),
    (.text("it's"), "'it''s'"), (.text("''"), "''''''"), (.text("a\0b"), "CAST(x'610062' AS TEXT)"),
    (.data([]), "x''"), (.data([0, 255, 16]), "x'00ff10'"),
  ]) func valuesAreWrittenAsSQL(_ value: Value, _ literal: String) {
    #expect(value.description == literal)
  }

  @Test func `a quote with a mark behind it is doubled`() {
    #expect(Value.text("'\u{301}").description.utf8.elementsEqual("'''\u{301}'".utf8))
    #expect(Value.text("a'\u{20DD}; DROP").description.utf8.elementsEqual("'a''\u{20DD}; DROP'".utf8))
  }

  @Test func `texts are equal when their bytes are`() {
    #expect(Value.text("é") != .text("e\u{301}"))
    #expect(Value.text("é") == .text("\u{E9}"))
    #expect(Set([Value.text("é"), .text("e\u{301}"), .text("é")]).count == 2)
    #expect(Value.integer(1) != .real(1))
    #expect(Value.real(0) == .real(-0.0))
  }

  @Test func `cells lend and copy`() {
    let values: [Value] = [.null, .integer(-1), .real(.infinity), .text(""), .text("é\0"), .data([]), .data([0xFF])]
    for value in values { #expect(value.withCell { $0.value } == value) }
    for value in values {
      let owned = OwnedCell(value)
      withExtendedLifetime(owned) { #expect(owned.cell.value == value) }
    }
    #expect(MemoryLayout<Cell>.stride == 12)
  }

  /// In the order in which the database sorts them.
  private static let sorted: [Value] = [
    .real(-.infinity), .real(-0x1p63 * 2), .integer(.min), .integer(-(1 << 53) - 1), .real(-0x1p53), .real(-0.5),
    .integer(0), .real(.leastNonzeroMagnitude), .integer(1), .real(1.5), .real(0x1p53), .integer(1 << 53 + 1),
    .integer(.max),
    .real(0x1p63), .real(.infinity), .text(""), .text("A"), .text("a"), .text("a\0"), .text("aa"), .text("é"),
    .text("🙂"), .data([]), .data([0]), .data([0xFF]),
  ]

  private static func order(_ left: Value, _ right: Value) -> CellOrder {
    left.withCell { left in right.withCell { right in compareCells(left, right) } }
  }

  @Test func `values compare as the database sorts them`() {
    for (i, left) in Self.sorted.enumerated() {
      for (j, right) in Self.sorted.enumerated() {
        let order = Self.order(left, right)
        #expect(order == (i < j ? .less : i == j ? .equal : .greater), "\(left) and \(right)")
      }
    }
  }

  @Test func `null and NaN compare with nothing`() {
    for value in Self.sorted + [.null, .real(.nan)] {
      for odd in [Value.null, .real(.nan)] {
        #expect(Self.order(value, odd) == .unknown, "\(value) and \(odd)")
        #expect(Self.order(odd, value) == .unknown, "\(odd) and \(value)")
      }
    }
    #expect(compareCells(Cell(Int64(0)), Cell(-0.0)) == .equal)
  }
}
