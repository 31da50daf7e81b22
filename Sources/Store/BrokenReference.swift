/// Rows of one table whose key refers to no row of another.
package struct BrokenReference: Hashable, Sendable {
  package var table: String
  package var parent: String
  package var count: Int

  package init(table: String, parent: String, count: Int) {
    self.table = table
    self.parent = parent
    self.count = count
  }
}
