/// What is wrong with an expression, and where.
package struct PatternMistake: Error, Hashable, Sendable {
  /// In PCRE2's words: `missing closing parenthesis`.
  package var reason: String
  /// The number of characters before the place.
  package var offset: Int
}
