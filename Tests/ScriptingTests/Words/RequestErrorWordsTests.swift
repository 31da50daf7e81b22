import Model
import Requests
import Testing

@Suite struct RequestErrorWordsTests {
  private static let table: [(RequestError, ScriptError.Kind, String)] = [
    (.view(entity: "Player"), .state, "Player is a view: it cannot be written"),
    (
      .stillReferred(entity: "Player", users: ["score", "name"]), .constraint,
      "Player: nothing was deleted: rows of score or name still refer to some of these"
    ),
    (
      .secondCondition(word: "where", isTable: true, value: "the integer 5"), .argument,
      "where takes one table of conditions: the integer 5 is one too many. Say where again for another condition"
    ),
    (
      .incompleteTriple(word: "where", path: "team.scor"), .argument,
      "where takes a field, an operator and a value: where(\"team.scor\", \"==\", …)"
    ),
    (
      .testWithoutField(word: "where"), .argument,
      "where: a test is asked of a field: where { age = is.at_least(18) }"
    ),
    (
      .notACondition(word: "where", value: "the integer 5"), .argument,
      "where takes a table of conditions, a predicate as text, (field, operator, value) or a function, not the"
        + " integer 5"
    ),
    (
      .conditionWithoutField(word: "where"), .argument,
      "where: conditions need the name of a field: where { age = 20 }"
    ),
    (
      .emptyConditions(word: "where"), .argument,
      "where {} says nothing (a field = nil leaves no trace in a table). Say all(), or field = null"
    ),
    (
      .nameInList(word: "where", path: "team.scor", name: "name"), .argument,
      "where: team.scor takes a value, a list or a test, and 'name' has no place in a list. Say"
        + " [\"team.scor.name\"] for a field of what it leads to"
    ),
    (
      .documentAsValue(path: "team.scor"), .argument,
      "team.scor is a document: ask for what stands in it, as in [\"team.scor.…\"], or is.present and is.absent"
    ),
    (.unstorable(word: "where", path: "team.scor", reason: "the reason"), .argument, "where: team.scor: the reason"),
    (
      .incomparable(path: "team.scor", type: "boolean", value: "the integer 5"), .argument,
      "team.scor is boolean: it cannot be compared with the integer 5"
    ),
    (.testWithoutValue(test: "between"), .argument, "is.between needs a value: is.between(…)"),
    (
      .notAFieldCondition(path: "team.scor", value: "the integer 5"), .argument,
      "team.scor: a condition is a value, a list, null or a test (is.…), not the integer 5"
    ),
    (
      .testOfCompoundKey(relation: "team"), .argument,
      "team: a test compares one value, and not what team refers to: where { team = { a, b } } asks for one of"
        + " several objects"
    ),
    (
      .otherEntity(relation: "team", target: "Team", entity: "Umpire"), .argument,
      "team: a Team was expected, not an Umpire"
    ),
    (
      .notARelated(relation: "team", target: "Team", value: "the integer 5"), .argument,
      "team: a Team was expected, not the integer 5"
    ),
    (.relatedIsNotSaved(relation: "team", target: "Team"), .state, "team: this Team is not saved: it has no key yet"),
    (
      .operatorNotText(word: "where", value: "the integer 5"), .argument,
      "where: an operator is text, such as \">=\", not the integer 5"
    ),
    (.testTakesNothing(test: "even"), .argument, "is.even: takes nothing"),
    (
      .comparedWithNil(name: "scor", symbol: "<"), .argument,
      "scor < nil: nothing compares with NULL except == and ~="
    ),
    (.comparedObject(name: "scor", symbol: "<"), .argument, "scor <: an object compares with == and ~= only"),
    (
      .unknownOperator(word: "where", symbol: "scor", candidates: ["score", "name"]), .argument,
      "where: there is no operator 'scor'. Did you mean 'score'? Operators are == ~= < <= > >= and the names of tests"
    ),
    (
      .tooManyConditions(word: "where", limit: 3), .query,
      "where: more than 3 conditions follow each other. For one of many values give a list: where { name = { … } }"
    ),
    (
      .tooDeepConditions(word: "where", limit: 3), .query,
      "where: conditions are nested more than 3 deep, by where behind or_where"
    ),
    (
      .listOfOthers(word: "where", value: "the integer 5"), .argument,
      "where: a list of values holds plain values, not the integer 5"
    ),
    (
      .nilInList(word: "where", place: 3), .argument,
      "where: value 3 of a list is nil. Is a name misspelt? NULL is written null"
    ),
    (.tooManyCalls, .state, "too many functions call each other"),
    (
      .noGroupMethod(name: "scor", candidates: ["score", "name"]), .query,
      "groups have no method 'scor'. Did you mean 'score'?"
    ),
    (.rowsAreBeingRead, .state, "these rows are being read already: a function of a request cannot go on with them"),
    (.updateWithoutNames, .argument, "update takes names and values: update { score = 3 }"),
    (.emptyUpdate, .argument, "update {} changes nothing (nil leaves no trace: say null)"),
    (.updatedTwice(name: "scor"), .argument, "update: 'scor' is given twice, by its relation too"),
    (
      .updatedKey(name: "scor", entity: "Player"), .argument,
      "update: 'scor' is the key of Player: many rows cannot have one"
    ),
    (
      .updatedReadonly(entity: "Player", name: "scor"), .validation,
      "Player: scor: is readonly: it can be set once, before the object is saved"
    ),
    (
      .updatedTransient(name: "scor", entity: "Player"), .argument,
      "update: field 'scor' of Player is transient: it is never stored, so no row has it"
    ),
    (
      .updateWithOther(relation: "team", target: "Team", value: "the integer 5"), .argument,
      "update: team: a Team was expected, not the integer 5"
    ),
    (
      .updateWithUnsaved(relation: "team", target: "Team"), .state,
      "update: team: this Team is not saved here: it has no key yet"
    ),
    (.pageOfLimited, .query, "page cuts the rows itself: leave limit and offset out"),
    (.notACursor(text: "text"), .argument, "page: 'text' is no cursor: give what a page has returned"),
    (.otherCursor, .argument, "page: this cursor is of another order or entity: page through one request alone"),
    (.noPlanMember(name: "scor"), .query, "a plan has no member 'scor'. It has sql and tree, and prints"),
    (.predicate(word: "where", reason: "the reason"), .query, "where: the reason"),
    (
      .parametersWithoutNames(word: "where"), .argument,
      "where: parameters have names: where(\"age >= low\", { low = 20 })"
    ),
    (
      .notAParameter(parameter: ":low", value: "the integer 5"), .argument,
      ":low is a value, a list, null or an object, not the integer 5"
    ),
    (
      .pushdownOption(word: "where", value: "the integer 5"), .argument,
      "where: option 'pushdown' cannot be the integer 5. Options are pushdown (true or false)"
    ),
    (
      .rowsBeforeRun, .query,
      "a request has no rows before it has run: say request:fetch(), or for row in request:iterate() do"
    ),
    (
      .noRequestMethod(name: "scor", candidates: ["score", "name"], entity: "Player"), .query,
      "a request has no method 'scor'. Did you mean 'score'?"
    ),
    (
      .scopeGivesNoRequest(entity: "Player", name: "adults", found: "the integer 5"), .query,
      "the scope 'adults' of Player must return a request of Player, such as self:where { … }, not the integer 5"
    ),
    (
      .scopeLeavesRequest(entity: "Player", name: "adults"), .query,
      "the scope 'adults' of Player returns a request that does not go on from self, so that what was asked before would"
        + " be lost: write self:where { … }"
    ),
    (.lengthBeforeRun, .query, "a request has no length before it has run: say request:count(), or #request:fetch()"),
    (
      .notARequest(value: "the integer 5"), .argument,
      "a request was expected, not the integer 5. Write ':' before the method"
    ),
    (
      .aggregateTooLarge(aggregate: "sum", entity: "Player", path: "team.scor"), .query,
      "sum of Player.team.scor is larger than an integer can be"
    ),
    (.filterTestWithoutValue(test: "between"), .argument, "filter: is.between needs a value first"),
    (
      .filterTestOfValue(test: "is.even"), .argument,
      "filter: is.even tests the value of a field: say of which one, as in filter { name = is.even }"
    ),
    (.onlyObjectsLeadOn, .query, "only objects of entities lead to other rows"),
    (
      .notAPlainValue(path: "team.scor", value: "the integer 5"), .type,
      "team.scor: a condition is asked of plain values, not of the integer 5"
    ),
    (.fieldRefuses(field: "score", reason: "the reason"), .type, "score: the reason"),
    (
      .noMember(value: "the integer 5", name: "scor"), .argument,
      "the integer 5 has no 'scor': rows are objects or tables"
    ),
    (
      .unsortable(value: "the integer 5"), .type,
      "rows are sorted by nil, booleans, numbers, texts or decimals, not by the integer 5"
    ),
    (
      .mixedKeys(one: "numbers", other: "texts"), .type,
      "rows cannot be sorted by numbers here and texts there: keys are of one kind (tostring(…) makes texts of all)"
    ),
    (
      .sortOptionsNotATable(word: "where", value: "the integer 5"), .argument,
      "where: the second argument is a table of options, not the integer 5"
    ),
    (
      .comparatorWithOptions(word: "where"), .argument,
      "where: a function of two rows decides all by itself: it takes no options"
    ),
    (
      .noSortOption(word: "where", name: "scor", candidates: ["score", "name"]), .argument,
      "where: there is no option 'scor'. Did you mean 'score'? Options are nulls, ignore_case and numeric"
    ),
    (
      .sortOption(word: "where", name: "numeric", choice: "true or false", value: "the integer 5"), .argument,
      "where: option 'numeric' is true or false, not the integer 5"
    ),
    (.orderWithoutKey(word: "where"), .argument, "where needs the name of a field or a function: where(\"-score\")"),
    (
      .notAnOrder(word: "where", value: "the integer 5"), .argument,
      "where: an order is the name of a field (\"-score\"), asc(…), desc(…) or a function, not the integer 5"
    ),
    (
      .comparatorParameters(word: "where", count: 3), .argument,
      "where: a function of an order has one parameter (it gives a key) or two (whether the first row comes"
        + " first), not 3"
    ),
    (.notAStatement(value: "the integer 5"), .argument, "a statement is text, not the integer 5"),
    (.missingParameter(parameter: ":low"), .argument, "there is no value for ':low' (null says NULL)"),
    (
      .noParameter(name: "scor", candidates: ["score", "name"]), .argument,
      "the statement has no parameter ':scor'. Did you mean 'score'?"
    ),
    (
      .parameterNotPlain(parameter: ":low", value: "the integer 5"), .argument,
      "value :low must be plain (a number, text, true, false or null), not the integer 5"
    ),
    (
      .missingColumn(column: "score", entity: "Player"), .query,
      "the statement answers no column 'score', which Player needs. Select *"
    ),
    (
      .testOfMany(word: "where", path: "team.scor"), .argument,
      "where: team.scor leads to rows, which no test but is.present and is.absent is for: name a field of them,"
        + " as in [\"team.scor.…\"]"
    ),
    (
      .functionOfMany(word: "where", path: "team.scor"), .query,
      "where: team.scor: a function tests the rows of the request, not those that they lead to"
    ),
    (
      .testOfManyKeys(relation: "team", target: "Team", count: 3), .argument,
      "team: Team has a key of 3 fields: a test compares one value"
    ),
  ]

