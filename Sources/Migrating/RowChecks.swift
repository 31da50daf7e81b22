import Model

/// Checks whether the rows that are stored satisfy the rules of their entities.
package struct RowChecks {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}
