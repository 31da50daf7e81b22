import Model

/// What the words of the language share.
package struct Words {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}
