import Encodings
import LuaRuntime
import Model
import Schema
import Store

extension RequestError {
  package var kind: ScriptError.Kind {
    switch self {
    case .view, .changedRowsOfSelect, .relatedIsNotSaved, .tooManyCalls, .rowsAreBeingRead, .updateWithUnsaved,
      .madeBeforeMigration:
      .state
    case .stillReferred: .constraint
    case .tooManyConditions, .tooDeepConditions, .requestsTooDeep, .noGroupMethod, .pageOfLimited, .noPlanMember,
      .predicate,
      .rowsBeforeRun, .noRequestMethod, .fieldOfRows, .scopeGivesNoRequest, .scopeLeavesRequest, .lengthBeforeRun,
      .aggregateTooLarge, .sumsTooLarge, .decimalsTooLong,
      .onlyObjectsLeadOn, .missingColumn,
      .functionOfMany:
      .query
    case .updatedReadonly: .validation
    case .notAPlainValue, .fieldRefuses, .unsortable, .mixedKeys: .type
    default: .argument
    }
  }

  package var message: String {
    switch self {
    case .view(let entity):
      "\(entity) is a view: it cannot be written"
    case .stillReferred(let entity, let users):
      "\(entity): nothing was deleted: rows of \(users.joined(separator: " or ")) still refer to some of these"
    case .secondCondition(let word, let isTable, let value):
      "\(word) takes one \(isTable ? "table of conditions" : "function"): \(value) is one too many. Say \(word)"
        + " again for another condition"
    case .incompleteTriple(let word, let path):
      path.isPredicate
        ? "\(word): a predicate as text takes its values by name: \(word)(\"age >= low\", { low = 20 })"
        : "\(word) takes a field, an operator and a value: \(word)(\"\(path)\", \"==\", …)"
    case .testWithoutField(let word):
      "\(word): a test is asked of a field: \(word) { age = is.at_least(18) }"
    case .notACondition(let word, let value):
      "\(word) takes a table of conditions, a predicate as text, (field, operator, value) or a function, not \(value)"
    case .conditionWithoutField(let word):
      "\(word): conditions need the name of a field: \(word) { age = 20 }"
    case .emptyConditions(let word):
      "\(word) {} says nothing (a field = nil leaves no trace in a table). Say all(), or field = null"
    case .nameInList(let word, let path, let name, let mayBeJSON):
      "\(word): \(path) takes a value, a list or a test, and '\(name)' has no place in a list."
        + (ForeignWords.entry(for: name, at: .test).map { " Say \(path) = \($0.example)" }
          ?? (mayBeJSON ? " If it holds JSON, declare \(path) = json {}" : ""))
    case .unstorable(let word, let path, let reason):
      "\(word): \(path): \(reason)"
    case .incomparable(let path, let type, let value):
      "\(path) is \(type): it cannot be compared with \(value)"
    case .testWithoutValue(let test):
      "is.\(test) needs a value: is.\(test)(…)"
    case .notAFieldCondition(let path, let value):
      "\(path): a condition is a value, a list, null or a test (is.…), not \(value)"
    case .testOfCompoundKey(let relation):
      "\(relation): a test compares one value, and not what \(relation) refers to: where { \(relation) = { a, b }"
        + " } asks for one of several objects"
    case .otherEntity(let relation, let target, let entity):
      "\(relation): \(withArticle(target)) was expected, not \(withArticle(entity))"
    case .notARelated(let relation, let target, let value):
      "\(relation): \(withArticle(target)) was expected, not \(value)"
    case .relatedIsNotSaved(let relation, let target):
      "\(relation): this \(target) is not saved: it has no key yet"
    case .operatorNotText(let word, let value):
      "\(word): an operator is text, such as \">=\", not \(value)"
    case .testTakesNothing(let test):
      "is.\(test): takes nothing"
    case .comparedWithNil(let name, let symbol):
      "\(name) \(symbol) nil: nothing compares with NULL except == and ~="
    case .comparedObject(let name, let symbol):
      "\(name) \(symbol): an object compares with == and ~= only"
    case .unknownOperator(let word, let symbol, let candidates):
      "\(word): there is no operator \(quotedExcerpt(symbol))."
        + (Self.foreignOperators[symbol].map { " \($0)." } ?? suggestion(for: symbol, in: candidates))
        + " Operators are == ~= < <= > >= and the names of tests"
    case .tooManyConditions(let word, let limit):
      "\(word): more than \(limit) conditions follow each other. For one of many values give a list: where { name"
        + " = { … } }"
    case .tooDeepConditions(let word, let limit):
      "\(word): conditions are nested more than \(limit) deep, by where behind or_where"
    case .requestsTooDeep(let limit):
      "more than \(limit) requests stand in each other's conditions: fetch() some of them first"
    case .listOfOthers(let word, let value):
      "\(word): a list of values holds plain values, not \(value)"
    case .nilInList(let word, let place):
      "\(word): value \(place) of a list is nil. Is a name misspelt? NULL is written null"
    case .tooManyCalls:
      "too many functions call each other"
    case .noGroupMethod(let name, let candidates):
      "groups have no method \(quotedExcerpt(name)).\(suggestion(for: name, in: candidates))"
    case .madeBeforeMigration(let entity):
      "this request of \(entity) was made before a migration after which stored values mean something else: make it again"
    case .rowsAreBeingRead:
      "these rows are being read already: a function of a request cannot go on with them"
    case .updateWithQuotient(let field):
      "\(field): '/' in a text gives a number, which is not exact. A function divides decimals:"
        + " update { \(field) = function(row) return row.… / … end }"
    case .updateOfNoNumber(let entity, let key, let field, let value):
      "\(entity)\(key.isEmpty ? "" : " \(key)"): \(field): nothing is reckoned with \(value), and what is stored would"
        + " be lost: leave such rows out, or let a function say what becomes of them"
    case .updateWithoutNames:
      "update takes names and values: update { score = 3 }"
    case .emptyUpdate:
      "update {} changes nothing (nil leaves no trace: say null)"
    case .updatedTwice(let name):
      "update: \(quotedExcerpt(name)) is given twice, by its relation too"
    case .updatedKey(let name, let entity):
      "update: \(quotedExcerpt(name)) is the key of \(entity): many rows cannot have one"
    case .updatedReadonly(let entity, let name):
      "\(entity): \(name): is readonly: it can be set once, before the object is saved"
    case .updatedTransient(let name, let entity):
      "update: field \(quotedExcerpt(name)) of \(entity) is transient: it is never stored, so no row has it"
    case .updateWithOther(let relation, let target, let value):
      "update: \(relation): \(withArticle(target)) was expected, not \(value)"
    case .updateWithUnsaved(let relation, let target):
      "update: \(relation): this \(target) is not saved here: it has no key yet"
    case .pageOfLimited:
      "page cuts the rows itself: leave limit and offset out"
    case .notACursor(let text):
      "page: \(quotedExcerpt(text)) is no cursor: give what a page has returned"
    case .otherCursor:
      "page: this cursor is of another order or entity: page through one request alone"
    case .noPlanMember(let name):
      "a plan has no member '\(name)'.\(suggestion(for: name, in: ["sql", "tree"])) It has sql and tree, and prints"
    case .predicate(let word, let reason):
      "\(word): \(reason)"
    case .parametersWithoutNames(let word):
      "\(word): parameters have names: \(word)(\"age >= low\", { low = 20 })"
    case .notAParameter(let parameter, let value):
      "\(parameter) is a value, a list, null or an object, not \(value)"
    case .pushdownOption(let word, let value):
      "\(word): option 'pushdown' is true or false, not \(value)"
    case .rowsBeforeRun:
      "a request has no rows before it has run: say request:fetch(), or for row in request:iterate() do"
    case .textForObject(let word, let relation, let target, let value, let field):
      "\(word): \(relation) leads to \(withArticle(target)), and \(value) is neither one nor its key. Say"
        + " [\"\(relation).\(field ?? "…")\"] for a field of it"
    case .fieldOfRows(let entity, let field):
      "this is a request for rows of \(entity), and '\(field)' is a field of each: say request:pluck \"\(field)\" for all"
        + " values, or request:first().\(field) for one"
    case .noRequestMethod(let name, let candidates, _):
      "a request has no method \(quotedExcerpt(name)).\(methodAdvice(for: name, in: candidates))"
    case .notAValue(let word, let field, let value):
      "\(word): \(field) must be a value that a new object can have, not \(value)"
    case .scopeGivesNoRequest(let entity, let name, let found):
      "the scope '\(name)' of \(entity) must return a request of \(entity), such as self:where { … }, not \(found)"
    case .scopeLeavesRequest(let entity, let name):
      "the scope '\(name)' of \(entity) returns a request that does not go on from self, so that what was asked before"
        + " would be lost: write self:where { … }"
    case .lengthBeforeRun:
      "a request has no length before it has run: say request:count(), or #request:fetch()"
    case .notARequest(let value):
      "a request was expected, not \(value). Write ':' before the method"
    case .sumsTooLarge(let names):
      "one of the sums of \(names.joined(separator: ", ")) is larger than an integer can be"
    case .aggregateTooLarge(let aggregate, let entity, let path):
      "\(aggregate) of \(path.map { "\(entity).\($0)" } ?? "what a function of \(entity) gives") is larger than an"
        + " integer can be"
    case .aggregateOfTexts(let aggregate):
      "\(aggregate) takes numbers: this function gives texts"
    case .aggregateOfTruths(let aggregate):
      "\(aggregate) takes numbers: this function gives truths. Let it give 1 and 0, or count with where(function)"
    case .reckonsWithText(let member):
      "arithmetic takes numbers: '\(member)' gives a text. Let its function give tonumber(text)"
    case .filterTestWithoutValue(let test):
      "filter: is.\(test) needs a value first"
    case .filterTestOfValue(let test):
      "filter: \(test) tests the value of a field: say of which one, as in filter { name = \(test) }"
    case .onlyObjectsLeadOn:
      "only objects of entities lead to other rows"
    case .notAPlainValue(let path, let value):
      "\(path): a condition is asked of plain values, not of \(value)"
    case .fieldRefuses(let field, let reason):
      "\(field): \(reason)"
    case .noMember(let value, let name):
      "\(value) has no \(quotedExcerpt(name)): rows are objects or tables"
    case .unsortable(let value):
      "rows are sorted by nil, booleans, numbers, texts or decimals, not by \(value)"
    case .mixedKeys(let one, let other):
      "rows cannot be sorted by \(one ?? "nothing") here and \(other) there: keys are of one kind"
        + " (tostring(…) makes texts of all)"
    case .sortOptionsNotATable(let word, let value):
      "\(word): the second argument is a table of options, not \(value)"
    case .comparatorWithOptions(let word):
      "\(word): a function of two rows decides all by itself: it takes no options"
    case .noSortOption(let word, let name, let candidates):
      "\(word): there is no option \(quotedExcerpt(name)).\(optionAdvice(for: name, in: candidates))"
    case .sortOption(let word, let name, let choice, let value):
      "\(word): option '\(name)' is \(choice), not \(value)"
    case .orderWithoutKey(let word):
      "\(word) needs the name of a field or a function: \(word)(\"-score\")"
    case .notAnOrder(let word, let value):
      "\(word): an order is the name of a field (\"-score\"), asc(…), desc(…) or a function, not \(value)"
    case .comparatorParameters(let word, let count):
      "\(word): a function of an order has one parameter (it gives a key) or two (whether the first row comes"
        + " first), not \(count)"
    case .notAStatement(let value):
      "a statement is text, not \(value)"
    case .missingParameter(let parameter):
      "there is no value for '\(parameter)' (null says NULL)"
    case .noParameter(let name, let candidates):
      "the statement has no parameter \(quotedExcerpt(":" + name)).\(suggestion(for: name, in: candidates))"
    case .parameterNotPlain(let parameter, let value):
      "value \(parameter) must be plain (a number, text, true, false or null), not \(value)"
    case .missingColumn(let column, let entity):
      "the statement answers no column '\(column)', which \(entity) needs. Select *"
    case .testOfMany(let word, let path):
      "\(word): \(path) leads to rows, which no test but is.present and is.absent is for: name a field of them,"
        + " as in [\"\(path).…\"]"
    case .functionOfMany(let word, let path):
      "\(word): \(path): a function tests the rows of the request, not those that they lead to"
    case .computedOther(let value):
      "a function gives a number, a text, true, false, a decimal or nil here, not \(value)"
    case .computedBesideDecimals(let value, let isFloat):
      "a function that gives decimals gives only integers and nil beside them, not \(value)"
        + (isFloat ? ", which is not exact: write 0, or decimal \"0.5\"" : "")
    case .decimalsTooLong(let aggregate, let field):
      "\(aggregate) of \(field) has more than the 38 digits of a decimal"
    case .memberOfItself(let entity, let name):
      "\(entity): \(quotedExcerpt(name)) was computed by annotate, and its function reads it again: read the fields that it is"
        + " made of"
    case .annotatedTooMuch(let name, let limit):
      "annotate: '\(name)' has more than \(limit) parts once what it names is spelled out. Compute it in fewer steps, or by"
        + " a function of the row"
    case .annotatedOther(let name):
      "annotate takes a table of names, each with an expression as text or a function:"
        + " annotate { \(name ?? "played") = \"count games\" }"
    case .annotatedTwice(let entity, let name):
      "annotate: \(entity) has a member \(quotedExcerpt(name)) already: name what is computed otherwise"
    case .annotatedGathering(let text):
      "annotate: list \(quotedText(text)): a list is of texts, numbers, words, truths, days or moments of related rows: read"
        + " anything else of the relation itself"
    case .written(let word, let text, let reason):
      "\(word): sql(\"\(quotedText(text))\"): \(reason)"
    case .writtenWindow(let word, let text):
      "\(word): sql(\"\(quotedText(text))\") looks at all rows: annotate { name = … } makes it a member, which can be asked for"
    case .writtenAggregate(let word, let text):
      "\(word): sql(\"\(quotedText(text))\") is one value of all rows: values gives it alone, and with OVER () behind it"
        + " each row has it"
    case .writtenInMemory(let word, let text):
      "\(word): sql(\"\(quotedText(text))\") is asked of the database, and these rows are in memory: say it in the request,"
        + " with where, sorted_by or annotate"
    case .windowOfAsked(let text):
      "sql(\"\(quotedText(text))\") looks at all rows that are selected, and a function selects them row by row: say the"
        + " condition with tests or as text"
    case .pageOfWindow:
      "page: a row's place in an order by a window changes with the rows before it: say limit and offset"
    case .writtenRows(let reason): "from_sql: \(reason)"
    case .rowsWithoutKey(let entity, let column):
      "from_sql: the rows of \(entity) need '\(column)', by which they are told apart: let the SELECT have that column"
    case .columnOfMember(let entity, let name):
      "from_sql: \(entity) has a member \(quotedExcerpt(name)) already: name the column otherwise, with AS"
    case .changedRowsOfSelect(let entity):
      "\(entity): rows that a SELECT of from_sql gives can be read, and not updated or deleted: say that of a request for"
        + " the table"
    case .emptyTable(let word, let path):
      "\(word): \(path): {} is neither objects nor a condition: ask is.one_of(list) where a list may be empty, or"
        + " is.present"
    case .mixedTable(let word, let path, let name):
      "\(word): \(path): a table is a list of objects or a condition with names, not both: '\(name)' stands beside"
        + " elements without a name"
    case .requestOfOther(let relation, let target, let entity, let selected):
      "\(relation): a request for rows of \(target) was expected, not "
        + (selected.isEmpty
          ? "of \(entity)"
          : "for \(selected.map { quotedExcerpt($0) }.joined(separator: ", ")) of \(entity)\(target == entity ? ": leave select out" : "")")
    case .requestWithoutColumn(let path, let entity):
      "\(path): which value of \(entity) is meant? Name one: request:select \"…\""
    case .requestOfColumns(let path, let count):
      "\(path): a request has one value here, not \(count): select one field"
    case .requestOfComputed(let path, let entity, let selected, let name):
      "\(path): a request has one value here, not '\(selected)' and the computed '\(name)'. Give the values of the one that"
        + " is meant: is.one_of(\(entity):…:pluck \"\(name)\")"
    case .requestOfOtherType(let path, let type, let other, let otherType):
      "\(path) is \(type): it cannot be compared with '\(other)', which is \(otherType)"
    case .testOfManyKeys(let relation, let target, let count):
      "\(relation): \(target) has a key of \(count) fields: a test compares one value"
    }
  }

