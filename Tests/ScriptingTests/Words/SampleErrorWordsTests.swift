import Model
import Scripting
import TestSupport
import Testing

@Suite struct SampleErrorWordsTests {
  private static let table: [Words<SampleError>] = [
    Words(
      .withoutCount(value: "nil"), .argument,
      "sample takes a number of objects: Player:sample(100, { seed = 1 }), not nil"
    ),
    Words(
      .optionsNotATable(value: "the integer 1"), .argument,
      "sample takes its seed, and members that are given, in a table: Player:sample(100, { seed = 1, team = red }),"
        + " not the integer 1"
    ),
    Words(
      .notAMember(value: "the integer 1"), .argument,
      "sample: the integer 1 is no name: Player:sample(100, { seed = 1, team = red })"
    ),
    Words(.notASeed(value: "the text 'x'"), .argument, "sample: seed is an integer, not the text 'x'"),
    Words(
      .unknownMember("sed", entity: "P", candidates: ["seed", "name"]), .argument,
      "sample: 'sed' is neither seed nor a member of P. Did you mean 'seed'?"),
    Words(
      .noValue(entity: "Player", field: "age", tests: ["is not less than 3", "is not greater than 5"]), .validation,
      "Player:sample: age: whatever was tried is not less than 3, or is not greater than 5. Give one: Player:sample(…,"
        + " { age = … })"
    ),
    Words(
      .noRows(entity: "Player", relation: "team", target: "Team"), .state,
      "Player:sample: team is required, and there is no Team yet. Save one first, or give one: Player:sample(…, { team ="
        + " … })"
    ),
    Words(
      .unmet(entity: "Player", rules: ["Player: age: 3 must be even", "Player: a < b"], tries: 2000), .validation,
      "Player:sample: no object was found in 2000 tries that satisfies all rules: Player: age: 3 must be even; Player: a"
        + " < b"
    ),
    Words(
      .tooFewValues(entity: "Player", members: ["name"], made: 2, wanted: 5), .conflict,
      "Player:sample: name is unique, and after 2 of 5 objects no other value was found"
    ),
    Words(
      .tooFewValues(entity: "Player", members: ["team", "place"], made: 2, wanted: 5), .conflict,
      "Player:sample: team and place are together unique, and after 2 of 5 objects no other value was found"
    ),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<SampleError>) {
    #expect(row.mistake.message == row.message)
    #expect(row.mistake.kind == row.kind)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Scripting/Sampling/SampleError.swift")))
  }
}
