import Encodings
import Schema

/// Writes flat documents as rows: the names of the first one are the columns.
///
/// What a later document lacks is NULL. A list or an object in a document is written as its JSON text. Formats that are
/// only written keep the rows until all are known: then it shows which columns are numbers, truths or documents.
struct RowDocumentWriter: DocumentOutput {
  private var rows: any RowWriter
  private let name: String
  private let sink: TextSink
  private let isStreaming: Bool
  private var columns: [String] = []
  private var hasBegun = false
  private var kept: [(row: [DocumentValue], heading: String?)] = []
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
    let row = columns.map { members[$0] ?? .null }
    guard isStreaming else {
      // What cannot be said is refused where it comes.
      for value in row { _ = try Self.value(of: value) }
      kept.append((row, heading))
      heading = nil
      return
    }
    try write(row, as: columns.map { _ in .any })
  }

  mutating func end() throws(InterchangeError) {
    if !isStreaming, hasBegun {
      let kinds = columns.indices.map(kind)
      rows.begin(zip(columns, kinds).map { OutputColumn($0, $1) })
      for (row, heading) in kept {
        if let heading { rows.section(heading) }
        try write(row, as: kinds)
      }
      kept = []
    }
    rows.end()
  }

  private mutating func write(_ row: [DocumentValue], as kinds: [OutputColumn.Kind]) throws(InterchangeError) {
    var values: [Value] = []
    for (value, kind) in zip(row, kinds) {
      if kind == .boolean, case .boolean(let truth) = value {
        values.append(.integer(truth ? 1 : 0))
      } else {
        values.append(try Self.value(of: value))
      }
    }
    values.withCells { rows.row($0) }
  }

  /// What the cells of a column mean, where all are numbers, truths or documents.
  private func kind(ofColumn column: Int) -> OutputColumn.Kind {
    var kind: OutputColumn.Kind?
    for (row, _) in kept {
      let next: OutputColumn.Kind
      switch row[column] {
      case .null: continue
      case .boolean: next = .boolean
      case .integer: next = kind == .real ? .real : .integer
      case .real: next = .real
      case .list, .map: next = .json
      case .number, .text, .date, .data: return .any
      }
      if let kind, kind != next, !(kind == .integer && next == .real) { return .any }
      kind = next
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
