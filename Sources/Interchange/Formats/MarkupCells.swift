import Encodings
import Schema

extension TextSink {
  /// A cell as formats with markup write it: truths as words, bytes as a literal; what marks NULL, and how texts are
  /// escaped, is the format's.
  func append(_ cell: Cell, _ kind: OutputColumn.Kind, null: () -> Void, escape: (String) -> Void) {
    switch cell.kind {
    case .null: null()
    case .integer:
      if let truth = cell.truth(in: kind) { return append(truth ? "true" : "false") }
      append(cell.integer)
    case .real: append(cell.real)
    case .text: escape(String(decoding: cell.bytes, as: UTF8.self))
    case .data: Hexadecimal.writeLiteral(cell.bytes, to: self)
    }
  }
}
