import Migrating
import Schema
import Scripting

extension Command {
  static let check = Command(
    "check", usage: ".check [ENTITY]",
    summary: "the stored rows that break the entity's rules, or those of all; in a script or a pipe that is an error",
    example: ".check Player",
    arguments: [.entity]
  ) { runner, argument in
    let entities = runner.session.context.entities.catalog.entities
    let names = argument.isEmpty ? entities.filter(\.hasRowsOfItsOwn).map(\.name) : [argument]
    if names.isEmpty { throw CommandError.noEntityToCheck }
    var broken: [Checked] = []
    for name in names {
      let result = try runner.check(name, isOneOfAll: argument.isEmpty)
      if result.failures > 0 { broken.append(result) }
    }
    // Who calls the program must learn of it; who sits at a prompt sees it.
    guard broken.isEmpty || runner.isPrompting else {
      throw CommandRefusal(broken)
    }
  }
}

/// What checking the rows of an entity came to.
private struct Checked {
  var failures = 0
  var rows = 0
  var entity: String
}

extension CommandRefusal {
  /// The rules that rows of these entities break.
  fileprivate init(_ broken: [Checked]) {
    self = .rulesAreBroken(
      failures: broken.reduce(0) { $0 + $1.failures }, rows: broken.reduce(0) { $0 + $1.rows },
      entity: broken.map(\.entity).joined(separator: ", "))
  }
}

extension Entity {
  /// Whether its rows are not those of an entity that it extends, and can be written.
  fileprivate var hasRowsOfItsOwn: Bool { !isView && (sharing.map { !$0.isPart } ?? !isAbstract) }
}

extension Runner {
  /// Shows the rows of an entity that break its rules; of one of all only where there are some.
  fileprivate func check(_ name: String, isOneOfAll: Bool) throws -> Checked {
    let (value, entity) = try entity(name, for: "check")
    let checks = RowChecks(session.context)
    var result = Checked(entity: entity.name)
    if isOneOfAll { result.rows = try checks.check(value) { _ in result.failures += 1 } ?? 0 }
    if !isOneOfAll || result.failures > 0 {
      if isOneOfAll { output.message(escapingControls(entity.name) + "\n") }
      result.failures = 0
      try paged {
        try printer.print(columns: BrokenRule.columns, noun: "failure") { show in
          result.rows =
            try checks.check(value) { failure in
              result.failures += 1
              try show(failure.cells)
            } ?? 0
        }
      }
    }
    if terminal.outputIsTerminal || result.failures == 0 {
      let end = result.failures == 0 ? ": no rule is broken" : ""
      let words = "\(grouped(result.rows)) \(result.rows == 1 ? "row" : "rows") of \(entity.name) checked\(end)"
      output.message(settings.messagePalette(words, .dim) + "\n")
    }
    return result
  }
}