  package var details: [(name: String, value: LuaValue)] {
    switch self {
    case .stillReferred(let entity, _):
      [("entity", .string(LuaString(entity)))]
    case .updatedReadonly(let entity, let name):
      [("entity", .string(LuaString(entity))), ("field", .string(LuaString(name)))]
    case .noRequestMethod(_, _, let entity):
      [("entity", .string(LuaString(entity)))]
    case .aggregateTooLarge(_, let entity, let path):
      [("entity", .string(LuaString(entity)))] + (path.map { [("field", .string(LuaString($0)))] } ?? [])
    default: []
    }
  }
}

extension StoreError {
  /// What a database says of a sum that is too large, for one that is counted in memory.
  static var sumIsTooLarge: StoreError {
    StoreError(.overflow, reason: "a number is larger than an integer can be")
  }
}

/// SQL as messages show it.
private func quotedText(_ text: String) -> String { String(quotedExcerpt(text).dropFirst().dropLast()) }

extension RequestError {
  /// The operators of other languages, with those of here.
  fileprivate static let foreignOperators = [
    "=": "Equal is '=='", "!=": "Unequal is '~='", "<>": "Unequal is '~='",
  ]
}

extension String {
  /// Whether it says something of a row, and is no name of a field.
  var isPredicate: Bool { contains { "=<>~ ?(".contains($0) } }
}
