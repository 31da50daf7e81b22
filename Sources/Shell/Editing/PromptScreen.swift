import Platform

/// Chooses how a person edits: whole entries in colour, or one line after another.
package struct PromptScreen {
  private let isColored: Bool
  private let judge: () -> (String, String) -> Bool

  /// - Parameters:
  ///   - isColored: whether the screen has colours; without them each line is edited by itself.
  ///   - judge: gives what tells of an entry, line by line, whether it is whole.
  package init(isColored: Bool, judge: @escaping () -> (_ text: String, _ line: String) -> Bool) {
    self.isColored = isColored
    self.judge = judge
  }

  /// Prepares the terminal and reads `~/.editrc` as the program `moonshell`; nil where libedit cannot start.
  ///
  /// `Signals.install` comes first.
  package func reader(history: History, completer: any Completer) -> (any PromptReader)? {
    Terminal.useUTF8()
    guard let editor = EditlineReader.takeEditor() else { return nil }
    if editsEntries, !editor.isVi, editor.giveUpScreen() {
      return EntryEditor(editor, history: history, completer: completer, judge: judge)
    }
    return EditlineReader(editor, history: history, completer: completer)
  }

  /// Screen readers are told apart by nothing: `MOONSHELL_EDITOR=plain` asks for lines.
  private var editsEntries: Bool {
    isColored && Terminal.canMoveCursor(type: Terminal.variable("TERM"))
      && Terminal.variable("MOONSHELL_EDITOR") != "plain"
  }
}
