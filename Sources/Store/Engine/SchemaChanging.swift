import Query

/// What changes of the schema need beside statements.
package protocol SchemaChanging: AnyObject {
  /// Prepares for steps that leave keys without their tables for a while; before the transaction begins.
  func beginSchemaChange() throws(StoreError)
  /// Ends it, after the transaction.
  func endSchemaChange() throws(StoreError)
  /// The statement that makes the new table of a rebuild, under the name that it has while it is filled.
  func creation(of rebuild: SchemaStep.Rebuild) -> String
  /// Whether that table holds values of the declared types alone.
  func makesStrict(_ rebuild: SchemaStep.Rebuild) -> Bool
  /// Puts a new table with the rows of the old one in its place; indexes and triggers of the old one come back.
  func replaceTable(_ rebuild: SchemaStep.Rebuild) throws(StoreError)
  /// The statements that bring back what goes with the old table of a rebuild and is not made anew.
  func attachmentStatements(of rebuild: SchemaStep.Rebuild) throws(StoreError) -> [String]
  /// The statements around those of a plan that puts tables in the place of others, where a person runs them.
  var frameOfReplacing: (before: [String], after: [String]) { get }
  /// Lets keys lead to rows that come later in the open transaction.
  func deferKeys() throws(StoreError)
}

extension SchemaChanging {
  package func makesStrict(_ rebuild: SchemaStep.Rebuild) -> Bool { true }

  package func attachmentStatements(of rebuild: SchemaStep.Rebuild) throws(StoreError) -> [String] { [] }

  package var frameOfReplacing: (before: [String], after: [String]) { (["BEGIN"], ["COMMIT"]) }

  package func deferKeys() throws(StoreError) {}
}
