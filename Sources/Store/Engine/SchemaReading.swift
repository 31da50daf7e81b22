import Query

/// What tables there are, as the database itself says.
package protocol SchemaReading: AnyObject {
  /// The tables and views, in order of their names; the database's own are left out.
  func tables() throws(StoreError) -> [TableDescription]

  /// The statement that made a table or a view; nil for what is not there.
  func definition(of table: String) throws(StoreError) -> String?

  /// The tables and views of a new, empty database after these statements: how this database says what they mean.
  func described(after statements: [String]) throws(StoreError) -> [TableDescription]

  /// The rows whose key refers to nothing.
  func brokenReferences() throws(StoreError) -> [BrokenReference]
}
