/// What a field or a document takes instead.
package enum Expectation: Sendable {
  /// What a type of column says of itself.
  case type(String)
  case list
  case listOf(String)
  case mapOf(String)
  case names
  case namesOf(String)
  case isTrue
  case oneCase
  case base64
  case object(String)
  case objectOrTable(String)
  case one(of: String)
  /// An object that a relation leads to, whose key stands in a field beside it.
  case oneOrKey(of: String, in: String)
}
