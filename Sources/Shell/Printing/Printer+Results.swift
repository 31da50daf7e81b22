import Lists
import Scripting

/// Result sets and their changes, for people; programs read plain rows.
extension Printer {
  /// Sections under their headings, as far as they are shown.
  func print(_ results: ShownResults) throws {
    guard format.isForPeople else { return try print(results.allRows(), format: format) }
    let parts = try results.parts(limit: limit)
    var shown = 0
    for part in parts {
      if part.skipped > 0 { printGap(part.skipped) }
      if let heading = part.heading { output.result(settings.palette(escapingControls(heading), .heading) + "\n") }
      try print(part.rows, format: format, showsCount: false)
      shown += part.rows.buffer.count
    }
    if parts.isEmpty || isCounted { printCount(of: results, shown: shown) }
  }

  private func printGap(_ count: Int) {
    output.result(settings.palette("… \(grouped(count)) more", .dim) + "\n")
  }

  private func printCount(of results: ShownResults, shown: Int) {
    let rows = "\(grouped(results.rowCount)) \(results.rowCount == 1 ? "row" : "rows")"
    let sections = "\(grouped(results.sectionCount)) \(results.sectionCount == 1 ? "section" : "sections")"
    let hint = shown < results.rowCount ? ", \(grouped(shown)) shown (.limit all shows all)" : ""
    output.result(settings.palette("\(rows) in \(sections)\(hint)", .dim) + "\n")
  }

  /// A line for each change, coloured by what it is.
  func print(_ summary: String, _ changes: [ShownChange]) {
    output.result(settings.palette(summary, .heading) + "\n")
    let cut = limit.map { max($0, 1) } ?? .max
    for change in changes.prefix(cut) {
      let line = "\(change.mark.rawValue) \(change.place)\(escapingControls(change.words))"
      output.result("  " + settings.palette(line, change.mark.role) + "\n")
    }
    if changes.count > cut { printGap(changes.count - cut) }
  }
}

extension ShownChange.Mark {
  /// How a change looks.
  fileprivate var role: Role {
    switch self {
    case .deleted: .removed
    case .inserted: .added
    case .moved, .updated: .changed
    }
  }
}
