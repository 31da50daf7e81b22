import LuaRuntime

/// The functions that a script gives an entity, and the fields that make its objects equal.
package struct EntityHooks {
  /// Called before an object is written: it may still change the object, or raise.
  package var beforeSave: LuaFunction?
  /// Called with an object that was written, and with what changed in it.
  package var afterSave: LuaFunction?
  /// Called with an object whose row is about to be deleted: it may raise.
  package var beforeDelete: LuaFunction?
  /// Called with an object whose row was deleted.
  package var afterDelete: LuaFunction?
  /// Called with each object that is made of a row.
  package var afterLoad: LuaFunction?
  /// The names of the fields whose values make objects equal; empty = the primary key.
  package var equalFields: [String] = []
  /// What says whether two objects are equal, and the value that is the same for those that are.
  package var equals: LuaFunction?
  var hash: LuaFunction?
  /// The entity that said what makes objects equal; nil where the primary key does.
  var equalityOwner: String?

  /// Makes one row of two that are the same object: the one that a list has, and the one that comes.
  package var merge: LuaFunction?

  var hasEquality: Bool { equals != nil || hash != nil || !equalFields.isEmpty }

  /// The version of the entity's documents; nil = 1.
  package var version: Int?
  /// Brings the table of an older document up to date: called with it and its version.
  package var migrate: LuaFunction?
  /// Called with an object and its document, before that is written.
  package var beforeEncode: LuaFunction?
  /// Called with an object and the document that it was made of.
  package var afterDecode: LuaFunction?

  /// The hooks with those of the entity that is extended where there are none of its own.
  func extending(_ parent: EntityHooks) -> EntityHooks {
    var result = self
    result.beforeSave = beforeSave ?? parent.beforeSave
    result.afterSave = afterSave ?? parent.afterSave
    result.beforeDelete = beforeDelete ?? parent.beforeDelete
    result.afterDelete = afterDelete ?? parent.afterDelete
    result.afterLoad = afterLoad ?? parent.afterLoad
    result.merge = merge ?? parent.merge
    result.version = version ?? parent.version
    result.migrate = migrate ?? parent.migrate
    result.beforeEncode = beforeEncode ?? parent.beforeEncode
    result.afterDecode = afterDecode ?? parent.afterDecode
    if !hasEquality {
      result.equalityOwner = parent.equalityOwner
      (result.equals, result.hash, result.equalFields) = (parent.equals, parent.hash, parent.equalFields)
    }
    return result
  }
}
