import CEditline
import Platform

/// What libedit asks of its user while it edits a line.
protocol EditlineDelegate: AnyObject {
  /// The next character that is typed, or nil when reading has to end.
  func nextCharacter() -> Unicode.Scalar?
  func complete() -> Editline.Outcome
  func paste() -> Editline.Outcome
  func perform(_ command: EditCommand) -> Editline.Outcome
}

/// A line editor: libedit, as Swift values.
///
/// This file alone knows libedit's API; what is done with it is in `EditlineReader`.
final class Editline {
  /// What libedit does after an editing function.
  enum Outcome: UInt8 {
    case nothing = 0
    /// The line is whole.
    case newline = 1
    case refresh = 4
    case beep = 6
  }

  /// How reading a line ended.
  enum Line: Equatable {
    case text(String)
    /// The end of the input, or the delegate had nothing more.
    case end
  }

  let handle: OpaquePointer
  private let recall: OpaquePointer?
  private var prompt: UnsafeMutablePointer<CChar>?
  private var promptCells = 0
  /// The characters that the line may hold before it moves in memory, and those of the longest entry to recall.
  private var capacity = 1000
  private var longestEntry = 0
  private weak var delegate: (any EditlineDelegate)?

  /// Makes an editor on the standard streams, or nil where libedit cannot.
  init?(program: String, historySize: Int) {
    moonshell_editor_open_sink()
    guard let handle = moonshell_editor_make(program) else { return nil }
    self.handle = handle
    recall = moonshell_recall_make(handle, Int32(historySize))
    prompt = strdup("")
    moonshell_editor_set_owner(handle, Unmanaged.passUnretained(self).toOpaque())
    moonshell_editor_set_prompt(handle, givePrompt, promptMark)
    moonshell_editor_set_reader(handle, readCharacter)
    moonshell_editor_add_function(handle, KeyBindings.Command.complete, "Complete the name", completeName)
    moonshell_editor_add_function(handle, KeyBindings.Command.paste, "Insert what is pasted", insertPaste)
    bindKeys()
  }

  deinit {
    el_end(handle)
    if let recall { history_end(recall) }
    free(prompt)
  }

  /// Whether the keys are those of vi, as `~/.editrc` may say.
  var isVi: Bool { moonshell_editor_is_vi(handle) != 0 }

  func setDelegate(_ delegate: any EditlineDelegate) {
    self.delegate = delegate
  }

  /// Our keys, then the person's file; `bind -v` in it clears the keys, so the essential ones are bound again.
  private func bindKeys() {
    moonshell_editor_set_keys(handle, "emacs")
    for (key, command) in KeyBindings.added { bind(key, to: command) }
    el_source(handle, nil)
    if moonshell_editor_is_vi(handle) != 0 {
      bind("^I", to: KeyBindings.Command.complete)
      for (key, command) in KeyBindings.ofCommandMode { moonshell_editor_bind_in_command_mode(handle, key, command) }
    }
    moonshell_editor_bind(handle, KeyBindings.pasteKeyName, KeyBindings.Command.paste, 1)
  }

  private func bind(_ key: String, to command: String) {
    moonshell_editor_bind(handle, key, command, 0)
  }

  // MARK: Reading

