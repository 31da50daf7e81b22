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
