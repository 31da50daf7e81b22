import Encodings
import Interchange
import Model
import Scripting
import Store

/// Reads entries, runs them, shows their values, until there are no more.
package final class REPL {
  private let runner: Runner
  private let reader: any EntryReader

  package init(runner: Runner, reader: any EntryReader) {
    self.runner = runner
    self.reader = reader
  }

  private var palette: Palette { runner.settings.palette }

  /// `moon> ` in memory, `shop moon> ` on a file; `moon*> ` inside a transaction, `moon?> ` in a trial, `moon!> ` after one
  /// that the database has given up by itself.
  private var prompt: String {
    let database = runner.session.main
    let name = Self.name(of: database.location)
    let reading = runner.session.context.databases.areReadOnly ? "(read-only) " : ""
    return palette(name + reading + "moon" + state + "> ", .prompt)
  }

  private var state: String {
    let database = runner.session.main
    if database.isInTrial { return "?" }
    if database.isInTransaction { return "*" }
    if case .noOlderTransaction = runner.session.context.entry.remains { return "!" }
    return ""
  }

  private static let widestName = 20

  /// The file's name without its folder and ending, and a blank; nothing where there is no file.
  private static func name(of location: String) -> String {
    let file = location.split(separator: "/").last ?? ""
    let name = file.lastIndex(of: ".").map { $0 > file.startIndex ? file[..<$0] : file } ?? file
    if location == Location.fresh || location.hasPrefix(":") || location.contains("://") || name.isEmpty { return "" }
    return DisplayWidth.cut(escapingControls(String(name)), to: widestName) + " "
  }

  /// The prompt of a person: errors are shown, and the session goes on.
  package func runInteractively() {
    let words = OverwrittenWords(runner.session)
    runner.isPrompting = true
    defer { runner.isPrompting = false }
    runner.settleBeforeWaiting()
    runner.eraseNoteBeforePrinting()
    while !runner.wantsToQuit {
      switch nextInput() {
      case .entry(let text) where recalls(text): continue
      case .entry(let text):
        Signals.beginWork()
        run(text)
        runner.output.flush()
        _ = Signals.endWork()
        for warning in words.takeWarnings() {
          runner.output.message(runner.settings.messagePalette(warning, .warning) + "\n")
        }
      case .interrupted: continue
      case .endOfInput: return
      }
    }
  }

  /// Runs an entry, remembers what it writes and says what there is to say of that.
  private func run(_ text: String) {
    runner.undoSteps.begin()
    runner.hasCountedRows = false
    let isRecorded = runner.recording != nil
    let outcome = runner.runTyped(text)
    let (rows, note) = runner.undoSteps.end(text)
    if rows > 0, !runner.hasCountedRows, runner.terminal.outputIsTerminal {
      let words = rows == 1 ? "1 row changed" : "\(grouped(rows)) rows changed"
      tell(words + (runner.undoSteps.tells() ? " · .undo takes it back" : ""))
    }
    // Of what is rolled back nothing need be taken back.
    if let note, outcome == .done || runner.session.remains == .all { tell(note) }
    guard isRecorded, outcome == .done, let recording = runner.recording else { return }
    let typed = runner.withoutPrompts(text).text
    _ = runner.reporting(as: .prompt(entry: "record")) {
      try recording.add(typed, sql: runner.isSQL(typed) ? runner.syntax : nil)
    }
  }

  private func tell(_ words: String) {
    runner.output.result(runner.settings.palette(words, .dim) + "\n")
  }

  /// Puts an entry of the history into the line: `!12`.
  private func recalls(_ text: String) -> Bool {
    guard let number = text.first == "!" ? Int(String(text.dropFirst()).trimmingBlanks()) : nil,
      let entries = runner.history?.entries
    else { return false }
    if entries.indices.contains(number - 1) {
      reader.prefill(entries[number - 1])
    } else {
      let words = "there is no entry \(number): .history lists them with their numbers"
      runner.output.message(runner.settings.messagePalette(words, .warning) + "\n")
    }
    return true
  }

  /// What is typed, or what a command has put in its place.
  private func nextInput() -> EntryInput {
    guard let entry = runner.nextEntry else {
      return reader.readEntry(prompt: prompt, continuation: palette("  ... ", .dim), isComplete: runner.entryJudge())
    }
    runner.nextEntry = nil
    let lines = entry.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ... ")
    runner.output.result(prompt + escapingControls(lines, keeping: ["\n", "\t"]) + "\n")
    reader.remember(entry)
    return .entry(entry)
  }

  /// Entries from a pipe: the first error ends it.
  package func runPiped() -> Runner.Outcome {
    reader.goesOn = runner.goesOn
    while !runner.wantsToQuit {
      guard case .entry(let text) = reader.readEntry(prompt: "", continuation: "", isComplete: runner.entryJudge())
      else {
        break
      }
      Signals.beginWork()
      let outcome = runner.runEntry(text, at: EntryPlace(source: "stdin", line: reader.line))
      _ = Signals.endWork()
      if outcome != .done { return outcome }
    }
    return .done
  }
}
