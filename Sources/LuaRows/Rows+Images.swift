import CLua
import CRows
import LuaRuntime

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

  /// The stack that it is on.
  package var home: LuaStack { LuaStack(pointer: stack) }

  /// Pops a value, and keeps the object and the value in a table, at a place and behind it.
  package func keep(in table: LuaTable, at place: Int) {
    table.push(to: home)
    lua_pushvalue(stack, Int32(index))
    lua_rawseti(stack, -2, lua_Integer(place))
    lua_rotate(stack, -2, 1)
    lua_rawseti(stack, -2, lua_Integer(place + 1))
    lua_settop(stack, -2)
  }

  /// Becomes what it was when the image was made, which is of no use then.
  package func restore(_ image: LuaRowObject) {
    moon_object_restore(stack, Int32(index), Int32(image.index))
  }
}
