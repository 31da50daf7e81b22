import Model

/// What relations of objects lead to.
package struct RelationReader {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}
