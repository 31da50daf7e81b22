/// What JSON has to have at a place: what is said to be missing where something else stands.
package enum JSONPart: Sendable {
  case value, end, lineEnd
  case digit, escape, escapeLetter, fourHexadecimalDigits
  case name, colon, commaOrBracket, commaOrBrace
  /// `true`, `false` or `null`, which begins as it does.
  case word(StaticString)
}
