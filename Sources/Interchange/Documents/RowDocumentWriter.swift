import Encodings
import Schema

/// Writes flat documents as rows: the names of the first one are the columns.
///
/// What a later document lacks is NULL. A list or an object in a document is written as its JSON text.
struct RowDocumentWriter: DocumentOutput {
  private var rows: any RowWriter
  private let name: String
  private let sink: TextSink
  private var columns: [String] = []
  private var hasBegun = false

  init(_ format: Format, name: String, to sink: TextSink, _ options: FormatOptions = FormatOptions()) {
    rows = format.writer(options, to: sink)
    self.name = name
    self.sink = sink
  }

  func begin(isList: Bool) {}

  mutating func write(_ document: DocumentValue) throws(InterchangeError) {
    guard case .map(let members) = document else {
      throw InterchangeError(.cannotHold(format: name, what: document.described + " as a row"))
    }
    if !hasBegun {
      hasBegun = true
      columns = members.map(\.name)
      rows.begin(columns.map { OutputColumn($0) })
    }
    for member in members where !columns.contains(member.name) {
      throw InterchangeError(.unknownColumn(member.name))
    }
    var cells: [OwnedCell] = []
    for column in columns { cells.append(OwnedCell(try Self.value(of: members[column] ?? .null))) }
    withExtendedLifetime(cells) {
      cells.map(\.cell).withUnsafeBufferPointer { buffer in
        if let base = buffer.baseAddress { rows.row(base) }
      }
    }
  }

  mutating func end() { rows.end() }

  /// The value that stands for a document in a field of text.
  private static func value(of document: DocumentValue) throws(InterchangeError) -> Value {
    switch document {
    case .null: .null
    case .boolean(let value): .text(value ? "true" : "false")
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .number(let text), .text(let text), .date(let text): .text(text)
    case .data(let bytes): .data(bytes)
    case .list, .map: .text(try document.json())
    }
  }
}
