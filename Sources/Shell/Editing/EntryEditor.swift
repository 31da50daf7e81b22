import CEditline
import Editing
import Interchange
import Platform

/// Reads entries from a person at a terminal, each edited as one text of many lines, in colour.
///
/// libedit reads the keys and holds the text; what is seen is painted here, before each key.
final class EntryEditor: PromptReader {
  var onTermination: () -> Void = {}
  var lineHint: (String) -> LineHint? = { _ in nil }

  let editor: Editline
  let history: History
  let completer: any Completer
  private let judge: () -> (String, String) -> Bool
  private let showsMark: Bool

  var keys = KeyInput()
  var painter = EntryPainter()
  var announcedPaste: Paste?
  /// A key that something looked at and that is still to be obeyed.
  var returnedKey: Unicode.Scalar?
  var killed: [Unicode.Scalar] = []
  var undo = EditUndo(EditedText(""))
  var walk: HistoryWalk?
  /// What the walk through the history has shown last.
  var walkedTo: String?
  /// The column that Up and Down aim at.
  var goal: (column: Int, text: EditedText)?
  var suggestion = Suggestion()
  var lastTab: EditedText?
  var outdenting = Outdenting()
  /// Whether the text was pasted or recalled, and ends where it ends.
  var isBlock = false
  private var prefilled: String?
  /// Whether a test was told that keys are read: each line of an entry is announced.
  var isWaitingAnnounced = false
  private(set) var isInterrupted = false

  init(
    _ editor: Editline, history: History, completer: any Completer, judge: @escaping () -> (String, String) -> Bool
  ) {
    (self.editor, self.history, self.completer, self.judge) = (editor, history, completer, judge)
    showsMark = Terminal.variable("MOONSHELL_PROMPT_MARK") == "1"
    editor.setDelegate(self)
  }

  func readEntry(prompt: String, continuation: String, isComplete: (String, String) -> Bool) -> EntryInput {
    Signals.beginPrompt()
    defer { Signals.endPrompt() }
    let input = read(OwnSequence.unmarked(prompt), OwnSequence.unmarked(continuation))
    if let signal = Signals.termination {
      onTermination()
      Signals.die(of: signal)
    }
    if case .entry(let text) = input { remember(text) }
    return input
  }

  func remember(_ entry: String) { _ = history.add(entry) }

  func prefill(_ text: String) { prefilled = text }

  private func read(_ prompt: String, _ continuation: String) -> EntryInput {
    painter.begin(prompt: prompt, continuation: continuation)
    undo = EditUndo(EditedText(""))
    outdenting = Outdenting()
    (walk, walkedTo, goal, lastTab, announcedPaste, returnedKey) = (nil, nil, nil, nil, nil, nil)
    (isBlock, isWaitingAnnounced, isInterrupted) = (false, false, false)
    Signals.markPastes(true)
    defer { Signals.markPastes(false) }
    if case .text(let text) = editor.readLine(prompt: "") { return .entry(text) }
    painter.leave(editor.edited, showing: isInterrupted ? "^C" : "")
    editor.reset()
    return isInterrupted ? .interrupted : .endOfInput
  }

  /// Whether an entry can run; what was pasted or recalled ends where its text does.
  func isWhole(_ entry: String) -> Bool {
    let lines = entry.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count == 1 || isBlock { return judge()(entry, entry) }
    let isComplete = judge()
    var text = ""
    for (index, line) in lines.enumerated() {
      text += (index > 0 ? "\n" : "") + line
      guard isComplete(text, String(line)) else { continue }
      // Several entries, the first of which ends before.
      return index == lines.count - 1 || judge()(entry, entry)
    }
    return false
  }

  // MARK: Painting

  func paint(footer: [String] = []) {
    let text = editor.edited
    let rest = footer.isEmpty ? suggestion.rest(of: text, in: history.entries) : nil
    let lines = rest?.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let ghost = (lines?.first).map { escapingControls(String($0)) + ((lines?.count ?? 0) > 1 ? " …" : "") }
    painter.paint(text, ghost: ghost ?? "", footer: footer)
  }
}

// MARK: - Keys

extension EntryEditor: EditlineDelegate {
  func nextCharacter() -> Unicode.Scalar? {
    editor.keepCursor()
    if editor.lacksRows {
      editor.addRows()
      editor.paint()
    }
    if let key = returnedKey {
      returnedKey = nil
      return key
    }
    if let text = prefilled {
      (prefilled, announcedPaste) = (nil, .text(text))
      return KeyBindings.pasteKey
    }
    if isInterrupted { return nil }
    outdent()
    undo.note(editor.edited)
    return readKey { [unowned self] in paint() }
  }

  /// Waits for a key, and meanwhile answers signals: a resized window, Ctrl-Z, Ctrl-C.
  func readKey(_ paint: () -> Void) -> Unicode.Scalar? {
    // What is typed ahead is painted once.
    if keys.isIdle { paint() }
    announceWaiting()
    while true {
      if Signals.termination != nil || !answerEvents(paint) { return nil }
      switch keys.next() {
      case .byte(let byte):
        if byte == 0x1B && keys.takesPasteStart() {
          announcedPaste = keys.readPaste(limit: EditlineReader.pasteLimit)
          return KeyBindings.pasteKey
        }
        if let scalar = keys.scalar(startingWith: byte) { return scalar }
      case .signal, .timeout: continue
      case .end: return nil
      }
    }
  }

  /// Tells a test that keys are read from now on (OSC 133).
  private func announceWaiting() {
    guard !isWaitingAnnounced else { return }
    isWaitingAnnounced = true
    if showsMark { Terminal.show("\u{1B}]133;B\u{1B}\\") }
  }

  /// - Returns: false when the entry is to be dropped.
  private func answerEvents(_ paint: () -> Void) -> Bool {
    let events = Signals.takeEvents()
    if Signals.drop(events, isEmpty: editor.edited.isEmpty) {
      isInterrupted = true
      return false
    }
    if events.contains(.suspend) {
      painter.leave(editor.edited, showing: "^Z")
      Signals.markPastes(false)
      editor.releaseTerminal()
      Signals.stop()
      _ = Signals.takeEvents()
      resume(paint)
    } else if events.contains(.continue) {
      painter.forget()
      resume(paint)
    }
    if events.contains(.resize) {
      painter.resize()
      editor.resize()
      paint()
    }
    return true
  }

  /// Another program may have changed the terminal: take it anew.
  private func resume(_ paint: () -> Void) {
    editor.releaseTerminal()
    editor.takeTerminal()
    Signals.markPastes(true)
    editor.resize()
    paint()
  }

  // MARK: Pastes

  /// Inserts what is pasted as it is: tabs do not complete, line ends do not submit.
  func paste() -> Editline.Outcome {
    switch announcedPaste ?? keys.readPaste(limit: EditlineReader.pasteLimit) {
    case .text(let text):
      announcedPaste = nil
      var edited = editor.edited
      let pasted = PastedText(text) { entry in judge()(entry, entry) }
      if let note = pasted.note { say(note) }
      if pasted.text.contains("\n") { isBlock = true }
      edited.insert(Array(pasted.text.unicodeScalars))
      editor.edited = edited
    case .tooLong:
      announcedPaste = nil
      say("Nothing was pasted: it is more than 1 MiB. Save it in a file and use .read FILE")
    case .abandoned: announcedPaste = nil
    }
    return .refresh
  }

  /// Says something below the entry, which is painted anew below that.
  func say(_ words: String) {
    painter.leave(editor.edited)
    Terminal.show(OwnSequence.unmarked(words) + "\r\n")
  }
}
