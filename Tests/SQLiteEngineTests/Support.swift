import Query
import SQLiteEngine
import Schema
import Store
import Testing

func memory(_ statements: String...) throws -> SQLiteEngine {
  let engine = try SQLiteEngine(path: ":memory:")
  for statement in statements { try engine.execute(statement) }
  return engine
}

extension SQLiteEngine {
  @discardableResult
  func execute(_ text: String, _ values: Value...) throws(StoreError) -> Int {
    let statement = try statement(text)
    defer { statement.release() }
    if !values.isEmpty { try statement.bind(values) }
    return try statement.run()
  }

  func rows(_ text: String, _ values: Value...) throws(StoreError) -> [[Value]] {
    let statement = try statement(text)
    defer { statement.release() }
    if !values.isEmpty { try statement.bind(values) }
    let buffer = RowBuffer(columnCount: statement.columnNames.count)
    try statement.stepAll(into: buffer)
    return buffer.values
  }

  func value(_ text: String, _ values: Value...) throws(StoreError) -> Value? {
    let statement = try statement(text)
    defer { statement.release() }
    if !values.isEmpty { try statement.bind(values) }
    let buffer = RowBuffer(columnCount: statement.columnNames.count)
    return try statement.step(into: buffer) ? buffer[0, 0].value : nil
  }

  /// The error that a statement ends with.
  func error(_ text: String, _ values: Value...) -> StoreError? {
    do throws(StoreError) {
      let statement = try statement(text)
      defer { statement.release() }
      if !values.isEmpty { try statement.bind(values) }
      _ = try statement.run()
      return nil
    } catch {
      return error
    }
  }
}

extension RowBuffer {
  var values: [[Value]] { (0..<count).map { row in (0..<columnCount).map { self[row, $0].value } } }
}

/// The error that opening ends with.
func openingError(_ path: String, _ options: SQLiteOptions = SQLiteOptions()) -> StoreError? {
  do throws(StoreError) {
    _ = try SQLiteEngine(path: path, options: options)
    return nil
  } catch {
    return error
  }
}

/// A countdown that says "interrupted" after it was asked a number of times.
final class Countdown {
  private(set) var left: Int
  private(set) var questions = 0

  init(_ left: Int) {
    self.left = left
  }

  func isOver() -> Bool {
    questions += 1
    left -= 1
    return left < 0
  }
}
