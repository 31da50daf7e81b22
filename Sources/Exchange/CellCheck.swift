import Encodings
import Interchange
import Schema

/// Finds what a format would write as another value, in columns of other programs that hold more than their types say.
///
///     a text that is no UTF-8              no format of text holds its bytes
///     x'00ff' in a column of integers      AP8= in a field of CSV, which is a text there
///     1234 in a column of bytes            1234 in a field of CSV, which is base64 there
struct CellCheck {
  private let fields: [Field]
  private let storages: [Storage]
  private let format: String
  /// Whether values have no classes in it.
  private let isFlat: Bool

  /// Nil for a format that has a way to write any value.
  init?(_ fields: [Field], for format: Format) {
    if format.holdsAnyBytes { return nil }
    self.init(fields, format: format.name, isFlat: FileFormat.named(format.name)?.isFlat == true)
  }

  private init(_ fields: [Field], format: String, isFlat: Bool) {
    (self.fields, self.format, self.isFlat) = (fields, format, isFlat)
    storages = fields.map(\.storage)
  }

  /// - Throws: `InterchangeError` of the first value of a row that cannot be held.
  func row(_ cells: UnsafePointer<Cell>) throws(InterchangeError) {
    for place in storages.indices { try check(cells[place], storages[place], place) }
  }

  @inline(__always)
  private func check(_ cell: Cell, _ storage: Storage, _ place: Int) throws(InterchangeError) {
    switch (cell.kind, storage) {
    case (.text, .data), (.null, _): return
    case (.text, _):
      if !UTF8Sequence.isValid(cell.bytes) { throw .brokenText(of: fields[place].name, in: format) }
    case (.data, .integer), (.data, .real), (.data, .text), (.integer, .data), (.real, .data):
      if isFlat { throw .otherClass(in: fields[place], in: format) }
    default: return
    }
  }

  /// The same of one value, which is to be part of a document.
  static func check(_ cell: Cell, _ field: Field, _ format: FileFormat) throws(InterchangeError) {
    if format.rows?.holdsAnyBytes == true { return }
    try CellCheck([field], format: format.name, isFlat: format.isRead && format.isFlat).check(cell, field.storage, 0)
  }
}
