import Testing

@testable import Query

@Suite struct PredicateMisfitWordsTests {
  private static let table: [(PredicateMisfit, String)] = [
    (
      .noFieldOrParameter("agee", entity: "Player", candidates: ["age"]),
      "Player has no field 'agee', and there is no such parameter. Did you mean 'age'?"
    ),
    (
      .noFieldOrParameter("low", entity: "Player", candidates: ["age"]),
      "Player has no field 'low', and there is no such parameter. A table behind the text gives parameters:"
        + " where(\"…\", { low = … }), expr(\"…\", { low = … })."
    ),
    (
      .noFieldOrParameter("null", entity: "Player", candidates: ["nul"]),
      "Player has no field 'null', and there is no such parameter; NULL is nil in a text: age == nil"
    ),
    (
      .fieldAndParameter("age", entity: "Player"),
      "'age' is both a field of Player and a parameter: name the parameter otherwise"
    ),
    (.listAsValue("ids"), "'ids' is a list: ask x:one_of(ids)"),
    (.tableAsValue("v"), "'v' is a table: only a field of json or of documents compares with one, by == and ~="),
    (.objectOfManyFields("s"), "'s' is an object, whose key is not one value: only a relation is one"),
    (
      .textForField("Unit Price"),
      "this is the text 'Unit Price': the field of that name is written [\"Unit Price\"]"
    ),
    (
      .noTruth(found: "the any field 'ok'", name: "ok"),
      "this is the any field 'ok', not true or false: compare it, as in 'ok == 1' or 'ok ~= nil'"
    ),
    (.noTruth(found: "a number", name: nil), "this is a number, not true or false: compare it, as in 'x ~= nil'"),
    (.testOfNoField, "a test is asked of a field, as in name:prefix('Z')"),
    (.noTest("prefx", candidates: ["prefix"]), "there is no test 'prefx'. Did you mean 'prefix'?"),
    (.testTakesNothing("adult"), "is.adult: takes nothing"),
    (
      .unknownOption("ignore_cas", test: "prefix", candidates: ["ignore_case"]),
      "is.prefix: unknown option 'ignore_cas'. Did you mean 'ignore_case'? The only option is ignore_case"
    ),
    (.truthOption("ignore_case", found: "nil"), "option 'ignore_case' is true or false, not nil"),
    (.bracketOption("lower", found: "nil"), "option 'lower' is 'open' or 'closed', not nil"),
    (.operandNotConstant, "the values of a test are literals or parameters"),
    (.orderOfNil, "nothing compares with nil except == and ~="),
    (
      .incomparable("the integer field 'age'", with: "the text 'x'"),
      "the integer field 'age' cannot be compared with the text 'x'"
    ),
    (.truthBesideField("age", type: "integer"), "the integer field 'age' cannot be compared with true or false"),
    (.noTruthBesideField("won", found: "the integer 2"), "the boolean field 'won' is true or false, not the integer 2"),
    (.noNumber(.add, found: "a text"), "'+' takes numbers, not a text"),
    (
      .daysApart(found: "the date field 'born'", "died", "born"),
      "'-' takes numbers, not the date field 'born'. In SQLite the days between two are"
        + " sql \"julianday(died) - julianday(born)\"; a function counts them by os.time"
    ),
    (.notJoinable(found: "bytes"), "'..' takes texts and integers, not bytes"),
    (.noDecimal(found: "the text 'x'"), "the text 'x' is no decimal"),
    (
      .notBesideDecimal(found: "the real field 'x'"),
      "decimals reckon with decimals and integers, not with the real field 'x'"
    ),
    (.tooManyDigits(number: "1.5"), "1.5 has more digits than a decimal can"),
    (.tooManyDigitsBehindPoint, "this has more digits behind the point than a decimal can"),
    (.decimalJoined, "'..' takes texts and integers, not decimals"),
    (.orderOfObject, "an object compares with == and ~= only"),
    (
      .keyOfSeveralFields(relation: "shop"),
      "'shop' has a key of several fields: compare it with nil or an object"
    ),
    (
      .notOfRows("score", rows: "games", isField: true),
      "'score' is no field of the rows that 'games' leads to: those compare with values and with fields of their own, as"
        + " with games.score"
    ),
    (
      .notOfRows("age", rows: "games", isField: false),
      "'age' is no field of the rows that 'games' leads to: those compare with values and with fields of their own"
    ),
    (
      .orderOfRows(example: "games.score"),
      "rows compare with == and ~= only: name a field of them, as in 'games.score'"
    ),
    (
      .rowsComparedWithValue("games", hasSingleKey: true, example: "games.score"),
      "'games' leads to rows: they compare with nil, with an object or its key. Or name a field of them, as in"
        + " 'games.score'"
    ),
    (
      .rowsComparedWithValue("games", hasSingleKey: false, example: "games.score"),
      "'games' leads to rows: they compare with nil. Or name a field of them, as in 'games.score'"
    ),
    (
      .testNotForRows("games", example: "games.score"),
      "'games' leads to rows, which this test is not for, only present, absent, equal, one_of and none_of: name a field"
        + " of them, as in 'games.score'"
    ),
  ]

  @Test(arguments: table) func `parts of a predicate that do not fit have these words`(
    misfit: PredicateMisfit, words: String
  ) {
    #expect(misfit.message == words)
  }
}
