import Store
import Testing

@testable import SQLiteEngine

/// What running a statement costs, as the database counts it.
@Suite struct EffortTests {
  private func effort(_ text: String, _ engine: SQLiteEngine) throws -> StatementEffort {
    let statement = try engine.statement(text)
    defer { statement.release() }
    _ = statement.takeEffort()
    while try statement.advance() {}
    return statement.takeEffort()
  }

  @Test func `a scan counts its rows and a search counts none`() throws {
    let engine = try memory("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")
    for _ in 1...10 { _ = try engine.execute("INSERT INTO t (a) VALUES ('x')") }
    let (scan, search) = try (
      effort("SELECT * FROM t WHERE a = 'y'", engine), effort("SELECT * FROM t WHERE id = 3", engine)
    )
    #expect(scan.scannedRows == 10 && search.scannedRows == 0)
    #expect(scan.steps > search.steps)
  }

  @Test func `what was taken is not counted again`() throws {
    let engine = try memory()
    #expect(try effort("SELECT 1", engine).steps > 0)
    let statement = try engine.statement("SELECT 1")
    defer { statement.release() }
    _ = statement.takeEffort()
    #expect(statement.takeEffort() == StatementEffort())
  }
}
