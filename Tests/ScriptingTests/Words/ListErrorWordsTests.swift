import Lists
import Model
import Testing

@Suite struct ListErrorWordsTests {
  private static let table: [(ListError, ScriptError.Kind, String)] = [
    (.tooManyCalls, .state, "too many functions call each other"),
    (.noKey(entity: "Player"), .state, "Player has no primary key: its rows cannot be told apart, nor followed"),
    (
      .otherDatabase(location: "shop.db"), .state,
      "this result set belongs to another database (shop.db): make it again of its request"
    ),
    (
      .changedWhileShown, .state,
      "a function of a result set changed what it shows: functions that decide about rows only look"
    ),
    (
      .diffOption(name: "scor", candidates: ["score", "name"]), .argument,
      "diff: unknown option 'scor'. Did you mean 'score'?"
    ),
    (
      .notADiffList(place: "second", value: "the integer 5"), .argument,
      "diff takes two lists, snapshots or result sets, and the second is the integer 5"
    ),
    (.sameIdentity(place: "second"), .argument, "diff: two rows of the second list have the same identity"),
    (
      .notAnIdentity(value: "the integer 5"), .type,
      "the identity of a row is a text, a number or a truth, not the integer 5"
    ),
    (
      .rowIsNotSaved(row: "Player: new"), .state,
      "Player: new is not saved: it has no identity yet. Name one with 'unique'"
    ),
    (
      .noIdentity(names: "'id'"), .argument,
      "a row has no 'id': it has no identity. Say what tells rows apart: result_set { unique = \"id\" }"
    ),
    (.notARow(value: "the integer 5"), .argument, "a row is a table or an object, not the integer 5"),
    (.lentRow, .state, "this row is only lent to the function that decides about it: fetch() the rows first"),
    (
      .changedIdentity, .state,
      "an update cannot change what tells a row from others: remove the row and insert another one"
    ),
    (
      .outOfRange(position: "(1, 9)", reason: .noRow, summary: "3 rows in 1 section"), .argument,
      "(1, 9) is out of range: there is no row. The list has 3 rows in 1 section"
    ),
    (
      .outOfRange(position: "(1, 9)", reason: .noPlace(last: 4), summary: "3 rows in 1 section"), .argument,
      "(1, 9) is out of range: the section has places 1 to 4. The list has 3 rows in 1 section"
    ),
    (
      .outOfRange(position: "(1, 9)", reason: .noSection, summary: "3 rows in 1 section"), .argument,
      "(1, 9) is out of range: there is no such section. The list has 3 rows in 1 section"
    ),
    (
      .noSection(section: 3, summary: "3 rows in 1 section"), .argument,
      "there is no section 3. The list has 3 rows in 1 section"
    ),
    (.noRowsInSection(section: 3, count: 3), .argument, "section 3 has rows 1 to 3"),
    (
      .noSetSection, .state,
      "a row belongs to the section that its fields say. To move it to another one, say how in the set:"
        + " set_section = function(row, name) … end"
    ),
    (
      .setSectionDidNothing, .state,
      "set_section was called, and the row still belongs to another section: it must change what 'section' reads"
    ),
    (
      .notARule(word: "where", value: "the integer 5"), .argument,
      "where is the name of a field, initial \"name\", or a function of the row, not the integer 5"
    ),
    (
      .resultSetOption(name: "scor", candidates: ["score", "name"]), .argument,
      "result_set: unknown option 'scor'. Did you mean 'score'?"
    ),
    (.notAFunction(word: "where", value: "the integer 5"), .argument, "where is a function, not the integer 5"),
    (.pageSize(value: "the integer 5"), .argument, "page_size is a number of rows, at least 1, not the integer 5"),
    (
      .noChangesMember(name: "scor", candidates: ["score", "name"]), .query,
      "changes have no member 'scor'. Did you mean 'score'?"
    ),
    (
      .notChanges(value: "the integer 5"), .argument,
      "changes were expected, not the integer 5. Write ':' before the method"
    ),
    (.changedByItself, .state, "a function that a result set calls cannot change that result set"),
    (.endlessRow, .argument, "a row holds tables in tables, too deep or without end"),
    (.tooLargeRow, .argument, "a row holds more than a million values"),
    (.tooDeepToCopy, .argument, "a row holds tables in tables, too deep to be copied"),
    (
      .orderWithoutKey(word: "where"), .argument,
      "where needs the name of a field or a function: { \"-score\", \"name\" }"
    ),
    (
      .secondMinus(word: "where", name: "-score"), .argument,
      "where: '-' stands once before the name of a field, not as in '--score'"
    ),
    (
      .unsortable(value: "the integer 5"), .type,
      "rows are sorted by nil, booleans, numbers, texts or decimals, not by the integer 5"
    ),
    (
      .noSectionMember(name: "scor", candidates: ["score", "name"]), .query,
      "a section has no member 'scor'. Did you mean 'score'? It has name, title, index, # and rows by number"
    ),
    (
      .notASectionName(value: "the integer 5"), .type,
      "the name of a section is a text, a number or a truth, or nil, not the integer 5"
    ),
    (
      .notASectionOrder(value: "the integer 5"), .argument,
      "sort_sections is \"name\", \"-name\", \"appearance\", or a function of two sections (whether the first"
        + " comes first), not the integer 5"
    ),
    (.notASectionKey, .type, "sort_sections: the key of a section is a text, a number or a truth"),
  ]

