import Encodings
import Schema

/// Writes flat documents as rows: the names of the first one are the columns.
///
/// What a later document lacks is NULL. A list or an object in a document is written as its JSON text. Formats for
/// people keep the rows until all are known: then it shows which columns are numbers.
struct RowDocumentWriter: DocumentOutput {
  private var rows: any RowWriter
  private let name: String
  private let sink: TextSink
  private let isStreaming: Bool
  private var columns: [String] = []
  private var hasBegun = false
  private var kept: [(row: [Value], heading: String?)] = []
  private var heading: String?

  init(
    _ format: Format, name: String, to sink: TextSink, _ options: FormatOptions = FormatOptions(),
    isStreaming: Bool = true
  ) {
    rows = format.writer(options, to: sink)
    self.name = name
    self.sink = sink
    self.isStreaming = isStreaming
  }

  func begin(isList: Bool) {}

  mutating func section(_ title: String) { heading = title }

  mutating func write(_ document: DocumentValue) throws(InterchangeError) {
    guard case .map(let members) = document else {
      throw .noRow(format: name, document)
    }
    if !hasBegun {
      hasBegun = true
      columns = members.map(\.name)
      if isStreaming { rows.begin(columns.map { OutputColumn($0) }) }
    }
    for member in members where !columns.contains(member.name) {
      throw InterchangeError(.unknownColumn(member.name))
    }
    var row: [Value] = []
    for column in columns { row.append(try Self.value(of: members[column] ?? .null)) }
    guard isStreaming else {
      kept.append((row, heading))
      heading = nil
      return
    }
    write(row)
  }

  mutating func end() {
    if !isStreaming, hasBegun {
      rows.begin(columns.enumerated().map { OutputColumn($1, kind(ofColumn: $0)) })
      for (row, heading) in kept {
        if let heading { rows.section(heading) }
        write(row)
      }
      kept = []
    }
    rows.end()
  }

  private mutating func write(_ row: [Value]) {
    row.withCells { cells in rows.row(cells) }
  }

  /// What the cells of a column mean, where all are numbers.
  private func kind(ofColumn column: Int) -> OutputColumn.Kind {
    var kind: OutputColumn.Kind?
    for (row, _) in kept {
      switch row[column] {
      case .null: continue
      case .integer: kind = kind ?? .integer
      case .real: kind = .real
      default: return .any
      }
    }
    return kind ?? .any
  }

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
