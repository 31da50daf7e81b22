/// How values of scripts become cells of fields, and the other way round.
package struct FieldCoding {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}
