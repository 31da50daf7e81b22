import Encodings
import Schema

extension Format {
  /// One JSON array in one line, so that a program that reads line by line has a value in each.
  ///
  ///     [{"id":1,"name":"Zerator"},{"id":2,"name":null}]
  package static let json = Format(
    name: "json", summary: "a JSON array of objects, in one line", isByName: true
  ) { _, sink in JSONWriter(sink: sink, separator: ",", areShown: true) }

  /// The same array as files have it.
  ///
  ///     [{"id":1,"name":"Zerator"},
  ///     {"id":2,"name":null}]
  package static let jsonFile = Format(name: json.name, summary: "a JSON array, one object per line") { _, sink in
    JSONWriter(sink: sink, separator: ",\n", areShown: false)
  }
}

private struct JSONWriter: RowWriter {
  let sink: TextSink
  /// What stands between two objects.
  let separator: StaticString
  let areShown: Bool
  private var object: JSONObjectWriter
  private var isEmpty = true

  init(sink: TextSink, separator: StaticString, areShown: Bool) {
    self.sink = sink
    self.separator = separator
    self.areShown = areShown
    object = JSONObjectWriter([], areShown: areShown, to: sink)
  }

  mutating func begin(_ columns: [OutputColumn]) {
    object = JSONObjectWriter(columns, areShown: areShown, to: sink)
    sink.append(byte: UInt8(ascii: "["))
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    if !isEmpty { sink.append(separator) }
    isEmpty = false
    object.write(cells)
  }

  mutating func end() {
    sink.append("]\n")
  }
}
