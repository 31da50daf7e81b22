/// Where in a document the reading and writing of values is.
package final class DocumentScope: SessionState {
  /// The tables and objects that are being written or read as a document, from the outermost one on.
  package var open: [UnsafeRawPointer] = []
  /// Where the documents come from that are being read.
  package var origin = DocumentOrigin.row
  /// The member that is being filled inside of a document, seen from the outermost object: `Player.address`.
  package var place: String?

  package init(_ session: SessionContext) {}
}
