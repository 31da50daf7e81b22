import Encodings
import Schema

extension Format {
  /// Tab-separated values with the escapes of PostgreSQL's COPY: a row is always one line.
  ///
  ///     id⇥name
  ///     1⇥two\nlines
  ///     2⇥\N
  ///
  /// NULL is `\N`, which no text is written as, since a backslash is `\\`. Bytes are base64.
  package static let tsv = Format(name: "tsv", summary: "tab-separated values with escapes; NULL is \\N") {
    options, sink in TSVWriter(sink: sink, showsHeader: options.showsHeader)
  }
}

private struct TSVWriter: RowWriter {
  let sink: TextSink
  let showsHeader: Bool
  var kinds: [OutputColumn.Kind] = []

  mutating func begin(_ columns: [OutputColumn]) {
    kinds = columns.map(\.kind)
    guard showsHeader, !columns.isEmpty else { return }
    for (index, column) in columns.enumerated() {
      if index > 0 { sink.append(byte: 0x09) }
      var name = column.name
      name.withUTF8 { text(UnsafeRawBufferPointer($0)) }
    }
    sink.append(byte: 0x0A)
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    for column in kinds.indices {
      if column > 0 { sink.append(byte: 0x09) }
      write(cells[column], kinds[column])
    }
    sink.append(byte: 0x0A)
  }

  mutating func end() {}

  @inline(__always)
  private func write(_ cell: Cell, _ kind: OutputColumn.Kind) {
    switch cell.kind {
    case .null: sink.append("\\N")
    case .integer:
      if let truth = cell.truth(in: kind) { return sink.append(truth ? "true" : "false") }
      sink.append(cell.integer)
    case .real: sink.append(cell.real)
    case .text: text(cell.bytes)
    case .data: Base64.write(cell.bytes, to: sink)
    }
  }

  @inline(__always)
  private func text(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    var start = 0
    while true {
      let run = ByteScan.firstOf(0x09, 0x0A, 0x0D, UInt8(ascii: "\\"), in: base + start, count: bytes.count - start)
      sink.append(UnsafeRawBufferPointer(start: base + start, count: run))
      start += run
      guard start < bytes.count else { return }
      sink.append(escape(base[start]))
      start += 1
    }
  }

  private func escape(_ byte: UInt8) -> StaticString {
    switch byte {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    default: "\\\\"
    }
  }
}
