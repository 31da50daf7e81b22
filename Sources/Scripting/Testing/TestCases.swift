import LuaRuntime
import Model

/// The cases that a file of tests has: `test("adults play", function() … end)`.
package final class TestCases: SessionState {
  package struct Case {
    package let name: String
    package let function: LuaFunction
  }

  /// Whether the script that runs is a file of tests.
  package var isTestFile = false
  package private(set) var all: [Case] = []
  /// The case that runs.
  package var running: String?

  package init(_ session: SessionContext) {}

  func add(_ name: String, _ function: LuaFunction) throws {
    guard isTestFile else { throw WordError.caseOutsideOfTests(name: name) }
    if let running { throw WordError.caseInCase(name: name, running: running) }
    if all.contains(where: { $0.name == name }) { throw WordError.caseTwice(name: name) }
    all.append(Case(name: name, function: function))
  }
}

extension Session {
  /// The cases of the file of tests that runs in this session.
  package var testCases: TestCases { context.state(TestCases.self) }

  /// Runs a case; whatever it does to the databases is undone.
  package func runTest(_ test: TestCases.Case, timeLimit: Double?, _ interrupt: () throws -> Void) throws {
    testCases.running = test.name
    defer { testCases.running = nil }
    for database in context.databases.all where database.isOpen { try database.store().beginTest() }
    defer {
      for database in context.databases.all where database.isOpen { try? database.store().endTest() }
      try? enter(timeLimit: timeLimit) { try context.databases.tellObservers() }
    }
    try enter(timeLimit: timeLimit) {
      try interrupt()
      _ = try test.function.call()
    }
  }
}
