/// The keys that Moonshell adds to those of libedit, which knows too few of what today's terminals send.
///
/// A person's `~/.editrc` is read after them and may change every one.
enum KeyBindings {
  static let added: [(key: String, command: String)] = [
    ("^I", Command.complete),
    ("^R", "em-inc-search-prev"),
    ("\\e[H", "ed-move-to-beg"), ("\\e[1~", "ed-move-to-beg"), ("\\eOH", "ed-move-to-beg"),
    ("\\e[F", "ed-move-to-end"), ("\\e[4~", "ed-move-to-end"), ("\\eOF", "ed-move-to-end"),
    ("\\e[3~", "ed-delete-next-char"),
    ("\\e[1;5C", "em-next-word"), ("\\e[1;5D", "ed-prev-word"),
    ("\\e[1;3C", "em-next-word"), ("\\e[1;3D", "ed-prev-word"),
    // Within an entry of many lines.
    ("\\e[1;3A", "ed-prev-line"), ("\\e[1;3B", "ed-next-line"),
    // A paste that arrives in pieces; see `EditlineReader.takePaste`.
    ("\\e[200~", Command.paste), ("\\e[201~", "ed-ignore"),
    // `ed-command` asks for a command of libedit's own, and crashes on one with an open quotation mark.
    ("\\ex", "ed-ignore"), ("\\eX", "ed-ignore"),
  ]

  /// Those of the mode in which the keys of vi are commands.
  static let ofCommandMode: [(key: String, command: String)] = [(":", "ed-ignore")]

  /// Names of the editing functions that this program adds; `~/.editrc` may bind them.
  enum Command {
    static let complete = "moonshell-complete"
    static let paste = "moonshell-paste"
  }

  /// A character that no keyboard sends, by which a paste is announced to whatever libedit is doing.
  static let pasteKey: Unicode.Scalar = "\u{9F}"
  static let pasteKeyName = "\\237"
}
