import Schema
import Store
import TestSupport
import Testing

@Suite struct RowBufferTests {
  private func values(_ buffer: RowBuffer) -> [[Value]] {
    (0..<buffer.count).map { row in (0..<buffer.columnCount).map { buffer[row, $0].value } }
  }

  @Test func `rows come back as they went`() {
    let rows: [[Value]] = [
      [.null, .integer(.min)], [.real(-0.5), .text("é")], [.text(""), .data([])], [.data([0, 1]), .text("a\0b")],
    ]
    let buffer = RowBuffer(columnCount: 2, rowCapacity: 1)
    for row in rows { buffer.append(row) }
    #expect(values(buffer) == rows)
  }

  @Test func `growing keeps earlier rows and their bytes where they are`() {
    let buffer = RowBuffer(columnCount: 2, rowCapacity: 1)
    buffer.append([.text("the first"), .integer(1)])
    let header = buffer.header
    let address = buffer[0, 0].bits
    for number in 1..<20_000 { buffer.append([.text("row \(number)"), .integer(Int64(number))]) }
    #expect(buffer.header == header)
    #expect(header.pointee.rows == 20_000)
    #expect(buffer[0, 0].bits == address)
    #expect(buffer[0, 0].value == .text("the first"))
    #expect(buffer[19_999, 0].value == .text("row 19999"))
  }

  @Test func `a dropped row gives its bytes back`() {
    let buffer = RowBuffer(columnCount: 1)
    buffer.append([.text("kept")])
    buffer.append([.text("dropped")])
    let address = buffer[1, 0].bits
    buffer.dropRow()
    #expect(values(buffer) == [[.text("kept")]])
    buffer.append([.text("other")])
    #expect(buffer[1, 0].bits == address)
    #expect(values(buffer) == [[.text("kept")], [.text("other")]])
  }

  @Test func `a row that spans chunks is dropped whole`() {
    let buffer = RowBuffer(columnCount: 2)
    buffer.append([.text("kept"), .null])
    let long = Value.text(String(repeating: "x", count: 5000))
    for _ in 0..<100 {
      buffer.append([long, long])
      buffer.dropRow()
    }
    buffer.append([.text("after"), long])
    #expect(values(buffer) == [[.text("kept"), .null], [.text("after"), long]])
  }

  @Test func `the first row can be dropped`() {
    let buffer = RowBuffer(columnCount: 1)
    buffer.append([.text("a")])
    buffer.dropRow()
    #expect(buffer.count == 0)
    buffer.append([.text("b")])
    #expect(values(buffer) == [[.text("b")]])
  }

  @Test func `a row that was never kept is rewound`() {
    let buffer = RowBuffer(columnCount: 1)
    buffer.append([.text("a")])
    _ = buffer.beginRow()
    let first = buffer.store(.text("half a row"))
    buffer.rewind()
    _ = buffer.beginRow()
    #expect(buffer.store(.text("again")).bits == first.bits)
    #expect(buffer.count == 1)
  }

  @Test func `clearing keeps the memory`() {
    let buffer = RowBuffer(columnCount: 1)
    for _ in 0..<3 {
      buffer.append([.text("a")])
      buffer.append([.text(String(repeating: "b", count: 10_000))])
      buffer.removeAll()
      #expect(buffer.count == 0)
    }
    buffer.append([.text("c")])
    #expect(values(buffer) == [[.text("c")]])
  }

  @Test func `a row may have no columns`() {
    let buffer = RowBuffer(columnCount: 0)
    for _ in 0..<100 { buffer.append([]) }
    #expect(buffer.count == 100)
  }

  /// The sizes of the chunks double up to 1 MiB and stay there: more than 60 of them once overflowed.
  @Test func `much text stays in few chunks`() {
    let buffer = RowBuffer(columnCount: 1)
    let text = Value.text(String(repeating: "y", count: 1 << 16))
    var neighbours = 0
    for row in 0..<2000 {
      buffer.append([text])
      if row > 0, buffer[row, 0].bits == buffer[row - 1, 0].bits + 1 << 16 { neighbours += 1 }
    }
    #expect(neighbours > 1800)
  }

  @Test func `random use agrees with an array`() {
    let seed = Dice.seed()
    var dice = Dice(seed: seed)
    let buffer = RowBuffer(columnCount: 2, rowCapacity: 1)
    var model: [[Value]] = []
    var canDrop = false
    for step in 0..<5000 {
      switch dice.roll(10) {
      case 0 where canDrop:
        buffer.dropRow()
        model.removeLast()
        canDrop = false
      case 1:
        _ = buffer.beginRow()
        _ = buffer.store(.text(String(repeating: "z", count: dice.roll(3000))))
        buffer.rewind()
        canDrop = false
      case 2 where dice.roll(100) == 0:
        buffer.removeAll()
        model = []
        canDrop = false
      default:
        let row: [Value] = [.text(String(repeating: "a", count: dice.roll(200))), .integer(Int64(step))]
        buffer.append(row)
        model.append(row)
        canDrop = true
      }
    }
    #expect(values(buffer) == model, "seed \(seed)")
  }
}
