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
  /// `load(text)()` gives the values back exactly: integers and reals apart, infinities, any bytes, and documents as
  /// the tables that they are.
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
      LuaText.write(cell.integer, to: sink)
    case .real: LuaText.write(cell.real, to: sink)
    case .text where kind == .json:
      guard let document = try? DocumentValue(kept: cell.bytes) else { return LuaText.write(cell.bytes, to: sink) }
      LuaText.write(document, to: sink)
    case .text, .data: LuaText.write(cell.bytes, to: sink)
    }
  }
}

/// Writes documents as such a chunk.
///
/// What stands in them are tables, too. The names of the first one are the columns.
struct LuaDocumentWriter: DocumentOutput {
  let sink: TextSink
  private var columns: [String]?

  init(sink: TextSink) {
    self.sink = sink
  }

  mutating func begin(isList: Bool) { sink.append("return {") }

  mutating func write(_ document: DocumentValue) throws(InterchangeError) {
    guard case .map(let members) = document else { throw .noRow(format: Format.lua.name, document) }
    if columns == nil { sink.append("\n") }
    let columns = self.columns ?? members.map(\.name)
    self.columns = columns
    for member in members where !columns.contains(member.name) {
      throw InterchangeError(.unknownColumn(member.name))
    }
    sink.append("  {")
    for (place, name) in columns.enumerated() {
      sink.append(text: (place > 0 ? ", " : " ") + LuaText.key(name) + " = ")
      if let value = members[name], value != .null { LuaText.write(value, to: sink) } else { sink.append("nil") }
    }
    sink.append(" },\n")
  }

  mutating func end() { sink.append("}\n") }
}
