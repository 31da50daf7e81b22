/// A name as SQL compares it: letters of ASCII without their case, all else byte by byte.
///
///     FoldedName("Team") == FoldedName("TEAM")   // true
package struct FoldedName: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ name: String) {
    bytes = name.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
  }
}
