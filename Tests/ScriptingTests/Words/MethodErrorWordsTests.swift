import Model
import Scripting
import Testing

@Suite struct MethodErrorWordsTests {
  private static let table: [(MethodError, ScriptError.Kind, String)] = [
    (
      .notADatabase(value: "the integer 5"), .argument,
      "a database was expected, not the integer 5. Write ':' before the method"
    ),
    (
      .reflectWithoutPath(value: "the integer 5"), .argument,
      "reflect takes the path of a model, or nothing, not the integer 5"
    ),
    (.batchWithoutFunction(value: "the integer 5"), .argument, "batch takes a function, not the integer 5"),
    (
      .transactionWithoutFunction(value: "the integer 5"), .argument,
      "transaction takes a function, not the integer 5"
    ),
    (.openWithoutPath(value: "the integer 5"), .argument, "open takes a path, not the integer 5"),
    (.openInTransaction, .state, "open: a transaction is open, which would be lost: commit or roll it back first"),
    (
      .closeInTransaction, .state,
      "close: a function runs in a transaction, which would be lost: close the database when it is over"
    ),
    (
      .onWithoutDatabase(value: "the integer 5"), .argument,
      "on takes a database, as open(…) gives it, not the integer 5"
    ),
    (
      .decodeWithoutText(value: "the integer 5"), .argument,
      "decode takes a text and the name of a format, not the integer 5"
    ),
    (
      .notAList(value: "the integer 5"), .argument,
      "a list of objects was expected, not the integer 5. Write ':' before the method"
    ),
    (.havingFunction, .argument, "having takes tests or a predicate as text, not a function"),
    (.groupsSortedByFunction, .argument, "sorted_by of groups takes names of their values, not a function"),
    (
      .notGroups(value: "the integer 5"), .argument,
      "groups were expected, not the integer 5. Write ':' before the method"
    ),
    (.groupByWithoutFields, .argument, "group_by takes names of fields: group_by(\"team\")"),
    (
      .aggregateWithoutTable(value: "the integer 5"), .argument,
      "aggregate takes a table: aggregate { players = \"count\" }, not the integer 5"
    ),
    (.aggregateWithoutName, .argument, "aggregate: a name and what it counts: { mean = \"avg score\" }"),
    (
      .noAggregate(name: "scor", candidates: ["score", "name"]), .argument,
      "aggregate: there is no 'scor'. Did you mean 'score'? There are score, name"
    ),
    (
      .aggregateWithoutField(word: "where", name: "scor"), .argument,
      "aggregate: where needs a field: { scor = \"where score\" }"
    ),
    (.notObjects(value: "the integer 5"), .argument, "a list of objects was expected, not the integer 5"),
    (
      .notAKey(word: "where", value: "the integer 5"), .argument,
      "where takes the name of a field or a function, not the integer 5"
    ),
    (
      .relationIsNoField(entity: "Player", name: "team", advice: .ofRows), .argument,
      "Player.team is a relation, no field: observe its rows: p.team:observe(function(list) … end)"
    ),
    (
      .relationIsNoField(entity: "Player", name: "team", advice: .ofKey("team_id")), .argument,
      "Player.team is a relation, no field: observe the field that holds its key:"
        + " p:observe(\"team_id\", function(new, old) … end)"
    ),
    (
      .relationIsNoField(entity: "Player", name: "card", advice: .ofHolder("Card")), .argument,
      "Player.card is a relation, no field: observe Card, which holds the key:"
        + " Card:where { … }:observe(function(list) … end)"
    ),
    (
      .notABoolean(value: "the integer 5", name: "scor", candidates: [], entity: "Player"), .argument,
      "toggle takes the name of a boolean field, not the integer 5. Player has none"
    ),
    (
      .noResultsOption(name: "section", candidates: ["title"], isOfRequest: true), .argument,
      "results: unknown option 'section'. That is the request's to say: where, sorted_by, sectioned_by"
    ),
    (.pluckedNames(asRows: false), .argument, "pluck takes the name of one field"),
    (
      .observeWithoutFunction, .argument,
      "observe takes the name of a field and a function: p:observe(\"name\", function(new, old) … end)"
    ),
    (.unsavedIsNotObserved(entity: "Player"), .state, "this Player is not saved: there is nothing to observe yet"),
    (.transientIsNotObserved(field: "score"), .argument, "score is transient: no commit changes it"),
    (.assignWithoutTable(value: "the integer 5"), .argument, "assign takes a table of values, not the integer 5"),
    (
      .notABoolean(value: "the integer 5", name: "scor", candidates: ["score", "name"], entity: "Player"), .argument,
      "toggle takes the name of a boolean field, not the integer 5. Did you mean 'score'? There are score, name"
    ),
    (.insertWithoutPlace, .argument, "insert takes an object and its place: insert(g, 1)"),
    (
      .notOfAnObject(word: "where", entity: "Player"), .state,
      "where changes the relation of an object, as in team.players:where(…): this is a request for Player."
        + " db:add(…) and db:delete(…) are for objects themselves"
    ),
    (
      .notOfTheRelation(word: "where", relation: "Player.team", name: "players"), .state,
      "where: this is a request for some rows of Player.team: say it of players itself"
    ),
    (
      .notAPlace(word: "where", value: "the integer 5"), .argument,
      "where takes a place from 1 on, not the integer 5"
    ),
    (
      .noLinks(relation: "Player.team", target: "Team"), .state,
      "Player.team has no links: the key is in Team itself"
    ),
    (
      .bareLinks(relation: "Player.team"), .state,
      "Player.team has links without fields of their own, which are no objects. Say through = \"Entity\" in its"
        + " definition to have some"
    ),
    (
      .observeWithoutRowsFunction(value: "the integer 5"), .argument,
      "observe takes a function of the rows, not the integer 5"
    ),
    (
      .pageOption(option: "scor", choice: "a number of rows", value: "the integer 5"), .argument,
      "page: option 'scor' is a number of rows, not the integer 5"
    ),
    (
      .noPageOption(option: "scor", candidates: ["score", "name"]), .argument,
      "page: unknown option 'scor'. Did you mean 'score'? Options are after and size"
    ),
    (.pageSize(rows: 0), .argument, "page takes a number of rows, not the integer 0"),
    (
      .sectionedByWithoutName, .argument,
      "sectioned_by takes the name of a field, initial \"name\", or a function of the row"
    ),
    (.resultsWithoutTable(value: "the integer 5"), .argument, "results takes a table of options, not the integer 5"),
    (
      .noResultsOption(name: "scor", candidates: ["score", "name"], isOfRequest: false), .argument,
      "results: unknown option 'scor'. Did you mean 'score'?"
    ),
    (.withWithoutRelations, .argument, "with takes names of relations: with(\"team\")"),
    (.notASelectedField(value: "the integer 5"), .argument, "select takes names of fields, not the integer 5"),
    (.selectWithoutFields, .argument, "select takes names of fields: select(\"name\", \"age\")"),
    (.notACount(word: "where", value: "the integer 5"), .argument, "where takes a number of rows, not the integer 5"),
    (.eachWithoutFunction(value: "the integer 5"), .argument, "each takes a function, not the integer 5"),
    (
      .updateWithoutValues(value: "the integer 5"), .argument,
      "update takes a table of values: update { score = 3 }, not the integer 5"
    ),
    (
      .fetchWithoutOptions(value: "the integer 5"), .argument,
      "fetch takes nothing, or options: fetch { pushdown = false }, not the integer 5"
    ),
    (
      .fetchOption(name: "scor", value: "the integer 5"), .argument,
      "fetch: option 'scor' cannot be the integer 5. Options are pushdown (true or false)"
    ),
    (
      .aggregateOfNoField(aggregate: "sum", value: "the integer 5"), .argument,
      "sum takes the name of a field, not the integer 5"
    ),
    (.pluckedNames(asRows: true), .argument, "values takes names of fields"),
    (
      .rereadInMemory(word: "where"), .state,
      "where: a result set in memory shows what it was given; one of a request can be read anew"
    ),
    (
      .watchOptions, .argument,
      "watch takes { seconds = how long, changes = how many }, or nothing: then Ctrl-C ends it"
    ),
    (
      .updateWithoutRow, .argument,
      "update takes a row or its identity, and a function: rs:update(3, function(row) row.score = 5 end)"
    ),
    (.updateOfList, .argument, "update takes one row or its identity, not a list: call it for each of them"),
    (
      .moveOptionsNotATable(value: "the integer 5"), .argument,
      "move: options are a table, as in { silent = true }, not the integer 5"
    ),
    (.noMoveOption(name: "scor"), .argument, "move: unknown option 'scor'."),
    (
      .moveSilentNotAFlag(value: "the integer 5"), .argument,
      "move: option 'silent' is true or false, not the integer 5"
    ),
    (
      .editedRequest(word: "where"), .state,
      "where: a result set of a request shows what is in the database. Change the objects, and it follows"
    ),
    (.notRows(word: "where", value: "the integer 5"), .argument, "where takes a list of rows, not the integer 5"),
    (
      .removeWithoutRow, .argument,
      "remove takes a row, its identity, a list of these, or a position: rs:remove(1, 2)"
    ),
    (
      .removeAtWithoutPositions(value: "the integer 5"), .argument,
      "remove_at takes a list of positions: { { 1, 1 }, { 2, 3 } }, not the integer 5"
    ),
    (.notAPosition(value: "the integer 5"), .argument, "a position is { section, row }, not the integer 5"),
    (
      .removeSectionsWithoutSections, .argument,
      "remove_sections takes sections by number or name: rs:remove_sections(1, 3)"
    ),
    (
      .noSection(section: 3, summary: "3 rows in 1 section"), .argument,
      "there is no section 3. The list has 3 rows in 1 section"
    ),
    (
      .notASection(value: "the integer 5"), .argument,
      "remove_sections takes sections by number or name, not the integer 5"
    ),
    (.findWithoutFunction(value: "the integer 5"), .argument, "find takes a function of a row, not the integer 5"),
    (
      .refilterWithoutFunction(value: "the integer 5"), .argument,
      "refilter takes a function of a row, or nil, not the integer 5"
    ),
    (
      .noFunctionInSet(word: "where"), .state,
      "where: the set has no function for it. Say it in the set: where = function(row) … end"
    ),
    (.notARange(word: "where", first: 3, last: 2), .argument, "where takes the first and the last row, not 3 and 2"),
    (
      .notAResultSet(value: "the integer 5"), .argument,
      "a result set was expected, not the integer 5. Write ':' before the method"
    ),
    (
      .notAPlaceInSet(word: "where", value: "the integer 5"), .argument,
      "where takes places, which are whole numbers from 1, not the integer 5"
    ),
    (
      .observeWithoutChanges(value: "the integer 5"), .argument,
      "observe takes a function of the changes, or { will = function, did = function }, not the integer 5"
    ),
    (.assignedSnapshot, .state, "a snapshot stays what it was: nothing can be assigned to it"),
    (.assignedRequest, .state, "a result set of a request shows what is in the database: save or delete its rows"),
    (.assignedResultSet, .state, "nothing can be assigned to a result set: its rows come with insert, update, apply"),
    (
      .noMember(name: "scor", candidates: ["score", "name"]), .query,
      "a result set has no member 'scor'. Did you mean 'score'?"
    ),
  ]