  /// The names of the cases: a new case wants its name here, and with that its row in the table.
  private enum Name: CaseIterable {
    case tooManyCalls, noKey, otherDatabase, changedWhileShown, diffOption, notADiffList, sameIdentity, notAnIdentity,
      rowIsNotSaved, noIdentity, notARow, lentRow, changedIdentity, outOfRange, noSection, noRowsInSection,
      noSetSection, setSectionDidNothing, notARule, resultSetOption, notAFunction, pageSize, noChangesMember,
      notChanges, changedByItself, endlessRow, tooLargeRow, tooDeepToCopy, orderWithoutKey, secondMinus, unsortable,
      noSectionMember, notASectionName, notASectionOrder, notASectionKey

    init(_ error: ListError) {
      self =
        switch error {
        case .tooManyCalls: .tooManyCalls
        case .noKey: .noKey
        case .otherDatabase: .otherDatabase
        case .changedWhileShown: .changedWhileShown
        case .diffOption: .diffOption
        case .notADiffList: .notADiffList
        case .sameIdentity: .sameIdentity
        case .notAnIdentity: .notAnIdentity
        case .rowIsNotSaved: .rowIsNotSaved
        case .noIdentity: .noIdentity
        case .notARow: .notARow
        case .lentRow: .lentRow
        case .changedIdentity: .changedIdentity
        case .outOfRange: .outOfRange
        case .noSection: .noSection
        case .noRowsInSection: .noRowsInSection
        case .noSetSection: .noSetSection
        case .setSectionDidNothing: .setSectionDidNothing
        case .notARule: .notARule
        case .resultSetOption: .resultSetOption
        case .notAFunction: .notAFunction
        case .pageSize: .pageSize
        case .noChangesMember: .noChangesMember
        case .notChanges: .notChanges
        case .changedByItself: .changedByItself
        case .endlessRow: .endlessRow
        case .tooLargeRow: .tooLargeRow
        case .tooDeepToCopy: .tooDeepToCopy
        case .orderWithoutKey: .orderWithoutKey
        case .secondMinus: .secondMinus
        case .unsortable: .unsortable
        case .noSectionMember: .noSectionMember
        case .notASectionName: .notASectionName
        case .notASectionOrder: .notASectionOrder
        case .notASectionKey: .notASectionKey
        }
    }
  }

  @Test(arguments: table.indices) func `the words of an error`(row: Int) {
    let (error, kind, message) = Self.table[row]
    #expect(error.kind == kind)
    #expect(error.message == message)
    let shown = ScriptError(error)
    #expect(shown.kind == kind)
    #expect(shown.message == message)
  }

  @Test func `each case has a row in the table`() {
    #expect(Set(Self.table.map { Name($0.0) }) == Set(Name.allCases))
  }
}
