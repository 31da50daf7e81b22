import LuaRuntime
import Model
import Platform
import Schema
import Scripting

extension Command {
  static let open = Command(
    "open", usage: ".open FILE", summary: "opens another database, whose tables become entities", arguments: [.file]
  ) { runner, argument in
    let path = argument.splittingFirstWord.word
    guard !path.isEmpty else { throw CommandError.usage("open", ".open takes a file, or :memory:") }
    if runner.session.main.isInTransaction {
      throw CommandError.refused("open", "a transaction is open: commit or roll it back first")
    }
    _ = try runner.call("local path = ... moon.db:open(path)", .string(path))
  }

  static let read = Command(
    "read", usage: ".read FILE", summary: "runs a file of Lua, or of SQL if it ends in .sql", arguments: [.file]
  ) { runner, argument in
    let path = argument.splittingFirstWord.word
    guard !path.isEmpty else { throw CommandError.usage("read", ".read takes a file") }
    guard path != "-" else { throw CommandError.refused("read", "standard input is where the entries come from") }
    guard let source = readFile(path) else { throw CommandError.refused("read", cannot("read", path)) }
    if path.lowercased().hasSuffix(".sql") {
      return try runner.runSQLFile(String(decoding: source, as: UTF8.self), path)
    }
    runner.sources.remember(String(decoding: source, as: UTF8.self), as: path)
    try runner.show(runner.session.lua.load(source, name: "@" + path).call())
  }

  static let history = Command(
    "history", usage: ".history [TEXT]",
    summary: "the entries that were typed, or those with a text; !12 takes the 12th"
  ) { runner, argument in
    guard let history = runner.history else { throw CommandError.refused("history", "nobody typed anything here") }
    let matching = Set(history.matching(argument))
    let entries = zip(1..., history.entries).filter { _, entry in
      matching.contains(entry) && (argument.isEmpty || !entry.hasPrefix(".history"))
    }
    // Without a text, the newest; a person who looks for something older names it.
    let shown = argument.isEmpty ? Array(entries.suffix(max(runner.settings.limit, 1))) : entries
    try runner.paged {
      if shown.count < entries.count {
        let words = "… \(grouped(entries.count - shown.count)) older ones (.history TEXT finds them)"
        runner.output.result(runner.settings.palette(words, .dim) + "\n")
      }
      for (number, entry) in shown {
        try runner.session.lua.checkInterruption()
        let place = String(repeating: " ", count: max(5 - String(number).count, 0)) + "\(number)  "
        let lines = escapingControls(entry, keeping: ["\n", "\t"])
        runner.output.result(runner.settings.palette(place, .dim) + lines.replacing("\n", with: "\n       ") + "\n")
      }
    }
  }

  static let edit = Command(
    "edit", usage: ".edit", summary: "opens the last entry in $VISUAL or $EDITOR, and runs what comes back"
  ) { runner, argument in
    guard argument.isEmpty else { throw CommandError.usage("edit", ".edit takes nothing: it is about the last entry") }
    guard runner.terminal.isInteractive else { throw CommandError.refused("edit", "there is no terminal to edit in") }
    if isInSandbox { throw Editor.keptOut }
    let entries = runner.history?.entries ?? []
    let last = entries.last { !$0.hasPrefix(".edit") } ?? ""
    let edited = try Editor.edit(last).trimmingBlanks()
    guard !edited.isEmpty else { return runner.output.message("nothing to run\n") }
    runner.nextEntry = edited
  }
}

/// The person's own editor.
enum Editor {
  /// Why there is none in a sandbox.
  static let keptOut: CommandError = .refused("edit", "the sandbox starts no other program")

  /// Lets a person change a text; what they leave is the result.
  static func edit(_ text: String) throws -> String {
    var name = Array("/tmp/moonshell-XXXXXX.lua".utf8CString)
    let file = mkstemps(&name, 4)
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard file >= 0 else { throw CommandError.refused("edit", Command.cannot("write", path)) }
    defer { unlink(path) }
    let bytes = Array((text + "\n").utf8)
    let isWritten = Platform.write(file, bytes, bytes.count) == bytes.count
    guard Platform.close(file) == 0, isWritten else {
      throw CommandError.refused("edit", Command.cannot("write", path))
    }
    let status = Signals.pause { system("\(command) '\(path)'") }
    guard status == 0 else {
      throw CommandError.refused("edit", "'\(escapingControls(command))' failed: nothing is run")
    }
    guard let edited = readFile(path) else { throw CommandError.refused("edit", Command.cannot("read", path)) }
    return String(decoding: edited, as: UTF8.self)
  }

  private static var command: String {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { Terminal.variable($0) }
    return named.first { !$0.trimmingBlanks().isEmpty } ?? "vi"
  }
}
