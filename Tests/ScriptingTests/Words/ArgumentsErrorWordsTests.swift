import Model
import TestSupport
import Testing

@Suite struct ArgumentsErrorWordsTests {
  private static let table: [Words<ArgumentsError>] = [
    Words(
      .tooMany(name: "all", maximum: 0, found: "a table", advice: .conditionBefore("all")),
      "all takes nothing: a table is one too many. A condition comes before it: where { … }:all()", .argument),
    Words(
      .tooMany(name: "limit", maximum: 1, found: "the integer 5", advice: .write("Player:limit(10)")),
      "limit takes one argument: the integer 5 is one too many. Write Player:limit(10)", .argument),
    Words(
      .tooMany(name: "open", maximum: 2, found: "the integer 5", advice: .said("Leave it out")),
      "open takes at most 2 arguments: the integer 5 is one too many. Leave it out", .argument),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<ArgumentsError>) {
    #expect(row.mistake.message == row.message)
    #expect(row.mistake.kind == row.kind)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Model/ArgumentsError.swift")))
  }
}
