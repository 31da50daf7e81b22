import Query

/// One open connection to one database: what it is, and eight roles that say what it does.
///
/// An engine runs statements and fills row buffers. It knows nothing of entities. It is used from one thread. What every
/// engine promises is tested by `EngineSuite`; what one of them cannot do stands in its `capabilities`.
package protocol Engine: Queries, Transactions, SchemaReading, SchemaChanging, Callbacks,
  ChangeRecording, RowFollowing, Copying
{
  var dialect: any Dialect { get }
  /// What runs the statements, and which version of it: `SQLite 3.40.1`.
  var version: String { get }
  /// What was opened: a path, or `Location.fresh`.
  var location: String { get }
  var isReadOnly: Bool { get }
  /// Whether there is nothing at this place yet: it is made when something is written.
  var isNew: Bool { get }
  var capabilities: Capabilities { get }

  /// Called when a person asks for something: what was opened is looked for before the next statement.
  func beginEntry()

  /// Refuses from now on what writes; what was written stays.
  func endWriting() throws(StoreError)

  /// Closes the connection; an open transaction is rolled back. Any later call throws `.closed`.
  func close()
}

extension Engine {
  /// A connection to a server tells by itself when it is gone.
  package func beginEntry() {}
}

/// Where a database is.
package enum Location {
  /// A fresh database, which goes when it is closed.
  package static let fresh = ":memory:"
}
