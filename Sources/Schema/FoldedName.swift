/// A name as SQL compares it: letters of ASCII without their case, all else byte by byte.
///
///     FoldedName("Team") == FoldedName("TEAM")   // true
package struct FoldedName: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ name: String) {
    bytes = name.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }
  }
}

/// A name as it is spelled, byte by byte: to Swift texts are equal that only look alike.
package struct SpelledName: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ name: String) { bytes = Array(name.utf8) }
}
