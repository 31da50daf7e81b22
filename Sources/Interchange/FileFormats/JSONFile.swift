import Encodings

extension FileFormat {
  /// One JSON value: a list of objects, or one object.
  package static let json = FileFormat(
    name: "json", summary: "a JSON array of objects, or one object", endings: ["json"], rows: .json,
    read: { .documents(JSONReader($0)) }, write: { JSONListWriter(sink: $0) })
}

/// Reads the elements of the array that a JSON text is, one at a time, or the one value that it is.
private final class JSONReader: DocumentInput {
  private var parser: JSONParser
  private var state = State.start
  private(set) var isSingle = false
  private(set) var place: InterchangeError.Place?

  private enum State { case start, inList, done }

  init(_ input: ByteInput) {
    parser = JSONParser(input)
  }

  func next() throws(InterchangeError) -> DocumentValue? {
    switch state {
    case .done: return nil
    case .start:
      guard try parser.take("[") else { return try single() }
      if try parser.take("]") { return try end() }
    case .inList:
      if try parser.take("]") { return try end() }
      guard try parser.take(",") else { throw try parser.expected("',' or ']'") }
    }
    state = .inList
    _ = try parser.next()
    place = parser.place
    return try parser.value()
  }

  private func single() throws(InterchangeError) -> DocumentValue {
    (isSingle, state) = (true, .done)
    place = parser.place
    let value = try parser.value()
    try parser.finish()
    return value
  }

  private func end() throws(InterchangeError) -> DocumentValue? {
    state = .done
    try parser.finish()
    return nil
  }
}

extension JSONParser {
  fileprivate var place: InterchangeError.Place { scanner.place }

  fileprivate mutating func expected(_ what: String) throws(InterchangeError) -> InterchangeError {
    var scanner = scanner
    return try scanner.expected(what)
  }
}

/// Writes what the row format of the same name writes: one element per line.
private struct JSONListWriter: DocumentOutput {
  let sink: TextSink
  private var isList = false
  private var isEmpty = true

  init(sink: TextSink) {
    self.sink = sink
  }

  mutating func begin(isList: Bool) {
    self.isList = isList
    if isList { sink.append("[") }
  }

  mutating func write(_ document: DocumentValue) throws(InterchangeError) {
    if !isEmpty { sink.append(",\n") }
    isEmpty = false
    try JSONDocumentWriter(sink: sink).write(document)
  }

  mutating func end() {
    sink.append(isList ? "]\n" : "\n")
  }
}
