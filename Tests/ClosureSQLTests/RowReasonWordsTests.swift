import Schema
import Testing

@testable import ClosureSQL

/// Why a function is asked about some rows, and what is said of one that seems to do something else.
@Suite struct RowReasonWordsTests {
  private static let errors: [(Raised, String)] = [
    (.error, "it raises an error"),
    (.said("attempt to compare"), "it raises an error: attempt to compare"),
    (
      .ofRow(of: "games", "comparing nil is an error: write x and x > 1"),
      "in a row of 'games', comparing nil is an error: write x and x > 1"
    ),
    (.assertion, "a failing assertion is an error"),
    (.calls("f", type: "number"), "calling f, which is number, is an error"),
    (.callsNoFunction("f"), "calling f, which is no function, is an error"),
    (.reckonsWith(.nil), "arithmetic on nil is an error: write (x or 0) + y"),
    (.reckonsWith(.boolean), "arithmetic on a boolean is an error"),
    (.reckonsWith(.table), "arithmetic on a table is an error"),
    (.reckonsWith(.other), "arithmetic on something else than numbers is an error"),
    (.dividesByZero, "dividing an integer by zero is an error"),
    (.inPlaceOfNumber(.nil), "nil in place of a number is an error"),
    (.inPlaceOfText(.other), "something else in place of a text is an error"),
    (.compares(.nil), "comparing nil is an error: write x and x > 1"),
    (.compares(.decimal), "comparing a decimal with something else is an error: write decimal \"1.5\" in place of 1.5"),
    (.comparesTypes, "comparing values of different types is an error"),
    (.indexes("nil"), "indexing nil is an error"),
    (.lengthOf("a number"), "the length of a number is an error"),
    (.joins(.decimal), "joining a decimal to a text is an error"),
    (.formWithoutValues, "a form without its values is an error"),
    (.withoutValue, "a call without a value is an error"),
    (.testWithoutValues, "a test without what it takes is an error"),
    (.noneOfField("rank"), "a value that is none of field 'rank' is an error"),
    (.otherDocument(field: "home"), "field 'home' may hold another document"),
    (.noJSON, "what is no JSON is an error"),
    (.zeroByte, "a text may hold a NUL"),
  ]

