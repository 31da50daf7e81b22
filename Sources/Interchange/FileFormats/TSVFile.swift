import Encodings

extension FileFormat {
  /// Tab-separated values as spreadsheets write them, with quotes; the first line names the columns.
  package static let tsv = FileFormat(
    name: "tsv", summary: "tab-separated values under a line of names", endings: ["tsv", "tab"], rows: .tsv,
    read: { (input, options) throws(InterchangeError) in .rows(try DelimitedReader(input, usual: 0x09, options)) },
    write: { RowDocumentWriter(.tsv, name: "tsv", to: $0) })
}
