import Query

/// What changes of the schema need beside statements.
package protocol SchemaChanging: AnyObject {
  /// Prepares for steps that leave keys without their tables for a while; before the transaction begins.
  func beginSchemaChange() throws(StoreError)
  /// Ends it, after the transaction.
  func endSchemaChange() throws(StoreError)
  /// Puts a new table with the rows of the old one in its place; indexes and triggers of the old one come back.
  func replaceTable(_ rebuild: SchemaStep.Rebuild) throws(StoreError)
}
