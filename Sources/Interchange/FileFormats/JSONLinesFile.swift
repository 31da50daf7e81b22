import Encodings

extension FileFormat {
  /// One JSON value per line.
  package static let jsonLines = FileFormat(
    name: "jsonl", summary: "a JSON object per line", endings: ["jsonl", "ndjson"], rows: .jsonLinesFile,
    read: { input, _ in .documents(JSONLinesReader(input)) }, write: { JSONLinesDocumentWriter(sink: $0) })
}

/// Reads one value after another, each on a line of its own; empty lines are skipped.
private final class JSONLinesReader: DocumentInput {
  private var reader: JSONReader
  private(set) var place: InterchangeError.Place?
  let isSingle = false

  init(_ input: ByteInput) {
    reader = JSONReader(input)
  }

  func next() throws(InterchangeError) -> DocumentValue? {
    reader.isOneLine = false
    guard try reader.next() != nil else { return nil }
    place = reader.place
    reader.isOneLine = true
    let value = try reader.document()
    if let byte = try reader.next(), byte != UInt8(ascii: "\n") {
      throw try reader.expected(.lineEnd)
    }
    return value
  }

  func skipBroken() throws(InterchangeError) -> Bool {
    try reader.skipLine()
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
