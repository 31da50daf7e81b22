/// Rows of one table whose key refers to no row of another; or a table whose keys cannot be checked at all.
package struct BrokenReference: Hashable, Sendable {
  package var table: String
  package var parent: String
  package var count: Int
  /// Why nobody can tell, as where a key refers to columns that nothing makes unique.
  package var problem: String?

  package init(table: String, parent: String, count: Int) {
    self.table = table
    self.parent = parent
    self.count = count
  }

  package init(table: String, problem: String) {
    self.init(table: table, parent: "", count: 0)
    self.problem = problem
  }
}
