/// An operation of Lua on values that are not NULL and of the classes that it takes, with Lua's result to the bit.
///
/// None of them raises an error, and each is *strict*: NULL where an operand is NULL. Translated closures are made
/// of them; a dialect says which of them its database can do (`Dialect.call`).
package enum Kernel: String, Hashable, Sendable, CaseIterable {
  /// Whether a value is stored as an integer; false for NULL.
  case isInteger
  /// Whether it is stored as a real number; false for NULL.
  case isReal
  /// Whether it is stored as text; false for NULL.
  case isText
  /// Whether it is stored as bytes; false for NULL.
  case isData
  /// The value alone, without what its column would do to a value that it is compared with.
  case plain
  /// A text that compares by its bytes, whatever its column says.
  case binary
  /// A text for which letters of ASCII are equal to their capitals, as in a column declared so.
  case nocase
  /// A text whose blanks at the end do not count, as in a column declared so.
  case rtrim
  /// A text without the blanks at its end; everything else stays.
  case trimEnd
  /// A text that looks like a number as that number; everything else stays.
  case keyNumber
  /// A number as text; everything else stays.
  case keyText
  /// The bytes of a text or of bytes.
  case bytes
  /// The number of bytes.
  case byteLength
  /// `string.sub(s, i, j)`, in bytes; its class stays, though a character may be cut.
  case slice
  /// `string.upper` of text or bytes, ASCII letters only; its class stays.
  case upper
  /// `string.lower`, as `upper`.
  case lower
  /// An integer as text.
  case integerText
  /// `a & b` of integers.
  case bitAnd
  /// `a | b` of integers.
  case bitOr
  /// `a << b` of integers, of however many places.
  case shiftLeft
  /// `a >> b` of integers, which fills with zeros.
  case shiftRight
  /// `a ^ b`, a real number; NULL where it is none.
  case power
  /// `math.sqrt(x)`, a real number; NULL where it is none.
  case squareRoot
  /// `math.floor` of a real number within the range of integers.
  case floor
  /// Where a pattern of Lua is found: the 1-based place of its first byte, 0 where it is not.
  case find
  /// `tonumber(s)`: an integer or a real number, NULL for a text that is none.
  case number
  /// A decimal that is stored as a number as the integer that it is without its point, of so many digits behind that:
  /// `1.5` of 2 is 150. NULL where it has more digits, or where 15 are not enough.
  case coefficient
  /// `string.reverse(s)`; its class stays.
  case reverse
  /// `utf8.len(s)`; NULL where it is no UTF-8.
  case characterCount
  /// `string.rep(s, n)`; its class stays. NULL where it would be very long.
  case repeated
  /// `os.date("!…", time)` of a format of digits alone, as text; the format comes first.
  case date
  /// `string.byte(s, i)`, NULL where there is none.
  case byte
  /// `string.gsub(s, pattern, text)` with a text that stands for itself, the first result; its class stays.
  case substitute
  /// How often the pattern is found then, the second result of `string.gsub(s, pattern, text)`.
  case substitutions
  /// `tostring(x)` of a number, as of a real number where the second operand is 1.
  case numberText
  /// `string.format(form, x)` of a number in a form of this one alone: `%5.2f`, `%+d`.
  case formatted
  /// What stands at a path of names and places in JSON text: a text, a number, 1 or 0 of a truth, else NULL.
  case part
  /// The same where it is a text, a number, a truth; else NULL, or anything.
  case partText, partNumber, partTruth
  /// What that is: 'text', 'number', 'boolean', 'table', 'null', 'nothing' where a table has no such part, 'other' for
  /// what scripts have otherwise, and for what is read into something else than a table. NULL of NULL alone.
  case partType
  /// How many elements the list there has; 0 of what has names. NULL of what is no table.
  case partLength
  /// Whether JSON text is of a `DocumentShape`: 1 or 0; NULL of NULL alone.
  case isOfShape
  /// What the first capture of a pattern matched, or all of it, in the class of the string; NULL where it did not.
  case match
}
