import Encodings
import Schema

extension Format {
  /// One JSON object per line, for programs that read line by line.
  ///
  ///     {"id":1,"name":"Zerator"}
  ///     {"id":2,"name":null}
  package static let jsonLines = Format(
    name: "jsonl", summary: "a JSON object per line, without an array", isByName: true
  ) { _, sink in JSONLinesWriter(sink: sink, areShown: true) }

  /// The same lines as files have them.
  package static let jsonLinesFile = Format(name: jsonLines.name, summary: jsonLines.summary) { _, sink in
    JSONLinesWriter(sink: sink, areShown: false)
  }
}

private struct JSONLinesWriter: RowWriter {
  let sink: TextSink
  let areShown: Bool
  private var object: JSONObjectWriter

  init(sink: TextSink, areShown: Bool) {
    self.sink = sink
    self.areShown = areShown
    object = JSONObjectWriter([], areShown: areShown, to: sink)
  }

  mutating func begin(_ columns: [OutputColumn]) {
    object = JSONObjectWriter(columns, areShown: areShown, to: sink)
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    object.write(cells)
    sink.append(byte: 0x0A)
  }

  mutating func end() {}
}
