import Encodings
import Schema

/// Writes rows with a byte between two fields, quoting what would not come back.
struct DelimitedWriter: RowWriter {
  let separator: UInt8
  let sink: TextSink
  let showsHeader: Bool
  /// What stands for NULL, unquoted; text that equals it is quoted.
  let null: [UInt8]
  private let guardsFormulas: Bool
  private var kinds: [OutputColumn.Kind] = []
  private static let separators = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

  init(separator: UInt8, options: FormatOptions, sink: TextSink) {
    self.separator = separator
    self.sink = sink
    showsHeader = options.showsHeader
    null = Array((options.nullText ?? "").utf8)
    guardsFormulas = options.guardsFormulas
  }

  mutating func begin(_ columns: [OutputColumn]) {
    kinds = columns.map(\.kind)
    guard showsHeader, !columns.isEmpty else { return }
    for (index, column) in columns.enumerated() {
      if index > 0 { sink.append(byte: separator) }
      var name = column.name
      name.withUTF8 { bytes in
        // Names decide by which byte the file is read.
        guard let start = bytes.baseAddress, bytes.contains(where: { Self.separators.contains($0) }) else {
          return text(UnsafeRawBufferPointer(bytes))
        }
        quoted(start, bytes.count)
      }
    }
    sink.append(byte: 0x0A)
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    for column in kinds.indices {
      if column > 0 { sink.append(byte: separator) }
      write(cells[column], kinds[column])
    }
    sink.append(byte: 0x0A)
  }

  mutating func end() {}

  @inline(__always)
  private func write(_ cell: Cell, _ kind: OutputColumn.Kind) {
    switch cell.kind {
    case .null: null.withUnsafeBytes { sink.append($0) }
    case .integer:
      if let truth = cell.truth(in: kind) { return sink.append(truth ? "true" : "false") }
      sink.append(cell.integer)
    case .real: sink.append(cell.real)
    case .text where kind == .data: data(cell.bytes)
    case .text: guardsFormulas && isFormula(cell.bytes) ? guarded(cell.bytes) : text(cell.bytes)
    case .data: data(cell.bytes)
    }
  }

  private func data(_ bytes: UnsafeRawBufferPointer) {
    bytes.isEmpty ? sink.append("\"\"") : Base64.write(bytes, to: sink)
  }

  /// Whether a spreadsheet would calculate a text.
  private func isFormula(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.first.map { Self.formulaStarts.contains($0) } == true
  }

  private static let formulaStarts = ["=", "+", "-", "@", "\t", "\r"].map { UInt8(ascii: $0) }

  private func guarded(_ bytes: UnsafeRawBufferPointer) {
    (Array("'".utf8) + bytes).withUnsafeBytes { text($0) }
  }

  @inline(__always)
  private func text(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count > 0 else {
      return sink.append("\"\"")
    }
    let plain = ByteScan.firstOf(
      separator, UInt8(ascii: "\""), 0x0A, 0x0D, in: start, count: bytes.count)
    if plain == bytes.count, bytes.count != null.count || !bytes.elementsEqual(null) {
      sink.append(bytes)
    } else {
      quoted(start, bytes.count)
    }
  }

  private func quoted(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    let quote = UInt8(ascii: "\"")
    sink.append(byte: quote)
    var start = 0
    while start < count {
      let run = ByteScan.firstOf(quote, quote, quote, quote, in: bytes + start, count: count - start)
      sink.append(UnsafeRawBufferPointer(start: bytes + start, count: run))
      start += run
      if start < count {
        sink.append("\"\"")
        start += 1
      }
    }
    sink.append(byte: quote)
  }
}
