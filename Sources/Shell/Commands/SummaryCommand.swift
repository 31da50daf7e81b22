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
    let buffer = RowBuffer(columnCount: 7, rowCapacity: max(fields.count, 1))
    for field in fields {
      buffer.append([
        .text(field.name), .text(field.type), field.least, field.greatest, .integer(Int64(field.nulls)),
        .integer(Int64(field.distinct)), .text(sparkline(field.histogram)),
      ])
    }
    let columns = ["field", "type", "min", "max", "NULLs", "distinct", "histogram"]
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

/// Numbers as a line of bars: the highest fills its cell, and whatever is there at all can be seen.
///
///     sparkline([1, 4, 8, 0])   // "▁▄█ "
func sparkline(_ counts: [Int]) -> String {
  let bars = Array("▁▂▃▄▅▆▇█")
  guard let most = counts.max(), most > 0 else { return "" }
  return String(
    counts.map { count in
      if count <= 0 { return " " }
      let height = (Double(count) / Double(most) * Double(bars.count)).rounded(.up)
      return bars[min(max(Int(height), 1), bars.count) - 1]
    })
}
