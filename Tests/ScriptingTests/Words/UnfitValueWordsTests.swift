import Model
import TestSupport
import Testing

@Suite struct UnfitValueWordsTests {
  private static let table: [Words<UnfitValue>] = [
    Words(.notEncoded(reason: "no"), "cannot be encoded: no"),
    Words(.notExpected(.type("text"), found: "the integer 5"), "expected text, not the integer 5"),
    Words(.notExpected(.list, found: "the integer 5"), "expected a list, not the integer 5"),
    Words(.notExpected(.listOf("texts"), found: "the integer 5"), "expected a list of texts, not the integer 5"),
    Words(
      .notExpected(.mapOf("texts"), found: "the integer 5"), "expected a table of names and texts, not the integer 5"),
    Words(.notExpected(.names, found: "the integer 5"), "expected a table of names, not the integer 5"),
    Words(
      .notExpected(.namesOf("Address"), found: "the integer 5"), "expected Address, a table of names, not the integer 5"
    ),
    Words(.notExpected(.isTrue, found: "the integer 5"), "expected true, not the integer 5"),
    Words(.notExpected(.oneCase, found: "the integer 5"), "expected a table of one case, not the integer 5"),
    Words(.notExpected(.base64, found: "the integer 5"), "expected bytes in base 64, not the integer 5"),
    Words(.notExpected(.object("Address"), found: "the integer 5"), "expected Address { … }, not the integer 5"),
    Words(
      .notExpected(.objectOrTable("Address"), found: "the integer 5"),
      "expected Address { … } or a table, not the integer 5"),
    Words(
      .notExpected(.oneOrKey(of: "Team", in: "team_id"), found: "the integer 5"),
      "expected a Team (its key stands in team_id), not the integer 5"),
    Words(.notExpected(.one(of: "Address"), found: "the integer 5"), "expected an Address, not the integer 5"),
    Words(.jsonNumber(number: 1.5), "JSON cannot hold 1.5"),
    Words(.jsonText, "JSON cannot hold text that is not UTF-8"),
    Words(.jsonValue(found: "the integer 5"), "JSON cannot hold the integer 5"),
    Words(.jsonDepth(limit: 3), "JSON cannot hold tables more than 3 deep, nor one that contains itself"),
    Words(.jsonKey, "JSON cannot hold a key that is not UTF-8"),
    Words(.jsonTable, "JSON cannot hold a table with both places and names, or with gaps"),
    Words(.tooDeep(limit: 3), "is nested more than 3 deep"),
    Words(.isNull, "is null"),
    Words(.notOneCase(cases: "'a' or 'b'"), "expected exactly one of 'a' or 'b'"),
    Words(.noSuchCase, "there is no such case"),
    Words(.isMissing, "is required, and missing"),
    Words(.cannotBeNull, "cannot be NULL"),
    Words(.gap(place: "2"), "a list has no gaps, and nothing at 2"),
    Words(.nameInList(name: "height"), "a list has places, not names such as 'height'"),
    Words(.nameIsNoText(found: "the integer 5"), "a name is text, not the integer 5"),
    Words(.nameIsNotUTF8, "a name is UTF-8 text without NUL"),
    Words(.emptyCase(cases: "'a' or 'b'"), "expected one of 'a' or 'b', not an empty table"),
    Words(.severalCases(cases: "'a' or 'b'"), "expected one of 'a' or 'b', not several at once"),
    Words(.caseNeedsValue(name: "height"), "the case 'height' needs its value: { height = … }"),
    Words(
      .unknownCase(name: "nmae", cases: "'a' or 'b'", known: ["name", "age"]),
      "there is no case 'nmae' ('a' or 'b'). Did you mean 'name'?"),
    Words(
      .newerVersion(version: 7, own: 5),
      "the document is of version 7, this schema of version 5: a newer schema wrote it"),
    Words(.migratedIsNoTable(found: "the integer 5"), "migrate must give the document, a table, not the integer 5"),
    Words(.versionIsNoNumber(found: "the integer 5"), "expected a number from 1, not the integer 5"),
    Words(.muchTooDeep, "is nested too deep"),
    Words(.kindIsMissing(kinds: ["Player", "Coach"]), "is missing: it is one of Player, Coach"),
    Words(
      .noSuchKind(found: "the text 'Plyer'", text: "Plyer", kinds: ["Player", "Coach"]),
      "the text 'Plyer' is none of the kinds Player, Coach. Did you mean 'Player'?"),
    Words(
      .noSuchKind(found: "the integer 5", text: nil, kinds: ["Player", "Coach"]),
      "the integer 5 is none of the kinds Player, Coach."),
    Words(.containsItself, "contains itself"),
    Words(.isRequired, "is required"),
    Words(.ruleFails("a < b"), "a < b does not hold"),
    Words(.isNotValid, "is not valid"),
    Words(.wouldBeRounded, "would be rounded: the column holds integers"),
    Words(.wouldLoseDigits(2), "would be rounded: the column holds 2 digits behind the point"),
    Words(.wouldLoseDigits(1), "would be rounded: the column holds 1 digit behind the point"),
    Words(.wouldLoseDigits(-2), "would be rounded: the column holds multiples of 100"),
    Words(.relationInside(target: "Team"), "an object inside another has no relations (Team)"),
    Words(
      .noSuchField(name: "nmae", known: ["name", "age"]), "there is no such field. Did you mean 'name'?"),
    Words(.wasSet, "is readonly, and was set"),
    Words(.wasSetTo(stored: "'x'"), "is readonly, and was set to 'x'"),
    Words(.isComputed, "is computed by the database: it cannot be set"),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<UnfitValue>) {
    #expect(row.mistake.message == row.message)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Model/Documents/UnfitValue.swift")))
  }

  @Test func `everything that can be expected has its row`() throws {
    let expected = Self.table.compactMap {
      if case .notExpected(let expected, _) = $0.mistake { expected } else { nil }
    }
    #expect(Set(expected.map { caseName(of: $0) }) == (try cases(declaredIn: "Model/Documents/Expectation.swift")))
  }
}
