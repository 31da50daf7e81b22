import Model

/// Rows of lists in memory, which are copies of what a script gave.
package struct RowCopies {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}
