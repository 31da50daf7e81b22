/// What a column of a table does to values that are compared with it: tables that other programs made convert them, or
/// take texts for equal that differ.
///
/// Moonshell's comparisons convert nothing; a column that compares without case does so in SQL and in memory alike.
package struct ColumnNature: Hashable, Sendable {
  /// What becomes of a value that is compared with the column, or put into it.
  package enum Conversion: Hashable, Sendable {
    /// It stays what it is.
    case none
    /// A text that looks like a number becomes that number; no such text is ever stored.
    case numbers
    /// A number becomes text; no number is ever stored.
    case texts
    /// Nothing is known of it: the column is that of a view.
    case unknown
  }

  package var conversion = Conversion.none
  package var collation = Collation.binary
  /// What a column that reads as text is to the database itself; nil where that is a text.
  package var native: NativeText?
  /// How the database calls such a type; nil where the column is of one that Moonshell gives to its own.
  package var typeName: String?
  /// How the column that is there is declared, type and order of texts, where a declaration leaves it as it is.
  package var presentType: String?
  /// Whether the database holds its truths as a class of their own, to which no number belongs; said only where a
  /// table's own statements are written.
  package var holdsTruths = false
  /// Whether the database orders its texts by a language, though only the same bytes are equal.
  package var ordersByLanguage = false
  /// Whether the database takes texts for equal that differ, in a way that it alone knows.
  package var joinsTexts = false
  /// Whether its numbers are decimals of any size to the database itself, which compares, orders and adds them exactly.
  package var isNumeric = false
  /// How many digits such a decimal has in all, where the column says it.
  package var digits: Int?
  /// How many of them stand behind the point, where the column says it; less than 0 where it has tens and hundreds alone.
  package var fraction: Int?
  /// Whether its numbers have four bytes to the database itself, and read as the shortest decimals that tell them apart.
  package var isSingle = false
  /// Whether the database may store a value in other words than it was given: `::1` of `::0001`.
  package var isRewritten = false
  /// Whether something of the database may store other values in the row than it was given, before it is written.
  package var hasTriggers = false
  /// Whether another program may have put NaN into it, which is nothing here, as NULL is.
  package var mayBeNaN = false
  /// Whether the database computes it whenever it is read, and holds nothing of it.
  package var isComputedOnRead = false
  /// Whether values of every class are stored as they come: the column has no type.
  package var holdsAnything = false
  /// What a statement says before its values that gives the column one, where the database would take its own alone; no
  /// other statement changes a value of it.
  package var givenClause: String?

  /// Whether a value reads as another one than the database compares.
  package var isReadOtherwise: Bool { native != nil || isSingle }
  /// Whether values read as those of another column do.
  package func isRead(as other: ColumnNature) -> Bool { native == other.native && isSingle == other.isSingle }

  package init(conversion: Conversion = .none, collation: Collation = .binary) {
    self.conversion = conversion
    self.collation = collation
  }
}

extension ColumnNature.Conversion {
  /// Whether a value would be converted by a comparison with the column.
  package func changes(_ value: Value) -> Bool {
    switch (self, value) {
    case (.none, _), (.unknown, _), (_, .null): return false
    case (.numbers, .text(let text)):
      var text = text
      return text.withUTF8 { looksNumeric(UnsafeRawBufferPointer($0)) }
    case (.texts, .integer), (.texts, .real): return true
    default: return false
    }
  }
}

/// Whether a database would take a text for a number: blanks, a sign, digits with or without a point, an exponent,
/// blanks, and nothing else.
///
///     looksNumeric(" 1e3 ")   // true, as "1.", ".5" and "1e400" are; "0x10", "inf", "1_0" and "5e" are not
package func looksNumeric(_ text: UnsafeRawBufferPointer) -> Bool {
  var scanner = NumberScanner(text)
  scanner.skipBlanks()
  if scanner.next == UInt8(ascii: "+") || scanner.next == UInt8(ascii: "-") { scanner.place += 1 }
  var digits = scanner.skipDigits()
  if scanner.next == UInt8(ascii: ".") {
    scanner.place += 1
    digits += scanner.skipDigits()
  }
  guard digits > 0 else { return false }
  if scanner.next == UInt8(ascii: "e") || scanner.next == UInt8(ascii: "E") {
    scanner.place += 1
    if scanner.next == UInt8(ascii: "+") || scanner.next == UInt8(ascii: "-") { scanner.place += 1 }
    guard scanner.skipDigits() > 0 else { return false }
  }
  scanner.skipBlanks()
  return scanner.next == nil
}

private struct NumberScanner {
  let text: UnsafeRawBufferPointer
  var place = 0

  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
  }

  var next: UInt8? { place < text.count ? text[place] : nil }

  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { place += 1 }
  }

  /// How many there were.
  mutating func skipDigits() -> Int {
    let start = place
    while let byte = next, (0x30...0x39).contains(byte) { place += 1 }
    return place - start
  }
}
