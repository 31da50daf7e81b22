import Encodings

extension FileFormat {
  /// The formats that are written for people, for databases or for Lua, and not read: those of `.mode`.
  package static let written: [FileFormat] = [
    written(.markdown, endings: ["md", "markdown"]), written(.html, endings: ["html", "htm"]),
    written(.table, endings: ["txt"]), written(.box), written(.line),
    written(.lua, endings: ["lua"]) { LuaDocumentWriter(sink: $0) },
    written(.insert, endings: ["sql"]),
  ]

  /// Every format that something can be written in.
  package static let output: [FileFormat] = all + written

  /// The format to write in that a file's ending means.
  package static func output(path: String) -> FileFormat? { of(path: path, in: output) }

  private static func written(
    _ format: Format, endings: [String] = [], write: (@Sendable (TextSink) -> any DocumentOutput)? = nil
  ) -> FileFormat {
    let rows: @Sendable (TextSink) -> any DocumentOutput = { RowDocumentWriter(format, name: format.name, to: $0) }
    return FileFormat(
      name: format.name, summary: format.summary, endings: endings, rows: format, isRead: false,
      read: { (_, _) throws(InterchangeError) in throw InterchangeError(.onlyWritten(format: format.name)) },
      write: write ?? rows)
  }
}