  /// The names of the cases: a new case wants its name here, and with that its row in the table.
  private enum Name: CaseIterable {
    case notADatabase, reflectWithoutPath, batchWithoutFunction, transactionWithoutFunction, openWithoutPath,
      openInTransaction, closeInTransaction, onWithoutDatabase, decodeWithoutText, notAList, havingFunction,
      groupsSortedByFunction, notGroups, groupByWithoutFields, aggregateWithoutTable, aggregateWithoutName,
      noAggregate, aggregateWithoutField, notObjects, notAKey, relationIsNoField, observeWithoutFunction,
      unsavedIsNotObserved, transientIsNotObserved, assignWithoutTable, notABoolean, insertWithoutPlace,
      notOfAnObject, notOfTheRelation, notAPlace, noLinks, bareLinks, observeWithoutRowsFunction, pageOption,
      noPageOption, pageSize, sectionedByWithoutName, resultsWithoutTable, noResultsOption, withWithoutRelations,
      notASelectedField, selectWithoutFields, notACount, eachWithoutFunction, updateWithoutValues,
      fetchWithoutOptions, fetchOption, aggregateOfNoField, pluckedNames, rereadInMemory, watchOptions,
      updateWithoutRow, updateOfList, moveOptionsNotATable, noMoveOption, moveSilentNotAFlag, editedRequest, notRows,
      removeWithoutRow, removeAtWithoutPositions, notAPosition, removeSectionsWithoutSections, noSection, notASection,
      findWithoutFunction, refilterWithoutFunction, noFunctionInSet, notARange, notAResultSet, notAPlaceInSet,
      observeWithoutChanges, assignedSnapshot, assignedRequest, assignedResultSet, noMember

