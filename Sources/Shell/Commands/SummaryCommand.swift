import Interchange
import Schema
import Scripting
import Store

extension Command {
  static let summary = Command(
    "summary", usage: ".summary ENTITY",
    summary: "of each field the least and greatest value, the NULLs, the distinct values and a histogram",
    example: ".summary Player",
    arguments: [.entity]
  ) { runner, argument in
    let (value, entity) = try runner.entity(argument, for: "summary")
    guard let (rows, fields) = try runner.session.summary(of: value) else { return }
    let buffer = FieldSummary.rows(fields)
    let columns = FieldSummary.columns
    runner.last = .rows(columns: columns.map { OutputColumn($0) }, buffer)
    try runner.paged {
      if runner.terminal.outputIsTerminal {
        let words = "\(entity.name), \(grouped(rows)) \(rows == 1 ? "row" : "rows")"
        runner.output.result(runner.settings.palette(words, .heading) + "\n")
      }
      try runner.printer.print(columns: columns, rows: buffer, showsCount: false)
    }
  }
}
