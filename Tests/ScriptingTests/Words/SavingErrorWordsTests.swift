import Model
import Saving
import TestSupport
import Testing

@Suite struct SavingErrorWordsTests {
  private static let table: [Words<SavingError>] = [
    Words(.batchIsOver, "this batch is over: use it inside of db:batch(function(batch) … end)", .state),
    Words(
      .noBatch(found: "the integer 5"), "a batch was expected, not the integer 5. Write ':' before the method",
      .argument),
    Words(.isRequired(entity: "Player", field: "age"), "Player: age: is required", .validation),
    Words(
      .keyIsNull(entity: "Player", table: "player"),
      "Player: the key of this row is NULL, by which it cannot be found: give the rows of 'player' keys with"
        + " a statement of SQL", .state),
    Words(
      .refersToNoTable(entity: "Player", columns: ["team_id"], table: "team"),
      "Player: its foreign key (team_id) refers to the table 'team', which is not there: make that table, or"
        + " migrate without the key", .state),
    Words(
      .columnIsGone(entity: "Player", field: "age"),
      "Player: age: is no longer in the database: reload() the object, or get it anew", .state),
    Words(
      .exists(entity: "Player", fields: "name", values: "'Ann'", key: "id 7"),
      "Player: name: 'Ann' exists already (id 7)", .conflict),
    Words(
      .exists(entity: "Player", fields: "name", values: "'Ann'", key: nil), "Player: name: 'Ann' exists already",
      .conflict),
    Words(
      .existsBeside(entity: "Game", fields: "team", values: "2", others: "player"),
      "Game: team: 2 exists already beside the same player", .conflict),
    Words(
      .targetIsMissing(entity: "Player", relation: "team", target: "Team", values: ["'x'"]),
      "Player: team: there is no Team 'x'", .constraint, ["entity: Player", "field: team"]),
    Words(
      .keyCannotChange(entity: "Team", key: "7", field: "code", users: ["Player", "Game"]),
      "Team 7: code: cannot change: rows of Player or Game still refer to it", .constraint),
    Words(
      .keyCannotChange(entity: "Team", key: nil, field: "code", users: ["Player"]),
      "Team: code: cannot change: rows of Player still refer to it", .constraint),
    Words(.noObject(found: "the integer 5"), "an object of an entity was expected, not the integer 5", .argument),
    Words(.draftCannotBeDeleted, "a draft cannot be deleted: discard() it, or delete what it was made of", .state),
    Words(
      .deletedWithinItsDeletion(entity: "Player"),
      "this Player is being deleted already: its own before_delete or after_delete cannot delete it", .state),
    Words(
      .savedWithinItsSave(entity: "Player"),
      "this Player is being saved already: its own hooks cannot save it, and before_save may change it", .state),
    Words(
      .ruleBroken(entity: "Event", rule: "start < finish"), "Event: start < finish does not hold", .validation,
      ["entity: Event"]),
    Words(
      .checkBroken(entity: "Player", field: "age", value: "50", check: "age < 10"),
      "Player: age: 50 breaks a rule of the table: CHECK (age < 10)", .constraint),
    Words(
      .checkBroken(entity: "Player", field: nil, value: nil, check: "age < 10"),
      "Player: a value breaks a rule of the table: CHECK (age < 10)", .constraint, ["entity: Player"]),
    Words(
      .isMadeByDatabase(entity: "Player", field: "id"),
      "Player: id: is made by the database alone (GENERATED ALWAYS), and stays what it is: make a new Player with the"
        + " other value", .state),
    Words(
      .valueNotTaken(entity: "Player", reason: "invalid input value for enum mood: \"x\""),
      "Player: the database does not take a value: invalid input value for enum mood: \"x\"", .constraint),
    Words(
      .textNotTaken(entity: "Player", field: "more", reason: "no zeros"), "Player: more: no zeros", .constraint),
    Words(
      .refersToNoRow(entity: "Player", fields: "code", values: "'x'", key: "player_code_fkey"),
      "Player: code: there is no row with 'x' that the key 'player_code_fkey' of the table could refer to", .constraint),
    Words(
      .noPart(entity: "Player", fields: "born", values: "'1900-01-01'"),
      "Player: born: no partition of the table takes '1900-01-01': make one for it first", .constraint),
    Words(
      .excluded(entity: "Booking", fields: "room, time", values: "1, '[2,3)'", rule: "no_overlap"),
      "Booking: room, time: the rule 'no_overlap' of the table lets 1, '[2,3)' not stand beside a row that is there",
      .constraint),
    Words(
      .doesNotFit(entity: "Player", field: "code", value: "'abcd'", type: "character varying(3)"),
      "Player: code: 'abcd' does not fit into its column, whose type is character varying(3)", .constraint),
    Words(.deletedAlready(entity: "Player"), "this Player was deleted already", .state),
    Words(.draftWasDiscarded, "this draft was discarded", .state),
    Words(.lentCannotBeDeleted, "a row that a function tests cannot be deleted: fetch() the rows first", .state),
    Words(
      .stillReferred(entity: "Player", key: "7", users: ["Game", "Goal"]),
      "Player 7 cannot be deleted: rows of Game or Goal still refer to it", .constraint, ["entity: Player"]),
    Words(.wasDeleted(entity: "Player"), "this Player was deleted", .state),
    Words(.lentHasNoDraft, "a row that a function tests cannot have a draft: fetch() the rows first", .state),
    Words(.noDraft(entity: "Player"), "this Player is no draft: p:reload() drops changes that were not saved", .state),
    Words(
      .parentNotSaved(relation: "team", entity: "Team", isNew: true),
      "team: this Team is not saved yet: what belongs to it comes after it", .state),
    Words(
      .parentNotSaved(relation: "team", entity: "Team", isNew: false),
      "team: this Team was deleted: set another, or nil", .state),
    Words(
      .belongsToItself(entity: "Player"),
      "this new Player belongs to itself, over its relations: save it without one of them, then set that one", .state),
    Words(
      .partnerNeedsIt(entity: "Player", relation: "team", target: "Team", inverse: "captain"),
      "Player.team: the present Team cannot be without 'captain', which is required: delete it, or give it to"
        + " another Player first", .state),
    Words(
      .isAbstract(entity: "Person", kinds: ["Player", "Agent"]), "Person is abstract: save a Player or an Agent", .state
    ),
    Words(.isAbstract(entity: "Person", kinds: []), "Person is abstract: it has no table to be saved in", .state),
    Words(
      .madeBeforeSharing(entity: "Player"),
      "this Player was made before others shared the table of Player: make it anew", .state),
    Words(.isView(entity: "Player"), "Player is a view: it cannot be written", .state),
    Words(
      .keyOfAnotherKind(entity: "Player", relation: "team", key: "7", kind: "Coach", target: "Team"),
      "Player: team: 7 is the key of a Coach, not of a Team", .constraint, ["entity: Player", "field: team"]),
    Words(
      .existsAsAnother(entity: "Player", fields: "name", values: "'x'", owner: "Player", field: "age"),
      "Player: name: 'x' exists already in the table, but not as a Player", .conflict,
      ["entity: Player", "field: age"]),
    Words(
      .originWasSaved,
      "what this draft was made of was saved meanwhile: discard() it, and make a draft of what is saved", .state),
    Words(.deletedCannotBeSaved(entity: "Player"), "this Player was deleted: it cannot be saved", .state),
    Words(.discardedCannotBeSaved, "this draft was discarded: it cannot be saved", .state),
    Words(.lentCannotBeSaved, "a row that a function tests cannot be saved: fetch() the rows first", .state),
    Words(.rowIsGone(entity: "Player", key: "7"), "Player 7 is no longer in the database", .notFound),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<SavingError>) {
    #expect(row.mistake.message == row.message)
  }

  @Test(arguments: table) func `a mistake has its kind and its details`(_ row: Words<SavingError>) {
    #expect(row.mistake.kind == row.kind)
    #expect(row.mistake.details.map { "\($0.name): \($0.value.text ?? "")" } == row.details)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Saving/SavingError.swift")))
  }
}
