import Encodings
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
    guard !path.isEmpty else { throw CommandError.openWithoutFile }
    if runner.session.main.isInTrial {
      throw CommandRefusal.openInTrial
    }
    if runner.session.main.isInTransaction {
      throw CommandError.openInTransaction
    }
    _ = try runner.call("local path = ... moon.db:open(path)", .string(path))
  }

  static let read = Command(
    "read", usage: ".read FILE", summary: "runs a file of Lua, or of SQL if it ends in .sql", arguments: [.file]
  ) { runner, argument in
    let path = argument.splittingFirstWord.word
    guard !path.isEmpty else { throw CommandError.readWithoutFile }
    guard path != "-" else { throw CommandError.readsEntries }
    guard let source = readFile(path) else { throw CommandError.readFailed(path) }
    if path.lowercased().hasSuffix(".sql") {
      return try runner.runSQLFile(String(decoding: source, as: UTF8.self), path)
    }
    try runner.runEntries(of: source, path)
  }

  static let history = Command(
    "history", usage: ".history [TEXT]",
    summary: "the entries that were typed, or those with a text; !12 takes the 12th"
  ) { runner, argument in
    guard let history = runner.history else { throw CommandError.noHistory }
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
    guard argument.isEmpty else { throw CommandError.editTakesNothing }
    guard runner.terminal.isInteractive else { throw CommandError.noTerminal }
    if isInSandbox { throw CommandError.editorKeptOut }
    let entries = runner.history?.entries ?? []
    let last = entries.last { !$0.hasPrefix(".edit") } ?? ""
    let edited = try Editor.edit(last).trimmingBlanks()
    guard !edited.isEmpty else { return runner.output.message("nothing to run\n") }
    runner.nextEntry = edited
  }
}

/// What failed and was reported where it did.
struct ReportedFailure: Error {}

extension Runner {
  /// Runs a file: one chunk of Lua, else its entries, SQL and commands one after another, as they were typed.
  func runEntries(of source: [UInt8], _ path: String) throws {
    let text = String(decoding: source, as: UTF8.self)
    sources.remember(text, as: path)
    let chunk: LuaFunction
    do throws(LuaError) {
      chunk = try session.lua.load(source, name: "@" + path)
    } catch {
      guard error.kind == .syntax, holdsEntries(text) else { throw error }
      if runBlock(text, name: path) != .done { throw ReportedFailure() }
      return
    }
    try show(chunk.call())
  }

  /// Whether a text that is no chunk of Lua is meant as entries.
  private func holdsEntries(_ text: String) -> Bool {
    var reader = LuaStatements(text)
    return reader.read() != nil
      || text.split(separator: "\n").contains { isCommand(String($0)) || isSQL(String($0)) }
  }
}

/// The person's own editor.
enum Editor {
  /// Lets a person change a text; what they leave is the result.
  static func edit(_ text: String) throws -> String {
    var name = Array("/tmp/moonshell-XXXXXX.lua".utf8CString)
    let file = mkstemps(&name, 4)
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard file >= 0 else { throw CommandError.editUnwritable(path) }
    defer { unlink(path) }
    let bytes = Array((text + "\n").utf8)
    let isWritten = Platform.write(file, bytes, bytes.count) == bytes.count
    guard Platform.close(file) == 0, isWritten else {
      throw CommandError.editUnwritable(path)
    }
    let status = Signals.pause { system("\(command) '\(path)'") }
    guard status == 0 else {
      throw CommandError.editorFailed(command)
    }
    guard let edited = readFile(path) else { throw CommandError.editUnreadable(path) }
    return String(decoding: edited, as: UTF8.self)
  }

  private static var command: String {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { Terminal.variable($0) }
    return named.first { !$0.trimmingBlanks().isEmpty } ?? "vi"
  }
}
