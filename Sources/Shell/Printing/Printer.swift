import Encodings
import Interchange
import LuaRuntime
import Model
import Schema
import Scripting
import Store

/// Shows values of scripts: requests and lists as tables, objects field by field, plain values as Lua.
package struct Printer {
  private let session: Session
  private let terminal: Terminal
  let output: Output
  package let settings: Settings

  package init(session: Session, terminal: Terminal, output: Output, settings: Settings) {
    self.session = session
    self.terminal = terminal
    self.output = output
    self.settings = settings
  }

  var format: Format { Format.named(settings.mode) ?? Format.all[0] }

  /// What a person reads on a terminal is cut; what a program reads never is.
  var limit: Int? {
    terminal.outputIsTerminal && format.isForPeople && settings.limit < .max ? settings.limit : nil
  }

  package func print(_ value: LuaValue) throws {
    // What a program reads may be long: it is written while it is read.
    if !format.isForPeople, let rows = try session.passingRows(value) { return try print(rows) }
    switch try session.shown(value, limit: limit) {
    case .rows(let rows): try print(rows, format: format)
    case .object(let rows):
      // One object is no list of one.
      let single = format.name == Format.json.name ? Format.jsonLines : format
      guard format.isForPeople else { return try print(rows, format: single) }
      output.result(settings.palette(rows.title, .heading) + "\n")
      try print(rows, format: Format.named("line") ?? format, showsCount: false)
    case .entity(let rows):
      if format.isForPeople { output.result(settings.palette(rows.title, .heading) + "\n") }
      try print(rows, format: format, showsCount: false)
    case .results(let results): try print(results)
    case .changes(let summary, let lines):
      if format.name == Format.json.name || format.name == Format.jsonLines.name { return try print(plain: value) }
      print(summary, lines)
    case .records(let records): try print(records, value)
    case .plain(let value): try print(plain: value)
    }
  }

  /// Any other value: as Lua for people, else as the mode has it.
  private func print(plain value: LuaValue) throws {
    switch format.name {
    case Format.json.name, Format.jsonLines.name:
      output.escapeStyle = .json
      defer { output.escapeStyle = .lua }
      output.result(session.jsonText(value) + "\n")
    case Format.csv.name, Format.tsv.name:
      let values = session.plainValues(of: value)
      try write([OutputColumn("value")], format: format, title: "value", showsHeader: false) { writer in
        for value in values { write([value], to: &writer) }
      }
    default: output.result(format.marking(text(of: value)) + "\n")
    }
    try check()
  }

  private func print(_ records: PlainRows, _ value: LuaValue) throws {
    // What a script made is told whole: JSON knows more kinds of values than a cell.
    if format.name == Format.json.name, !records.isOrdered { return try print(plain: value) }
    try print(columns: records.columns, rows: records.buffer)
  }

  private func text(of value: LuaValue) -> String {
    // Text is shown as it is, as `print` does, but it never drives the terminal.
    if case .string(let string) = value {
      return terminal.outputIsTerminal ? escapingControls(string.lossyText, keeping: ["\n", "\t"]) : string.lossyText
    }
    let width = terminal.width()
    // Colours would be text between marks.
    let palette = format.marking("<") == "<" ? settings.palette : .plain
    return LuaTablePrinter(session: session, palette: palette, width: width, isCut: terminal.outputIsTerminal)
      .text(of: value)
  }

  // MARK: Rows

  private func print(_ rows: RowCursor) throws {
    let shape = RowShape(
      rows.fields, in: session.context.entities.catalog, table: rows.table, for: format)
    try write(shape.columns, format: format, title: rows.table) { writer in
      try rows.forEachChunk { chunk in
        try check()
        for row in 0..<chunk.count { shape.write(chunk[row], to: &writer) }
      }
    }
  }

  func print(_ rows: Rows, format: Format, showsCount: Bool = true) throws {
    let shape = RowShape(
      rows.fields, in: session.context.entities.catalog, table: rows.table, for: format)
    try write(shape.columns, format: format, title: rows.table ?? rows.title) { writer in
      try walk(rows.buffer, isForPeople: format.isForPeople, gap: { writer.gap($0) }) { row in
        shape.write(rows.buffer[row], to: &writer)
      }
    }
    if showsCount { try printCount(try rows.count(), shown: min(rows.buffer.count, limit ?? .max), format: format) }
  }

  /// The result of SQL: columns without types.
  package func print(columns names: [String], rows: RowBuffer, showsCount: Bool = true) throws {
    try print(columns: names.map { OutputColumn($0) }, rows: rows, showsCount: showsCount)
  }

  /// The columns of which two of one name are called as rows of a query call them.
  private func distinct(_ columns: [OutputColumn]) -> [OutputColumn] {
    let names = DistinctNames.of(columns.map(\.name), ignoringCase: format.isForDatabases)
    return zip(columns, names).map { OutputColumn($1, $0.kind, isReference: $0.isReference) }
  }

  func print(columns: [OutputColumn], rows: RowBuffer, showsCount: Bool = true) throws {
    guard !columns.isEmpty else { return }
    let columns = format.isByName ? distinct(columns) : columns
    try write(columns, format: format, title: "table") { writer in
      try walk(rows, isForPeople: format.isForPeople, gap: { writer.gap($0) }) { writer.row(rows[$0]) }
    }
    if showsCount { printCount(rows.count, shown: min(rows.count, limit ?? .max), format: format) }
  }

  /// Rows that come one by one: `body` gives them to the function that it gets.
  ///
  /// - Parameter noun: what is counted at the end: `failure`; of a person's list the first are shown.
  func print(
    columns names: [String], noun: String, _ body: ((_ row: [Value]) throws -> Void) throws -> Void
  ) throws {
    guard format.isForPeople else {
      return try write(names.map { OutputColumn($0) }, format: format, title: noun) { writer in
        try body { row in
          try check()
          write(row, to: &writer)
        }
      }
    }
    var kept: [[Value]] = []
    var count = 0
    try body { row in
      count += 1
      if kept.count < limit ?? .max { kept.append(row) }
      try check()
    }
    if count > 0 {
      try write(names.map { OutputColumn($0) }, format: format, title: noun) { writer in
        for row in kept { write(row, to: &writer) }
        if count > kept.count { writer.gap(count - kept.count) }
      }
    }
    if terminal.outputIsTerminal {
      output.result(settings.palette("\(grouped(count)) \(noun)\(count == 1 ? "" : "s")", .dim) + "\n")
    }
  }

  private func write(_ row: [Value], to writer: inout any RowWriter) {
    row.withCells { cells in writer.row(cells) }
  }

  private func write(
    _ columns: [OutputColumn], format: Format, title: String, showsHeader: Bool = true,
    _ body: (inout any RowWriter) throws -> Void
  ) throws {
    let output = output
    output.escapeStyle = format.name == Format.json.name || format.name == Format.jsonLines.name ? .json : .lua
    defer { output.escapeStyle = .lua }
    let sink = TextSink { output.result($0) }
    let options = FormatOptions(
      width: terminal.outputIsTerminal ? terminal.width() : nil, style: settings.style,
      nullText: settings.nullText, tableName: title, showsHeader: showsHeader,
      wayOut: terminal.isInteractive ? ".last line shows all" : nil)
    var writer = format.writer(options, to: sink)
    writer.begin(columns)
    try body(&writer)
    writer.end()
    sink.flush()
    try check()
  }

  /// Calls `body` for every row, or for the first and the last ones of a long list on a terminal.
  private func walk(
    _ rows: RowBuffer, isForPeople: Bool, gap: (Int) -> Void, body: (Int) -> Void
  ) throws {
    let shown = isForPeople ? limit ?? .max : .max
    let isCut = rows.count > shown
    let head = isCut ? (shown + 1) / 2 : rows.count
    for row in 0..<head {
      if row & 1023 == 0 { try check() }
      body(row)
    }
    guard isCut else { return }
    let tail = shown - head
    gap(rows.count - shown)
    for row in rows.count - tail..<rows.count { body(row) }
  }

  /// Throws when no more is to be shown.
  private func check() throws {
    try session.lua.checkInterruption()
    if output.isRefused { throw OutputRefused() }
    try output.checkFile()
  }

  /// Whether the number of rows is said below them.
  var isCounted: Bool { terminal.outputIsTerminal && format.isForPeople }

  private func printCount(_ total: @autoclosure () throws -> Int, shown: Int, format: Format) rethrows {
    guard isCounted else { return }
    // What was shown is seen while the rest is counted.
    output.showNow()
    let total = try total()
    let count = "\(grouped(total)) \(total == 1 ? "row" : "rows")"
    let words = shown < total ? "\(count), \(grouped(shown)) shown (.limit all shows all)" : count
    output.result(settings.palette(words, .dim) + "\n")
  }
}

/// A number with its thousands set apart: `1,194`.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  var result = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0, digits[index - 1] != "-" { result += "," }
    result.append(digit)
  }
  return result
}
