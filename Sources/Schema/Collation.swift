/// How a column compares texts.
package enum Collation: String, Hashable, Sendable, CaseIterable {
  /// By their bytes.
  case binary = "BINARY"
  /// Letters of ASCII are equal to their capitals; what is behind a NUL that both have is not looked at.
  case nocase = "NOCASE"
  /// Blanks at the end do not count.
  case rtrim = "RTRIM"
  /// Not known, as that of a view, or by a rule that only another program has: what is compared is compared by its bytes.
  case unknown = ""

  /// By the name that a column gives it.
  package init(named name: String) {
    self = Collation(rawValue: name.uppercased()) ?? .unknown
  }

  /// By the word that a field declares it with; nil for none that a field can have.
  ///
  ///     Collation(word: "nocase")   // .nocase
  package init?(word: String) {
    guard let found = Self.declarable.first(where: { $0.word == word }) else { return nil }
    self = found
  }

  /// Those that a field can declare.
  package static let declarable: [Collation] = [.binary, .nocase, .rtrim]

  /// The word that a field declares it with.
  package var word: String { rawValue.lowercased() }

  /// Whether texts that differ may be equal.
  package var joinsTexts: Bool { self == .nocase || self == .rtrim }

  /// Bytes that compare as the text does, each with each.
  ///
  ///     Collation.nocase.key("Ann")   // "ann"
  package func key(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    switch self {
    case .binary, .unknown: return Array(text)
    case .rtrim: return Array(text.prefix((text.lastIndex { $0 != 0x20 } ?? -1) + 1))
    case .nocase:
      var key = text.prefix { $0 != 0 }.map { smallLetter($0) }
      guard key.count < text.count else { return key }
      // Behind the NUL only the length counts.
      key.append(0)
      withUnsafeBytes(of: UInt64(text.count).bigEndian) { key += $0 }
      return key
    }
  }
}

/// A byte of a text, or the small letter of ASCII where it is a capital.
func smallLetter(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

/// Compares two values as a column of this collation does; other classes than text compare as ever.
package func compareCells(_ left: Cell, _ right: Cell, by collation: Collation) -> CellOrder {
  guard collation.joinsTexts, left.kind == .text, right.kind == .text else { return compareCells(left, right) }
  return collation.key(left.bytes).withUnsafeBytes { left in
    collation.key(right.bytes).withUnsafeBytes { compareBytes(left, $0) }
  }
}

extension Value {
  /// A value that is equal to those of others that a column of this collation takes for equal; numbers are equal
  /// whether they are stored as integers or not.
  package func key(by collation: Collation) -> Value {
    // 1 and 1.0 are one value.
    if case .real(let number) = self, let whole = Int64(exactly: number) { return .integer(whole) }
    // Bytes that are no text stay apart from texts.
    guard collation.joinsTexts, isText else { return self }
    return .text(bytes: withCell { collation.key($0.bytes) })
  }
}
