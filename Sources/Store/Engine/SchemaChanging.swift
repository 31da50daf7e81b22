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
  /// Why rows of a table do not take a change of it, where the database tells no more than that values do not fit.
  func unfit(_ error: StoreError, of table: String) -> StoreError
  /// The statements that bring back what goes with the old table of a rebuild and is not made anew.
  func attachmentStatements(of rebuild: SchemaStep.Rebuild) throws(StoreError) -> [String]
  /// The statements around those of a plan that puts so many tables in the place of others, where a person runs them.
  func frameOfReplacing(_ count: Int) -> (before: [String], after: [String])
  /// The statements of a rebuild in such a frame, where other ones are safer there; nil where they are the same.
  func scriptedReplacement(of rebuild: SchemaStep.Rebuild) throws(StoreError) -> [String]?
  /// Lets keys lead to rows that come later in the open transaction.
  func deferKeys() throws(StoreError)
}

extension SchemaChanging {
  package func makesStrict(_ rebuild: SchemaStep.Rebuild) -> Bool { true }

  package func unfit(_ error: StoreError, of table: String) -> StoreError { error }

  package func attachmentStatements(of rebuild: SchemaStep.Rebuild) throws(StoreError) -> [String] { [] }

  /// A transaction of an engine that refuses all that follows a failure is safe by itself.
  package func frameOfReplacing(_ count: Int) -> (before: [String], after: [String]) { (["BEGIN"], ["COMMIT"]) }

  package func scriptedReplacement(of rebuild: SchemaStep.Rebuild) throws(StoreError) -> [String]? { nil }

  package func deferKeys() throws(StoreError) {}
}
