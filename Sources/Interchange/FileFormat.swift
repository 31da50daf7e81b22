import Encodings

/// A format of files that rows and documents go out to and come in from.
///
///     FileFormat.of(path: "players.JSON")?.name      // "json"
///
/// A new format is one file with a `static let`, and its name in `all`.
package struct FileFormat: Sendable {
  /// What `format =` takes: `json`.
  package let name: String
  /// One line for `.help`.
  package let summary: String
  /// The file endings that mean it, in lower case and without the dot.
  package let endings: [String]
  /// How plain rows are written in it straight from their cells; nil where rows must be documents first.
  package let rows: Format?
  /// False for formats of bytes, which no terminal should see.
  package let isText: Bool
  /// Whether files of it can be read, too.
  package let isRead: Bool
  /// Whether it is a property list, which has bytes and moments but no null.
  package let isPropertyList: Bool
  private let read: @Sendable (ByteInput, ReadingOptions) throws(InterchangeError) -> Reader
  private let write: @Sendable (TextSink) -> any DocumentOutput
  /// What a writer of rows is told.
  package var options = FormatOptions()

  /// What reads a format: rows of text under names, or documents.
  package enum Reader {
    case rows(any RowReader)
    case documents(any DocumentInput)
  }

  init(
    name: String, summary: String, endings: [String], rows: Format? = nil, isText: Bool = true,
    isPropertyList: Bool = false, isRead: Bool = true,
    read: @escaping @Sendable (ByteInput, ReadingOptions) throws(InterchangeError) -> Reader,
    write: @escaping @Sendable (TextSink) -> any DocumentOutput
  ) {
    self.name = name
    self.summary = summary
    self.endings = endings
    self.rows = rows
    self.isText = isText
    self.isPropertyList = isPropertyList
    self.isRead = isRead
    self.read = read
    self.write = write
  }

  package func reader(
    _ input: ByteInput, _ options: ReadingOptions = ReadingOptions()
  ) throws(InterchangeError) -> Reader { try read(input, options) }

  /// Whether it holds rows of plain values only.
  package var isFlat: Bool { !isRead || name == "csv" || name == "tsv" }

  /// Whether lists and objects stay what they are in it; elsewhere a row has their JSON text.
  package var keepsDocuments: Bool { !isFlat || name == Format.lua.name }

  /// Whether it has headings and totals, as reports do.
  package var hasHeadings: Bool { name == Format.markdown.name || name == Format.html.name }

  /// A writer whose text goes to `sink`; the caller flushes the sink.
  package func writer(to sink: TextSink) -> any DocumentOutput {
    guard !keepsDocuments, let rows else { return write(sink) }
    return RowDocumentWriter(rows, name: name, to: sink, options, isStreaming: isRead)
  }

  /// The one value that some bytes are: of formats of rows, the list of their rows.
  package func value(of bytes: some Collection<UInt8>) throws(InterchangeError) -> DocumentValue {
    try value(from: ByteInput(bytes))
  }

  package func value(from input: ByteInput) throws(InterchangeError) -> DocumentValue { try contents(of: input).value }

  /// The value that an input is, and of formats of rows their columns.
  package func contents(
    of input: ByteInput
  ) throws(InterchangeError) -> (value: DocumentValue, columns: [String]?) {
    switch try read(input, ReadingOptions()) {
    case .documents(let reader): (try reader.whole(), nil)
    case .rows(let reader): (try RowDocuments(reader, asking: input).whole(), reader.columns)
    }
  }

  /// Every format, in the order of `.help`.
  package static let all: [FileFormat] = [.csv, .tsv, .json, .jsonLines, .propertyList, .binaryPropertyList]

  package static func named(_ name: String) -> FileFormat? { all.first { $0.name == name } }

  /// The format that a file's ending means.
  package static func of(path: String) -> FileFormat? { of(path: path, in: all) }

  static func of(path: String, in formats: [FileFormat]) -> FileFormat? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return formats.first { $0.endings.contains(ending) }
  }
}
