import Model

/// What scripts ask of requests.
package struct Requester {
  let session: SessionContext

  package init(_ session: SessionContext) {
    self.session = session
  }
}
