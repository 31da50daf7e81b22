import Encodings

extension FileFormat {
  /// Tab-separated values with escapes, as PostgreSQL's COPY writes them; the first line names the columns.
  package static let tsv = FileFormat(
    name: "tsv", summary: "tab-separated values under a line of names", endings: ["tsv", "tab"], rows: .tsv,
    read: { (input) throws(InterchangeError) in
      .rows(try DelimitedReader(input, .init(separator: 0x09, hasQuotes: false, hasEscapes: true)))
    }, write: { RowDocumentWriter(.tsv, name: "tsv", to: $0) })
}
