import Encodings
import Schema

extension Format {
  /// One JSON array.
  ///
  ///     [{"id":1,"name":"Zerator"},
  ///     {"id":2,"name":null}]
  package static let json = Format(name: "json", summary: "a JSON array, one object per line") { _, sink in
    JSONWriter(sink: sink)
  }
}

private struct JSONWriter: RowWriter {
  let sink: TextSink
  private var object: JSONObjectWriter
  private var isEmpty = true

  init(sink: TextSink) {
    self.sink = sink
    object = JSONObjectWriter([], to: sink)
  }

  mutating func begin(_ columns: [OutputColumn]) {
    object = JSONObjectWriter(columns, to: sink)
    sink.append(byte: UInt8(ascii: "["))
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    if !isEmpty { sink.append(",\n") }
    isEmpty = false
    object.write(cells)
  }

  mutating func end() {
    sink.append("]\n")
  }
}