  /// The names of the cases: a new case wants its name here, and with that its row in the table.
  private enum Name: CaseIterable {
    case view, stillReferred, secondCondition, incompleteTriple, testWithoutField, notACondition,
      conditionWithoutField, emptyConditions, nameInList, documentAsValue, unstorable, incomparable, testWithoutValue,
      notAFieldCondition, testOfCompoundKey, otherEntity, notARelated, relatedIsNotSaved, operatorNotText,
      testTakesNothing, comparedWithNil, comparedObject, unknownOperator, tooManyConditions, tooDeepConditions,
      listOfOthers, nilInList, tooManyCalls, noGroupMethod, rowsAreBeingRead, updateWithoutNames, emptyUpdate,
      updatedTwice, updatedKey, updatedReadonly, updatedTransient, updateWithOther, updateWithUnsaved, pageOfLimited,
      notACursor, otherCursor, noPlanMember, predicate, parametersWithoutNames, notAParameter, pushdownOption,
      rowsBeforeRun, noRequestMethod, scopeGivesNoRequest, scopeLeavesRequest, lengthBeforeRun, notARequest,
      aggregateTooLarge, filterTestWithoutValue,
      filterTestOfValue, onlyObjectsLeadOn, notAPlainValue, fieldRefuses, noMember, unsortable, mixedKeys,
      sortOptionsNotATable, comparatorWithOptions, noSortOption, sortOption, orderWithoutKey, notAnOrder,
      comparatorParameters, notAStatement, missingParameter, noParameter, parameterNotPlain, missingColumn,
      testOfMany, functionOfMany, testOfManyKeys

