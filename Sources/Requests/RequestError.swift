import Model

/// What is wrong with a request, or with what it was given.
///
/// The words are in `RequestError+Words.swift`.
package enum RequestError: WordedError {
  case view(entity: String)
  case stillReferred(entity: String, users: [String])
  case secondCondition(word: String, isTable: Bool, value: String)
  case incompleteTriple(word: String, path: String)
  case testWithoutField(word: String)
  case notACondition(word: String, value: String)
  case conditionWithoutField(word: String)
  case emptyConditions(word: String)
  case nameInList(word: String, path: String, name: String)
  case documentAsValue(path: String)
  case unstorable(word: String, path: String, reason: String)
  case incomparable(path: String, type: String, value: String)
  case testWithoutValue(test: String)
  case notAFieldCondition(path: String, value: String)
  case testOfCompoundKey(relation: String)
  case otherEntity(relation: String, target: String, entity: String)
  case notARelated(relation: String, target: String, value: String)
  case relatedIsNotSaved(relation: String, target: String)
  case operatorNotText(word: String, value: String)
  case testTakesNothing(test: String)
  case comparedWithNil(name: String, symbol: String)
  case comparedObject(name: String, symbol: String)
  case unknownOperator(word: String, symbol: String, candidates: [String])
  case tooManyConditions(word: String, limit: Int)
  case tooDeepConditions(word: String, limit: Int)
  case listOfOthers(word: String, value: String)
  case nilInList(word: String, place: Int)
  case tooManyCalls
  case noGroupMethod(name: String, candidates: [String])
  case rowsAreBeingRead
  case updateWithoutNames
  case emptyUpdate
  case updatedTwice(name: String)
  case updatedKey(name: String, entity: String)
  case updatedReadonly(entity: String, name: String)
  case updatedTransient(name: String, entity: String)
  case updateWithOther(relation: String, target: String, value: String)
  case updateWithUnsaved(relation: String, target: String)
  case pageOfLimited
  case notACursor(text: String)
  case otherCursor
  case noPlanMember(name: String)
  case predicate(word: String, reason: String)
  case parametersWithoutNames(word: String)
  case notAParameter(parameter: String, value: String)
  case pushdownOption(word: String, value: String)
  case rowsBeforeRun
  case noRequestMethod(name: String, candidates: [String], entity: String)
  case scopeGivesNoRequest(entity: String, name: String, found: String)
  case scopeLeavesRequest(entity: String, name: String)
  case lengthBeforeRun
  case notARequest(value: String)
  case aggregateTooLarge(aggregate: String, entity: String, path: String)
  case filterTestWithoutValue(test: String)
  case filterTestOfValue(test: String)
  case onlyObjectsLeadOn
  case notAPlainValue(path: String, value: String)
  case fieldRefuses(field: String, reason: String)
  case noMember(value: String, name: String)
  case unsortable(value: String)
  case mixedKeys(one: String?, other: String)
  case sortOptionsNotATable(word: String, value: String)
  case comparatorWithOptions(word: String)
  case noSortOption(word: String, name: String, candidates: [String])
  case sortOption(word: String, name: String, choice: String, value: String)
  case orderWithoutKey(word: String)
  case notAnOrder(word: String, value: String)
  case comparatorParameters(word: String, count: Int)
  case notAStatement(value: String)
  case missingParameter(parameter: String)
  case noParameter(name: String, candidates: [String])
  case parameterNotPlain(parameter: String, value: String)
  case missingColumn(column: String, entity: String)
  case testOfMany(word: String, path: String)
  case functionOfMany(word: String, path: String)
  case testOfManyKeys(relation: String, target: String, count: Int)
}
