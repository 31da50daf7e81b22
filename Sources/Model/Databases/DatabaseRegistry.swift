import Store

/// The databases that a session uses.
package final class DatabaseRegistry {
  /// How a database is opened; engines are listed by the program.
  package typealias Opener = (_ location: String, _ options: OpenOptions) throws -> any Engine

  package struct OpenOptions: Sendable {
    package var isReadOnly: Bool
    /// Polled while the database works or waits.
    package var isInterrupted: @Sendable () -> Bool

    package init(isReadOnly: Bool = false, isInterrupted: @escaping @Sendable () -> Bool) {
      self.isReadOnly = isReadOnly
      self.isInterrupted = isInterrupted
    }
  }

  unowned let session: SessionContext
  package let opener: Opener
  package private(set) var all: [ScriptDatabase] = []
  /// Whether every database is opened for reading only.
  package var areReadOnly = false
  /// Whether something may have been committed that observers were not told of: it is asked after every method, so that
  /// a thousand result sets without news cost no more than none.
  package internal(set) var haveNews = false

  package init(_ session: SessionContext, _ opener: @escaping Opener) {
    self.session = session
    self.opener = opener
  }

  /// The database that `db` is: the first that was added.
  package var main: ScriptDatabase { all[0] }

  package func add(_ database: ScriptDatabase) { all.append(database) }

  /// Makes what the entry under way did so far last, and tells the observers of it.
  package func settle() throws {
    for database in all where database.isOpen { try database.store().settle() }
    if haveNews { try tellObservers() }
  }

  package func close() {
    for database in all { database.close() }
  }
}

extension SessionContext {
  /// All databases of the session.
  package var databases: DatabaseRegistry { part(DatabaseRegistry.self) }
}
