import Encodings
import Schema

/// Rows as JSON objects; `json` and `jsonl` differ in what stands between them.
///
///     {"id":1,"name":"Zerator","active":true,"avatar":{"w":64},"photo":"AP8Q","score":null}
///
/// Integers are exact; bytes, and texts among them, are base64, in files with a mark where a text might stand as well; a JSON column is
/// written as the document that it holds, or as a string when it holds none. Of numbers that JSON does not have, files
/// hold an infinity as one that is too large, and nan as null; where they are shown, they are the words of Lua.
struct JSONObjectWriter {
  private let kinds: [OutputColumn.Kind]
  /// All that stands before each value, `{"id":` and `,"name":`, side by side.
  private let labels: [UInt8]
  /// Where each label ends.
  private let labelEnds: [Int]
  private let sink: TextSink
  /// Whether values are shown to someone, and not read again.
  private let areShown: Bool

  init(_ columns: [OutputColumn], areShown: Bool, to sink: TextSink) {
    self.sink = sink
    self.areShown = areShown
    kinds = columns.map(\.kind)
    var labels: [UInt8] = []
    labelEnds = columns.enumerated().map { index, column in
      labels += Array(index == 0 ? "{".utf8 : ",".utf8)
      labels += TextSink.bytes { JSONText.write(column.name, to: $0) } + [UInt8(ascii: ":")]
      return labels.count
    }
    self.labels = labels
  }

  func write(_ cells: UnsafePointer<Cell>) {
    guard !kinds.isEmpty else { return sink.append("{}") }
    labels.withUnsafeBytes { labels in
      var start = 0
      for column in kinds.indices {
        let end = labelEnds[column]
        sink.append(UnsafeRawBufferPointer(rebasing: labels[start..<end]))
        write(cells[column], kinds[column])
        start = end
      }
    }
    sink.append(byte: UInt8(ascii: "}"))
  }

  @inline(__always)
  private func write(_ cell: Cell, _ kind: OutputColumn.Kind) {
    switch cell.kind {
    case .null: sink.append("null")
    case .integer:
      if let truth = cell.truth(in: kind) { return sink.append(truth ? "true" : "false") }
      sink.append(cell.integer)
    case .real:
      if areShown, !cell.real.isFinite { return JSONText.write(Self.words(for: cell.real), to: sink) }
      if cell.real.isNaN { sink.append("null") } else { JSONDocumentWriter.write(cell.real, to: sink) }
    case .text:
      if kind == .data { return base64(cell.bytes) }
      if kind == .json, JSONCopy.write(cell.bytes, to: sink, takesKept: true) { return }
      JSONText.write(cell.bytes, to: sink)
    case .data where kind != .data && !areShown: BinaryJSON.write(cell.bytes, to: sink)
    case .data: base64(cell.bytes)
    }
  }

  private func base64(_ bytes: UnsafeRawBufferPointer) {
    sink.append(byte: UInt8(ascii: "\""))
    Base64.write(bytes, to: sink)
    sink.append(byte: UInt8(ascii: "\""))
  }

  /// What Lua says of a number that JSON does not have.
  private static func words(for number: Double) -> String {
    (number.sign == .minus ? "-" : "") + (number.isNaN ? "nan" : "inf")
  }
}
