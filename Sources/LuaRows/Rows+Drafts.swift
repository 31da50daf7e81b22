import CLua
import CRows
import LuaRuntime

/// Drafts: copies of objects, which know their origin.
extension LuaRowObject {
  /// The key of the origin among the originals, whose other keys are numbers.
  private static let origin = "origin"

  package var isDraft: Bool {
    get { pointer.pointee.draft }
    nonmutating set { pointer.pointee.draft = newValue }
  }

  /// Pushes an object of the same row and state, which holds no values of its own.
  package func pushTwin(on stack: LuaStack) -> LuaRowObject? {
    lua_getiuservalue(stack.pointer, Int32(index), Int32(MOON_ANCHOR))
    if stack.isNil(-1) {
      // An object may keep its row itself.
      stack.pop(1)
      stack.copy(index)
    }
    moon_push_object(
      stack.pointer, pointer.pointee.shape, Int32(stack.top), pointer.pointee.rows, pointer.pointee.row,
      Int32(pointer.pointee.state))
    stack.remove(-2)
    return LuaRowObject(stack, -1)
  }

  /// Pushes the object that a draft was made of, or nil.
  package func pushOrigin() {
    push(.originals)
    let stack = LuaStack(pointer: self.stack)
    _ = stack.rawGet(table: -1, Self.origin)
    stack.remove(-2)
  }

  /// Makes the value at a place of the stack the origin.
  package func setOrigin(_ place: Int) {
    let stack = LuaStack(pointer: self.stack)
    let absolute = stack.absolute(place)
    push(.originals)
    stack.copy(absolute)
    stack.rawSet(table: -2, Self.origin)
    stack.pop(1)
  }
}
