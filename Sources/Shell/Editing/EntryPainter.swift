import Editing

/// Shows the entry that is edited, and knows what stands on the screen of it.
struct EntryPainter {
  /// What was painted, as far as the screen shows it; nil where the cursor is at the start of an empty row.
  private var frame: Frame?
  /// The first row of the entry that the screen shows.
  private var firstRow = 0
  private var prompt = ""
  private var continuation = ""

  /// Begins an entry; the cursor is at the start of a row.
  mutating func begin(prompt: String, continuation: String) {
    self = EntryPainter()
    self.prompt = visiblePrompt(prompt)
    self.continuation = visiblePrompt(continuation)
  }

  private var size: (columns: Int, rows: Int) { Terminal.size() ?? (columns: 80, rows: 24) }

  private func whole(_ text: EditedText, ghost: String, footer: [String], isFinal: Bool, width: Int) -> Frame {
    var highlighter = Highlighter(text.scalars)
    if !isFinal { highlighter.mark(at: text.cursor) }
    var content = Frame.Content(
      prompt: prompt, continuation: continuation, text: text, attributes: highlighter.attributes)
    content.ghost = ghost
    content.footer = footer
    return Frame(content, width: width) { displayWidth(of: $0) }
  }

  /// Shows the text as it is now.
  mutating func paint(_ text: EditedText, ghost: String = "", footer: [String] = []) {
    let (columns, rows) = size
    let whole = whole(text, ghost: ghost, footer: footer, isFinal: false, width: columns)
    let (new, first) = whole.window(rows: max(rows, 1), from: firstRow)
    let bytes = FrameDifference.bytes(from: frame ?? Frame(width: columns), to: new)
    if !bytes.isEmpty { Terminal.show(bytes) }
    (frame, firstRow) = (new, first)
  }

  /// Shows all of the text for good, and goes below it.
  mutating func leave(_ text: EditedText, showing mark: String = "") {
    let (columns, rows) = size
    let end = EditedText(text.scalars, cursor: text.scalars.count)
    let last = whole(end, ghost: "", footer: [], isFinal: true, width: columns)
    if last.rows.count > rows, frame != nil {
      // So that the whole entry is among the rows above.
      erase(rowsAbove: frame?.cursor.row ?? 0)
    }
    let bytes = FrameDifference.bytes(from: frame ?? Frame(width: columns), to: last)
    // An entry that fills its last row exactly has its cursor below it already.
    let isBelow = last.cursor.row > 0 && last.rows.last?.allSatisfy { $0.scalar == " " } == true && mark.isEmpty
    let isLineEnd = text.scalars.last == "\n"
    Terminal.show(bytes + mark + (isBelow && !isLineEnd ? "\r" : "\r\n"))
    forget()
  }

  /// Takes the screen as it is: the cursor is at the start of an empty row.
  mutating func forget() { (frame, firstRow) = (nil, 0) }

  /// Takes the picture away before the terminal's new size is painted.
  mutating func resize() {
    let (columns, rows) = size
    let above = frame?.rowsAbove(inWidth: columns) ?? 0
    erase(rowsAbove: min(above, max(rows - 1, 0)))
  }

  mutating func clearScreen() {
    Terminal.show("\u{1B}[H\u{1B}[2J")
    forget()
  }

  private mutating func erase(rowsAbove above: Int) {
    Terminal.show((above > 0 ? "\u{1B}[\(above)A" : "") + "\r\u{1B}[J")
    forget()
  }
}
