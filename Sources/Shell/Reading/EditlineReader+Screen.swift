/// Where things are on the screen; libedit knows, but does not say.
extension EditlineReader {
  func cursorPosition() -> ScreenPosition {
    let line = editor.line
    return position(after: String(decoding: line.text.utf8.prefix(line.cursor), as: UTF8.self))
  }

  /// Moves below the last row of the line being edited.
  func moveBelowLine(showing mark: String) {
    guard understandsEscapes else { return Terminal.show(mark + "\r\n") }
    let last = position(after: editor.line.text)
    let rows = last.row - cursorPosition().row
    let isAtNewRow = last.column == 0 && mark.isEmpty && last.row > 0
    Terminal.show((rows > 0 ? "\u{1B}[\(rows)B" : "") + moveRight(to: last.column) + mark + (isAtNewRow ? "" : "\r\n"))
  }

  /// Sees to it before each key that libedit stays within its memory.
  ///
  /// It knows no more rows than the terminal has. From a line that needs more, the cursor goes to rows that it does not
  /// know, and the next character that wraps ends the program.
  func keepWithinMemory() {
    editor.keepCursor()
    guard editor.lacksRows else { return }
    eraseRows(above: rowsToErase)
    editor.addRows()
    editor.paint()
  }

  /// The rows above the cursor that belong to the line: all, once it fills the screen and libedit has lost count.
  private var rowsToErase: Int {
    let screen = Terminal.size()?.rows ?? 24
    // The exact number takes its time.
    let isTaller = editor.rows > 4 * screen || position(after: editor.line.text).row >= screen
    return isTaller ? screen : cursorPosition().row
  }

  /// Erases all from a row above the cursor on, and goes to its beginning.
  func eraseRows(above: Int) {
    guard understandsEscapes else { return }
    Terminal.show((above > 0 ? "\u{1B}[\(above)A" : "") + "\r\u{1B}[J")
  }

  private func moveRight(to column: Int) -> String {
    column > 0 ? "\r\u{1B}[\(column)C" : "\r"
  }

  private func position(after text: String) -> ScreenPosition {
    var position = ScreenPosition(width: Terminal.size()?.columns ?? 80)
    position.advance(over: visiblePrompt(currentPrompt))
    position.advance(over: text)
    return position
  }
}
