import Model

/// What is wrong with a result set, or with what it was given.
///
/// The words are in `ListError+Words.swift`.
package enum ListError: WordedError {
  case tooManyCalls
  case noKey(entity: String, view: String?)
  case otherDatabase(location: String)
  case changedWhileShown
  case diffOption(name: String, candidates: [String])
  case notADiffList(place: String, value: String)
  case sameIdentity(place: String)
  case notAnIdentity(value: String)
  case rowIsNotSaved(row: String)
  case noIdentity(names: String)
  case notARow(value: String)
  case lentRow
  case assignedSection
  case changedIdentity
  case outOfRange(position: String, reason: Misplacement, summary: String)
  case noSection(section: Int, summary: String)
  case noRowsInSection(section: Int, count: Int)
  case noSetSection
  case setSectionDidNothing
  case notARule(word: String, value: String)
  case resultSetOption(name: String, candidates: [String])
  case notAFunction(word: String, value: String)
  case pageSize(value: String)
  case noChangesMember(name: String, candidates: [String])
  case notChanges(value: String)
  case changesDoNotFit(summary: String)
  case applyWithoutList(value: String)
  case sectionsNeedSnapshot
  case notAFilter(word: String, value: String)
  case followsOtherRows(entity: String, other: String)
  case changedByItself
  case endlessRow
  case tooLargeRow
  case tooDeepToCopy
  case orderWithoutKey(word: String)
  case secondMinus(word: String, name: String)
  case unsortable(value: String)
  case noSectionMember(name: String, candidates: [String])
  case notASectionName(value: String)
  case notASectionOrder(value: String)
  case notASectionKey

  /// Why a position is not valid.
  package enum Misplacement: Sendable {
    case noRow
    case noSection
    case noPlace(last: Int)
  }
}
