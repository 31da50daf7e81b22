import Schema
import Testing

@Suite struct SchemaErrorWordsTests {
  @Test(arguments: [
    (
      SchemaError.operand(field: "age", type: "integer", value: "'x'", expected: "an integer"),
      "field 'age' is integer: it cannot be compared with 'x' (expected an integer)"
    ),
    (
      .operand(field: "", type: "integer", value: "'x'", expected: "an integer"),
      "it is integer: it cannot be compared with 'x' (expected an integer)"
    ),
    (
      .testNeedsText(test: "prefix", field: "age", type: "integer"),
      "field 'age' is integer: is.prefix tests text only"
    ),
    (
      .missingEntities([
        .init(name: "T\u{1B}", entity: "Player", relation: "team", suggestion: "Team"),
        .init(name: "X", entity: "Player", relation: "x", suggestion: nil),
      ]),
      "entity 'Player', relation 'team': there is no entity 'T\\27'. Did you mean 'Team'?\n"
        + "entity 'Player', relation 'x': there is no entity 'X'."
    ),
    (
      .missingEntities([
        .init(name: "Adress", entity: "Player", relation: "", field: "home\n", suggestion: "Address"),
        .init(name: "Base", entity: "Player", relation: "", suggestion: nil),
      ]),
      "entity 'Player', field 'home\\10': there is no entity 'Adress'. Did you mean 'Address'?\n"
        + "entity 'Player', option 'extends': there is no entity 'Base'."
    ),
    (
      .unknownInverse(entity: "Team", relation: "players", inverse: "taem", target: "Player", candidates: ["team"]),
      "entity 'Team', relation 'players': Player has no relation 'taem' to Team. Did you mean 'team'?"
    ),
    (
      .unknownInverse(entity: "Team", relation: "players", inverse: "\n", target: "Player", candidates: []),
      "entity 'Team', relation 'players': Player has no relation '\\10' to Team."
    ),
    (
      .ambiguousInverse(entity: "Team", relation: "games", target: "Game", candidates: ["home", "guest"]),
      "entity 'Team', relation 'games': Game has several relations to Team (home, guest)."
        + " Say which one: inverse = \"home\""
    ),
    (
      .noInverse(entity: "Team", relation: "games", target: "Game"),
      "entity 'Team', relation 'games': Game has no belongs_to \"Team\", which would hold the key"
    ),
    (
      .targetWithoutKey(entity: "Player", relation: "team", target: "Team"),
      "entity 'Player', relation 'team': Team has no primary key of as many columns to refer to"
    ),
    (
      .unknownReference(entity: "Player", relation: "team", target: "Team", field: "nam", candidates: ["id", "name"]),
      "entity 'Player', relation 'team': Team has no field 'nam' to refer to. Did you mean 'name'?"
    ),
    (
      .referenceNotUnique(entity: "Player", relation: "team", target: "Team", fields: ["city", "name"]),
      "entity 'Player', relation 'team': Team may have several rows with the same city, name: what is referred to is"
        + " unique = true, or has a unique index"
    ),
    (
      .parentWithoutDefinition(entity: "Cat", parent: "Animal"),
      "entity 'Cat', option 'extends': 'Animal' was made of an existing table only. Define it, to share its table"
    ),
    (
      .encoding(field: "price", value: "the text 'x'", reason: "it cannot be encoded: no number"),
      "field 'price' cannot be compared with the text 'x': it cannot be encoded: no number"
    ),
    (
      .sharedTable(table: "a\tb", first: "A", second: "B"),
      "entities 'A' and 'B' have the same table 'a\\9b'. Give one of them another: table = \"…\""
    ),
  ]) func errorsSayWhatIsWrong(_ error: SchemaError, _ words: String) {
    #expect(error.description == words)
  }

  @Test(arguments: [
    (
      SchemaError.throughWithoutKey(entity: "Player", relation: "teams", through: "Contract", target: "Team"),
      "entity 'Player', relation 'teams': Contract has no belongs_to \"Team\", which would hold one end of each link"
    ),
    (
      .ambiguousThrough(
        entity: "Player", relation: "teams", through: "Contract", target: "Team", candidates: ["old", "new"]),
      "entity 'Player', relation 'teams': Contract has several relations to Team (old, new): a link has one end on each"
        + " side"
    ),
    (
      .otherLink(entity: "Player", relation: "tags", inverse: "players"),
      "entity 'Player', relation 'tags': players on the other side has other links: both must say the same 'through' or"
        + " 'table'"
    ),
    (
      .ownInverse(entity: "Player", relation: "friends"),
      "entity 'Player', relation 'friends': it cannot be its own inverse, for it leads one way only. Leave 'inverse' out and"
        + " set both ways, or name another relation, which leads back"
    ),
    (
      .linkTable(entity: "Player", relation: "tags", table: "player_tag", owner: "PlayerTag"),
      "entity 'Player', relation 'tags': its links would be in the table 'player_tag', which is that of PlayerTag."
        + " Say through = \"PlayerTag\", or give it another: table = \"…\""
    ),
  ]) func errorsOfLinksSayWhatIsWrong(_ error: SchemaError, _ words: String) {
    #expect(error.description == words)
  }
}
