import Glibc
import PostgreSQLEngine
import SQLiteEngine
import Scripting
import Store
import Synchronization
import TestSupport
import Testing

/// The engine that tests run on: SQLite, or PostgreSQL where `MOONSHELL_TEST_ENGINE` is `postgresql`.
enum TestEngine: String, CaseIterable, CustomStringConvertible {
  case sqlite, postgresql

  var description: String { rawValue }

  /// A test that is no question to the chosen one runs on SQLite all the same (`EngineException`), unless one wants to
  /// see which of these need it: `MOONSHELL_TEST_EXCEPTIONS=none`.
  static var chosen: TestEngine {
    guard named != .sqlite, getenv("MOONSHELL_TEST_EXCEPTIONS") == nil, let test = Test.current else { return named }
    let suite = test.sourceLocation.fileName.replacing(".swift", with: "")
    let name = String(test.name.prefix { $0 != "(" }).replacing("`", with: "")
    return EngineException.holds(suite, name) ? .sqlite : named
  }

  static let named = getenv("MOONSHELL_TEST_ENGINE").flatMap { TestEngine(rawValue: String(cString: $0)) } ?? .sqlite

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

  /// What is "ok" where all that is stored keeps the rules of its table: a server looks after that by itself.
  static var soundness: String {
    chosen == .sqlite ? "db:query('PRAGMA integrity_check')[1].integrity_check" : "'ok'"
  }

  /// How many rows refer to nothing.
  static var brokenKeys: String { chosen == .sqlite ? "#db:query('PRAGMA foreign_key_check')" : "0" }

  /// What is shown of a database, with the marks, orders and names that each engine says in its own words as SQLite has
  /// them.
  func neutral(_ text: String) -> String {
    guard self == .postgresql else { return text }
    var result = text.replacing(/\$(\d+)/) { "?\($0.1)" }
    result = result.replacing(/\(\(([^()]+)\)::numeric([^()]*)\)::numeric\(1000, 0\)/) { "\($0.1)\($0.2)" }
    result = result.replacing(/\(([^()]+)\)::numeric/) { "\($0.1)" }
    result = result.replacing(/\(sum\(([^()]+)\)\)::int8/) { "sum(\($0.1))" }
    result = result.replacing(#/ AS "?flag \d+"?/#, with: "")
    for words in [" NULLS FIRST", " NULLS LAST", " COLLATE \"C\"", " AS \"moonshell_rows\"", " AS moonshell_rows"] {
      result = result.replacing(words, with: "")
    }
    return result
  }

  static func open(_ location: String, _ options: Session.OpenOptions) throws -> any Engine {
    if let address = ServerAddress(location) {
      return try PostgreSQLEngine(
        address,
        options: PostgreSQLOptions(
          isReadOnly: options.isReadOnly, hasDenseKeys: true, isInterrupted: options.isInterrupted))
    }
    return try SQLiteEngine(
      path: location, options: SQLiteOptions(isReadOnly: options.isReadOnly, isInterrupted: options.isInterrupted))
  }
}
