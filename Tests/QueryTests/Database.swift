import Query
import SQLiteEngine
import Schema

/// A database in memory for one test.
struct Database {
  private let engine: SQLiteEngine

  init(_ statements: String...) throws {
    engine = try SQLiteEngine(path: ":memory:")
    for statement in statements { try run(statement) }
  }

  init(_ catalog: Catalog) throws {
    try self.init()
    for entity in catalog.inDependencyOrder {
      for statement in try CreateTable(entity, catalog: catalog, dialect: SQLiteDialect()).statements() {
        try run(statement)
      }
    }
  }

  var tables: [TableDescription] {
    get throws { try engine.tables() }
  }

  func run(_ text: String, _ values: [Value] = []) throws {
    let statement = try engine.statement(text)
    defer { statement.release() }
    if !values.isEmpty { try statement.bind(values) }
    _ = try statement.run()
  }

  /// The words of the error that a statement ends with, or "no error".
  func failure(_ text: String, _ values: [Value] = []) -> String { words { try run(text, values) } }

  func rows(_ sql: SQL) throws -> [[Value]] {
    let rendered = sql.rendered(for: SQLiteDialect())
    return try rows(rendered.text, rendered.bindings)
  }

  func rows(_ text: String, _ values: [Value] = []) throws -> [[Value]] {
    let statement = try engine.statement(text)
    defer { statement.release() }
    if !values.isEmpty { try statement.bind(values) }
    let width = statement.columnNames.count
    let buffer = try Self.filled(.init(columnCount: width)) { try statement.stepAll(into: $0) }
    return (0..<buffer.count).map { row in (0..<width).map { buffer[row, $0].value } }
  }

  /// The buffer after `fill`: the engine says of which type it is.
  private static func filled<Buffer>(_ buffer: Buffer, by fill: (Buffer) throws -> Void) rethrows -> Buffer {
    try fill(buffer)
    return buffer
  }
}

/// The words of the error that a call ends with, or "no error".
func words<Result, Failure: Error>(_ body: () throws(Failure) -> Result) -> String {
  do throws(Failure) {
    _ = try body()
    return "no error"
  } catch {
    return "\(error)"
  }
}
