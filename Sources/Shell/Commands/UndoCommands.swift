import Encodings
import Schema
import Scripting

extension Command {
  static let undo = Command(
    "undo", usage: ".undo", summary: "takes back what the last entry wrote; again, what the one before it wrote"
  ) { runner, _ in
    let step = try runner.undoSteps.takeBack()
    let lines = step.text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    let text = quotedExcerpt(lines.first.map(String.init) ?? "", limit: 50) + (lines.count > 1 ? " …" : "")
    let rows = "\(grouped(step.changes.count)) \(step.changes.count == 1 ? "row" : "rows")"
    let tables = step.changes.tables.prefix(3).map { escapingControls($0) }.joined(separator: ", ")
    runner.output.result("taken back: \(text) (\(rows) of \(tables)\(step.changes.tables.count > 3 ? ", …" : ""))\n")
  }

  static let `try` = Command(
    "try", usage: ".try",
    summary: "begins a trial: .diff shows what it has changed, .keep commits it, .discard forgets it"
  ) { runner, _ in try runner.undoSteps.beginTrial() }

  static let diff = Command("diff", usage: ".diff", summary: "what the trial has changed so far, entity by entity") {
    runner, _ in
    let (changes, notes) = try runner.undoSteps.changesOfTrial()
    if changes.isEmpty, notes.isEmpty {
      return runner.output.result(runner.settings.palette("nothing is changed", .dim) + "\n")
    }
    let lines = try ChangeLines(runner)
    try runner.paged {
      try lines.show(changes) { line in
        try runner.session.lua.checkInterruption()
        runner.output.result(line + "\n")
      }
      for note in notes { runner.output.result(runner.settings.palette(note, .dim) + "\n") }
    }
  }

  static let keep = Command("keep", usage: ".keep", summary: "ends the trial: what it did lasts") { runner, _ in
    try runner.session.main.store().keepTrial()
  }

  static let discard = Command("discard", usage: ".discard", summary: "ends the trial: nothing of it lasts") {
    runner, _ in
    try runner.session.main.store().discardTrial()
  }
}
