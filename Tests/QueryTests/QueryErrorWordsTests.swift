import Query
import Schema
import Testing

@Suite struct QueryErrorWordsTests {
  @Test(arguments: [
    (
      QueryError.unknownField(entity: "Player", name: "agee", candidates: ["age", "name"]),
      "Player has no field 'agee'. Did you mean 'age'?"
    ),
    (.unknownField(entity: "Player", name: "\u{1B}[31m", candidates: ["age"]), "Player has no field '\\27[31m'."),
    (
      .fieldOfKinds(entity: "Animal", name: "lives", kinds: ["Cat", "Kitten"]),
      "Animal has no field 'lives': it is a field of Cat and Kitten. Ask Cat for it"
    ),
    (
      .missingInRows(entity: "Player", column: "age"),
      "Player: the SELECT that takes the place of its table has no column 'age'"
    ),
    (
      .shardOutsideKey(entity: "Order", shard: "customer", key: ["id"]),
      "Order: a table in parts by 'customer' cannot look into all of them for 'id': 'customer' must be part of that key"
    ),
    (
      .transientField(entity: "Player", name: "draft"),
      "Player: field 'draft' is transient: it is never stored, so the database cannot be asked for it"
    ),
    (
      .unknownRelation(entity: "Player", name: "taem", path: "taem.name", candidates: ["team"]),
      "Player has no relation 'taem' (in 'taem.name'). Did you mean 'team'?"
    ),
    (
      .fieldIsNoRelation(entity: "Player", name: "name\n", path: "name\n.x"),
      "Player: 'name\\10' is a field, not a relation: nothing can follow it (in 'name\\10.x')"
    ),
    (
      .relationIsToMany(entity: "Team", name: "players", path: "players.name"),
      "Team: 'players' leads to many rows: 'players.name' has no single value"
    ),
    (
      .relationIsNoField(entity: "Team", name: "badge"),
      "Team: 'badge' is a relation, not a field. Name a field of it: 'badge.…'"
    ),
    (
      .keyOfSeveralFields(entity: "Seat", name: "row", fields: ["row_hall", "row_no"]),
      "Seat: 'row' leads by row_hall and row_no together: name one of them"
    ),
    (
      .listInDocument("city", path: "homes.city"),
      "'homes.city': 'city' would be of a list, which has many: ask a function, where(function(p) … end)"
    ),
    (
      .placeInDocument("tags[1]", path: "bag.tags[1]"),
      "'bag.tags[1]': 'tags[1]' would be a place in a list: ask a function, where(function(p) … end)"
    ),
    (
      .nameInDocument("a\n", path: "bag.a\n"),
      "'bag.a\\10': no name with quotes or control characters, such as 'a\\10', can be asked for inside a document"
    ),
    (.noKey(entity: "Log"), "Log has no primary key: its rows cannot be told apart"),
    (
      .collationUnknown(entity: "Player", field: "name", collation: .nocase),
      "Player, field 'name': this database has no collation \"nocase\": leave it out, and say { ignore_case = true } in"
        + " tests and sorts"
    ),
    (
      .functionOfOurs(entity: "Player", text: "casefold(name)", function: "casefold"),
      "Player: 'casefold(name)': 'casefold' is a function of Moonshell, which other programs at the database do not have"
    ),
    (.unknownEntity("Plaier\t"), "there is no entity 'Plaier\\9'"),
  ]) func errorsSayWhatIsWrong(_ error: QueryError, _ words: String) {
    #expect(error.description == words)
  }

  @Test(arguments: [
    ("Player", "agee", "Player has no field 'agee'."),
    ("Player", "scoer", "Player has no field 'scoer'. Did you mean 'score'?"),
    ("Player", "", "Player has no field ''."),
    ("Player", "team.nmae", "Team has no field 'nmae'. Did you mean 'name'?"),
    ("Player", "taem.name", "Player has no relation 'taem' (in 'taem.name'). Did you mean 'team'?"),
    ("Player", "name.x", "Player: 'name' is a field, not a relation: nothing can follow it (in 'name.x')"),
    ("Player", "team..name", "Team has no relation '' (in 'team..name')."),
    ("Team", "players.name", "Team: 'players' leads to many rows: 'players.name' has no single value"),
    ("Team", "players", "Team: 'players' is a relation, not a field. Name a field of it: 'players.…'"),
    ("Team", "badge", "Team: 'badge' is a relation, not a field. Name a field of it: 'badge.…'"),
    ("Nobody", "x", "there is no entity 'Nobody'"),
  ]) func unknownNamesAreErrors(_ entity: String, _ path: String, _ message: String) {
    #expect(words { () throws(QueryError) in try all(entity, where: .isNull(field(path))).sql() } == message)
    #expect(words { () throws(QueryError) in try all(entity, sorted: Sort(FieldPath(path))).sql() } == message)
    #expect(words { () throws(QueryError) in try all(entity).sql(.fields([FieldPath(path)])) } == message)
  }
}
