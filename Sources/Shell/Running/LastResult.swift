import Interchange
import LuaRuntime
import Platform
import Store

/// What was shown last, so that it can be shown once more in another way.
enum LastResult {
  case nothing
  /// The values of an entry; a request is asked again.
  case values([LuaValue])
  case rows(columns: [OutputColumn], RowBuffer)
}

extension Runner {
  /// Shows values, and keeps them for `.last`.
  func show(_ values: [LuaValue]) throws {
    if !values.isEmpty { last = .values(values) }
    try paged {
      for value in values { try printer.print(value) }
    }
  }

  /// Shows rows, and keeps them for `.last`.
  func show(columns: [String], _ rows: RowBuffer) throws {
    try show(columns: columns.map { OutputColumn($0) }, rows)
  }

  func show(columns: [OutputColumn], _ rows: RowBuffer) throws {
    if !columns.isEmpty { last = .rows(columns: columns, rows) }
    try paged { try printer.print(columns: columns, rows: rows) }
  }

  /// Shows a value while a script runs, in a mode or in the one that is set.
  func present(_ value: LuaValue, mode: String?) throws {
    let before = settings.mode
    if let mode { settings.mode = mode }
    defer { settings.mode = before }
    try printer.print(value)
    output.flush()
  }

  /// Shows the last result once more.
  func showLast() throws {
    switch last {
    case .nothing: throw CommandError.nothingShown
    case .values(let values): try show(values)
    case .rows(let columns, let rows): try show(columns: columns, rows)
    }
  }

  /// Runs `body`, whose results go through the pager when that is on and they are long.
  func paged<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard settings.usesPager, !isInSandbox, terminal.isInteractive,
      Terminal.canMoveCursor(type: Terminal.variable("TERM")),
      let command = Pager.command(variable: { Terminal.variable($0) })
    else { return try body() }
    return try output.paged(Pager(command: command, rows: Terminal.size()?.rows ?? 24), body)
  }
}
