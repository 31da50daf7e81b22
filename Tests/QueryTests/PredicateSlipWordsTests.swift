import Testing

@testable import Query

@Suite struct PredicateSlipWordsTests {
  private static let table: [(PredicateSlip, String)] = [
    (.endless("text"), "this text has no end"),
    (.notUTF8("name"), "this name is not valid UTF-8"),
    (.noEscape, "there is no such escape"),
    (.openEscape, "an escape of a character is written \\u{…}"),
    (.noCharacter, "there is no such character"),
    (.noNumber, "this is no number"),
    (.meaningless(sign: "#", advice: nil), "'#' means nothing here."),
    (.meaningless(sign: "!", advice: .unequal), "'!' means nothing here. Unequal is '~=', and 'not' negates"),
    (.meaningless(sign: "&", advice: .and), "'&' means nothing here. Say 'and'"),
    (.meaningless(sign: "|", advice: .or), "'|' means nothing here. Say 'or'"),
    (.expectedOperator, "an operator was expected here"),
    (
      .expectedOperatorBetween("Unit", "Price"),
      "an operator was expected here; a name with a blank is written [\"Unit Price\"]"
    ),
    (
      .meaningless(sign: "#", advice: .count),
      "'#' means nothing here. Rows are counted by count(games) > 0, letters by length(name) == 5; # is for functions:"
        + " #p.games > 0"
    ),
    (.foreign(isOperand: false, advice: "say age == 5"), "an operator was expected here; say age == 5"),
    (
      .foreign(isOperand: true, advice: "unequal is ~="),
      "a field, a parameter or a value was expected here; unequal is ~="
    ),
    (.assignment, "an operator was expected here: equal is '=='"),
    (.expectedSign(")"), "')' was expected here"),
    (.expectedTest, "the name of a test was expected here"),
    (.expectedOperand, "a field, a parameter or a value was expected here"),
    (.expectedName, "a name was expected behind the dot"),
    (.expectedQuotedName, "a name in quotes was expected here"),
    (
      .placeInList, "a name in quotes was expected here; for a place in a list ask a function, where(function(p) … end)"
    ),
    (.tooDeep(limit: 3), "this is nested more than 3 deep"),
    (.tooManyOperators(limit: 3), "more than 3 operators follow each other"),
    (.tooManyConditions(limit: 3), "more than 3 conditions follow each other"),
  ]

  @Test(arguments: table) func `what keeps a predicate from being read has these words`(
    slip: PredicateSlip, words: String
  ) {
    #expect(PredicateError(slip, [], 0..<0).message == words)
    #expect(slip.messageAtEnd == words + ", but the text ends")
  }
}
