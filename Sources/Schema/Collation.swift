import Encodings

/// How a column compares texts.
package enum Collation: String, Hashable, Sendable, CaseIterable {
  /// By their bytes.
  case binary = "BINARY"
  /// Letters of ASCII are equal to their capitals; what is behind a NUL that both have is not looked at.
  case nocase = "NOCASE"
  /// Blanks at the end do not count.
  case rtrim = "RTRIM"
  /// Decimals by their value, numbers among them, before all other texts: what a column holds as text in which decimals
  /// are declared.
  case decimal = "moonshell_decimal"
  /// The same of a column whose numbers are decimals to the database itself: infinite ones stand at their ends.
  case numeric = "moonshell_numeric"
  /// Days and moments by their time, where a server has some before the year 1, after 9999, and at infinity.
  case moment = "moonshell_moment"
  /// JSON by what it says, whoever wrote it: neither blanks nor the order of names count.
  case json = "moonshell_json"
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
  package var joinsTexts: Bool {
    switch self {
    case .nocase, .rtrim, .decimal, .numeric, .json: true
    case .binary, .moment, .unknown: false
    }
  }

  /// Whether texts are in the order of their bytes.
  package var comparesBytes: Bool { self == .binary || self == .unknown }

  /// Whether it is that of decimals, which may be numbers or texts.
  package var isOfDecimals: Bool { self == .decimal || self == .numeric }

  /// Whether it is that of what texts say, of which a column of the database knows nothing.
  package var isOfMeaning: Bool { isOfDecimals || self == .json || self == .moment }

  /// How two sides of a comparison compare: by what they mean if one of them says so, else as the left one says, and as
  /// the right one where the left says nothing.
  package static func joint(_ left: Collation?, _ right: Collation?) -> Collation {
    for case let side? in [left, right] where side.isOfMeaning { return side }
    return left ?? right ?? .binary
  }

  /// Bytes that compare as the text does, each with each.
  ///
  ///     Collation.nocase.key("Ann")   // "ann"
  package func key(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    switch self {
    case .binary, .unknown: return Array(text)
    // The mark of a decimal is less than that of other texts.
    case .decimal, .numeric: return DecimalNumber(text)?.orderedKey ?? [1] + text
    case .moment: return MomentOrder.key(text)
    case .json: return DocumentValue.canonicalJSON(of: text).map { Array($0.utf8) } ?? Array(text)
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

extension Collation {
  /// The text as an order without case, or by numbers, begins with it: as a statement folds it, also behind a NUL.
  package func folded(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    switch self {
    case .nocase: text.map { smallLetter($0) }
    case .moment: Array(text)
    default: key(text)
    }
  }
}

/// A byte of a text, or the small letter of ASCII where it is a capital.
func smallLetter(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

/// Compares two values as a column of this collation does; other classes than text compare as ever.
package func compareCells(_ left: Cell, _ right: Cell, by collation: Collation) -> CellOrder {
  if collation.isOfDecimals { return compareDecimals(left, right, isNumeric: collation == .numeric) }
  guard !collation.comparesBytes, left.kind == .text, right.kind == .text else { return compareCells(left, right) }
  return collation.key(left.bytes).withUnsafeBytes { left in
    collation.key(right.bytes).withUnsafeBytes { compareBytes(left, $0) }
  }
}

/// Compares what may be decimals: those by their value, before all texts that are none, and behind all numbers that are
/// none.
///
/// - Parameter isNumeric: whether infinite numbers are less and greater than all others.
private func compareDecimals(_ left: Cell, _ right: Cell, isNumeric: Bool) -> CellOrder {
  if left.isNothing || right.isNothing { return .unknown }
  if isNumeric {
    let (end, otherEnd) = (left.end, right.end)
    if end != 0 || otherEnd != 0 { return end < otherEnd ? .less : end == otherEnd ? .equal : .greater }
  }
  switch (DecimalNumber(any: left), DecimalNumber(any: right)) {
  case (let first?, let second?): return first < second ? .less : first == second ? .equal : .greater
  case (.some, nil): return right.kind == .real ? .greater : .less
  case (nil, .some): return left.kind == .real ? .less : .greater
  case (nil, nil): return compareCells(left, right)
  }
}

extension Cell {
  /// Which end of all numbers it is, -1 or 1; 0 of what is finite.
  fileprivate var end: Int { kind == .real && real.isInfinite ? real < 0 ? -1 : 1 : 0 }
}

extension DecimalNumber {
  /// The decimal that a value is, as a number or as text.
  package init?(any cell: Cell) {
    switch cell.kind {
    case .integer: self.init(Int128(cell.integer), scale: 0)
    case .real: self.init(exactly: cell.real)
    case .text: self.init(cell.bytes)
    case .null, .data: return nil
    }
  }

  /// Bytes that come in the order of the decimals: 0, the sign, and all digits that one can have.
  fileprivate var orderedKey: [UInt8] {
    let digits = coefficient.magnitude.description.utf8
    let (most, least) = (39, Self.largestScale)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, most + scale - digits.count))
    let key = zeros + digits + [UInt8](repeating: UInt8(ascii: "0"), count: least - scale)
    guard coefficient < 0 else { return [0, 1] + key }
    // Of negative ones the larger number is the lesser.
    return [0, 0] + key.map { UInt8(ascii: "0") + UInt8(ascii: "9") - $0 }
  }
}

extension Value {
  /// A value that is equal to those of others that a column of this collation takes for equal; numbers are equal
  /// whether they are stored as integers or not.
  package func key(by collation: Collation) -> Value {
    if collation.isOfDecimals, !isText {
      if let number = withCell({ DecimalNumber(any: $0) }) { return .text(bytes: number.orderedKey) }
      let end = collation == .numeric ? withCell(\.end) : 0
      // Before the sign of all others, and behind it.
      if end != 0 { return .text(bytes: end < 0 ? [0] : [0, 2]) }
    }
    // 1 and 1.0 are one value.
    if case .real(let number) = self, let whole = Int64(exactly: number) { return .integer(whole) }
    // Bytes that are no text stay apart from texts.
    guard collation.joinsTexts, isText else { return self }
    return .text(bytes: withCell { collation.key($0.bytes) })
  }
}
