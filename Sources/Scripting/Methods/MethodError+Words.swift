import Encodings
import Model
import Schema

extension MethodError {
  package var kind: ScriptError.Kind {
    switch self {
    case .openInTransaction, .closeInTransaction, .unsavedIsNotObserved, .notOfAnObject, .notOfTheRelation, .noLinks,
      .bareLinks, .rereadInMemory, .editedRequest, .noFunctionInSet, .assignedSnapshot, .assignedRequest,
      .assignedResultSet:
      .state
    case .noMember, .noPlanMember: .query
    default: .argument
    }
  }

  package var message: String {
    switch self {
    case .notADatabase(let value):
      "a database was expected, not \(value). Write ':' before the method"
    case .reflectWithoutPath(let value):
      "reflect takes the path of a model, or nothing, not \(value)"
    case .batchWithoutFunction(let value):
      "batch takes a function, not \(value)"
    case .transactionWithoutFunction(let value):
      "transaction takes a function, not \(value)"
    case .transactionOptions(let value):
      "transaction: options are a table, as in { retry = 3 }, not \(value)"
    case .transactionOption(let option, let value):
      TransactionOptions.names.contains(option)
        ? "transaction: retry is how often it is run again at most, from 0 to 1000, not \(value)"
        : "transaction: unknown option \(quotedExcerpt(option))."
          + optionAdvice(for: option, in: TransactionOptions.names)
    case .openWithoutPath(let value):
      "open takes a path, not \(value)"
    case .openInTransaction:
      "open: a transaction is open, which would be lost: commit or roll it back first"
    case .closeInTransaction:
      "close: a function runs in a transaction, which would be lost: close the database when it is over"
    case .onWithoutDatabase(let value):
      "on takes a database, as open(…) gives it, not \(value)"
    case .decodeWithoutText(let value):
      "decode takes a text and the name of a format, not \(value)"
    case .notAList(let value):
      "a list of objects was expected, not \(value). Write ':' before the method"
    case .havingFunction:
      "having takes tests or a predicate as text, not a function"
    case .groupsSortedByFunction:
      "sorted_by of groups takes names of their values, not a function"
    case .notGroups(let value):
      "groups were expected, not \(value). Write ':' before the method"
    case .groupByWithoutFields:
      "group_by takes names of fields: group_by(\"team\")"
    case .aggregateWithoutTable(let value):
      "aggregate takes a table: aggregate { players = \"count\" }, not \(value)"
    case .aggregateWithoutName:
      "aggregate: a name and what it counts: { mean = \"avg score\" }"
    case .noAggregate(let name, let candidates):
      "aggregate: there is no \(quotedExcerpt(name)).\(called(name, candidates)) There are"
        + " \(candidates.joined(separator: ", "))"
    case .expressionAsAggregate(let text):
      "aggregate: \(quotedExcerpt(text)) is an expression: before it stands what is made of it, as in \"sum price * 2\""
    case .aggregateOfManyRows(let method, let text, let target, let example):
      "\(method): \(quotedExcerpt(text)) leads to many rows: "
        + (example.map { "say first what is made of them for each row, as in \($0)" }
          ?? "ask \(target) itself, as in \(target):group_by(…):aggregate { … }")
    case .aggregateWithoutField(let word, let name):
      "aggregate: \(word) needs a field: { \(name) = \"\(word) score\" }"
    case .notObjects(let value):
      "a list of objects was expected, not \(value)"
    case .notAKey(let word, let value):
      "\(word) takes the name of a field or a function, not \(value)"
    case .relationIsNoField(let entity, let name, let advice):
      "\(entity).\(name) is a relation, no field: \(advice.words(name))"
    case .observeWithoutFunction:
      "observe takes the name of a field and a function: p:observe(\"name\", function(new, old) … end)"
    case .unsavedIsNotObserved(let entity):
      "this \(entity) is not saved: there is nothing to observe yet"
    case .transientIsNotObserved(let field):
      "\(field) is transient: no commit changes it"
    case .assignWithoutTable(let value):
      "assign takes a table of values, not \(value)"
    case .notABoolean(_, let name, _, let entity, true):
      "toggle takes the name of a boolean field, and \(entity).\(name) is not declared as one: declare"
        + " \(name) = boolean {}"
    case .notABoolean(let value, let name, let candidates, let entity, false):
      "toggle takes the name of a boolean field, not"
        + " \(value).\(suggestion(for: name, in: candidates))\(choice(candidates, entity))"
    case .insertWithoutPlace:
      "insert takes an object and its place: insert(g, 1)"
    case .notOfAnObject(let word, let entity) where ["create", "get_or_create"].contains(word):
      "\(word) makes an object of an entity or of a relation, as in \(entity):\(word)(…) and team.players:\(word)(…): this is a"
        + " request for rows of \(entity)"
    case .notOfAnObject(let word, let entity):
      "\(word) changes the relation of an object, as in team.players:\(word)(…): this is a request for \(entity)."
        + " db:add(…) and db:delete(…) are for objects themselves"
    case .notOfTheRelation(let word, let relation, let name):
      "\(word): this is a request for some rows of \(relation): say it of \(name) itself"
    case .notAPlace(let word, let value):
      "\(word) takes a place from 1 on, not \(value)"
    case .noLinks(let relation, let target):
      "\(relation) has no links: the key is in \(target) itself"
    case .bareLinks(let relation):
      "\(relation) has links without fields of their own, which are no objects. Say through = \"Entity\" in its"
        + " definition to have some"
    case .observeWithoutRowsFunction(let value):
      "observe takes a function of the rows, not \(value)"
    case .pageOption(let option, let choice, let value):
      "page: option '\(option)' is \(choice), not \(value)"
    case .noPageOption(let option, let candidates):
      "page: unknown option \(quotedExcerpt(option)).\(optionAdvice(for: option, in: candidates))"
    case .pageSize(let rows):
      "page takes a number of rows, not the integer \(rows)"
    case .sectionedByWithoutName:
      "sectioned_by takes the name of a field, initial \"name\", or a function of the row"
    case .resultsWithoutTable(let value):
      "results takes a table of options, not \(value)"
    case .noResultsOption(let name, let candidates, let isOfRequest):
      "results: unknown option '\(name)'.\(optionAdvice(for: name, in: candidates))"
        + (isOfRequest ? ". That is the request's to say: where, sorted_by, sectioned_by" : "")
    case .withWithoutRelations:
      "with takes names of relations: with(\"team\")"
    case .selectedExpression(let text, let entity):
      "select takes fields, and \(quotedExcerpt(text)) is an expression: values gives what it is of each row, and pluck what a"
        + " condition compares with, as in is.one_of(\(entity):pluck \"…\")"
    case .selectedMember(let name, let isRelated):
      isRelated
        ? "select takes fields of the rows themselves: \(quotedExcerpt(name)) is one of a related row. Select first, then"
          + " annotate: select(…):annotate { \(name.replacing(".", with: "_")) = \"\(name)\" }"
        : "select takes fields: \(quotedExcerpt(name)) is annotated. Select first, then annotate:"
          + " select(…):annotate { \(name) = … }"
    case .notASelectedField(let value):
      "select takes names of fields, not \(value)"
    case .selectWithoutFields:
      "select takes names of fields: select(\"name\", \"age\")"
    case .notACount(let word, let value):
      "\(word) takes a number of rows, not \(value)"
    case .getOrCreateWithoutTable(let value):
      "get_or_create takes a table of values to look for, and one of values for a new object, not \(value)"
    case .eachWithoutFunction(let value):
      "each takes a function, not \(value)"
    case .updateWithoutValues(let value):
      "update takes a table of values: update { score = 3 }, not \(value)"
    case .fetchWithoutOptions(let value):
      "fetch takes nothing, or options: fetch { pushdown = false }, not \(value)"
    case .fetchOption(let name, let value):
      name == "pushdown"
        ? "fetch: option 'pushdown' is true or false, not \(value)"
        : "fetch: unknown option \(quotedExcerpt(name)).\(optionAdvice(for: name, in: ["pushdown"]))"
    case .aggregateOfNoField(let aggregate, let value):
      "\(aggregate) takes the name of a field, not \(value)"
    case .pluckedNames(let asRows):
      asRows
        ? "values takes fields, expressions and functions, one after another"
        : "pluck takes one field, expression or function"
    case .rereadInMemory(let word):
      "\(word): a result set in memory shows what it was given; one of a request can be read anew"
    case .watchOptions:
      "watch takes { seconds = how long, changes = how many }, or nothing: then Ctrl-C ends it"
    case .updateWithoutRow:
      "update takes a row, its identity or a list of these, and a function:"
        + " rs:update(3, function(row) row.score = 5 end)"
    case .editsWithoutFunction(let value):
      "batch takes a function that edits the set, not \(value)"
    case .followWithoutRequest(let value):
      "follow takes a request: rs:follow(Player:where { name = \"Bob\" }), not \(value)"
    case .moveOptionsNotATable(let value):
      "move: options are a table, as in { silent = true }, not \(value)"
    case .noMoveOption(let name):
      "move: unknown option \(quotedExcerpt(name)).\(optionAdvice(for: name, in: ["silent"]))"
    case .moveSilentNotAFlag(let value):
      "move: option 'silent' is true or false, not \(value)"
    case .editedRequest(let word):
      "\(word): a result set of a request shows what is in the database. Change the objects, and it follows"
    case .notRows(let word, let value):
      "\(word) takes a list of rows, not \(value)"
    case .removeWithoutRow:
      "remove takes a row, its identity, a list of these, or a position: rs:remove(1, 2)"
    case .removeAtWithoutPositions(let value):
      "remove_at takes a list of positions: { { 1, 1 }, { 2, 3 } }, not \(value)"
    case .notAPosition(let value):
      "a position is { section, row }, not \(value)"
    case .removeSectionsWithoutSections:
      "remove_sections takes sections by number or name: rs:remove_sections(1, 3)"
    case .noSection(let section, let summary):
      "there is no section \(section). The list has \(summary)"
    case .notASection(let value):
      "remove_sections takes sections by number or name, not \(value)"
    case .noFunctionInSet(let word):
      "\(word): the set has no function for it. Say it in the set: \(word) = function(row) … end"
    case .notARange(let word, let first, let last):
      "\(word) takes the first and the last row, not \(first) and \(last)"
    case .notAResultSet(let value):
      "a result set was expected, not \(value). Write ':' before the method"
    case .notAPlaceInSet(let word, let value):
      "\(word) takes places, which are whole numbers from 1, not \(value)"
    case .observeWithoutChanges(let value):
      "observe takes a function of the changes, or { will = function, did = function }, not \(value)"
    case .assignedSnapshot:
      "a snapshot stays what it was: nothing can be assigned to it"
    case .assignedRequest:
      "a result set of a request shows what is in the database: save or delete its rows"
    case .assignedResultSet:
      "nothing can be assigned to a result set: its rows come with insert, update, apply"
    case .noMember(let name, let isSnapshot, let candidates):
      "a \(isSnapshot ? "snapshot" : "result set") has no member '\(name)'.\(suggestion(for: name, in: candidates))"
    case .noPlanMember(let name, let candidates):
      "the plan of a migration has no member '\(name)'.\(suggestion(for: name, in: candidates)) It has"
        + " \(candidates.joined(separator: ", ")); # counts its steps, and it prints"
    }
  }
}

