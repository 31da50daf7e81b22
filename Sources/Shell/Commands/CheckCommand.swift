import Migrating
import Schema
import Scripting

extension Command {
  static let check = Command(
    "check", usage: ".check ENTITY",
    summary: "the stored rows that break the entity's rules, and how; in a script or a pipe that is an error",
    example: ".check Player",
    arguments: [.entity]
  ) { runner, argument in
    let (value, entity) = try runner.entity(argument, for: "check")
    var (rows, failures) = (0, 0)
    try runner.paged {
      try runner.printer.print(columns: BrokenRule.columns, noun: "failure") { show in
        rows =
          try RowChecks(runner.session.context).check(value) { failure in
            failures += 1
            try show(failure.cells)
          } ?? 0
      }
    }
    // Who calls the program must learn of it; who sits at a prompt sees it.
    guard failures == 0 || runner.isPrompting else {
      throw CommandRefusal.rulesAreBroken(failures: failures, rows: rows, entity: entity.name)
    }
    guard runner.terminal.outputIsTerminal || failures == 0 else { return }
    let result = failures == 0 ? ": no rule is broken" : ""
    let words = "\(grouped(rows)) \(rows == 1 ? "row" : "rows") of \(entity.name) checked\(result)"
    runner.output.message(runner.settings.messagePalette(words, .dim) + "\n")
  }
}
