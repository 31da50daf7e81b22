/// How tests are values of scripts.
package struct TestValues {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}
