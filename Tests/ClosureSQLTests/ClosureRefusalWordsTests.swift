import Schema
import Testing

@testable import ClosureSQL

@Suite struct ClosureRefusalWordsTests {
  private static let table: [(ClosureRefusal, String)] = [
    (.otherLua, "this Lua makes functions in a form that is not known"),
    (.stepsAreSpent, "the functions before it took too many steps to understand"),
    (.askedForEveryRow, "it is asked for every row"),
    (.onlyItselfCanTell, "of some rows only the function itself can tell its answer"),
    (
      .comparesNull,
      "some rows have NULL in a key that it compares: a function of one row may give the key,"
        + " sorted_by(function(row) return row.name or \"\" end)"
    ),
    (.bytesAsKeys, "it gives bytes, which may be no text to the database"),
    (.decimalsAsKeys, "it gives decimals of several fields"),
    (.testOfValues(of: nil), "a test that is a function is asked about each value"),
    (.testOfValues(of: FieldPath(field: "age")), "a test that is a function is asked about each value of 'age'"),
    (
      .textsReckonedWith(member: "z"),
      "it gives texts, and the request does arithmetic with 'z', which takes numbers"
    ),
    (
      .tooLarge,
      "in SQL it would be longer, or nested deeper, than the database takes: say a part of it in a where of its own, or follow"
        + " fewer relations within each other"
    ),
    (.noWordForBytes, "SQL has no word here for what it does with bytes"),
    (.valuesOfSeveralClasses, "its values are of several classes, of which this database takes one alone"),
  ]

  @Test(arguments: table) func `what keeps functions from being said in SQL has these words`(
    refusal: ClosureRefusal, words: String
  ) {
    #expect(ClosureReason(refusal).description == words)
  }
}
