import Model
import Scripting

/// Reads entries, runs them, shows their values, until there are no more.
package final class REPL {
  private let runner: Runner
  private let reader: any EntryReader

  package init(runner: Runner, reader: any EntryReader) {
    self.runner = runner
    self.reader = reader
  }

  private var palette: Palette { runner.settings.palette }

  /// `moon> `, and `moon*> ` inside a transaction.
  private var prompt: String {
    palette(runner.session.main.isInTransaction ? "moon*> " : "moon> ", .prompt)
  }

  /// The prompt of a person: errors are shown, and the session goes on.
  package func runInteractively() {
    let words = OverwrittenWords(runner.session)
    runner.isPrompting = true
    defer { runner.isPrompting = false }
    runner.settleBeforeWaiting()
    while !runner.wantsToQuit {
      switch nextInput() {
      case .entry(let text):
        Signals.beginWork()
        _ = runner.runEntry(text)
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
