import Query
import Schema
import Store

/// How the keys of one sort are compared, and of what kind they are so far.
///
/// It is looked at for every row, so it holds no references: to read one is to read a few bytes.
struct SortColumn {
  let isDescending: Bool
  let areNullsFirst: Bool
  let ignoresCase: Bool
  /// Whether runs of digits in a text count as numbers.
  let isNumeric: Bool
  /// How the field compares texts that the keys are of.
  var collation = Collation.binary
  private(set) var kind: Kind?

  /// What the keys of a script are; those of one column are of one kind.
  enum Kind: String {
    case boolean = "a boolean"
    case integer = "an integer"
    case real = "a number"
    case decimal = "a decimal"
    case text = "a text"
  }

  init(_ sort: Sort) {
    isDescending = sort.isDescending
    areNullsFirst = sort.areNullsFirst
    ignoresCase = sort.ignoresCase
    isNumeric = sort.isNumeric
  }

  /// Whether texts are compared byte by byte.
  var comparesBytes: Bool { !ignoresCase && !isNumeric && collation.comparesBytes }

  /// Whether a key of this kind goes with those before, which is noted.
  ///
  /// Integers go with numbers and with decimals; nothing else goes with another kind.
  mutating func admits(_ new: Kind) -> Bool {
    if kind == new { return true }
    switch (kind, new) {
    case (nil, _), (.integer?, .real), (.integer?, .decimal): kind = new
    case (.real?, .integer), (.decimal?, .integer): break
    default: return false
    }
    return true
  }

  /// A text as it is compared: its bytes, or what stands for them.
  func key(_ text: UnsafeRawBufferPointer, in cells: RowBuffer) -> Cell {
    if comparesBytes { return cells.store(.text, text) }
    // A decimal is no text, whatever an order makes of texts.
    if collation.isOfDecimals { return collation.key(text).withUnsafeBytes { cells.store(.text, $0) } }
    let isExact = !ignoresCase && !isNumeric
    var folded = isExact ? collation.key(text) : collation.folded(text)
    if ignoresCase { folded = folded.withUnsafeBytes { SortText.caseKey($0) } }
    return folded.withUnsafeBytes { folded in
      guard isNumeric else { return cells.store(.text, folded) }
      return SortText.digitKey(folded).withUnsafeBytes { cells.store(.data, $0) }
    }
  }
}
