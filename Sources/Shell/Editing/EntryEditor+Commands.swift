import Editing
import Encodings

/// What the keys do that are not libedit's.
extension EntryEditor {
  func perform(_ command: EditCommand) -> Editline.Outcome {
    switch command {
    case .enter: return enter()
    case .search: return search()
    case .editor: return openEditor()
    case .clear: painter.clearScreen()
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .undo: if let text = undo.undo() { editor.edited = text }
    case .redo: if let text = undo.redo() { editor.edited = text }
    case .newLine, .home, .end, .right, .killToEnd, .killToStart, .killWord, .killNextWord, .yank: change(command)
    }
    return .refresh
  }

  /// What concerns the text alone.
  private func change(_ command: EditCommand) {
    var text = editor.edited
    switch command {
    case .newLine: text.insert(["\n"] + text.indentation)
    case .home: text.cursor = text.lineStart
    case .end where text.isAtEnd: take(&text)
    case .end: text.cursor = text.lineEnd
    case .right where text.isAtEnd: take(&text)
    case .right: text.cursor += 1
    // At the end of a line the next one joins.
    case .killToEnd where text.isAtEnd: return
    case .killToEnd: killed = text.remove(text.cursor..<max(text.lineEnd, text.cursor + 1))
    case .killToStart: killed = text.remove(text.lineStart..<text.cursor)
    case .killWord: killed = text.remove(text.wordStart..<text.cursor)
    case .killNextWord: killed = text.remove(text.cursor..<text.wordEnd)
    case .yank: text.insert(killed)
    default: return
    }
    editor.edited = text
  }

  /// Takes what stands dim behind the cursor.
  private func take(_ text: inout EditedText) {
    guard let rest = suggestion.rest(of: text, in: history.entries) else { return }
    if rest.contains("\n") { isBlock = true }
    text.insert(Array(rest.unicodeScalars))
  }

  /// Takes a step of indentation back where the word that ends a block was typed.
  func outdent() {
    if let text = outdenting.next(editor.edited) { editor.edited = text }
  }

  // MARK: Enter

  /// Runs an entry that is whole; else makes a line with the indentation of the one above.
  private func enter() -> Editline.Outcome {
    var text = editor.edited
    let entry = text.string
    guard !isWhole(entry) else { return submit(text) }
    if text.isAtEnd, !text.isInFirstLine, let hint = lineHint(entry) {
      say(hint.words)
      if !hint.isTaken {
        _ = text.remove(text.lineStart..<text.lineEnd)
        editor.edited = text
        isWaitingAnnounced = false
        return .refresh
      }
    }
    text.insert(["\n"] + text.indentation)
    editor.edited = text
    isWaitingAnnounced = false
    return .refresh
  }

  private func submit(_ text: EditedText) -> Editline.Outcome {
    painter.leave(text)
    editor.edited = EditedText(text.scalars + ["\n"], cursor: text.scalars.count + 1)
    return .newline
  }

  // MARK: Lines and history

  /// Moves to the line above or below; from the first and the last line through the history.
  private func move(by step: Int) {
    var text = editor.edited
    guard step < 0 ? text.isInFirstLine : text.isInLastLine else {
      let column = goal.flatMap { $0.text == text ? $0.column : nil } ?? text.column
      text.moveLine(by: step, column: column)
      editor.edited = text
      goal = (column, text)
      return
    }
    let shown = text.string
    if walk == nil || walkedTo != shown {
      guard step < 0 else { return }
      walk = HistoryWalk(draft: shown, count: history.entries.count)
    }
    let found =
      step < 0
      ? walk?.older(in: history.entries, than: shown) : walk?.newer(in: history.entries, than: shown)
    guard let found else { return }
    walkedTo = found
    isBlock = found.contains("\n")
    editor.edited = EditedText(found)
  }

  // MARK: The person's own editor

  private func openEditor() -> Editline.Outcome {
    let text = editor.edited
    painter.leave(text)
    Signals.markPastes(false)
    editor.releaseTerminal()
    defer {
      editor.takeTerminal()
      Signals.markPastes(true)
      painter.forget()
    }
    do {
      var edited = try Editor.edit(text.string)
      while edited.last == "\n" { edited.removeLast() }
      if edited.contains("\n") { isBlock = true }
      editor.edited = EditedText(edited)
    } catch {
      Terminal.show("\(error)\r\n")
    }
    return .refresh
  }

  // MARK: Search

  /// Searches the history backward while one types: Ctrl-R goes on, Ctrl-G gives up, any other key takes what is found.
  private func search() -> Editline.Outcome {
    let before = editor.edited
    var pattern = ""
    var place = history.entries.count
    while true {
      let isFound = place < history.entries.count || pattern.isEmpty
      let words = "search: " + escapingControls(pattern) + (isFound ? "" : "  (nothing found)")
      guard let key = readKey({ [unowned self] in paint(footer: [words]) }) else { return .refresh }
      switch key {
      case "\u{12}": place = find(pattern, before: place) ?? place
      case "\u{7}":
        editor.edited = before
        return .refresh
      case "\u{7F}", "\u{8}":
        if !pattern.isEmpty { pattern.removeLast() }
        place = find(pattern, before: history.entries.count) ?? history.entries.count
      case _ where key.value < 0x20 || key == KeyBindings.pasteKey:
        returnedKey = key
        return .refresh
      default:
        pattern.unicodeScalars.append(key)
        place = find(pattern, before: history.entries.count) ?? history.entries.count
      }
      guard place < history.entries.count, !pattern.isEmpty else { continue }
      let found = history.entries[place]
      isBlock = found.contains("\n")
      editor.edited = EditedText(found)
    }
  }

  /// The newest entry before a place that has the text in it, whatever its case.
  private func find(_ pattern: String, before place: Int) -> Int? {
    guard !pattern.isEmpty else { return nil }
    let wanted = pattern.lowercased()
    return history.entries[..<min(place, history.entries.count)].lastIndex { $0.lowercased().contains(wanted) }
  }

  // MARK: Completion

  func complete() -> Editline.Outcome {
    let text = editor.edited
    let before = String(String.UnicodeScalarView(text.scalars[..<text.cursor]))
    let completion = completer.completions(of: text.string, cursor: before.utf8.count)
    guard completion.replacementStart <= before.utf8.count else { return .refresh }
    let typed = String(decoding: before.utf8.dropFirst(completion.replacementStart), as: UTF8.self)
    let isRepeated = lastTab == text
    lastTab = text
    switch completion.step(typed: typed, isRepeated: isRepeated) {
    case .replace(let new):
      var changed = text
      _ = changed.remove((text.cursor - typed.unicodeScalars.count)..<text.cursor)
      changed.insert(Array(new.unicodeScalars))
      editor.edited = changed
      lastTab = changed
    case .list(let candidates):
      let size = Terminal.size() ?? (columns: 80, rows: 24)
      let lines = candidateColumns(candidates, width: size.columns, rowLimit: max(3, size.rows / 2))
      say(lines.joined(separator: "\r\n"))
    case .none: break
    }
    return .refresh
  }
}
