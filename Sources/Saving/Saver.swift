import Model

/// Saves and deletes objects.
package struct Saver {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}
