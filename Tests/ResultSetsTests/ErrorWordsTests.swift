import ResultSets
import Testing

@Suite struct ErrorWordsTests {
  private static let table: [(ResultSetError, String)] = [
    (.duplicateRow(7), "row 7 occurs twice: every row needs an identity of its own"),
    (.duplicateSection(7), "section 7 occurs twice: name every section once"),
    (.sectionNotListed(7), "section 7 has rows, and the order of sections does not name it"),
    (.sectionsMissing(rows: 3, sections: 2), "3 rows come with 2 sections: give each row one"),
    (.rowDoesNotFit(7), "row 7 does not fit: apply changes to the list that they were computed from"),
    (.sectionDoesNotFit(7), "section 7 does not fit: apply changes to the list that they were computed from"),
  ]

  @Test func `every error has its words`() {
    for (error, words) in Self.table { #expect(error.description == words) }
  }
}
