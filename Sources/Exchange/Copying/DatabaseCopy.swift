import Model
import Query
import Schema
import Store

/// Copies the schema and the rows of one database to another: all of them, or nothing.
package struct DatabaseCopy {
  private let session: SessionContext
  private let source: Database
  private let target: Database
  private let targetPlace: ScriptDatabase
  private var progress: Progress
  private var count = 0

  package init(_ session: SessionContext, from source: ScriptDatabase, to target: ScriptDatabase) throws {
    self.session = session
    if source === target { throw ScriptError(ExchangeError.copyToItself) }
    self.source = try source.store()
    self.target = try target.store()
    targetPlace = target
    progress = Progress(session, "copy_to")
  }

  package mutating func run() throws -> CopyReport {
    defer { progress.end() }
    let ends = try beginReading()
    // It has written nothing: its end is its end either way.
    defer { if ends { try? source.commit() } }
    let plan = try CopyPlanning(session, from: source, to: target).plan()
    var counts: [(entity: String, rows: Int)] = []
    try target.atomically {
      for statement in plan.early { try target.run(.written(statement)) }
      try target.engine.deferKeys()
      for table in plan.tables {
        let rows = try copyRows(of: table)
        if table.isTold { counts.append((table.entity, rows)) }
      }
      for statement in plan.late { try target.run(.written(statement)) }
    }
    if targetPlace === session.databases.main { try session.entities.reflect(targetPlace) }
    return CopyReport(counts, left: plan.left, to: target.engine.location)
  }

  /// What is read must be of one moment: true where a transaction was begun for that.
  private func beginReading() throws -> Bool {
    if source.depth > 0 { return false }
    try source.run(source.engine.statement(for: .beginTrial))
    return true
  }

  // MARK: Rows

  private static let bytesAtOnce = 4 << 20

  private mutating func copyRows(of table: CopiedTable) throws -> Int {
    if table.columns.isEmpty { return 0 }
    try checkExactness(of: table)
    let reading = try source.prepare(table.selection.rendered(for: source.dialect))
    defer { reading.release() }
    let text = table.insertion(target.dialect).rendered(for: target.dialect).text
    let writing = try target.engine.statement(text)
    defer { writing.release() }
    var (rows, other) = (buffer(table), buffer(table))
    var copied = 0
    var isOver = false
    var underWay: RowsUnderWay?
    while !isOver {
      rows.removeAll()
      isOver = try fill(rows, reading, table, after: copied)
      let encoded = writing.encoded(rows)
      // The target takes rows while the next ones are read.
      if let underWay { try finish(underWay, other, table, after: copied - other.count) }
      underWay = rows.count > 0 ? try target.load(writing, text, rows, encoded: encoded) : nil
      copied += rows.count
      count += rows.count
      progress.show(count)
      (rows, other) = (other, rows)
    }
    if let underWay { try finish(underWay, other, table, after: copied - other.count) }
    return copied
  }

  private func buffer(_ table: CopiedTable) -> RowBuffer {
    RowBuffer(columnCount: table.columns.count, rowCapacity: target.engine.rowsAtOnce)
  }

  /// Reads some rows; true at the end of them.
  private func fill(_ rows: RowBuffer, _ statement: any Statement, _ table: CopiedTable, after count: Int) throws
    -> Bool
  {
    var bytes = 0
    while rows.count < target.engine.rowsAtOnce, bytes < Self.bytesAtOnce {
      do throws(StoreError) {
        guard try statement.step(into: rows) else { return true }
      } catch {
        throw unread(error, table, count + rows.count)
      }
      let row = rows.count - 1
      for (column, copied) in table.columns.enumerated() {
        let cell = rows[row, column]
        if cell.kind == .text || cell.kind == .data { bytes += Int(cell.length) }
        let isLost = copied.isWidened && cell.kind == .integer && Int64(exactly: Double(cell.integer)) != cell.integer
        if isLost { throw inexact(table, rows, row, count, copied.name, isNaN: false) }
      }
    }
    return false
  }

  private func finish(_ underWay: RowsUnderWay, _ rows: RowBuffer, _ table: CopiedTable, after count: Int) throws {
    let outcome = underWay.finish()
    guard let error = outcome.error else { return }
    guard outcome.done < rows.count, error.isAboutRow else { throw error }
    throw told(error, .rowNotCopied(row: words(table, rows, outcome.done, count), reason: error.bareWords))
  }

  // MARK: Errors

  private func words(_ table: CopiedTable, _ rows: RowBuffer, _ row: Int, _ count: Int) -> String {
    table.words(of: table.columns.indices.map { rows.value(row, $0) }, number: count + row + 1)
  }

  private func inexact(
    _ table: CopiedTable, _ rows: RowBuffer, _ row: Int, _ count: Int, _ field: String, isNaN: Bool
  ) -> ScriptError {
    ScriptError(ExchangeError.inexactRow(row: words(table, rows, row, count), field: field, isNaN: isNaN))
  }

  /// Numbers whose digits would be lost on the way are looked for before anything is read.
  private func checkExactness(of table: CopiedTable) throws {
    if table.exactness.isEmpty { return }
    let all = table.exactness.map(\.condition).joined(by: " AND ")
    let columns = table.columns.map { SQL.name($0.name) }.joined(by: ", ")
    guard try source.rows(.select(columns, from: table.table, where: ["NOT (\(all))"], limit: 1)).count > 0 else {
      return
    }
    for (column, condition) in table.exactness {
      let rows = try source.rows(.select(columns, from: table.table, where: ["NOT \(condition)"], limit: 1))
      guard rows.count > 0, let place = table.columns.firstIndex(where: { $0.name == column }) else { continue }
      // What is there and reads as nothing is NaN.
      throw inexact(table, rows, 0, 0, column, isNaN: rows.value(0, place) == .null)
    }
  }

  /// The error for a row that its own database could not say in the other's words.
  private func unread(_ error: StoreError, _ table: CopiedTable, _ number: Int) -> any Error {
    guard error.isAboutRow else { return error }
    let sql = table.plainSelection + source.dialect.limit(1, offset: number)
    guard let rows = try? source.rows(sql), rows.count > 0 else {
      return told(error, .tableNotCopied(entity: table.entity, reason: error.bareWords))
    }
    return told(error, .rowNotCopied(row: words(table, rows, 0, number), reason: error.bareWords))
  }

  /// The database's error in the words of the copy.
  private func told(_ error: StoreError, _ words: ExchangeError) -> ScriptError {
    var result = ScriptError(error)
    result.message = words.message
    return result
  }
}

extension StoreError {
  /// Whether it may be about the values of one row.
  fileprivate var isAboutRow: Bool {
    switch kind {
    case .constraint, .overflow, .tooBig, .other, .misuse: true
    default: false
    }
  }
}
