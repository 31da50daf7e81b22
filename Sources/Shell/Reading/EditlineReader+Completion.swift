extension EditlineReader {
  /// What Tab does: insert what is certain; pressed again, show what is possible.
  func complete() -> Editline.Outcome {
    guard let completer else { return .beep }
    let line = editor.line
    let completion = completer.completions(of: earlierLines + line.text, cursor: earlierLines.utf8.count + line.cursor)
    // Earlier lines are fixed.
    let start = max(0, completion.replacementStart - earlierLines.utf8.count)
    guard start <= line.cursor else { return .beep }
    let typed = String(decoding: line.text.utf8.prefix(line.cursor).dropFirst(start), as: UTF8.self)
    let isRepeated = lastTab.map { $0 == line } ?? false
    lastTab = line
    switch completion.step(typed: typed, isRepeated: isRepeated) {
    case .replace(let text): return replace(typed, by: text)
    case .list(let candidates): return show(candidates)
    case .none: return .beep
    }
  }

  private func replace(_ typed: String, by text: String) -> Editline.Outcome {
    editor.deleteBeforeCursor(typed.unicodeScalars.count)
    guard editor.insert(text) else { return .beep }
    lastTab = editor.line
    return .refresh
  }

  private func show(_ candidates: [String]) -> Editline.Outcome {
    let size = Terminal.size() ?? (columns: 80, rows: 24)
    moveBelowLine(showing: "")
    for line in candidateColumns(candidates, width: size.columns, rowLimit: max(3, size.rows / 2)) {
      Terminal.show(line + "\r\n")
    }
    editor.paint()
    return .nothing
  }
}
