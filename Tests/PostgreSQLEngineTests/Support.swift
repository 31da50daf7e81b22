import PostgreSQLEngine
import Query
import Schema
import Store
import Synchronization
import TestSupport
import Testing

/// Schemas that no other test has.
private let places = Atomic(0)

/// A name for a schema of one test's own.
func freshSchema() -> String { "t\(places.add(1, ordering: .relaxed).newValue)" }

func connect(_ schema: String, options: PostgreSQLOptions = PostgreSQLOptions()) throws -> PostgreSQLEngine {
  let address = try #require(ServerAddress(try PostgreSQLServer.address(of: schema)))
  return try PostgreSQLEngine(address, options: options)
}

/// A database of one test's own.
func fresh(_ statements: String...) throws -> Database {
  let database = Database(try connect(freshSchema()))
  for statement in statements { try database.run(.written(statement)) }
  return database
}

extension Database {
  func values(_ text: String, _ bindings: Value...) throws -> [[Value]] {
    let rows = try rows(RenderedSQL(text: text, bindings: bindings))
    return (0..<rows.count).map { row in (0..<rows.columnCount).map { rows.value(row, $0) } }
  }

  /// The error that a statement ends with.
  func error(_ text: String, _ bindings: Value...) -> StoreError? {
    do throws(StoreError) {
      try run(RenderedSQL(text: text, bindings: bindings))
      return nil
    } catch {
      return error
    }
  }
}
