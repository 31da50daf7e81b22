extension FileFormat {
  /// One JSON value per line.
  package static let jsonLines = FileFormat(
    name: "jsonl", summary: "a JSON object per line", endings: ["jsonl", "ndjson"], rows: .jsonLines,
    read: { .documents(JSONLinesReader($0)) }, write: { JSONLinesDocumentWriter(sink: $0) })
}

/// Reads one value after another, each on a line of its own; empty lines are skipped.
private final class JSONLinesReader: DocumentInput {
  private var parser: JSONParser
  private(set) var place: InterchangeError.Place?
  private var lastLine = 0
  let isSingle = false

  init(_ input: ByteInput) {
    parser = JSONParser(input)
  }

  func next() throws(InterchangeError) -> DocumentValue? {
    guard try parser.next() != nil else { return nil }
    if parser.scanner.currentLine == lastLine {
      var scanner = parser.scanner
      throw try scanner.expected("the end of the line")
    }
    place = parser.scanner.place
    let value = try parser.value()
    lastLine = parser.scanner.currentLine
    return value
  }
}

private struct JSONLinesDocumentWriter: DocumentOutput {
  let sink: TextSink

  func begin(isList: Bool) {}

  func write(_ document: DocumentValue) throws(InterchangeError) {
    try JSONDocumentWriter(sink: sink).write(document)
    sink.append("\n")
  }

  func end() {}
}
