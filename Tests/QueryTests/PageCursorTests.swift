import Query
import Schema
import Testing

@Suite struct PageCursorTests {
  static let values: [Value] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-0.0), .real(.infinity),
    .real(.leastNonzeroMagnitude),
    .text(""), .text("é\u{0}.i3"), .text("e\u{301}"), .data([]), .data([0, 255, 46]),
  ]

  @Test(arguments: values)
  func `a cursor survives being text`(value: Value) throws {
    let cursor = PageCursor(size: 20, order: .max, values: [value, .integer(1)])
    #expect(PageCursor(cursor.text) == cursor)
    #expect(cursor.text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 46 })
  }

  @Test(arguments: [
    "", ".", "20", "20.1", "0.1.i1", "-1.1.i1", "20.1.", "20.1.x", "20.1.i", "20.1.t4", "20.1.tff", "20.1.nn",
    "20.1.tzz",
  ])
  func `another text is none`(text: String) {
    #expect(PageCursor(text) == nil)
  }
}
