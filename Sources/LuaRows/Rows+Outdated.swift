import CLua
import CRows
import LuaRuntime

/// Rows that were read before their table was made anew: their cells mean something else than what is stored now.
extension LuaRowShape {
  /// Has the host asked for all that is read of its objects from now on.
  package func outdate() { moon_shape_outdate(pointer) }

  /// Whether it stands for rows as they were.
  package var isOutdated: Bool { moon_shape_is_outdated(pointer) }
}

extension LuaRowObject {
  /// Makes it the object of the first of these rows; what was assigned to it stays.
  ///
  /// `anchor` is the userdata that keeps the rows.
  package func refer(to rows: UnsafeMutableRawPointer, keptBy anchor: BorrowedValue) {
    lua_pushvalue(stack, Int32(anchor.index))
    moon_object_set_anchor(stack, Int32(index))
    moon_object_leave_row(pointer)
    show(0, of: rows)
  }

  /// Becomes an object of another entity's shape, without values of its own; false where it has no room for them.
  package func become(_ other: LuaRowShape) -> Bool {
    guard moon_shape_has_room(shape.pointer, other.pointer) else { return false }
    for slot in 0..<slotCount {
      release(slot)
      setChanged(slot, false)
    }
    shape = other
    return true
  }
}
