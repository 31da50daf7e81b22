import Lists
import Model
import TestSupport
import Testing

@Suite struct ListErrorWordsTests {
  private static let table: [Words<ListError>] = [
    Words(.tooManyCalls, .state, "too many functions call each other"),
    Words(
      .noKey(entity: "Ages", view: "ages"), .state,
      "Ages has no primary key: its rows cannot be told apart, nor followed. Say which field of the view is one: entity"
        + " \"Ages\" { table = \"ages\", id = integer { primary_key = true }, … }"
    ),
    Words(
      .noKey(entity: "Player", view: nil), .state,
      "Player has no primary key: its rows cannot be told apart, nor followed"),
    Words(
      .otherDatabase(location: "shop.db"), .state,
      "this result set belongs to another connection (shop.db): make it again of its request"
    ),
    Words(
      .changedWhileShown, .state,
      "a function of a result set changed what it shows: functions that decide about rows only look"
    ),
    Words(
      .diffOption(name: "scor", candidates: ["score", "name"]), .argument,
      "diff: unknown option 'scor'. Did you mean 'score'? Options are score and name"
    ),
    Words(
      .notADiffList(place: "second", value: "the integer 5"), .argument,
      "diff takes two lists, snapshots or result sets, and the second is the integer 5"
    ),
    Words(.sameIdentity(place: "second"), .argument, "diff: two rows of the second list have the same identity"),
    Words(
      .notAnIdentity(value: "the integer 5"), .type,
      "the identity of a row is a text, a number, true or false, not the integer 5"
    ),
    Words(
      .rowIsNotSaved(row: "Player: new"), .state,
      "Player: new is not saved: it has no identity yet. Name one with 'unique'"
    ),
    Words(
      .noIdentity(names: "'id'"), .argument,
      "a row has no 'id': it has no identity. Say what tells rows apart: result_set { unique = \"id\" }"
    ),
    Words(.notARow(value: "the integer 5"), .argument, "a row is a table or an object, not the integer 5"),
    Words(
      .changesDoNotFit(summary: "5 rows in 2 sections"), .state,
      "apply takes the list that the changes were computed from, of 5 rows in 2 sections, and this is another one"
    ),
    Words(
      .applyWithoutList(value: "the integer 5"), .argument,
      "apply takes a snapshot, or for one section a list, not the integer 5"
    ),
    Words(
      .sectionsNeedSnapshot, .argument,
      "these changes are of several sections: apply them to a snapshot (rs:snapshot())"
    ),
    Words(
      .notAFilter(word: "find", value: "the integer 5"), .argument,
      "find takes what where takes, tests, a text or a function of a row, not the integer 5"
    ),
    Words(
      .followsOtherRows(entity: "Player", other: "Team"), .argument,
      "a result set of Player follows other requests for Player in the same database, and this one is for Team"
    ),
    Words(.lentRow, .state, "this row is only lent to the function that decides about it: fetch() the rows first"),
    Words(
      .assignedSection, .state,
      "nothing can be assigned to sections: rows of a list in memory change with rs:update, rs:insert, rs:move and"
        + " rs:remove, those of a request when they are saved"
    ),
    Words(
      .changedIdentity, .state,
      "an update cannot change what tells a row from others: remove the row and insert another one"
    ),
    Words(
      .outOfRange(position: "(1, 9)", reason: .noRow, summary: "3 rows in 1 section"), .argument,
      "(1, 9) is out of range: there is no row. The list has 3 rows in 1 section"
    ),
    Words(
      .outOfRange(position: "(1, 9)", reason: .noPlace(last: 4), summary: "3 rows in 1 section"), .argument,
      "(1, 9) is out of range: the section has places 1 to 4. The list has 3 rows in 1 section"
    ),
    Words(
      .outOfRange(position: "(1, 9)", reason: .noSection, summary: "3 rows in 1 section"), .argument,
      "(1, 9) is out of range: there is no such section. The list has 3 rows in 1 section"
    ),
    Words(
      .noSection(section: 3, summary: "3 rows in 1 section"), .argument,
      "there is no section 3. The list has 3 rows in 1 section"
    ),
    Words(.noRowsInSection(section: 3, count: 3), .argument, "section 3 has rows 1 to 3"),
    Words(
      .noSetSection, .state,
      "a row belongs to the section that its fields say. To move it to another one, say how in the set:"
        + " set_section = function(row, name) … end"
    ),
    Words(
      .setSectionDidNothing, .state,
      "set_section was called, and the row still belongs to another section: it must change what 'section' reads"
    ),
    Words(
      .notARule(word: "where", value: "the integer 5"), .argument,
      "where is the name of a field, initial \"name\", or a function of the row, not the integer 5"
    ),
    Words(
      .resultSetOption(name: "scor", candidates: ["score", "name"]), .argument,
      "result_set: unknown option 'scor'. Did you mean 'score'? Options are score and name"
    ),
    Words(.notAFunction(word: "where", value: "the integer 5"), .argument, "where is a function, not the integer 5"),
    Words(.pageSize(value: "the integer 5"), .argument, "page_size is a number of rows, at least 1, not the integer 5"),
    Words(
      .noChangesMember(name: "scor", candidates: ["score", "name"]), .query,
      "changes have no member 'scor'. Did you mean 'score'?"
    ),
    Words(
      .notChanges(value: "the integer 5"), .argument,
      "changes were expected, not the integer 5. Write ':' before the method"
    ),
    Words(.changedByItself, .state, "a function that a result set calls cannot change that result set"),
    Words(.endlessRow, .argument, "a row holds tables in tables, too deep or without end"),
    Words(.tooLargeRow, .argument, "a row holds more than a million values"),
    Words(.tooDeepToCopy, .argument, "a row holds tables in tables, too deep to be copied"),
    Words(
      .orderWithoutKey(word: "where"), .argument,
      "where needs the name of a field or a function: { \"-score\", \"name\" }"
    ),
    Words(
      .secondMinus(word: "where", name: "-score"), .argument,
      "where: '-' stands once before the name of a field, not as in '--score'"
    ),
    Words(
      .unsortable(value: "the integer 5"), .type,
      "rows are sorted by nil, booleans, numbers, texts or decimals, not by the integer 5"
    ),
    Words(
      .noSectionMember(name: "scor", candidates: ["score", "name"]), .query,
      "a section has no member 'scor'. Did you mean 'score'? It has name, title, index, # and rows by number"
    ),
    Words(
      .notASectionName(value: "the integer 5"), .type,
      "the name of a section is a text, a number, true, false or nil, not the integer 5"
    ),
    Words(
      .notASectionOrder(value: "the integer 5"), .argument,
      "sort_sections is \"name\", \"-name\", \"appearance\", or a function of two sections (whether the first"
        + " comes first), not the integer 5"
    ),
    Words(.notASectionKey, .type, "sort_sections: the key of a section is a text, a number, true or false"),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<ListError>) {
    #expect(row.mistake.message == row.message)
    #expect(row.mistake.kind == row.kind)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Lists/ListError.swift")))
  }
}
