import Encodings
import Schema

extension Format {
  /// A line per value, and a blank line between rows.
  ///
  ///       id = 1
  ///     name = Zerator
  ///
  /// Text is whole however long it is: this is the format to read long text in.
  package static let line = Format(name: "line", summary: "name = value, one per line", isForPeople: true) {
    options, sink in LineWriter(options, to: sink)
  }
}

private struct LineWriter: RowWriter {
  private let sink: TextSink
  private let style: Style
  private let cells: ScreenCells
  private var columns: [OutputColumn] = []
  /// The names, with blanks in front so that they end at one place.
  private var names: [String] = []
  private var isEmpty = true

  init(_ options: FormatOptions, to sink: TextSink) {
    self.sink = sink
    style = options.style
    var unlimited = options
    unlimited.width = nil
    cells = ScreenCells(unlimited)
  }

  mutating func begin(_ columns: [OutputColumn]) {
    self.columns = columns
    isEmpty = true
    let headings = columns.map { ScreenCell(Escaping.visible($0.name), .heading) }
    let widest = headings.map(\.width).max() ?? 0
    names = headings.map {
      String(repeating: " ", count: widest - $0.width) + style.apply(.heading, to: $0.text) + " = "
    }
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    beginBlock()
    for column in columns.indices {
      sink.append(text: names[column])
      write(self.cells.make(cells[column], columns[column].kind))
    }
  }

  mutating func gap(_ hidden: Int) {
    beginBlock()
    write(ScreenCells.gap(hidden))
  }

  mutating func section(_ title: String) {
    beginBlock()
    write(ScreenCell(Escaping.visible(title), .heading))
  }

  mutating func end() {
    if isEmpty { write(ScreenCells.noRows) }
  }

  private mutating func beginBlock() {
    if !isEmpty { sink.append("\n") }
    isEmpty = false
  }

  private func write(_ cell: ScreenCell) {
    sink.append(text: style.apply(cell.role, to: cell.text))
    sink.append("\n")
  }
}
