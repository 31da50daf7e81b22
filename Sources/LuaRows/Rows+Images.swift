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

  /// An image of it, above: an object of its own, with the same values, marks and related objects.
  ///
  /// Tables among the values are the same as the object's. Nil where there is no room.
  package func image() -> LuaRowObject? {
    let home = LuaStack(pointer: stack)
    guard home.ensure(8) else { return nil }
    moon_push_image(stack, Int32(index))
    return LuaRowObject(home, -1)
  }

  /// Becomes what it was when the image was made, which is of no use then.
  package func restore(_ image: LuaRowObject) {
    moon_object_restore(stack, Int32(index), Int32(image.index))
  }
}

/// Objects in the order in which something became of them, and beside each what takes that back.
///
/// They are in a table of Lua, which keeps them: two values for each.
package struct LuaRowLog {
  private let table: LuaTable
  package private(set) var count = 0

  package init(_ state: LuaState) { table = state.makeTable() }

  /// Adds an object and a note about it; nothing where there is no room.
  package mutating func append(_ object: LuaRowObject, _ note: LuaValue) {
    let home = LuaStack(pointer: object.stack)
    guard home.ensure(4) else { return }
    home.push(note)
    append(object, noteAt: home.top)
    home.pop(1)
  }

  /// Adds an object and an image of it.
  package mutating func append(_ object: LuaRowObject, image: LuaRowObject) {
    append(object, noteAt: image.index)
  }

  private mutating func append(_ object: LuaRowObject, noteAt index: Int) {
    table.push(to: LuaStack(pointer: object.stack))
    lua_pushvalue(object.stack, Int32(object.index))
    lua_rawseti(object.stack, -2, lua_Integer(2 * count + 1))
    lua_pushvalue(object.stack, Int32(index))
    lua_rawseti(object.stack, -2, lua_Integer(2 * count + 2))
    lua_settop(object.stack, -2)
    count += 1
  }

  /// Calls `body` with an object, by its place from 0, and the note about it.
  package func withEntry(_ place: Int, on stack: LuaStack, _ body: (LuaRowObject, BorrowedValue) -> Void) {
    guard stack.ensure(8) else { return }
    let top = stack.top
    defer { stack.top = top }
    let entries = BorrowedValue(table, on: stack)
    guard let object = entries.element(2 * place + 1).rowObject else { return }
    body(object, entries.element(2 * place + 2))
  }

  /// Moves an entry to a place whose own is not needed any more.
  package func move(_ place: Int, to other: Int, on stack: LuaStack) {
    guard place != other else { return }
    withTable(on: stack) { entries in
      for part in 1...2 { entries.set(2 * other + part, to: entries.element(2 * place + part)) }
    }
  }

  /// Forgets the entries from a place on.
  package mutating func cut(to kept: Int, on stack: LuaStack) {
    withTable(on: stack) { entries in
      for index in (2 * kept)..<(2 * count) { entries.set(index + 1, to: .nil) }
    }
    count = kept
  }

  private func withTable(on stack: LuaStack, _ body: (BorrowedValue) -> Void) {
    guard stack.ensure(8) else { return }
    let top = stack.top
    defer { stack.top = top }
    body(BorrowedValue(table, on: stack))
  }
}
