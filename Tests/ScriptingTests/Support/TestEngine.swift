import Glibc
import PostgreSQLEngine
import SQLiteEngine
import Scripting
import Store
import Synchronization
import TestSupport

/// The engine that tests run on: SQLite, or PostgreSQL where `MOONSHELL_TEST_ENGINE` is `postgresql`.
enum TestEngine: String, CaseIterable, CustomStringConvertible {
  case sqlite, postgresql

  var description: String { rawValue }

  static let chosen = getenv("MOONSHELL_TEST_ENGINE").flatMap { TestEngine(rawValue: String(cString: $0)) } ?? .sqlite

  /// Those that this machine has.
  static var present: [TestEngine] { PostgreSQLServer.isInstalled ? allCases : [.sqlite] }

  private static let places = Atomic(0)

  /// Where a database of one test's own is.
  func freshLocation() throws -> String {
    switch self {
    case .sqlite: ":memory:"
    case .postgresql:
      try PostgreSQLServer.address(of: "s\(Self.places.add(1, ordering: .relaxed).newValue)")
    }
  }

  static func open(_ location: String, _ options: Session.OpenOptions) throws -> any Engine {
    if let address = ServerAddress(location) {
      return try PostgreSQLEngine(
        address,
        options: PostgreSQLOptions(isReadOnly: options.isReadOnly, isInterrupted: options.isInterrupted))
    }
    return try SQLiteEngine(
      path: location, options: SQLiteOptions(isReadOnly: options.isReadOnly, isInterrupted: options.isInterrupted))
  }
}
