import Schema

/// What is wrong with an operand, a test or a stored value.
package enum ValueError: WordedError {
  case noSuchMoment(word: String)
  case notDecoded(entity: String, field: String, reason: String)
  case decimalTooLong(left: String, sign: String, right: String)
  case dividedByZero(number: String)
  case quotientTooLong(left: String, right: String)
  case noDecimal(found: String, isFloat: Bool)
  case documentUnfit(entity: String, field: String, path: String, reason: String)
  case undecodable(entity: String, field: String, found: String, type: String?)
  case keyOfSeveralValues(word: String, entity: String)
  case objectHasNoKey(word: String, entity: String)
  case operandIsNil(word: String, place: Int)
  case noPlainValue(word: String, found: String)
  case unknownTestOption(word: String, option: String, known: [String])
  case testOptionCannotBe(word: String, option: String, isFlag: Bool, found: String)
  case takesNothing(test: String)
  case tooManyTests(limit: Int)
  case testsTooDeep(limit: Int)
  case noTest(found: String)
  case testNeedsValue(test: String)
  case operandUnfit(test: String, reason: String)
  case testTakes(test: String, operands: TestKind.Operands, example: String)
  case operandIsNaN(test: String)
  case comparesWithNull(test: String)
  case endsAreTurned(test: String, lower: String, upper: String)
}
