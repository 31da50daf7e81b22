import Encodings

extension FileFormat {
  /// One JSON value: a list of objects, or one object.
  package static let json = FileFormat(
    name: "json", summary: "a JSON array of objects, or one object", endings: ["json"], rows: .jsonFile,
    read: { input, _ in .documents(JSONListReader(input)) }, write: { JSONListWriter(sink: $0) })
}

/// Reads the elements of the array that a JSON text is, one at a time, or the one value that it is.
private final class JSONListReader: DocumentInput {
  private var reader: JSONReader
  private var state = State.start
  private(set) var isSingle = false
  private(set) var place: InterchangeError.Place?

  private enum State { case start, inList, done }

  init(_ input: ByteInput) {
    reader = JSONReader(input)
  }

  func next() throws(InterchangeError) -> DocumentValue? {
    switch state {
    case .done: return nil
    case .start:
      guard try reader.take("[") else { return try single() }
      if try reader.take("]") { return try end() }
    case .inList:
      if try reader.take("]") { return try end() }
      guard try reader.take(",") else { throw try reader.expected(.commaOrBracket) }
    }
    state = .inList
    _ = try reader.next()
    place = reader.place
    return try reader.document()
  }

  private func single() throws(InterchangeError) -> DocumentValue {
    (isSingle, state) = (true, .done)
    place = reader.place
    let value = try reader.document()
    try reader.finish()
    return value
  }

  private func end() throws(InterchangeError) -> DocumentValue? {
    state = .done
    try reader.finish()
    return nil
  }
}

/// Writes what `Format.jsonFile` writes: one element per line.
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