    init(_ error: MethodError) {
      self =
        switch error {
        case .notADatabase: .notADatabase
        case .reflectWithoutPath: .reflectWithoutPath
        case .batchWithoutFunction: .batchWithoutFunction
        case .transactionWithoutFunction: .transactionWithoutFunction
        case .openWithoutPath: .openWithoutPath
        case .openInTransaction: .openInTransaction
        case .closeInTransaction: .closeInTransaction
        case .onWithoutDatabase: .onWithoutDatabase
        case .decodeWithoutText: .decodeWithoutText
        case .notAList: .notAList
        case .havingFunction: .havingFunction
        case .groupsSortedByFunction: .groupsSortedByFunction
        case .notGroups: .notGroups
        case .groupByWithoutFields: .groupByWithoutFields
        case .aggregateWithoutTable: .aggregateWithoutTable
        case .aggregateWithoutName: .aggregateWithoutName
        case .noAggregate: .noAggregate
        case .aggregateWithoutField: .aggregateWithoutField
        case .notObjects: .notObjects
        case .notAKey: .notAKey
        case .relationIsNoField: .relationIsNoField
        case .observeWithoutFunction: .observeWithoutFunction
        case .unsavedIsNotObserved: .unsavedIsNotObserved
        case .transientIsNotObserved: .transientIsNotObserved
        case .assignWithoutTable: .assignWithoutTable
        case .notABoolean: .notABoolean
        case .insertWithoutPlace: .insertWithoutPlace
        case .notOfAnObject: .notOfAnObject
        case .notOfTheRelation: .notOfTheRelation
        case .notAPlace: .notAPlace
        case .noLinks: .noLinks
        case .bareLinks: .bareLinks
        case .observeWithoutRowsFunction: .observeWithoutRowsFunction
        case .pageOption: .pageOption
        case .noPageOption: .noPageOption
        case .pageSize: .pageSize
        case .sectionedByWithoutName: .sectionedByWithoutName
        case .resultsWithoutTable: .resultsWithoutTable
        case .noResultsOption: .noResultsOption
        case .withWithoutRelations: .withWithoutRelations
        case .notASelectedField: .notASelectedField
        case .selectWithoutFields: .selectWithoutFields
        case .notACount: .notACount
        case .eachWithoutFunction: .eachWithoutFunction
        case .updateWithoutValues: .updateWithoutValues
        case .fetchWithoutOptions: .fetchWithoutOptions
        case .fetchOption: .fetchOption
        case .aggregateOfNoField: .aggregateOfNoField
        case .pluckedNames: .pluckedNames
        case .rereadInMemory: .rereadInMemory
        case .watchOptions: .watchOptions
        case .updateWithoutRow: .updateWithoutRow
        case .updateOfList: .updateOfList
        case .moveOptionsNotATable: .moveOptionsNotATable
        case .noMoveOption: .noMoveOption
        case .moveSilentNotAFlag: .moveSilentNotAFlag
        case .editedRequest: .editedRequest
        case .notRows: .notRows
        case .removeWithoutRow: .removeWithoutRow
        case .removeAtWithoutPositions: .removeAtWithoutPositions
        case .notAPosition: .notAPosition
        case .removeSectionsWithoutSections: .removeSectionsWithoutSections
        case .noSection: .noSection
        case .notASection: .notASection
        case .findWithoutFunction: .findWithoutFunction
        case .refilterWithoutFunction: .refilterWithoutFunction
        case .noFunctionInSet: .noFunctionInSet
        case .notARange: .notARange
        case .notAResultSet: .notAResultSet
        case .notAPlaceInSet: .notAPlaceInSet
        case .observeWithoutChanges: .observeWithoutChanges
        case .assignedSnapshot: .assignedSnapshot
        case .assignedRequest: .assignedRequest
        case .assignedResultSet: .assignedResultSet
        case .noMember: .noMember
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
