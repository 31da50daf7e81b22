import Encodings

extension FileFormat {
  /// Comma-separated values after RFC 4180; the first line names the columns.
  ///
  /// The separator is recognised. Line ends are LF, CRLF or CR. An empty field is NULL, `""` is empty text.
  package static let csv = FileFormat(
    name: "csv", summary: "comma-separated values under a line of names", endings: ["csv"], rows: .csv,
    read: { (input, options) throws(InterchangeError) in
      .rows(try DelimitedReader(input, usual: UInt8(ascii: ","), options))
    }, write: { RowDocumentWriter(.csv, name: "csv", to: $0) })
}
