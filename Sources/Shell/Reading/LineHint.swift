/// What is said to a person about a line that goes on with an entry.
package struct LineHint: Equatable, Sendable {
  package var words: String
  /// Whether the line becomes part of the entry nevertheless.
  package var isTaken: Bool
}
