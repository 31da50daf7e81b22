import Model
import Relations
import Testing

@Suite struct RelationErrorWordsTests {
  private static let table: [(RelationError, ScriptError.Kind, String)] = [
    (
      .secondKey(value: "the integer 5", key: "id"), .argument,
      "get takes one key: the integer 5 is one too many. For several rows say where { id = { … } }"
    ),
    (
      .notAFieldName(entity: "Player", value: "the integer 5"), .argument,
      "Player: a field has a name, not the integer 5"
    ),
    (
      .linkedRowIsGone(relation: "Player.team", owner: "Team", field: "team"), .constraint,
      "Player.team: this Team, or what is to be linked with it, is no longer in the database"
    ),
    (
      .cannotLeave(relation: "Player.team", target: "Team", inverse: "team", owner: "Team"), .state,
      "Player.team: a Team cannot be without 'team', which is required: delete it, or add it to another Team"
    ),
    (
      .noOrder(word: "where", relation: "Player.team", kind: "has_many", target: "Team"), .state,
      "where: Player.team has no order of its own. Say so in its definition: has_many(\"Team\", { ordered = true })"
    ),
    (
      .noPlace(word: "where", relation: "Player.team", place: 3, last: 3), .argument,
      "where: Player.team has no place 3: there are the places 1 to 3"
    ),
    (
      .noPlace(word: "insert", relation: "Team.players", place: 3, last: 0), .argument,
      "insert: Team.players has no place 3: it is empty"
    ),
    (
      .notAMember(relation: "Player.team", target: "Team", value: "the integer 5"), .argument,
      "Player.team: a Team was expected, not the integer 5"
    ),
    (
      .linksWithoutFields(relation: "Player.team"), .argument,
      "add: Player.team has no links with fields of their own: only objects can be given"
    ),
    (
      .ownerIsNotSaved(entity: "Player", relation: "Player.team"), .state,
      "this Player is not saved: it has no Player.team yet"
    ),
  ]

  /// The names of the cases: a new case wants its name here, and with that its row in the table.
  private enum Name: CaseIterable {
    case secondKey, notAFieldName, linkedRowIsGone, cannotLeave, noOrder, noPlace, notAMember, linksWithoutFields,
      ownerIsNotSaved

    init(_ error: RelationError) {
      self =
        switch error {
        case .secondKey: .secondKey
        case .notAFieldName: .notAFieldName
        case .linkedRowIsGone: .linkedRowIsGone
        case .cannotLeave: .cannotLeave
        case .noOrder: .noOrder
        case .noPlace: .noPlace
        case .notAMember: .notAMember
        case .linksWithoutFields: .linksWithoutFields
        case .ownerIsNotSaved: .ownerIsNotSaved
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
