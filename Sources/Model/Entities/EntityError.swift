/// What was asked of an entity in a way that it does not take.
package enum EntityError: WordedError {
  case isAnEntity(entity: String)
  case isAbstract(entity: String)
  case concernsAllRows(entity: String, method: String)
  case fieldOfObjects(entity: String, field: String)
  case noMethod(entity: String, name: String, known: [String])
  case noEntity(found: String)
  case declaredWrong(entity: String, place: String?, reason: String)
  case unknownKind(entity: String, found: String, field: String)
  case methodOfObjects(entity: String, name: String, example: String)
  case methodIsField(entity: String, name: String)
  case scopeIsNoFunction(entity: String, name: String, found: String)
  case scopeNameTaken(entity: String, name: String, example: String)
  /// A day or a moment is declared where the column holds numbers.
  case countedMoments(entity: String, field: String, type: String)
  /// A UUID is declared where the column holds some in upper case.
  case otherUUIDs(entity: String, field: String)
  case otherScale(entity: String, field: String, there: Int, here: Int)
  case belongsElsewhere(member: String?, entity: String, location: String)
}
