import Model

/// What cannot be done with a relation, or with the members of an object.
///
/// The words are in `RelationError+Words.swift`.
package enum RelationError: WordedError {
  /// `get` was given more than one key.
  case secondKey(value: String, key: String)
  case notAFieldName(entity: String, value: String)
  /// One end of a new link was deleted meanwhile.
  case linkedRowIsGone(relation: String, owner: String, field: String)
  /// A member cannot be without its owner: the relation back is required.
  case cannotLeave(relation: String, target: String, inverse: String, owner: String)
  case noOrder(word: String, relation: String, kind: String, target: String)
  case noPlace(word: String, relation: String, place: Int, last: Int)
  case notAMember(relation: String, target: String, value: String)
  case ownerIsNotSaved(entity: String, relation: String, word: String?, known: [String])
  case createOnUnsaved(entity: String, relation: String)
  case createOnDraft(entity: String, relation: String)
  case createWithoutTable(relation: String, value: String)
  case listWithNames(relation: String, name: String)
  /// `descendants` or `ancestors` was given no name.
  case treeWithoutName(word: String, value: String)
  case noTree(word: String, entity: String, name: String, candidates: [String])
  /// The relation leads to another entity.
  case treeOfOthers(word: String, entity: String, relation: String, target: String)
  /// It leads to many where one is wanted, or to one.
  case otherTree(word: String, entity: String, relation: String, isToMany: Bool)
}
