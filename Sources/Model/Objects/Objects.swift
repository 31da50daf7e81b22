/// What becomes of objects: they are made, assigned to, compared with what is stored, read again.
package struct Objects {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}
