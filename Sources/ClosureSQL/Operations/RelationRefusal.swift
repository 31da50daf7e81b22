/// Why a function that follows a relation runs row by row.
enum RelationRefusal {
  case otherQuestion(relation: String, method: String?)
  /// A word that a script added to the requests of an entity.
  case asksScope(relation: String, scope: String, entity: String)
  case withoutColon
  case otherArguments(method: String)
  /// `first(3)`: a list of rows.
  case firstOfMany(relation: String)
  /// The first of rows whose order no field says.
  case firstOfPlaces(relation: String)
  case otherSort(relation: String, method: String)
  case noCondition(relation: String)
  /// Of a value of this type, which is no condition: `where(true)`.
  case conditionIsValue(relation: String, type: String)
  case changes(relation: String, method: String)
  case conditionOfRow(relation: String)
  case conditionOfFunctions(relation: String)
  case asksOfRows(relation: String, reason: String)
  case givesNoNumbers(method: String, relation: String)
  case noField(method: String, String, relation: String)
  case readByFunction(method: String, field: String)
  case mayHoldNoNumber(method: String, field: String)
  case mayHoldOther(method: String, field: String)
  case noNumbers(method: String, field: String, type: String)
  case walkedSharedTable(relation: String)
  case otherKey(relation: String)
  case mayBeSeveral(relation: String)
  case walkedByHand
  case firstDecides(relation: String)
  case firstLeadsOn(relation: String, member: String)
  case returnsRow(relation: String)
  case gathers
  case tooDeep
  case libraryCall(String)
  case givesRows(relation: String, to: String)
}

extension Untranslatable {
  init(_ refusal: RelationRefusal) { self.init(refusal.words) }
}