  /// Shows a prompt, which may hold escape sequences, and reads one line.
  func readLine(prompt text: String) -> Line {
    free(prompt)
    prompt = strdup(editlinePrompt(text, mark: Character(Unicode.Scalar(UInt8(promptMark)))))
    promptCells = displayWidth(of: visiblePrompt(text))
    capacity = moonshell_editor_reserve(handle, longestEntry, capacity)
    var count: Int32 = 0
    guard let line = el_gets(handle, &count), count > 0 else { return .end }
    var bytes = UnsafeRawBufferPointer(start: line, count: Int(count))[...]
    if bytes.last == UInt8(ascii: "\n") { bytes = bytes.dropLast() }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  /// What Up, Down and Ctrl-R find next.
  func recall(_ entry: String) {
    guard let recall else { return }
    longestEntry = max(longestEntry, entry.utf8.count)
    moonshell_recall_add(recall, entry)
  }

  // MARK: While a line is edited

  /// The line and the byte offset of the cursor in it.
  var line: (text: String, cursor: Int) {
    guard let info = el_line(handle)?.pointee, let start = info.buffer, let end = info.lastchar,
      let cursor = info.cursor
    else { return ("", 0) }
    let bytes = UnsafeRawBufferPointer(start: start, count: max(0, end - start))
    return (String(decoding: bytes, as: UTF8.self), max(0, cursor - start))
  }

  /// Inserts text at the cursor.
  ///
  /// - Returns: false when there is no memory for it.
  func insert(_ text: String) -> Bool {
    text.isEmpty || el_insertstr(handle, text) == 0
  }

  /// Deletes characters before the cursor.
  func deleteBeforeCursor(_ count: Int) {
    if count > 0 { el_deletestr(handle, Int32(count)) }
  }

  /// Paints prompt and line anew from where the cursor stands.
  func paint() { moonshell_editor_paint(handle) }

  /// Adapts to the size that the terminal has now.
  func resize() {
    el_resize(handle)
    if lacksRows { addRows() }
  }

  /// The rows that prompt and line take at most.
  var rows: Int { moonshell_editor_rows(handle, Int32(clamping: promptCells)) }

  /// Whether libedit is about to lose count of the rows of the line: then `addRows`, and paint.
  var lacksRows: Bool { moonshell_editor_lacks_rows(handle, Int32(clamping: promptCells)) != 0 }

  /// Makes libedit believe in a terminal that is high enough for the line.
  func addRows() { moonshell_editor_add_rows(handle, Int32(clamping: promptCells)) }

  /// Keeps the cursor in the line, which libedit may leave.
  func keepCursor() { moonshell_editor_keep_cursor(handle) }

  /// Gives the terminal its ordinary settings back.
  func releaseTerminal() { moonshell_editor_prepare_terminal(handle, 0) }

  /// Takes the terminal for editing.
  func takeTerminal() { moonshell_editor_prepare_terminal(handle, 1) }

  /// Forgets a line that was given up.
  func reset() { el_reset(handle) }

  /// The cells that libedit gives to a character; it needs `Terminal.useUTF8` before.
  static func cells(of scalar: Unicode.Scalar) -> Int {
    max(0, Int(moonshell_cells(scalar.value)))
  }

  // MARK: Callbacks

  static func owner(of handle: OpaquePointer?) -> Editline? {
    guard let handle, let owner = moonshell_editor_owner(handle) else { return nil }
    return Unmanaged<Editline>.fromOpaque(owner).takeUnretainedValue()
  }

  fileprivate var currentPrompt: UnsafeMutablePointer<CChar>? { prompt }

  fileprivate func read(into character: UnsafeMutablePointer<wchar_t>?) -> Int32 {
    guard let scalar = delegate?.nextCharacter() else { return -1 }
    character?.pointee = wchar_t(scalar.value)
    return 1
  }

  func perform(_ action: (any EditlineDelegate) -> Outcome) -> UInt8 {
    (delegate.map(action) ?? .nothing).rawValue
  }
}

private let promptMark: CChar = 1

private let givePrompt: @convention(c) (OpaquePointer?) -> UnsafeMutablePointer<CChar>? = {
  Editline.owner(of: $0)?.currentPrompt
}

private let readCharacter: @convention(c) (OpaquePointer?, UnsafeMutablePointer<wchar_t>?) -> Int32 = {
  Editline.owner(of: $0)?.read(into: $1) ?? -1
}

private let completeName: @convention(c) (OpaquePointer?, wint_t) -> UInt8 = { handle, _ in
  Editline.owner(of: handle)?.perform { $0.complete() } ?? 0
}

private let insertPaste: @convention(c) (OpaquePointer?, wint_t) -> UInt8 = { handle, _ in
  Editline.owner(of: handle)?.perform { $0.paste() } ?? 0
}
