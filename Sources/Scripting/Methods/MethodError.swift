import Model

/// What is wrong with how a method was called.
///
/// The words are in `MethodError+Words.swift`.
package enum MethodError: WordedError {
  case notADatabase(value: String)
  case reflectWithoutPath(value: String)
  case batchWithoutFunction(value: String)
  case transactionWithoutFunction(value: String)
  case transactionOptions(value: String)
  case transactionOption(option: String, value: String)
  case openWithoutPath(value: String)
  case openInTransaction
  case closeInTransaction
  case onWithoutDatabase(value: String)
  case decodeWithoutText(value: String)
  case notAList(value: String)
  case havingFunction
  case groupsSortedByFunction
  case notGroups(value: String)
  case groupByWithoutFields
  case aggregateWithoutTable(value: String)
  case aggregateWithoutName
  case noAggregate(name: String, candidates: [String])
  /// An expression that begins with the name of an aggregate: `count * 2`.
  case expressionAsAggregate(text: String)
  /// What a relation to many leads to, and how it is asked.
  case aggregateOfManyRows(method: String, text: String, target: String, example: String?)
  case aggregateWithoutField(word: String, name: String)
  case notObjects(value: String)
  case notAKey(word: String, value: String)
  case relationIsNoField(entity: String, name: String, advice: ObservingAdvice)
  case observeWithoutFunction
  case unsavedIsNotObserved(entity: String)
  case transientIsNotObserved(field: String)
  case assignWithoutTable(value: String)
  case notABoolean(value: String, name: String, candidates: [String], entity: String, mayBe: Bool)
  case insertWithoutPlace
  case notOfAnObject(word: String, entity: String)
  case notOfTheRelation(word: String, relation: String, name: String)
  case notAPlace(word: String, value: String)
  case noLinks(relation: String, target: String)
  case bareLinks(relation: String)
  case observeWithoutRowsFunction(value: String)
  case pageOption(option: String, choice: String, value: String)
  case noPageOption(option: String, candidates: [String])
  case pageSize(rows: Int)
  case sectionedByWithoutName
  case resultsWithoutTable(value: String)
  case noResultsOption(name: String, candidates: [String], isOfRequest: Bool)
  case withWithoutRelations
  case notASelectedField(value: String)
  /// A value of a related row, or a member that was annotated, where fields are selected.
  case selectedExpression(text: String, entity: String)
  case selectedMember(name: String, isRelated: Bool)
  case selectWithoutFields
  case notACount(word: String, value: String)
  case getOrCreateWithoutTable(value: String)
  case eachWithoutFunction(value: String)
  case updateWithoutValues(value: String)
  case fetchWithoutOptions(value: String)
  case fetchOption(name: String, value: String)
  case aggregateOfNoField(aggregate: String, value: String)
  case pluckedNames(asRows: Bool)
  case rereadInMemory(word: String)
  case watchOptions
  case updateWithoutRow
  case editsWithoutFunction(value: String)
  case followWithoutRequest(value: String)
  case moveOptionsNotATable(value: String)
  case noMoveOption(name: String)
  case moveSilentNotAFlag(value: String)
  case editedRequest(word: String)
  case notRows(word: String, value: String)
  case removeWithoutRow
  case removeAtWithoutPositions(value: String)
  case notAPosition(value: String)
  case removeSectionsWithoutSections
  case noSection(section: Int64, summary: String)
  case notASection(value: String)
  case noFunctionInSet(word: String)
  case notARange(word: String, first: Int, last: Int)
  case notAResultSet(value: String)
  case notAPlaceInSet(word: String, value: String)
  case observeWithoutChanges(value: String)
  case assignedSnapshot
  case assignedRequest
  case assignedResultSet
  case noMember(name: String, isSnapshot: Bool, candidates: [String])
  case noPlanMember(name: String, candidates: [String])

  /// What to observe in place of a relation.
  package enum ObservingAdvice: Sendable {
    case ofRows
    /// The field that holds the key.
    case ofKey(String)
    /// The entity that holds the key.
    case ofHolder(String)
  }
}