extension MethodError.ObservingAdvice {
  fileprivate func words(_ relation: String) -> String {
    switch self {
    case .ofRows: "observe its rows: p.\(relation):observe(function(list) … end)"
    case .ofKey(let field):
      "observe the field that holds its key: p:observe(\"\(field)\", function(new, old) … end)"
    case .ofHolder(let entity):
      "observe \(entity), which holds the key: \(entity):where { … }:observe(function(list) … end)"
    }
  }
}

/// The names that there are, or the entity that has none.
private func choice(_ names: [String], _ entity: String) -> String {
  names.isEmpty ? " \(entity) has none" : " There are \(names.joined(separator: ", "))"
}

/// What `sum(total)` is here, where it names an aggregate; else the nearest.
private func called(_ name: String, _ candidates: [String]) -> String {
  let parts = name.split(separator: "(", maxSplits: 1)
  guard parts.count == 2, let word = parts.first.map({ $0.lowercased() }), candidates.contains(word),
    parts[1].last == ")"
  else { return suggestion(for: name, in: candidates) }
  let inner = parts[1].dropLast()
  if ["count", "sum"].contains(word), inner.contains(",") {
    return
      " Some of the rows are counted by \"sum if(won, 1, 0)\", some related ones by \"sum sum(if(games.won, 1, 0))\"."
  }
  return " Say \"\(word)\(inner.isEmpty || inner == "*" ? "" : " " + inner)\"."
}
