import Encodings
import Schema

extension Format {
  /// Tab-separated values as spreadsheets write and read them: what holds a tab, a line end or a quote is quoted.
  ///
  ///     id⇥name
  ///     1⇥"two
  ///     lines"
  ///
  /// NULL is an empty field and empty text is `""`, so that both come back. Bytes are base64.
  package static let tsv = Format(name: "tsv", summary: "tab-separated values, as spreadsheets have them") {
    options, sink in DelimitedWriter(separator: 0x09, options: options, sink: sink)
  }
}
