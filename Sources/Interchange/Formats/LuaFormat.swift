import Encodings
import Schema

extension Format {
  /// A Lua chunk that returns the list of rows.
  ///
  ///     return {
  ///       { id = 1, name = "Zerator", score = 1.0 },
  ///       { id = 2, name = nil, ["last game"] = "a\0b" },
  ///     }
  ///
  /// `load(text)()` gives the values back exactly: integers and reals apart, infinities, and any bytes.
  package static let lua = Format(
    name: "lua", summary: "a Lua chunk that returns the rows as tables", isByName: true
  ) { _, sink in LuaWriter(sink: sink) }
}

private struct LuaWriter: RowWriter {
  let sink: TextSink
  private var kinds: [OutputColumn.Kind] = []
  /// `id = `, `["last game"] = `.
  private var keys: [String] = []
  private var isEmpty = true

  init(sink: TextSink) {
    self.sink = sink
  }

  mutating func begin(_ columns: [OutputColumn]) {
    kinds = columns.map(\.kind)
    keys = columns.map { LuaText.key($0.name) + " = " }
    sink.append("return {")
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    if isEmpty { sink.append("\n") }
    isEmpty = false
    sink.append("  {")
    for column in kinds.indices {
      sink.append(column > 0 ? ", " : " ")
      sink.append(text: keys[column])
      write(cells[column], kinds[column])
    }
    sink.append(" },\n")
  }

  mutating func end() {
    sink.append("}\n")
  }

  private func write(_ cell: Cell, _ kind: OutputColumn.Kind) {
    switch cell.kind {
    case .null: sink.append("nil")
    case .integer:
      if let truth = cell.truth(in: kind) { return sink.append(truth ? "true" : "false") }
      // The decimal literal of the smallest integer would be read as a float: minus, then a number too large.
      if cell.integer == .min { return sink.append("math.mininteger") }
      sink.append(cell.integer)
    case .real: real(cell.real)
    case .text, .data: LuaText.write(cell.bytes, to: sink)
    }
  }

  private func real(_ value: Double) {
    if value.isNaN { return sink.append("0/0") }
    if value.isInfinite { return sink.append(value < 0 ? "-math.huge" : "math.huge") }
    sink.append(value)
  }
}
