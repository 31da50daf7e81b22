import Schema

/// What is wrong with the parts of a predicate: a name that means nothing, or operands that do not fit each other.
///
/// What is found is said as `PredicateOperand.words` says it: `the integer field 'age'`. The words are in
/// `PredicateMisfit+Words.swift`.
enum PredicateMisfit: Hashable {
  // Names.
  case noFieldOrParameter(String, entity: String, candidates: [String])
  case fieldAndParameter(String, entity: String)
  case listAsValue(String)
  /// A parameter that is a table stands beside what is compared with plain values.
  case tableAsValue(String)
  case objectOfManyFields(String)

  // Truths and tests.
  case noTruth(found: String, name: String?)
  case testOfNoField
  case noTest(String, candidates: [String])
  case testTakesNothing(String)
  case unknownOption(String, test: String, candidates: [String])
  case truthOption(String, found: String)
  case bracketOption(String, found: String)
  case operandNotConstant

  // Comparisons and arithmetic.
  case orderOfNil
  case incomparable(String, with: String)
  /// `'Unit Price' > 3`
  case textForField(String)
  case truthBesideField(String, type: String)
  case noTruthBesideField(String, found: String)
  case noNumber(Expression.Arithmetic, found: String)
  /// Days, moments or texts that may be such, of which one is taken from the other.
  case daysApart(found: String, String, String)
  case notJoinable(found: String)

  // Decimals.
  case noDecimal(found: String)
  case notBesideDecimal(found: String)
  case tooManyDigits(number: String)
  case tooManyDigitsBehindPoint
  case decimalJoined

  // Relations.
  case orderOfObject
  case keyOfSeveralFields(relation: String)
  case notOfRows(String, rows: String, isField: Bool)
  case orderOfRows(example: String)
  case rowsComparedWithValue(String, hasSingleKey: Bool, example: String)
  case testNotForRows(String, example: String)
}