  private static let unsaid: [(Unsaid, String)] = [
    (.followsUnknown, "a value that only Lua knows is used"),
    (.furtherResult, "a further result of a function is used, and SQL has only the first of this one"),
    (.wrapsAround, "integers beyond 64 bits wrap around in Lua, not in SQL"),
    (
      .otherArithmetic,
      "SQL has other arithmetic on texts, and of decimals it adds and multiplies those of known digits alone: write tonumber(text), and decimal \"1.5\" in place of 1.5"
    ),
    (.bitsOfFloats, "SQL has no bits of floats"),
    (.notANumber, "what is NaN in Lua is NULL in SQL"),
    (.notFinite, "what is NaN or infinite in Lua is NULL in SQL"),
    (.floatAsText, "SQL writes floats in another way"),
    (.decimalAsText, "SQL writes decimals otherwise: compare the decimal, as in row.price == decimal \"1.50\""),
    (
      .otherForm("%x"),
      "of string.format SQL has %s of texts and %d of integers, on SQLite all forms of numbers, not '%x'"
    ),
    (.otherForm(nil), "the form of string.format depends on the row"),
    (.otherDate("!%c"), "of os.date SQL has %Y %m %d %H %M %S %F %T %j and %w, not '!%c'"),
    (.otherDate(nil), "the form of os.date depends on the row"),
    (.localDate, "os.date says the time of this place: write '!' before the form for that of UTC, which SQL has"),
    (.otherBase, "SQL has tonumber of decimal digits alone"),
    (.tableAsText, "a table is written as text"),
    (.numberAsText, "a number is taken for text: write tostring(number)"),
    (.textAsNumber, "text is taken for a number: write tonumber(text)"),
    (.otherAsNumber, "something else is taken for a number"),
    (.tooManyWords, "an enum of too many words is used as text"),
    (.rounds, "a number is rounded"),
    (.slices, "a text is cut"),
    (.placeIsNoInteger, "a place in a text is no integer"),
    (.placeMayBeNoInteger, "a number that may have a fraction is taken for an integer"),
    (.patternOfRow, "a pattern depends on the row"),
    (
      .searchBeginsElsewhere,
      "a search begins at another place than the first: cut the text before, as in text:sub(3)"
    ),
    (
      .substitutes(.counted), "string.gsub has a count, and SQL puts in the new text wherever the pattern is found"
    ),
    (.substitutes(.textOfRow), "the text that string.gsub puts in depends on the row"),
    (.substitutes(.captures), "the text that string.gsub puts in has '%', and SQL puts it in as it stands"),
    (.selectedByRow, "which values select gives depends on the row"),
    (
      .decimalAsNumber,
      "a decimal is given to a function of numbers: compare decimals by <, > and ==, and choose by if"
    ),
    (.furtherArguments("string.rep"), "SQL has string.rep with fewer arguments alone"),
    (.otherPattern, "SQL does not match this pattern as Lua does"),
    (.longText, "a very long text is made"),
    (.lengthWithHoles, "a table with holes is measured"),
    (.now, "os.date without a time says that of now: ask before, as in local today = os.date(\"!%F\")"),
    (.longYear, "a year has other than four digits"),
    (.localeOrder, "os.setlocale has changed the order of texts"),
    (.localeLetters, "os.setlocale has changed what letters are"),
    (.comparesObjects, "two objects are compared: compare their keys, as in row.team.id == id"),
    (.otherObject, "an object is compared with another"),
    (.comparesDocuments, "two tables in documents are compared"),
    (.moreDigits, "a decimal of more digits than the field has is compared"),
    (.decimalTooLong, "a decimal may have more digits than an integer of the database holds"),
    (.differentScales, "decimals of different scales are compared"),
    (.decimalWithNumber, "a decimal is compared with another number: write decimal \"1.5\" in place of 1.5"),
    (.decimalWithText, "a decimal is compared with a text: write decimal before the text"),
    (.looksUpStored, "a value that is stored as something else is looked up"),
    (.looksIntoMany, "a table of many values is looked into: write where { field = is.one_of(list) }"),
    (
      .testOfUnknown,
      "a test is made of values that are not known before: give it to the field, as in where { name = is.length(2, 3) }"
    ),
    (.nullInDocument, "a null in a document is used"),
    (.operator, "an operator"),
    (.noOperator("^"), "SQL has no operator '^'"),
    (.noWord("string.reverse"), "SQL has no string.reverse"),
    (.noWord("string.char"), "SQL has no string.char: compare the number, as in row.n == 65, or text:byte()"),
    (.document(field: "home"), "field 'home' is a document"),
    (.decimalInDocuments(field: "price"), "'price' is a decimal in a list of documents"),
    (.bytesInDocument(field: "raw"), "'raw' is bytes in a document"),
    (.notStored(field: "mood"), "field 'mood' is not stored"),
    (.fallback(field: "rank"), "field 'rank' has a fallback"),
    (.mayHoldNone(field: "day"), "field 'day' may hold what is none of its values"),
    (.mayHoldNoNumber(field: "n"), "field 'n' may hold what is no number"),
    (.mayHoldOther(field: "n"), "field 'n' may hold values of another type than its column says"),
    (.computedMember("best"), "'best' is computed, and may be of another type than it seems"),
  ]

  @Test(arguments: errors) func `what is an error for some row has these words`(raised: Raised, words: String) {
    #expect(raised.words == words)
  }

  @Test(arguments: unsaid) func `what SQL does not say of some row has these words`(unsaid: Unsaid, words: String) {
    #expect(unsaid.words == words)
  }

  @Test(arguments: [
    (Value.real(0.99), "price is a decimal, which is never == a number: write decimal \"0.99\""),
    (Value.integer(1), "price is a decimal, which is never == a number: write decimal \"1\""),
    (Value.text("0.99"), "price is a decimal, which is never == a text: write decimal before the text"),
  ])
  func `what can never be equal says how it is written`(value: Value, words: String) {
    #expect(Hint.neverDecimal(field: "price", value).words == words)
  }

  @Test func `a number that stands for a truth says that 0 is true in Lua`() {
    #expect(
      Hint.zeroIsTrue(field: "done").words
        == "done holds numbers, and 0 is true in Lua: compare it, as in done == 1")
    #expect(
      Hint.neverTruth(field: "done", false).words == "done holds numbers, which are never == false: write done == 0")
  }

  @Test func `no two have the same words`() {
    let all = Self.errors.map(\.1) + Self.unsaid.map(\.1)
    #expect(Set(all).count == all.count)
  }
}