    init(_ error: RequestError) {
      self =
        switch error {
        case .view: .view
        case .stillReferred: .stillReferred
        case .secondCondition: .secondCondition
        case .incompleteTriple: .incompleteTriple
        case .testWithoutField: .testWithoutField
        case .notACondition: .notACondition
        case .conditionWithoutField: .conditionWithoutField
        case .emptyConditions: .emptyConditions
        case .nameInList: .nameInList
        case .documentAsValue: .documentAsValue
        case .unstorable: .unstorable
        case .incomparable: .incomparable
        case .testWithoutValue: .testWithoutValue
        case .notAFieldCondition: .notAFieldCondition
        case .testOfCompoundKey: .testOfCompoundKey
        case .otherEntity: .otherEntity
        case .notARelated: .notARelated
        case .relatedIsNotSaved: .relatedIsNotSaved
        case .operatorNotText: .operatorNotText
        case .testTakesNothing: .testTakesNothing
        case .comparedWithNil: .comparedWithNil
        case .comparedObject: .comparedObject
        case .unknownOperator: .unknownOperator
        case .tooManyConditions: .tooManyConditions
        case .tooDeepConditions: .tooDeepConditions
        case .listOfOthers: .listOfOthers
        case .nilInList: .nilInList
        case .tooManyCalls: .tooManyCalls
        case .noGroupMethod: .noGroupMethod
        case .rowsAreBeingRead: .rowsAreBeingRead
        case .updateWithoutNames: .updateWithoutNames
        case .emptyUpdate: .emptyUpdate
        case .updatedTwice: .updatedTwice
        case .updatedKey: .updatedKey
        case .updatedReadonly: .updatedReadonly
        case .updatedTransient: .updatedTransient
        case .updateWithOther: .updateWithOther
        case .updateWithUnsaved: .updateWithUnsaved
        case .pageOfLimited: .pageOfLimited
        case .notACursor: .notACursor
        case .otherCursor: .otherCursor
        case .noPlanMember: .noPlanMember
        case .predicate: .predicate
        case .parametersWithoutNames: .parametersWithoutNames
        case .notAParameter: .notAParameter
        case .pushdownOption: .pushdownOption
        case .rowsBeforeRun: .rowsBeforeRun
        case .noRequestMethod: .noRequestMethod
        case .scopeGivesNoRequest: .scopeGivesNoRequest
        case .scopeLeavesRequest: .scopeLeavesRequest
        case .lengthBeforeRun: .lengthBeforeRun
        case .notARequest: .notARequest
        case .aggregateTooLarge: .aggregateTooLarge
        case .filterTestWithoutValue: .filterTestWithoutValue
        case .filterTestOfValue: .filterTestOfValue
        case .onlyObjectsLeadOn: .onlyObjectsLeadOn
        case .notAPlainValue: .notAPlainValue
        case .fieldRefuses: .fieldRefuses
        case .noMember: .noMember
        case .unsortable: .unsortable
        case .mixedKeys: .mixedKeys
        case .sortOptionsNotATable: .sortOptionsNotATable
        case .comparatorWithOptions: .comparatorWithOptions
        case .noSortOption: .noSortOption
        case .sortOption: .sortOption
        case .orderWithoutKey: .orderWithoutKey
        case .notAnOrder: .notAnOrder
        case .comparatorParameters: .comparatorParameters
        case .notAStatement: .notAStatement
        case .missingParameter: .missingParameter
        case .noParameter: .noParameter
        case .parameterNotPlain: .parameterNotPlain
        case .missingColumn: .missingColumn
        case .testOfMany: .testOfMany
        case .functionOfMany: .functionOfMany
        case .testOfManyKeys: .testOfManyKeys
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
