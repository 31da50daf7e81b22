/// What is wrong with the arguments of any word or method.
package enum ArgumentsError: WordedError {
  case tooMany(name: String, maximum: Int, found: String, advice: Advice)

  /// What to write instead.
  package enum Advice: Sendable {
    case write(String)
    case conditionBefore(String)
    case said(String)
  }
}
