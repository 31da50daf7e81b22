/// What a column that reads as text is to its database, where that is more than a text.
///
/// What Moonshell compares is the text. Where a value is one that the column's own type writes just so, comparing in the
/// type gives the same answer, and an index serves it.
package enum NativeText: Hashable, Sendable {
  case uuid
  case day
  /// A moment with so many digits of a second; whether the column knows of time zones.
  case moment(digits: Int, isZoned: Bool)
  /// Texts of a fixed length, whose blanks at the end do not count.
  case padded
  /// The labels of an enumeration, which are in an order of their own.
  case label([String])
  /// A document that the server keeps as it was written, and compares with nothing.
  case document
  /// Integers with which the server does not reckon.
  case number
  /// A type whose order or equality is another one than that of its texts.
  case other

  /// Whether its texts are days or moments.
  package var isTimed: Bool {
    switch self {
    case .day, .moment: true
    default: false
    }
  }

  /// Whether values are in the order of their texts.
  package var isInOrderOfTexts: Bool {
    switch self {
    case .uuid, .day, .moment, .number: true
    case .padded, .label, .document, .other: false
    }
  }
}
