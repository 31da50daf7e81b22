import Model
import Relations
import TestSupport
import Testing

@Suite struct RelationErrorWordsTests {
  private static let table: [Words<RelationError>] = [
    Words(
      .secondKey(value: "the integer 5", key: "id"), .argument,
      "get takes one key: the integer 5 is one too many. For several rows say where { id = { … } }"
    ),
    Words(
      .notAFieldName(entity: "Player", value: "the integer 5"), .argument,
      "Player: a field has a name, not the integer 5"
    ),
    Words(
      .linkedRowIsGone(relation: "Player.team", owner: "Team", field: "team"), .constraint,
      "Player.team: this Team, or what is to be linked with it, is no longer in the database"
    ),
    Words(
      .cannotLeave(relation: "Player.team", target: "Team", inverse: "team", owner: "Team"), .state,
      "Player.team: a Team cannot be without 'team', which is required: delete it, or add it to another Team"
    ),
    Words(
      .noOrder(word: "where", relation: "Player.team", kind: "has_many", target: "Team"), .state,
      "where: Player.team has no order of its own. Say so in its definition: has_many(\"Team\", { ordered = true })"
    ),
    Words(
      .noPlace(word: "where", relation: "Player.team", place: 3, last: 3), .argument,
      "where: Player.team has no place 3: there are the places 1 to 3"
    ),
    Words(
      .noPlace(word: "insert", relation: "Team.players", place: 3, last: 0), .argument,
      "insert: Team.players has no place 3: it is empty"
    ),
    Words(
      .notAMember(relation: "Player.team", target: "Team", value: "the integer 5"), .argument,
      "Player.team: a Team was expected, not the integer 5"
    ),
    Words(
      .ownerIsNotSaved(entity: "Player", relation: "games", word: nil, known: []), .state,
      "this Player is not saved: it has no games yet"
    ),
    Words(
      .ownerIsNotSaved(entity: "Player", relation: "games", word: "where", known: ["add", "fetch"]), .state,
      "this Player is not saved: games has no where until then, but add, fetch"
    ),
    Words(
      .createOnUnsaved(entity: "Player", relation: "games"), .state,
      "this Player is not saved: say games:add { … }, and it is saved with the Player"
    ),
    Words(
      .createOnDraft(entity: "Player", relation: "games"), .state,
      "this is a draft of Player, which holds changes back: say games:add { … }, and it is saved with the draft"
    ),
    Words(
      .createWithoutTable(relation: "Player.games", value: "the integer 5"), .argument,
      "create: Player.games makes an object of a table: create { name = … }, not of the integer 5"
    ),
    Words(
      .listWithNames(relation: "Player.games", name: "title"), .argument,
      "Player.games: a list of objects has no names such as 'title': a table with names alone is one new object"
    ),
    Words(
      .treeWithoutName(word: "ancestors", value: "the integer 5"), .argument,
      "ancestors takes the name of a relation, as in p:ancestors \"boss\", not the integer 5"
    ),
    Words(
      .noTree(word: "descendants", entity: "Person", name: "kids", candidates: ["friends", "reports"]), .argument,
      "descendants: Person has no relation 'kids'. From Person to Person lead: friends, reports"
    ),
    Words(
      .treeOfOthers(word: "descendants", entity: "Team", relation: "players", target: "Player"), .argument,
      "descendants: Team.players leads to Player: a tree needs a relation of Team to itself"
    ),
    Words(
      .otherTree(word: "ancestors", entity: "Person", relation: "reports", isToMany: true), .argument,
      "ancestors: Person.reports leads to many rows: say descendants \"reports\""
    ),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<RelationError>) {
    #expect(row.mistake.message == row.message)
    #expect(row.mistake.kind == row.kind)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Relations/RelationError.swift")))
  }
}
