import Model
import Scripting
import TestSupport
import Testing

@Suite struct MethodErrorWordsTests {
  private static let table: [Words<MethodError>] = [
    Words(
      .notADatabase(value: "the integer 5"), .argument,
      "a database was expected, not the integer 5. Write ':' before the method"
    ),
    Words(
      .reflectWithoutPath(value: "the integer 5"), .argument,
      "reflect takes the path of a model, or nothing, not the integer 5"
    ),
    Words(.batchWithoutFunction(value: "the integer 5"), .argument, "batch takes a function, not the integer 5"),
    Words(
      .transactionWithoutFunction(value: "the integer 5"), .argument,
      "transaction takes a function, not the integer 5"
    ),
    Words(
      .transactionOptions(value: "the integer 5"), .argument,
      "transaction: options are a table, as in { retry = 3 }, not the integer 5"
    ),
    Words(
      .transactionOption(option: "retries", value: "the integer 5"), .argument,
      "transaction: unknown option 'retries'. The only option is retry"
    ),
    Words(.openWithoutPath(value: "the integer 5"), .argument, "open takes a path, not the integer 5"),
    Words(.openInTransaction, .state, "open: a transaction is open, which would be lost: commit or roll it back first"),
    Words(
      .closeInTransaction, .state,
      "close: a function runs in a transaction, which would be lost: close the database when it is over"
    ),
    Words(
      .onWithoutDatabase(value: "the integer 5"), .argument,
      "on takes a database, as open(…) gives it, not the integer 5"
    ),
    Words(
      .decodeWithoutText(value: "the integer 5"), .argument,
      "decode takes a text and the name of a format, not the integer 5"
    ),
    Words(
      .notAList(value: "the integer 5"), .argument,
      "a list of objects was expected, not the integer 5. Write ':' before the method"
    ),
    Words(.havingFunction, .argument, "having takes tests or a predicate as text, not a function"),
    Words(.groupsSortedByFunction, .argument, "sorted_by of groups takes names of their values, not a function"),
    Words(
      .notGroups(value: "the integer 5"), .argument,
      "groups were expected, not the integer 5. Write ':' before the method"
    ),
    Words(.groupByWithoutFields, .argument, "group_by takes names of fields: group_by(\"team\")"),
    Words(
      .aggregateWithoutTable(value: "the integer 5"), .argument,
      "aggregate takes a table: aggregate { players = \"count\" }, not the integer 5"
    ),
    Words(.aggregateWithoutName, .argument, "aggregate: a name and what it counts: { mean = \"avg score\" }"),
    Words(
      .noAggregate(name: "scor", candidates: ["score", "name"]), .argument,
      "aggregate: there is no 'scor'. Did you mean 'score'? There are score, name"
    ),
    Words(
      .expressionAsAggregate(text: "count * 2"), .argument,
      "aggregate: 'count * 2' is an expression: before it stands what is made of it, as in \"sum price * 2\""
    ),
    Words(
      .aggregateWithoutField(word: "where", name: "scor"), .argument,
      "aggregate: where needs a field: { scor = \"where score\" }"
    ),
    Words(.notObjects(value: "the integer 5"), .argument, "a list of objects was expected, not the integer 5"),
    Words(
      .notAKey(word: "where", value: "the integer 5"), .argument,
      "where takes the name of a field or a function, not the integer 5"
    ),
    Words(
      .relationIsNoField(entity: "Player", name: "team", advice: .ofRows), .argument,
      "Player.team is a relation, no field: observe its rows: p.team:observe(function(list) … end)"
    ),
    Words(
      .relationIsNoField(entity: "Player", name: "team", advice: .ofKey("team_id")), .argument,
      "Player.team is a relation, no field: observe the field that holds its key:"
        + " p:observe(\"team_id\", function(new, old) … end)"
    ),
    Words(
      .relationIsNoField(entity: "Player", name: "card", advice: .ofHolder("Card")), .argument,
      "Player.card is a relation, no field: observe Card, which holds the key:"
        + " Card:where { … }:observe(function(list) … end)"
    ),
    Words(
      .notABoolean(value: "the integer 5", name: "scor", candidates: [], entity: "Player", mayBe: false), .argument,
      "toggle takes the name of a boolean field, not the integer 5. Player has none"
    ),
    Words(
      .noResultsOption(name: "section", candidates: ["title"], isOfRequest: true), .argument,
      "results: unknown option 'section'. The only option is title. That is the request's to say: where, sorted_by, sectioned_by"
    ),
    Words(.pluckedNames(asRows: false), .argument, "pluck takes one field, expression or function"),
    Words(
      .observeWithoutFunction, .argument,
      "observe takes the name of a field and a function: p:observe(\"name\", function(new, old) … end)"
    ),
    Words(.unsavedIsNotObserved(entity: "Player"), .state, "this Player is not saved: there is nothing to observe yet"),
    Words(.transientIsNotObserved(field: "score"), .argument, "score is transient: no commit changes it"),
    Words(.assignWithoutTable(value: "the integer 5"), .argument, "assign takes a table of values, not the integer 5"),
    Words(
      .notABoolean(
        value: "the integer 5", name: "scor", candidates: ["score", "name"], entity: "Player", mayBe: false),
      .argument,
      "toggle takes the name of a boolean field, not the integer 5. Did you mean 'score'? There are score, name"
    ),
    Words(
      .notABoolean(value: "the text 'score'", name: "score", candidates: [], entity: "Player", mayBe: true), .argument,
      "toggle takes the name of a boolean field, and Player.score is not declared as one: declare score = boolean {}"
    ),
    Words(.insertWithoutPlace, .argument, "insert takes an object and its place: insert(g, 1)"),
    Words(
      .notOfAnObject(word: "get_or_create", entity: "Player"), .state,
      "get_or_create makes an object of an entity or of a relation, as in Player:get_or_create(…) and"
        + " team.players:get_or_create(…): this is a request for rows of Player"
    ),
    Words(
      .notOfAnObject(word: "where", entity: "Player"), .state,
      "where changes the relation of an object, as in team.players:where(…): this is a request for Player."
        + " db:add(…) and db:delete(…) are for objects themselves"
    ),
    Words(
      .notOfTheRelation(word: "where", relation: "Player.team", name: "players"), .state,
      "where: this is a request for some rows of Player.team: say it of players itself"
    ),
    Words(
      .notAPlace(word: "where", value: "the integer 5"), .argument,
      "where takes a place from 1 on, not the integer 5"
    ),
    Words(
      .noLinks(relation: "Player.team", target: "Team"), .state,
      "Player.team has no links: the key is in Team itself"
    ),
    Words(
      .bareLinks(relation: "Player.team"), .state,
      "Player.team has links without fields of their own, which are no objects. Say through = \"Entity\" in its"
        + " definition to have some"
    ),
    Words(
      .observeWithoutRowsFunction(value: "the integer 5"), .argument,
      "observe takes a function of the rows, not the integer 5"
    ),
    Words(
      .pageOption(option: "scor", choice: "a number of rows", value: "the integer 5"), .argument,
      "page: option 'scor' is a number of rows, not the integer 5"
    ),
    Words(
      .noPageOption(option: "scor", candidates: ["score", "name"]), .argument,
      "page: unknown option 'scor'. Did you mean 'score'? Options are score and name"
    ),
    Words(.pageSize(rows: 0), .argument, "page takes a number of rows, not the integer 0"),
    Words(
      .sectionedByWithoutName, .argument,
      "sectioned_by takes the name of a field, initial \"name\", or a function of the row"
    ),
    Words(
      .resultsWithoutTable(value: "the integer 5"), .argument, "results takes a table of options, not the integer 5"),
    Words(
      .noResultsOption(name: "scor", candidates: ["score", "name"], isOfRequest: false), .argument,
      "results: unknown option 'scor'. Did you mean 'score'? Options are score and name"
    ),
    Words(.withWithoutRelations, .argument, "with takes names of relations: with(\"team\")"),
    Words(
      .selectedExpression(text: "score * 2", entity: "Player"), .argument,
      "select takes fields, and 'score * 2' is an expression: values gives what it is of each row, and pluck what a condition"
        + " compares with, as in is.one_of(Player:pluck \"…\")"),
    Words(
      .selectedMember(name: "team.name", isRelated: true), .argument,
      "select takes fields of the rows themselves: 'team.name' is one of a related row. Select first, then annotate:"
        + " select(…):annotate { team_name = \"team.name\" }"),
    Words(
      .selectedMember(name: "was", isRelated: false), .argument,
      "select takes fields: 'was' is annotated. Select first, then annotate: select(…):annotate { was = … }"),
    Words(.notASelectedField(value: "the integer 5"), .argument, "select takes names of fields, not the integer 5"),
    Words(.selectWithoutFields, .argument, "select takes names of fields: select(\"name\", \"age\")"),
    Words(
      .notACount(word: "where", value: "the integer 5"), .argument, "where takes a number of rows, not the integer 5"),
    Words(
      .getOrCreateWithoutTable(value: "the integer 5"), .argument,
      "get_or_create takes a table of values to look for, and one of values for a new object, not the integer 5"),
    Words(.eachWithoutFunction(value: "the integer 5"), .argument, "each takes a function, not the integer 5"),
    Words(
      .updateWithoutValues(value: "the integer 5"), .argument,
      "update takes a table of values: update { score = 3 }, not the integer 5"
    ),
    Words(
      .fetchWithoutOptions(value: "the integer 5"), .argument,
      "fetch takes nothing, or options: fetch { pushdown = false }, not the integer 5"
    ),
    Words(
      .fetchOption(name: "scor", value: "the integer 5"), .argument,
      "fetch: unknown option 'scor'. The only option is pushdown"
    ),
    Words(
      .fetchOption(name: "pushdown", value: "the integer 5"), .argument,
      "fetch: option 'pushdown' is true or false, not the integer 5"
    ),
    Words(
      .noAggregate(name: "sum(Total)", candidates: ["count", "sum"]), .argument,
      "aggregate: there is no 'sum(Total)'. Say \"sum Total\". There are count, sum"
    ),
    Words(
      .noAggregate(name: "count(games, won)", candidates: ["count", "sum"]), .argument,
      "aggregate: there is no 'count(games, won)'. Some of the rows are counted by \"sum if(won, 1, 0)\", some related"
        + " ones by \"sum sum(if(games.won, 1, 0))\". There are count, sum"
    ),
    Words(
      .aggregateOfManyRows(method: "sum", text: "games.n", target: "Game", example: "sum \"sum(games.n)\""), .argument,
      "sum: 'games.n' leads to many rows: say first what is made of them for each row, as in sum \"sum(games.n)\""
    ),
    Words(
      .aggregateOfManyRows(method: "aggregate", text: "games.n", target: "Game", example: nil), .argument,
      "aggregate: 'games.n' leads to many rows: ask Game itself, as in Game:group_by(…):aggregate { … }"
    ),
    Words(
      .aggregateOfNoField(aggregate: "sum", value: "the integer 5"), .argument,
      "sum takes the name of a field, not the integer 5"
    ),
    Words(.pluckedNames(asRows: true), .argument, "values takes fields, expressions and functions, one after another"),
    Words(
      .rereadInMemory(word: "where"), .state,
      "where: a result set in memory shows what it was given; one of a request can be read anew"
    ),
    Words(
      .watchOptions, .argument,
      "watch takes { seconds = how long, changes = how many }, or nothing: then Ctrl-C ends it"
    ),
    Words(
      .updateWithoutRow, .argument,
      "update takes a row, its identity or a list of these, and a function:"
        + " rs:update(3, function(row) row.score = 5 end)"
    ),
    Words(
      .editsWithoutFunction(value: "the integer 5"), .argument,
      "batch takes a function that edits the set, not the integer 5"
    ),
    Words(
      .followWithoutRequest(value: "the integer 5"), .argument,
      "follow takes a request: rs:follow(Player:where { name = \"Bob\" }), not the integer 5"
    ),
    Words(
      .moveOptionsNotATable(value: "the integer 5"), .argument,
      "move: options are a table, as in { silent = true }, not the integer 5"
    ),
    Words(.noMoveOption(name: "scor"), .argument, "move: unknown option 'scor'. The only option is silent"),
    Words(
      .moveSilentNotAFlag(value: "the integer 5"), .argument,
      "move: option 'silent' is true or false, not the integer 5"
    ),
    Words(
      .editedRequest(word: "where"), .state,
      "where: a result set of a request shows what is in the database. Change the objects, and it follows"
    ),
    Words(.notRows(word: "where", value: "the integer 5"), .argument, "where takes a list of rows, not the integer 5"),
    Words(
      .removeWithoutRow, .argument,
      "remove takes a row, its identity, a list of these, or a position: rs:remove(1, 2)"
    ),
    Words(
      .removeAtWithoutPositions(value: "the integer 5"), .argument,
      "remove_at takes a list of positions: { { 1, 1 }, { 2, 3 } }, not the integer 5"
    ),
    Words(.notAPosition(value: "the integer 5"), .argument, "a position is { section, row }, not the integer 5"),
    Words(
      .removeSectionsWithoutSections, .argument,
      "remove_sections takes sections by number or name: rs:remove_sections(1, 3)"
    ),
    Words(
      .noSection(section: 3, summary: "3 rows in 1 section"), .argument,
      "there is no section 3. The list has 3 rows in 1 section"
    ),
    Words(
      .notASection(value: "the integer 5"), .argument,
      "remove_sections takes sections by number or name, not the integer 5"
    ),
    Words(
      .noFunctionInSet(word: "where"), .state,
      "where: the set has no function for it. Say it in the set: where = function(row) … end"
    ),
    Words(
      .notARange(word: "where", first: 3, last: 2), .argument, "where takes the first and the last row, not 3 and 2"),
    Words(
      .notAResultSet(value: "the integer 5"), .argument,
      "a result set was expected, not the integer 5. Write ':' before the method"
    ),
    Words(
      .notAPlaceInSet(word: "where", value: "the integer 5"), .argument,
      "where takes places, which are whole numbers from 1, not the integer 5"
    ),
    Words(
      .observeWithoutChanges(value: "the integer 5"), .argument,
      "observe takes a function of the changes, or { will = function, did = function }, not the integer 5"
    ),
    Words(.assignedSnapshot, .state, "a snapshot stays what it was: nothing can be assigned to it"),
    Words(.assignedRequest, .state, "a result set of a request shows what is in the database: save or delete its rows"),
    Words(
      .assignedResultSet, .state, "nothing can be assigned to a result set: its rows come with insert, update, apply"),
    Words(
      .noMember(name: "scor", isSnapshot: false, candidates: ["score", "name"]), .query,
      "a result set has no member 'scor'. Did you mean 'score'?"
    ),
    Words(
      .noPlanMember(name: "sq", candidates: ["losses", "sql"]), .query,
      "the plan of a migration has no member 'sq'. Did you mean 'sql'? It has losses, sql; # counts its steps, and it prints"
    ),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<MethodError>) {
    #expect(row.mistake.message == row.message)
    #expect(row.mistake.kind == row.kind)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Scripting/Methods/MethodError.swift")))
  }
}
