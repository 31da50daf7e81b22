import Interchange

/// Reads entries from a person at a terminal, with libedit: history, completion, paste, wide characters.
///
/// ```swift
/// let reader = EditlineReader(history: history, completer: names)
/// reader?.readEntry(prompt: "moon> ", continuation: "  ... ") { text, _ in isCompleteLua(text) }   // .entry("x = 1")
/// ```
///
/// One exists at a time, on the main thread: it owns the terminal behind the standard streams.
package final class EditlineReader: PromptReader {
  /// The most that is taken from the clipboard at once, in bytes.
  package static let pasteLimit = 1 << 20

  /// Runs when a signal ends the program while it is at the prompt: the last chance to roll back and close.
  package var onTermination: () -> Void = {}

  /// What is said to a line that goes on with an entry; it gets the entry so far.
  package var lineHint: (String) -> LineHint? = { _ in nil }

  let editor: Editline
  let completer: (any Completer)?
  private let history: History
  let understandsEscapes: Bool
  private let showsMark: Bool

  var keys = KeyInput()
  var announcedPaste: Paste?
  /// What stands in the next line before a key is pressed.
  private var prefilled: String?
  var currentPrompt = ""
  var earlierLines = ""
  var lastTab: (text: String, cursor: Int)?
  private var isWaitingAnnounced = false
  private(set) var isInterrupted = false

  /// Prepares the terminal and reads `~/.editrc` as the program `moonshell`; nil where libedit cannot start.
  ///
  /// `Signals.install` comes first.
  package convenience init?(history: History, completer: (any Completer)? = nil) {
    Terminal.useUTF8()
    guard let editor = Self.takeEditor() else { return nil }
    self.init(editor, history: history, completer: completer)
  }

  init(_ editor: Editline, history: History, completer: (any Completer)?) {
    self.editor = editor
    self.history = history
    self.completer = completer
    understandsEscapes = Terminal.canMoveCursor(type: Terminal.variable("TERM"))
    showsMark = Terminal.variable("MOONSHELL_PROMPT_MARK") == "1"
    history.entries.forEach(editor.recall)
    editor.setDelegate(self)
  }

  /// The editor that `prepare` has made.
  nonisolated(unsafe) private static var prepared: Editline?

  /// Makes the editor while the files that describe terminals can still be read.
  package static func prepare() { prepared = makeEditor() }

  /// The editor, made before or now.
  static func takeEditor() -> Editline? {
    defer { prepared = nil }
    return prepared ?? makeEditor()
  }

  private static func makeEditor() -> Editline? { Editline(program: "moonshell", historySize: 10_000) }

  package func readEntry(prompt: String, continuation: String, isComplete: (String, String) -> Bool) -> EntryInput {
    Signals.beginPrompt()
    defer { Signals.endPrompt() }
    let input = readLines(prompt: prompt, continuation: continuation, isComplete: isComplete)
    if let signal = Signals.termination { terminate(by: signal) }
    if case .entry(let text) = input { remember(text) }
    return input
  }

  package func remember(_ entry: String) {
    if history.add(entry), let kept = history.entries.last { editor.recall(kept) }
  }

  package func prefill(_ text: String) { prefilled = text }

  private func readLines(prompt: String, continuation: String, isComplete: (String, String) -> Bool) -> EntryInput {
    earlierLines = ""
    var nextPrompt = prompt
    while true {
      switch readLine(prompt: nextPrompt) {
      case .end: return leaveLine()
      case .text(let line):
        let text = earlierLines + line
        if !earlierLines.isEmpty, let hint = lineHint(text) {
          Terminal.show(OwnSequence.unmarked(hint.words) + "\r\n")
          if !hint.isTaken { continue }
        }
        if isComplete(text, line) { return .entry(text) }
        earlierLines = text + "\n"
        nextPrompt = continuation
      }
    }
  }

  private func readLine(prompt: String) -> Editline.Line {
    let prompt = OwnSequence.unmarked(prompt)
    currentPrompt = prompt
    isWaitingAnnounced = false
    isInterrupted = false
    lastTab = nil
    announcedPaste = nil
    if understandsEscapes { Signals.markPastes(true) }
    defer { Signals.markPastes(false) }
    return editor.readLine(prompt: prompt)
  }

  /// After a line that was not finished: the cursor goes below it.
  private func leaveLine() -> EntryInput {
    let input: EntryInput = isInterrupted ? .interrupted : .endOfInput
    moveBelowLine(showing: isInterrupted ? "^C" : "")
    editor.reset()
    return input
  }

  private func terminate(by signal: Int32) -> Never {
    onTermination()
    Signals.die(of: signal)
  }
}

// MARK: - Keys

extension EditlineReader: EditlineDelegate {
  /// Waits for a key, and meanwhile answers signals: a resized window, Ctrl-Z, Ctrl-C.
  func nextCharacter() -> Unicode.Scalar? {
    keepWithinMemory()
    if let text = prefilled {
      // It comes as a paste does: its line ends send nothing.
      (prefilled, announcedPaste) = (nil, .text(text))
      return KeyBindings.pasteKey
    }
    announceWaiting()
    while true {
      if Signals.termination != nil || !answerEvents() { return nil }
      switch keys.next() {
      case .byte(let byte):
        if byte == escape && keys.takesPasteStart() {
          announcedPaste = keys.readPaste(limit: EditlineReader.pasteLimit)
          return KeyBindings.pasteKey
        }
        if let scalar = keys.scalar(startingWith: byte) { return scalar }
      case .signal, .timeout: continue
      case .end: return nil
      }
    }
  }

  /// Tells a test that keys are read from now on: the prompt is printed before the terminal is ready (OSC 133).
  private func announceWaiting() {
    guard !isWaitingAnnounced else { return }
    isWaitingAnnounced = true
    if showsMark { Terminal.show("\u{1B}]133;B\u{1B}\\") }
  }

  /// - Returns: false when the line is to be dropped.
  private func answerEvents() -> Bool {
    let events = Signals.takeEvents()
    if Signals.drop(events, isEmpty: earlierLines.isEmpty && editor.edited.isEmpty) {
      isInterrupted = true
      return false
    }
    if events.contains(.suspend) { suspend() } else if events.contains(.continue) { resume() }
    if events.contains(.resize) { adaptToSize() }
    return true
  }

  private func suspend() {
    moveBelowLine(showing: "^Z")
    Signals.markPastes(false)
    editor.releaseTerminal()
    Signals.stop()
    _ = Signals.takeEvents()
    resume()
  }

  /// Another program may have changed the terminal: take it anew, and paint where the cursor is now.
  private func resume() {
    editor.releaseTerminal()
    editor.takeTerminal()
    if understandsEscapes { Signals.markPastes(true) }
    editor.resize()
    editor.paint()
  }

  private func adaptToSize() {
    eraseRows(above: cursorPosition().row)
    editor.resize()
    editor.paint()
  }
}

private let escape: UInt8 = 0x1B
