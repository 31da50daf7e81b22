/// What cannot be done with an object, or is no object.
package enum ObjectError: WordedError {
  case partOfAnother(entity: String, place: String, whole: String?)
  case noRelationsInside(entity: String, relation: String, key: String?)
  case oneTooMany(entity: String, found: String)
  case valuesAreNoTable(entity: String, found: String)
  case entityInLoop(entity: String)
  case noObject(found: String)
  case deletedCannotChange(entity: String)
  case discardedCannotChange
  case lentCannotChange
  case listedCannotChange(name: String)
  case listedCannotBeRead(entity: String)
  case computedCannotChange(entity: String, name: String)
  case saidTwice(entity: String, relation: String, key: String)
  case keyIsNull(entity: String, relation: String, target: String, field: String)
  case leadsToMany(entity: String, relation: String)
  case hashGives(entity: String, found: String)
  case calledOnNoObject(found: String)
  case noObjects
  case tableOfNames(name: String, isList: Bool)
  case notSelected(entity: String, field: String)
  case noPrimaryKey(entity: String)
  case rowReturned
  case fieldRefused(entity: String, field: String, reason: String)
  case keyOfSeveral(entity: String, names: [String], missing: String?)
  case keyIsNoValue(found: String)
  case notSavedToRead(entity: String)
  case rowIsGone(entity: String, key: String)
  /// It was loaded before a migration after which a field, or the whole, is something else.
  case outgrown(entity: String, field: String?)
  case saveOptionCannotBe(word: String, option: String, found: String)
  case unknownSaveOption(word: String, option: String, known: [String])
  case optionsWithoutNames(word: String)
  case onNeedsUpsert(word: String)
  case noFieldToUpsertOn(entity: String, field: String, known: [String])
  case notUnique(entity: String, field: String, unique: [String])
  case wasDeleted(entity: String)
  case wasDiscarded
  case lentCannotBeKept
}
