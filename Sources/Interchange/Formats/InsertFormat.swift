import Encodings
import SQLText
import Schema

extension Format {
  /// SQL that puts the rows into a table again, in the words of SQLite: a file of this format is for its own shell, too.
  ///
  ///     INSERT INTO "player" ("id","name","photo") VALUES(1,'it''s',x'00ff');
  ///
  /// The literals are exact: infinity is `9e999`, and text that SQL cannot hold between quotes (a NUL, bytes that
  /// are no UTF-8) is cast from its bytes. A nan is NULL, as SQLite stores it.
  package static let insert = Format(
    name: "insert", summary: "SQL INSERT statements with exact literals", isForDatabases: true, isByName: true
  ) { options, sink in InsertWriter(sink: sink, table: options.tableName) }
}

private struct InsertWriter: RowWriter {
  let sink: TextSink
  let table: String
  var kinds: [OutputColumn.Kind] = []
  /// All of a statement up to its values.
  var head: [UInt8] = []

  init(sink: TextSink, table: String) {
    self.sink = sink
    self.table = table
  }

  mutating func begin(_ columns: [OutputColumn]) {
    kinds = columns.map(\.kind)
    head = Array(SQLInsertText.head(Escaping.sqlName(table), columns.map { Escaping.sqlName($0.name) }).utf8)
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    head.withUnsafeBytes { sink.append($0) }
    for column in kinds.indices {
      if column > 0 { sink.append(byte: UInt8(ascii: ",")) }
      write(cells[column], kinds[column])
    }
    sink.append(");\n")
  }

  mutating func end() {}

  private func write(_ cell: Cell, _ kind: OutputColumn.Kind) {
    switch cell.kind {
    case .null: sink.append("NULL")
    case .integer:
      if let truth = cell.truth(in: kind) { return sink.append(truth ? "TRUE" : "FALSE") }
      sink.append(cell.integer)
    case .real: real(cell.real)
    case .text: text(cell.bytes)
    case .data: Hexadecimal.writeLiteral(cell.bytes, to: sink)
    }
  }

  private func real(_ value: Double) {
    if value.isNaN { return sink.append("NULL") }
    if value.isInfinite { return sink.append(value < 0 ? "-9e999" : "9e999") }
    sink.append(value)
  }

  private func text(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.contains(0), UTF8Sequence.isValid(bytes) else {
      sink.append("CAST(")
      Hexadecimal.writeLiteral(bytes, to: sink)
      return sink.append(" AS TEXT)")
    }
    sink.append("'")
    for byte in bytes {
      if byte == UInt8(ascii: "'") { sink.append(byte: byte) }
      sink.append(byte: byte)
    }
    sink.append("'")
  }
}
