import Model

/// Why objects are not saved or deleted.
package enum SavingError: WordedError {
  case batchIsOver
  case noBatch(found: String)
  case isRequired(entity: String, field: String)
  case columnIsGone(entity: String, field: String)
  case keyIsNull(entity: String, table: String)
  case refersToNoTable(entity: String, columns: [String], table: String)
  case exists(entity: String, fields: String, values: String, key: String?)
  /// What many rows were to have, beside what each of them has.
  case existsBeside(entity: String, fields: String, values: String, others: String)
  case targetIsMissing(entity: String, relation: String, target: String, values: [String])
  case keyCannotChange(entity: String, key: String?, field: String, users: [String])
  case noObject(found: String)
  case draftCannotBeDeleted
  case deletedWithinItsDeletion(entity: String)
  case savedWithinItsSave(entity: String)
  case ruleBroken(entity: String, rule: String)
  case checkBroken(entity: String, field: String?, value: String?, check: String)
  case valueNotTaken(entity: String, reason: String)
  case textNotTaken(entity: String, field: String, reason: String)
  case refersToNoRow(entity: String, fields: String, values: String, key: String)
  case noPart(entity: String, fields: String, values: String)
  case excluded(entity: String, fields: String, values: String, rule: String)
  case doesNotFit(entity: String, field: String, value: String, type: String)
  case deletedAlready(entity: String)
  case draftWasDiscarded
  case lentCannotBeDeleted
  case stillReferred(entity: String, key: String, users: [String])
  case wasDeleted(entity: String)
  case lentHasNoDraft
  case noDraft(entity: String)
  case parentNotSaved(relation: String, entity: String, isNew: Bool)
  case belongsToItself(entity: String)
  case partnerNeedsIt(entity: String, relation: String, target: String, inverse: String)
  case isAbstract(entity: String, kinds: [String])
  case madeBeforeSharing(entity: String)
  case isView(entity: String)
  case keyOfAnotherKind(entity: String, relation: String, key: String, kind: String, target: String)
  case existsAsAnother(entity: String, fields: String, values: String, owner: String, field: String)
  case originWasSaved
  case deletedCannotBeSaved(entity: String)
  case discardedCannotBeSaved
  case lentCannotBeSaved
  case rowIsGone(entity: String, key: String)
  case isMadeByDatabase(entity: String, field: String)
}
