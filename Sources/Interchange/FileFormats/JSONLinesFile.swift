import Encodings

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
  let isSingle = false

  init(_ input: ByteInput) {
    parser = JSONParser(input)
  }

  func next() throws(InterchangeError) -> DocumentValue? {
    parser.isOneLine = false
    guard try parser.next() != nil else { return nil }
    place = parser.scanner.place
    parser.isOneLine = true
    let value = try parser.value()
    if let byte = try parser.next(), byte != UInt8(ascii: "\n") {
      var scanner = parser.scanner
      throw try scanner.expected("the end of the line")
    }
    return value
  }

  func skipBroken() throws(InterchangeError) -> Bool {
    try parser.skipLine()
    return true
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
