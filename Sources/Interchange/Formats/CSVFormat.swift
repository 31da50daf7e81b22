import Encodings
import Schema

extension Format {
  /// Comma-separated values after RFC 4180, with the line ends of Unix.
  ///
  ///     id,name,note
  ///     1,"Mister ""MV""",
  ///     2,Zerator,""
  ///
  /// NULL is an empty field and empty text is `""`, so that both come back. Bytes are base64.
  package static let csv = Format(name: "csv", summary: "comma-separated values; NULL is empty, empty text is \"\"") {
    options, sink in DelimitedWriter(separator: UInt8(ascii: ","), options: options, sink: sink)
  }
}
