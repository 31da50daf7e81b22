import LuaRows

/// What a journal cannot say of an object by itself: its documents, what it belongs to, its row.
package protocol ObjectKeeper {
  /// Gives an image its own copies of the documents that an object holds: they are edited in place.
  func copyDocuments(of object: LuaRowObject, to image: LuaRowObject)
  /// Leaves an object the documents that were not edited since the image was made: the script may know them.
  func keepDocuments(of object: LuaRowObject, in image: LuaRowObject)
  /// Has parents that are new again wait for their keys again.
  func renewParents(of object: LuaRowObject)
  /// Reads the row of a saved object; what was assigned to the object and not saved is forgotten.
  func isReadAgain(_ object: LuaRowObject) -> Bool
}
