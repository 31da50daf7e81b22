import Encodings
import Schema

/// Collects rows and draws them as a table when all are known; `box` and `table` differ in their lines.
struct TableWriter: RowWriter {
  private enum Line {
    case row([ScreenCell])
    case gap(ScreenCell)
    case section(ScreenCell)

    var edge: TableDrawing.Edge {
      if case .row = self { .cells } else { .span }
    }

    var isSection: Bool {
      if case .section = self { true } else { false }
    }
  }

  private let options: FormatOptions
  private let lines: TableLines
  private let cells: ScreenCells
  private let sink: TextSink
  private var columns: [OutputColumn] = []
  private var headings: [ScreenCell] = []
  private var body: [Line] = []
  /// The first rows as they came: what is cut for a table is whole in lines.
  private var firstRows: [[OwnedCell]] = []
  private static let mostRowsAsLines = 3

  init(_ options: FormatOptions, lines: TableLines, to sink: TextSink) {
    self.options = options
    self.lines = lines
    self.sink = sink
    cells = ScreenCells(options)
  }

  mutating func begin(_ columns: [OutputColumn]) {
    self.columns = columns
    headings = columns.map { ScreenCell(Escaping.visible($0.name), .heading) }
    body = []
    firstRows = []
  }

  mutating func row(_ cells: UnsafePointer<Cell>) {
    if options.wayOut != nil, firstRows.count <= Self.mostRowsAsLines {
      firstRows.append(columns.indices.map { OwnedCell(cells[$0].value) })
    }
    body.append(.row(columns.indices.map { self.cells.make(cells[$0], columns[$0].kind) }))
  }

  mutating func gap(_ hidden: Int) {
    body.append(.gap(ScreenCells.gap(hidden)))
  }

  mutating func section(_ title: String) {
    body.append(.section(ScreenCell(Escaping.visible(title), .heading)))
  }

  mutating func end() {
    guard !columns.isEmpty else { return }
    if body.isEmpty { body.append(.gap(ScreenCells.noRows)) }
    let standsRight = columns.indices.map(isNumeric)
    var layout = TableLayout(needs, width: options.width)
    if !layout.hidden.isEmpty, isFew { return drawLines() }
    layout.widen(inner: widestSpan, limit: options.width)
    let drawing = TableDrawing(layout: layout, lines: lines, standsRight: standsRight, options: options, to: sink)
    draw(drawing)
    if !layout.hidden.isEmpty { drawing.note(hiddenNote(layout.hidden)) }
    body = []
  }

  /// Whether the rows are so few that lines are shorter than what a table would hide.
  private var isFew: Bool {
    options.wayOut != nil && 1...Self.mostRowsAsLines ~= firstRows.count && firstRows.count == body.count
  }

  private mutating func drawLines() {
    var lines = Format.line.writer(options, to: sink)
    lines.begin(columns)
    for row in firstRows { withExtendedLifetime(row) { lines.row(row.map(\.cell)) } }
    lines.end()
    (body, firstRows) = ([], [])
  }

  /// Whether a column stands right: one of numbers, or, where anything may come, one that has only numbers.
  private func isNumeric(_ column: Int) -> Bool {
    guard columns[column].kind == .any else { return columns[column].kind.standsRight }
    var hasNumber = false
    for case .row(let cells) in body {
      switch cells[column].role {
      case .number: hasNumber = true
      case .null: continue
      default: return false
      }
    }
    return hasNumber
  }

  private var needs: [TableLayout.Need] {
    var widths = Array(repeating: 0, count: columns.count)
    var numbers = widths
    for case .row(let cells) in body {
      for (column, cell) in cells.enumerated() {
        widths[column] = max(widths[column], cell.width)
        if cell.role == .number { numbers[column] = max(numbers[column], cell.width) }
      }
    }
    return columns.indices.map {
      let heading = options.showsHeader ? headings[$0].width : 0
      return TableLayout.Need(
        heading: heading, cells: widths[$0], numbers: numbers[$0], isReference: columns[$0].isReference)
    }
  }

  private var widestSpan: Int {
    body.reduce(0) { widest, line in
      switch line {
      case .row: widest
      case .gap(let cell), .section(let cell): max(widest, cell.width)
      }
    }
  }

  private func draw(_ drawing: TableDrawing) {
    var above = TableDrawing.Edge.outside
    if options.showsHeader {
      drawing.rule(above: .outside, below: .cells)
      drawing.row(headings)
      above = .cells
    }
    var needsRule = true
    for line in body {
      if needsRule || line.isSection { drawing.rule(above: above, below: line.edge) }
      switch line {
      case .row(let cells): drawing.row(cells)
      case .gap(let cell), .section(let cell): drawing.span(cell)
      }
      needsRule = line.isSection
      above = line.edge
    }
    drawing.rule(above: above, below: .outside)
  }

  /// How many columns are hidden, how they are seen, and the name of each.
  private func hiddenNote(_ hidden: [Int]) -> [String] {
    let names = hidden.map { headings[$0].text }
    let count = "\(hidden.count) of \(columns.count) columns hidden"
    let start = options.wayOut.map { "\(count) · \($0) ·" } ?? "\(count):"
    return start.split(separator: " ").map(String.init) + names.dropLast().map { $0 + "," } + names.suffix(1)
  }
}
