import Model
import Requests
import TestSupport
import Testing

@Suite struct RequestErrorWordsTests {
  private static let table: [Words<RequestError>] = [
    Words(.view(entity: "Player"), .state, "Player is a view: it cannot be written"),
    Words(
      .stillReferred(entity: "Player", users: ["score", "name"]), .constraint,
      "Player: nothing was deleted: rows of score or name still refer to some of these"
    ),
    Words(
      .secondCondition(word: "where", isTable: true, value: "the integer 5"), .argument,
      "where takes one table of conditions: the integer 5 is one too many. Say where again for another condition"
    ),
    Words(
      .incompleteTriple(word: "where", path: "team.scor"), .argument,
      "where takes a field, an operator and a value: where(\"team.scor\", \"==\", …)"
    ),
    Words(
      .incompleteTriple(word: "where", path: "age > ?"), .argument,
      "where: a predicate as text takes its values by name: where(\"age >= low\", { low = 20 })"
    ),
    Words(
      .textForObject(word: "where", relation: "team", target: "Team", value: "'Red'", field: "name"), .argument,
      "where: team leads to a Team, and 'Red' is neither one nor its key. Say [\"team.name\"] for a field of it"
    ),
    Words(
      .fieldOfRows(entity: "Player", field: "age"), .query,
      "this is a request for rows of Player, and 'age' is a field of each: say request:pluck \"age\" for all values, or"
        + " request:first().age for one"
    ),
    Words(
      .testWithoutField(word: "where"), .argument,
      "where: a test is asked of a field: where { age = is.at_least(18) }"
    ),
    Words(
      .notACondition(word: "where", value: "the integer 5"), .argument,
      "where takes a table of conditions, a predicate as text, (field, operator, value) or a function, not the"
        + " integer 5"
    ),
    Words(
      .conditionWithoutField(word: "where"), .argument,
      "where: conditions need the name of a field: where { age = 20 }"
    ),
    Words(
      .emptyConditions(word: "where"), .argument,
      "where {} says nothing (a field = nil leaves no trace in a table). Say all(), or field = null"
    ),
    Words(
      .nameInList(word: "where", path: "team.scor", name: "name", mayBeJSON: false), .argument,
      "where: team.scor takes a value, a list or a test, and 'name' has no place in a list."
    ),
    Words(
      .nameInList(word: "where", path: "j", name: "a", mayBeJSON: true), .argument,
      "where: j takes a value, a list or a test, and 'a' has no place in a list. If it holds JSON, declare j = json {}"
    ),
    Words(
      .nameInList(word: "where", path: "age", name: "gt", mayBeJSON: false), .argument,
      "where: age takes a value, a list or a test, and 'gt' has no place in a list. Say age = is.greater(18)"
    ),
    Words(
      .unstorable(word: "where", path: "team.scor", reason: "the reason"), .argument, "where: team.scor: the reason"),
    Words(
      .incomparable(path: "team.scor", type: "boolean", value: "the integer 5"), .argument,
      "team.scor is boolean: it cannot be compared with the integer 5"
    ),
    Words(.testWithoutValue(test: "between"), .argument, "is.between needs a value: is.between(…)"),
    Words(
      .notAFieldCondition(path: "team.scor", value: "the integer 5"), .argument,
      "team.scor: a condition is a value, a list, null or a test (is.…), not the integer 5"
    ),
    Words(
      .testOfCompoundKey(relation: "team"), .argument,
      "team: a test compares one value, and not what team refers to: where { team = { a, b } } asks for one of"
        + " several objects"
    ),
    Words(
      .otherEntity(relation: "team", target: "Team", entity: "Umpire"), .argument,
      "team: a Team was expected, not an Umpire"
    ),
    Words(
      .notARelated(relation: "team", target: "Team", value: "the integer 5"), .argument,
      "team: a Team was expected, not the integer 5"
    ),
    Words(
      .relatedIsNotSaved(relation: "team", target: "Team"), .state, "team: this Team is not saved: it has no key yet"),
    Words(
      .operatorNotText(word: "where", value: "the integer 5"), .argument,
      "where: an operator is text, such as \">=\", not the integer 5"
    ),
    Words(.testTakesNothing(test: "even"), .argument, "is.even: takes nothing"),
    Words(
      .comparedWithNil(name: "scor", symbol: "<"), .argument,
      "scor < nil: nothing compares with NULL except == and ~="
    ),
    Words(.comparedObject(name: "scor", symbol: "<"), .argument, "scor <: an object compares with == and ~= only"),
    Words(
      .unknownOperator(word: "where", symbol: "scor", candidates: ["score", "name"]), .argument,
      "where: there is no operator 'scor'. Did you mean 'score'? Operators are == ~= < <= > >= and the names of tests"
    ),
    Words(
      .tooManyConditions(word: "where", limit: 3), .query,
      "where: more than 3 conditions follow each other. For one of many values give a list: where { name = { … } }"
    ),
    Words(
      .requestsTooDeep(limit: 3), .query,
      "more than 3 requests stand in each other's conditions: fetch() some of them first"
    ),
    Words(
      .tooDeepConditions(word: "where", limit: 3), .query,
      "where: conditions are nested more than 3 deep, by where behind or_where"
    ),
    Words(
      .listOfOthers(word: "where", value: "the integer 5"), .argument,
      "where: a list of values holds plain values, not the integer 5"
    ),
    Words(
      .nilInList(word: "where", place: 3), .argument,
      "where: value 3 of a list is nil. Is a name misspelt? NULL is written null"
    ),
    Words(.tooManyCalls, .state, "too many functions call each other"),
    Words(
      .noGroupMethod(name: "scor", candidates: ["score", "name"]), .query,
      "groups have no method 'scor'. Did you mean 'score'?"
    ),
    Words(
      .madeBeforeMigration(entity: "Item"), .state,
      "this request of Item was made before a migration after which stored values mean something else: make it again"),
    Words(
      .rowsAreBeingRead, .state, "these rows are being read already: a function of a request cannot go on with them"),
    Words(.updateWithoutNames, .argument, "update takes names and values: update { score = 3 }"),
    Words(
      .updateWithQuotient(field: "price"), .argument,
      "price: '/' in a text gives a number, which is not exact. A function divides decimals:"
        + " update { price = function(row) return row.… / … end }"
    ),
    Words(
      .updateOfNoNumber(entity: "T", key: "1", field: "n", value: "'old'"), .argument,
      "T 1: n: nothing is reckoned with 'old', and what is stored would be lost: leave such rows out, or let a"
        + " function say what becomes of them"
    ),
    Words(.emptyUpdate, .argument, "update {} changes nothing (nil leaves no trace: say null)"),
    Words(.updatedTwice(name: "scor"), .argument, "update: 'scor' is given twice, by its relation too"),
    Words(
      .updatedKey(name: "scor", entity: "Player"), .argument,
      "update: 'scor' is the key of Player: many rows cannot have one"
    ),
    Words(
      .updatedReadonly(entity: "Player", name: "scor"), .validation,
      "Player: scor: is readonly: it can be set once, before the object is saved"
    ),
    Words(
      .updatedTransient(name: "scor", entity: "Player"), .argument,
      "update: field 'scor' of Player is transient: it is never stored, so no row has it"
    ),
    Words(
      .updateWithOther(relation: "team", target: "Team", value: "the integer 5"), .argument,
      "update: team: a Team was expected, not the integer 5"
    ),
    Words(
      .updateWithUnsaved(relation: "team", target: "Team"), .state,
      "update: team: this Team is not saved here: it has no key yet"
    ),
    Words(.pageOfLimited, .query, "page cuts the rows itself: leave limit and offset out"),
    Words(.notACursor(text: "text"), .argument, "page: 'text' is no cursor: give what a page has returned"),
    Words(.otherCursor, .argument, "page: this cursor is of another order or entity: page through one request alone"),
    Words(.noPlanMember(name: "scor"), .query, "a plan has no member 'scor'. It has sql and tree, and prints"),
    Words(.predicate(word: "where", reason: "the reason"), .query, "where: the reason"),
    Words(
      .parametersWithoutNames(word: "where"), .argument,
      "where: parameters have names: where(\"age >= low\", { low = 20 })"
    ),
    Words(
      .notAParameter(parameter: ":low", value: "the integer 5"), .argument,
      ":low is a value, a list, null or an object, not the integer 5"
    ),
    Words(
      .pushdownOption(word: "where", value: "the integer 5"), .argument,
      "where: option 'pushdown' is true or false, not the integer 5"
    ),
    Words(
      .rowsBeforeRun, .query,
      "a request has no rows before it has run: say request:fetch(), or for row in request:iterate() do"
    ),
    Words(
      .noRequestMethod(name: "scor", candidates: ["score", "name"], entity: "Player"), .query,
      "a request has no method 'scor'. Did you mean 'score'?"
    ),
    Words(
      .noRequestMethod(name: "update_or_create", candidates: ["update", "get_or_create"], entity: "Player"), .query,
      "a request has no method 'update_or_create'. Say db:add(x, { upsert = true, on = \"field\" })"
    ),
    Words(
      .noRequestMethod(name: "having", candidates: ["where", "group_by"], entity: "Player"), .query,
      "a request has no method 'having'. Say Player:group_by(\"team\"):aggregate { n = \"count\" }:having \"n > 1\""
    ),
    Words(
      .notAValue(word: "get_or_create", field: "age", value: "a test"), .argument,
      "get_or_create: age must be a value that a new object can have, not a test"
    ),
    Words(
      .scopeGivesNoRequest(entity: "Player", name: "adults", found: "the integer 5"), .query,
      "the scope 'adults' of Player must return a request of Player, such as self:where { … }, not the integer 5"
    ),
    Words(
      .scopeLeavesRequest(entity: "Player", name: "adults"), .query,
      "the scope 'adults' of Player returns a request that does not go on from self, so that what was asked before would"
        + " be lost: write self:where { … }"
    ),
    Words(
      .lengthBeforeRun, .query, "a request has no length before it has run: say request:count(), or #request:fetch()"),
    Words(
      .notARequest(value: "the integer 5"), .argument,
      "a request was expected, not the integer 5. Write ':' before the method"
    ),
    Words(
      .aggregateTooLarge(aggregate: "sum", entity: "Player", path: "team.scor"), .query,
      "sum of Player.team.scor is larger than an integer can be"
    ),
    Words(
      .aggregateTooLarge(aggregate: "sum", entity: "Player", path: nil), .query,
      "sum of what a function of Player gives is larger than an integer can be"
    ),
    Words(
      .sumsTooLarge(names: ["Game.score", "Game.n"]), .query,
      "one of the sums of Game.score, Game.n is larger than an integer can be"
    ),
    Words(
      .decimalsTooLong(aggregate: "sum", field: "price"), .query,
      "sum of price has more than the 38 digits of a decimal"
    ),
    Words(
      .computedBesideDecimals(value: "the number 0.0", isFloat: true), .argument,
      "a function that gives decimals gives only integers and nil beside them, not the number 0.0, which is not exact:"
        + " write 0, or decimal \"0.5\""
    ),
    Words(
      .computedBesideDecimals(value: "the boolean true", isFloat: false), .argument,
      "a function that gives decimals gives only integers and nil beside them, not the boolean true"
    ),
    Words(
      .reckonsWithText(member: "z"), .argument,
      "arithmetic takes numbers: 'z' gives a text. Let its function give tonumber(text)"),
    Words(.aggregateOfTexts(aggregate: "sum"), .argument, "sum takes numbers: this function gives texts"),
    Words(
      .aggregateOfTruths(aggregate: "sum"), .argument,
      "sum takes numbers: this function gives truths. Let it give 1 and 0, or count with where(function)"),
    Words(.filterTestWithoutValue(test: "between"), .argument, "filter: is.between needs a value first"),
    Words(
      .filterTestOfValue(test: "is.even"), .argument,
      "filter: is.even tests the value of a field: say of which one, as in filter { name = is.even }"
    ),
    Words(.onlyObjectsLeadOn, .query, "only objects of entities lead to other rows"),
    Words(
      .notAPlainValue(path: "team.scor", value: "the integer 5"), .type,
      "team.scor: a condition is asked of plain values, not of the integer 5"
    ),
    Words(.fieldRefuses(field: "score", reason: "the reason"), .type, "score: the reason"),
    Words(
      .noMember(value: "the integer 5", name: "scor"), .argument,
      "the integer 5 has no 'scor': rows are objects or tables"
    ),
    Words(
      .unsortable(value: "the integer 5"), .type,
      "rows are sorted by nil, booleans, numbers, texts or decimals, not by the integer 5"
    ),
    Words(
      .mixedKeys(one: "numbers", other: "texts"), .type,
      "rows cannot be sorted by numbers here and texts there: keys are of one kind (tostring(…) makes texts of all)"
    ),
    Words(
      .sortOptionsNotATable(word: "where", value: "the integer 5"), .argument,
      "where: the second argument is a table of options, not the integer 5"
    ),
    Words(
      .comparatorWithOptions(word: "where"), .argument,
      "where: a function of two rows decides all by itself: it takes no options"
    ),
    Words(
      .noSortOption(word: "where", name: "scor", candidates: ["score", "name"]), .argument,
      "where: there is no option 'scor'. Did you mean 'score'? Options are score and name"
    ),
    Words(
      .sortOption(word: "where", name: "numeric", choice: "true or false", value: "the integer 5"), .argument,
      "where: option 'numeric' is true or false, not the integer 5"
    ),
    Words(
      .orderWithoutKey(word: "where"), .argument, "where needs the name of a field or a function: where(\"-score\")"),
    Words(
      .notAnOrder(word: "where", value: "the integer 5"), .argument,
      "where: an order is the name of a field (\"-score\"), asc(…), desc(…) or a function, not the integer 5"
    ),
    Words(
      .comparatorParameters(word: "where", count: 3), .argument,
      "where: a function of an order has one parameter (it gives a key) or two (whether the first row comes"
        + " first), not 3"
    ),
    Words(.notAStatement(value: "the integer 5"), .argument, "a statement is text, not the integer 5"),
    Words(.missingParameter(parameter: ":low"), .argument, "there is no value for ':low' (null says NULL)"),
    Words(
      .noParameter(name: "scor", candidates: ["score", "name"]), .argument,
      "the statement has no parameter ':scor'. Did you mean 'score'?"
    ),
    Words(
      .parameterNotPlain(parameter: ":low", value: "the integer 5"), .argument,
      "value :low must be plain (a number, text, true, false or null), not the integer 5"
    ),
    Words(
      .missingColumn(column: "score", entity: "Player"), .query,
      "the statement answers no column 'score', which Player needs. Select *"
    ),
    Words(
      .testOfMany(word: "where", path: "team.scor"), .argument,
      "where: team.scor leads to rows, which no test but is.present and is.absent is for: name a field of them,"
        + " as in [\"team.scor.…\"]"
    ),
    Words(
      .functionOfMany(word: "where", path: "team.scor"), .query,
      "where: team.scor: a function tests the rows of the request, not those that they lead to"
    ),
    Words(
      .computedOther(value: "a table"), .argument,
      "a function gives a number, a text, true, false, a decimal or nil here, not a table"
    ),
    Words(
      .memberOfItself(entity: "Player", name: "full"), .argument,
      "Player: 'full' was computed by annotate, and its function reads it again: read the fields that it is made of"
    ),
    Words(
      .annotatedTooMuch(name: "z", limit: 4000), .argument,
      "annotate: 'z' has more than 4000 parts once what it names is spelled out. Compute it in fewer steps, or by a function"
        + " of the row"
    ),
    Words(
      .annotatedOther(name: nil), .argument,
      "annotate takes a table of names, each with an expression as text or a function: annotate { played = \"count games\" }"
    ),
    Words(
      .annotatedTwice(entity: "Player", name: "age"), .argument,
      "annotate: Player has a member 'age' already: name what is computed otherwise"
    ),
    Words(
      .annotatedGathering(text: "kids.price"), .argument,
      "annotate: list kids.price: a list is of texts, numbers, words, truths, days or moments of related rows: read anything"
        + " else of the relation itself"
    ),
    Words(
      .emptyTable(word: "where", path: "games"), .argument,
      "where: games: {} is neither objects nor a condition: ask is.one_of(list) where a list may be empty, or is.present"
    ),
    Words(
      .mixedTable(word: "where", path: "games", name: "score"), .argument,
      "where: games: a table is a list of objects or a condition with names, not both: 'score' stands beside elements"
        + " without a name"
    ),
    Words(
      .requestOfOther(relation: "team", target: "Team", entity: "Player"), .argument,
      "team: a request for rows of Team was expected, not of Player"
    ),
    Words(
      .requestOfOther(relation: "team", target: "Team", entity: "Player", selected: ["age"]), .argument,
      "team: a request for rows of Team was expected, not for 'age' of Player"
    ),
    Words(
      .requestOfOther(relation: "team", target: "Team", entity: "Team", selected: ["name"]), .argument,
      "team: a request for rows of Team was expected, not for 'name' of Team: leave select out"
    ),
    Words(
      .requestWithoutColumn(path: "age", entity: "Player"), .argument,
      "age: which value of Player is meant? Name one: request:select \"…\""
    ),
    Words(
      .requestOfColumns(path: "age", count: 2), .argument,
      "age: a request has one value here, not 2: select one field"
    ),
    Words(
      .requestOfComputed(path: "age", entity: "Player", selected: "id", name: "n"), .argument,
      "age: a request has one value here, not 'id' and the computed 'n'. Give the values of the one that is meant:"
        + " is.one_of(Player:…:pluck \"n\")"
    ),
    Words(
      .requestOfOtherType(path: "age", type: "integer", other: "name", otherType: "text"), .argument,
      "age is integer: it cannot be compared with 'name', which is text"
    ),
    Words(
      .testOfManyKeys(relation: "team", target: "Team", count: 3), .argument,
      "team: Team has a key of 3 fields: a test compares one value"
    ),
    Words(
      .written(word: "where", text: "a, b", reason: "it is two"), .argument, "where: sql(\"a, b\"): it is two"
    ),
    Words(
      .writtenWindow(word: "where", text: "rank() OVER ()"), .argument,
      "where: sql(\"rank() OVER ()\") looks at all rows: annotate { name = … } makes it a member, which can be asked for"
    ),
    Words(
      .writtenAggregate(word: "annotate", text: "count(*)"), .argument,
      "annotate: sql(\"count(*)\") is one value of all rows: values gives it alone, and with OVER () behind it each row has"
        + " it"
    ),
    Words(
      .writtenInMemory(word: "filter", text: "a > 1"), .argument,
      "filter: sql(\"a > 1\") is asked of the database, and these rows are in memory: say it in the request, with where,"
        + " sorted_by or annotate"
    ),
    Words(
      .windowOfAsked(text: "rank() OVER ()"), .argument,
      "sql(\"rank() OVER ()\") looks at all rows that are selected, and a function selects them row by row: say the"
        + " condition with tests or as text"
    ),
    Words(.writtenRows(reason: "it is empty"), .argument, "from_sql: it is empty"),
    Words(
      .rowsWithoutKey(entity: "Player", column: "id"), .argument,
      "from_sql: the rows of Player need 'id', by which they are told apart: let the SELECT have that column"
    ),
    Words(
      .columnOfMember(entity: "Player", name: "team"), .argument,
      "from_sql: Player has a member 'team' already: name the column otherwise, with AS"
    ),
    Words(
      .changedRowsOfSelect(entity: "Player"), .state,
      "Player: rows that a SELECT of from_sql gives can be read, and not updated or deleted: say that of a request for the"
        + " table"
    ),
    Words(
      .pageOfWindow, .argument,
      "page: a row's place in an order by a window changes with the rows before it: say limit and offset"
    ),
  ]

  @Test(arguments: table) func `a mistake says in full what is wrong`(_ row: Words<RequestError>) {
    #expect(row.mistake.message == row.message)
    #expect(row.mistake.kind == row.kind)
  }

  @Test func `every case has its row`() throws {
    #expect(Set(Self.table.map(\.caseName)) == (try cases(declaredIn: "Requests/RequestError.swift")))
  }
}
