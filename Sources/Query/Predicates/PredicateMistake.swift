/// What is wrong with a function in a predicate, or with what it is called with.
///
/// The words are in `PredicateMistake+Words.swift`.
enum PredicateMistake: Hashable {
  case noFunction(String, candidates: [String])
  case writtenOtherwise(example: String)
  case aggregateOfNothing(String)
  /// `count(games, won)`, and how it is said.
  case aggregateOfSome(String, example: String)
  case notOfRelatedRows(String)
  case rowsAreNoValue(String)
  case noNumbers(String, found: String)
  case quantifierOfNothing(String)
  case functionOfRelatedRows
  case noDay(String, found: String)
  case noText(String, found: String)
  case noNumber(String, found: String)
  case notDigits
  case differentKinds(String, String)
  case requestAsValue(String)
  case manyValues(String)
}
