import CEditline

/// What the editor of whole entries does itself; the rest of the keys is libedit's.
enum EditCommand: String, CaseIterable {
  case enter, newLine, up, down, home, end, right, killToEnd, killToStart, killWord, killNextWord, yank, undo, redo
  case search, editor, clear

  /// The name by which `~/.editrc` may bind it.
  var name: String {
    "moonshell-" + rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  private var keys: [String] {
    switch self {
    case .enter: ["^M", "^J"]
    case .newLine: ["\\e^M", "\\e^J"]
    case .up: ["\\e[A", "\\eOA", "^P", "\\e[1;3A"]
    case .down: ["\\e[B", "\\eOB", "^N", "\\e[1;3B"]
    case .home: ["^A", "\\e[H", "\\eOH", "\\e[1~", "\\e[7~"]
    case .end: ["^E", "\\e[F", "\\eOF", "\\e[4~", "\\e[8~"]
    case .right: ["^F", "\\e[C", "\\eOC"]
    case .killToEnd: ["^K"]
    case .killToStart: ["^U"]
    case .killWord: ["^W", "\\e^?", "\\e^H"]
    case .killNextWord: ["\\ed"]
    case .yank: ["^Y"]
    case .undo: ["^_", "^X^U"]
    case .redo: ["\\e_"]
    case .search: ["^R"]
    case .editor: ["^X^E"]
    case .clear: ["^L"]
    }
  }

  private typealias Function = @convention(c) (OpaquePointer?, wint_t) -> UInt8

  /// libedit calls functions of C, which know nothing but the editor.
  private var function: Function {
    switch self {
    case .enter: { handle, _ in EditCommand.enter.run(handle) }
    case .newLine: { handle, _ in EditCommand.newLine.run(handle) }
    case .up: { handle, _ in EditCommand.up.run(handle) }
    case .down: { handle, _ in EditCommand.down.run(handle) }
    case .home: { handle, _ in EditCommand.home.run(handle) }
    case .end: { handle, _ in EditCommand.end.run(handle) }
    case .right: { handle, _ in EditCommand.right.run(handle) }
    case .killToEnd: { handle, _ in EditCommand.killToEnd.run(handle) }
    case .killToStart: { handle, _ in EditCommand.killToStart.run(handle) }
    case .killWord: { handle, _ in EditCommand.killWord.run(handle) }
    case .killNextWord: { handle, _ in EditCommand.killNextWord.run(handle) }
    case .yank: { handle, _ in EditCommand.yank.run(handle) }
    case .undo: { handle, _ in EditCommand.undo.run(handle) }
    case .redo: { handle, _ in EditCommand.redo.run(handle) }
    case .search: { handle, _ in EditCommand.search.run(handle) }
    case .editor: { handle, _ in EditCommand.editor.run(handle) }
    case .clear: { handle, _ in EditCommand.clear.run(handle) }
    }
  }

  private func run(_ handle: OpaquePointer?) -> UInt8 {
    Editline.owner(of: handle)?.perform { $0.perform(self) } ?? 0
  }

  /// Makes the commands known and binds their keys, before a person's file says otherwise.
  static func install(in handle: OpaquePointer) {
    for command in allCases {
      moonshell_editor_add_function(handle, command.name, "edits an entry", command.function)
      for key in command.keys { moonshell_editor_bind(handle, key, command.name, 0) }
    }
  }
}
