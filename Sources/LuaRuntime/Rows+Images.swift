import CLua

/// Images: what objects were, to give it back to them.
extension LuaRowObject {
  /// The number of the transaction that remembers it as it was, or 0.
  package var mark: UInt32 {
    get { pointer.pointee.mark }
    nonmutating set { pointer.pointee.mark = newValue }
  }

  /// Pushes an image of it: an object of its own, with the same values, marks and related objects.
  ///
  /// Tables among the values are the same as the object's.
  package func pushImage(on stack: LuaStack) -> LuaRowObject? {
    moon_push_image(stack.pointer, Int32(index))
    return LuaRowObject(stack, -1)
  }

  /// Becomes what it was when the image was made, which is of no use then.
  package func restore(_ image: LuaRowObject) {
    moon_object_restore(stack, Int32(index), Int32(image.index))
  }
}
