/// What is wrong with a text of SQL that a script gives for a part of a statement.
///
/// The words are in `WrittenMistake+Words.swift`.
package enum WrittenMistake: Error, Hashable, Sendable {
  case empty
  /// A quote, a comment or a bracket that is not closed, or one that was never opened.
  case unclosed
  case manyStatements
  /// More than one expression, with commas between them.
  case manyExpressions
  case notASelect
  case missingValue(parameter: String)
  case surplusValues(given: Int, wanted: Int)
  case unknownParameter(name: String, candidates: [String])
}
