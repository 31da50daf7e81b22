import Model
import TestSupport
import Testing

@Suite struct ObjectErrorWordsTests {
  private static let table: [Words<ObjectError>] = [
    Words(
      .partOfAnother(entity: "Address", place: "Player.home", whole: "Player"),
      "this Address is part of Player.home, without a row of its own: save() the Player", .state),
    Words(
      .partOfAnother(entity: "Address", place: "", whole: nil),
      "this Address is part of another object, without a row of its own: save() the other object", .state),
    Words(
      .noRelationsInside(entity: "Address", relation: "city", key: "city_id"),
      "Address.city: an object inside another has no relations; its key is the field 'city_id'", .state),
    Words(
      .noRelationsInside(entity: "Address", relation: "players", key: nil),
      "Address.players: an object inside another has no relations", .state),
    Words(
      .oneTooMany(entity: "Player", found: "the integer 5"),
      "Player takes one table of values: the integer 5 is one too many", .argument),
    Words(
      .valuesAreNoTable(entity: "Player", found: "the integer 5"),
      "Player takes a table of values: Player { … }, not the integer 5", .argument),
    Words(
      .entityInLoop(entity: "Player"),
      "Player is no loop by itself: for row in Player:iterate() do … end walks its rows", .argument),
    Words(.noObject(found: "the integer 5"), "an object was expected, not the integer 5", .argument),
    Words(.deletedCannotChange(entity: "Player"), "this Player was deleted: it cannot be changed", .state),
    Words(.discardedCannotChange, "this draft was discarded: it cannot be changed", .state),
    Words(
      .computedCannotChange(entity: "Player", name: "played"),
      "Player: 'played' was computed by annotate: it is read only. Assign the fields that it is made of", .state
    ),
    Words(
      .lentCannotChange, "a row that a function tests cannot be changed: fetch() the rows, then change them", .state
    ),
    Words(
      .listedCannotChange(name: "n"),
      "a row of a result set is changed by the set: rs:update(row, function(row) row.n = … end)", .state),
    Words(
      .listedCannotBeRead(entity: "Player"),
      "a row of a result set is what the set was given: insert the Player as it is now, rs:insert { Player:get(…) }",
      .state),
    Words(
      .saidTwice(entity: "Player", relation: "team", key: "team_id"),
      "Player: team and team_id say the same: give the object or its key, not both", .argument),
    Words(
      .keyIsNull(entity: "Player", relation: "team", target: "Team", field: "code"),
      "Player.team: this Team has no code, by which others could refer to it. Give it one first", .state),
    Words(
      .leadsToMany(entity: "Player", relation: "team"),
      "Player.team leads to many rows: once the Player is saved, its team:add(…) and team:remove(…) change"
        + " which they are", .state),
    Words(
      .hashGives(entity: "Player", found: "the integer 5"),
      "Player: hash must give a text or a number, not the integer 5", .type),
    Words(
      .calledOnNoObject(found: "the integer 5"),
      "an object was expected, not the integer 5. Write ':' before the method", .argument),
    Words(.noObjects, "an object or a list of objects was expected", .argument),
    Words(
      .tableOfNames(name: "upsert", isList: true),
      "a table with the name 'upsert' is no object, and no list of objects: options come behind the list, in a"
        + " table of their own: (list, { upsert = true })", .argument),
    Words(
      .tableOfNames(name: "name", isList: false),
      "a table with the name 'name' is no object, and no list of objects: make one of an entity: Player { name = … }",
      .argument),
    Words(
      .notSelected(entity: "Player", field: "age"),
      "Player: 'age' is not among the fields that the request selected: select it too, or reload() the object", .state,
      ["entity: Player", "field: age"]),
    Words(.noPrimaryKey(entity: "Player"), "Player has no primary key: its rows cannot be told apart", .state),
    Words(
      .rowReturned, "this row was only lent to the function that tested it. Keep its key, or fetch() the rows first",
      .state),
    Words(
      .fieldRefused(entity: "Player", field: "age", reason: "no"), "Player: age: no", .validation,
      ["entity: Player", "field: age"]),
    Words(
      .keyOfSeveral(entity: "Seat", names: ["row", "place"], missing: "place"),
      "Seat has a key of 2 fields, and here is none of 'place': get { row = …, place = … }", .argument),
    Words(
      .keyOfSeveral(entity: "Seat", names: ["row", "place"], missing: nil),
      "Seat has a key of 2 fields: get { row = …, place = … }", .argument),
    Words(.keyIsNoValue(found: "the integer 5"), "a key is a value, not the integer 5", .argument),
    Words(.notSavedToRead(entity: "Player"), "this Player is not saved: there is nothing to read", .state),
    Words(.rowIsGone(entity: "Player", key: "7"), "Player 7 is no longer in the database", .notFound),
    Words(
      .outgrown(entity: "Player", field: "price"),
      "Player.price is something else since this object was loaded: reload() it", .state),
    Words(
      .outgrown(entity: "Player", field: nil),
      "Player is something else since this object was loaded: get it anew", .state),
    Words(
      .saveOptionCannotBe(word: "save", option: "upsert", found: "the integer 5"),
      "save: option 'upsert' cannot be the integer 5, as in { upsert = true, on = \"name\" }", .argument),
    Words(
      .unknownSaveOption(word: "save", option: "nmae", known: ["name", "age"]),
      "save: unknown option 'nmae'. Did you mean 'name'? Options are name and age", .argument),
    Words(
      .optionsWithoutNames(word: "save"),
      "save takes objects or one list of objects; a table behind them is options by name", .argument),
    Words(.onNeedsUpsert(word: "save"), "save: option 'on' needs upsert = true", .argument),
    Words(
      .noFieldToUpsertOn(entity: "Player", field: "nmae", known: ["name", "age"]),
      "Player has no field 'nmae' to upsert on. Did you mean 'name'?", .argument),
    Words(
      .notUnique(entity: "Player", field: "age", unique: ["id", "name"]),
      "Player: rows can be upserted on a unique field only, which 'age' is not ('id', 'name')", .argument),
    Words(
      .notUnique(entity: "Player", field: "age", unique: []),
      "Player: rows can be upserted on a unique field only, which 'age' is not", .argument),
    Words(.wasDeleted(entity: "Player"), "this Player was deleted", .state),
    Words(.wasDiscarded, "this draft was discarded", .state),
    Words(.lentCannotBeKept, "a row that a function tests cannot be kept: fetch() the rows first", .state),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<ObjectError>) {
    #expect(row.mistake.message == row.message)
  }

  @Test(arguments: table) func `a mistake has its kind and its details`(_ row: Words<ObjectError>) {
    #expect(row.mistake.kind == row.kind)
    #expect(row.mistake.details.map { "\($0.name): \($0.value.text ?? "")" } == row.details)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Model/Objects/ObjectError.swift")))
  }
}
