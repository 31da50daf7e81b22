import Model

/// Why there are no samples of an entity.
///
/// The words are in `SampleError+Words.swift`.
package enum SampleError: WordedError {
  case withoutCount(value: String)
  case optionsNotATable(value: String)
  case notAMember(value: String)
  case notASeed(value: String)
  /// Neither the seed nor a member of its objects.
  case unknownMember(String, entity: String, candidates: [String])
  /// The tests of a field refuse whatever is made for it, in these words.
  case noValue(entity: String, field: String, tests: [String])
  /// Nothing is there that a required relation could lead to.
  case noRows(entity: String, relation: String, target: String)
  /// Rules that were not met, as they were broken last.
  case unmet(entity: String, rules: [String], tries: Int)
  /// There are fewer values than objects.
  case tooFewValues(entity: String, members: [String], made: Int, wanted: Int)
}
