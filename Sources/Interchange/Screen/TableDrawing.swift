import Encodings

/// Draws the lines of a table.
///
///     ╭────┬─────────╮
///     │ id │ name    │
///     ├────┼─────────┤
///     │  1 │ Zerator │
///     │ … 12 more    │
///     ╰────┴─────────╯
struct TableDrawing {
  let layout: TableLayout
  let lines: TableLines
  let standsRight: [Bool]
  let limit: Int?
  private let style: Style
  private let sink: TextSink

  init(
    layout: TableLayout, lines: TableLines, standsRight: [Bool], options: FormatOptions, to sink: TextSink
  ) {
    self.layout = layout
    self.lines = lines
    self.standsRight = standsRight
    self.sink = sink
    limit = options.width
    // A line that must be cut is not coloured: it would lose the sequence that ends the colour.
    style = limit.map { layout.width > $0 } == true ? .plain : options.style
  }

  /// What a horizontal line separates.
  enum Edge {
    case cells, span, outside
  }

  func rule(above: Edge, below: Edge) {
    let rule = above == .outside ? lines.top : below == .outside ? lines.bottom : lines.middle
    let joint =
      switch (above, below) {
      case (.cells, .span): lines.endOfColumns
      case (.span, .cells): lines.startOfColumns
      case (.cells, _), (_, .cells): rule.cross
      default: lines.horizontal
      }
    let parts = layout.slots.map { String(repeating: lines.horizontal, count: $0.width + 2) }
    line(style.apply(.border, to: rule.left + parts.joined(separator: joint) + rule.right))
  }

  func row(_ cells: [ScreenCell]) {
    let vertical = style.apply(.border, to: lines.vertical)
    let parts = layout.slots.map { slot in
      switch slot {
      case .column(let column, let width): fit(cells[column], width, right: standsRight[column])
      case .hidden: fit(ScreenCell("…", .note), 1, right: false)
      }
    }
    line(vertical + " " + parts.joined(separator: " " + vertical + " ") + " " + vertical)
  }

  /// One text across all columns.
  func span(_ cell: ScreenCell) {
    let vertical = style.apply(.border, to: lines.vertical)
    line(vertical + " " + fit(cell, layout.inner, right: false) + " " + vertical)
  }

  /// Pieces of a text below the table, on as many lines as they need; where nothing has room, on one that is cut.
  func note(_ pieces: [String]) {
    guard let limit, limit >= 20 else { return drawNote(pieces.joined(separator: " ")) }
    var text = ""
    for piece in pieces {
      let longer = text.isEmpty ? piece : text + " " + piece
      if !text.isEmpty, DisplayWidth.of(longer) > limit {
        drawNote(text)
        text = piece
      } else {
        text = longer
      }
    }
    drawNote(text)
  }

  private func drawNote(_ text: String) {
    let cut = limit.map { DisplayWidth.cut(text, to: $0) } ?? text
    line(style.apply(.note, to: cut))
  }

  private func fit(_ cell: ScreenCell, _ width: Int, right: Bool) -> String {
    guard cell.width <= width else {
      let cut = DisplayWidth.cut(cell.text, to: width)
      // A wide character may not have had room: then one cell is left over.
      return style.apply(cell.role, to: cut) + blanks(width - DisplayWidth.of(cut))
    }
    let text = style.apply(cell.role, to: cell.text)
    return right ? blanks(width - cell.width) + text : text + blanks(width - cell.width)
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  private func line(_ text: String) {
    if let limit, layout.width > limit {
      sink.append(text: DisplayWidth.prefix(text, limit))
    } else {
      sink.append(text: text)
    }
    sink.append("\n")
  }
}
