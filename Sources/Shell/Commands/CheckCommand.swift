import Migrating
import Schema
import Scripting

extension Command {
  static let check = Command(
    "check", usage: ".check ENTITY", summary: "the stored rows that break the entity's rules, and how",
    example: ".check Player",
    arguments: [.entity]
  ) { runner, argument in
    let (value, entity) = try runner.entity(argument, for: "check")
    var rows = 0
    try runner.paged {
      try runner.printer.print(columns: ["key", "field", "value", "message"], noun: "failure") { show in
        rows =
          try RowChecks(runner.session.context).check(value) { failure in
            try show([failure.key, .text(failure.field), failure.value, .text(failure.message)])
          } ?? 0
      }
    }
    guard runner.terminal.outputIsTerminal else { return }
    let words = "\(grouped(rows)) \(rows == 1 ? "row" : "rows") of \(entity.name) checked"
    runner.output.message(runner.settings.messagePalette(words, .dim) + "\n")
  }
}
