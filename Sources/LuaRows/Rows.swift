import CLua
import CRows
import LuaRuntime

/// An object of an entity on a Lua stack: a row, and what was assigned since.
package struct LuaRowObject {
  package enum State: UInt8, Sendable {
    case new, saved, deleted
    /// Lent to a function that tests rows: it moves from row to row.
    case lent
    /// Lent once, and not valid any more.
    case returned
    /// A draft that was given up.
    case discarded
    /// A part of another object, without a row of its own.
    case embedded
  }

  /// The tables that an object can carry beside its values.
  package enum Table: Int32, Sendable {
    case related = 2
    case originals = 3
  }

  let pointer: UnsafeMutablePointer<moon_object>
  let stack: OpaquePointer
  /// Its absolute place on the stack.
  package let index: Int

  fileprivate init(pointer: UnsafeMutablePointer<moon_object>, stack: OpaquePointer, index: Int) {
    (self.pointer, self.stack, self.index) = (pointer, stack, index)
  }

  init?(_ stack: LuaStack, _ index: Int) {
    let absolute = lua_absindex(stack.pointer, Int32(index))
    guard let pointer = moon_to_object(stack.pointer, absolute) else { return nil }
    self.pointer = pointer
    self.stack = stack.pointer
    self.index = Int(absolute)
  }

  package var state: State {
    get { State(rawValue: pointer.pointee.state) ?? .new }
    nonmutating set {
      // What was lent was never in a list.
      if newValue != .saved, newValue != .returned { moon_object_leave_row(pointer) }
      pointer.pointee.state = newValue.rawValue
    }
  }

  /// The row that it shows; moves only while it is lent.
  package var row: Int {
    get { Int(pointer.pointee.row) }
    nonmutating set { moon_object_show(pointer, pointer.pointee.rows, newValue) }
  }

  /// Where the cells of its rows are; nil for an object without a row.
  package var rows: UnsafeRawPointer? { pointer.pointee.rows.map { UnsafeRawPointer($0) } }

  /// Moves it to another row while it is lent.
  package func show(_ row: Int, of rows: UnsafeMutableRawPointer) {
    moon_object_show(pointer, rows.assumingMemoryBound(to: moon_rows.self), row)
  }

  package var shape: LuaRowShape {
    get { LuaRowShape(pointer: pointer.pointee.shape) }
    nonmutating set {
      moon_object_leave_row(pointer)
      pointer.pointee.shape = newValue.pointer
    }
  }

  /// Whether it is new and about to be inserted.
  package var isQueued: Bool {
    get { pointer.pointee.queued }
    nonmutating set { pointer.pointee.queued = newValue }
  }

  /// Whether a list in memory shows it, which alone may change it.
  package var isListed: Bool {
    get { pointer.pointee.listed }
    nonmutating set { pointer.pointee.listed = newValue }
  }

  @inlinable
  @inline(__always)
  package func context<Context: AnyObject>(as type: Context.Type) -> Context? {
    contextAddress.map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
  }

  @usableFromInline
  package var contextAddress: UnsafeMutableRawPointer? { moon_shape_context(pointer.pointee.shape) }

  package var slotCount: Int { Int(moon_shape_slots(pointer.pointee.shape)) }

  /// Whether the field was given a value of its own, which counts instead of the row's.
  package func holds(_ slot: Int) -> Bool { moon_object_is_held(pointer, Int32(slot)) }

  package func isChanged(_ slot: Int) -> Bool { moon_object_is_changed(pointer, Int32(slot)) }

  package func setChanged(_ slot: Int, _ changed: Bool) { moon_object_set_changed(pointer, Int32(slot), changed) }

  package func forgetChanges() { moon_object_forget_changes(pointer) }

  /// The address of the cell that the field was read from.
  package func cell(_ slot: Int) -> UnsafeRawPointer? {
    moon_object_cell(pointer, Int32(slot)).map { UnsafeRawPointer($0) }
  }

  /// Whether the row that it was read from does not have the field, and nothing was assigned to it.
  package func lacks(_ slot: Int) -> Bool {
    pointer.pointee.rows != nil && !holds(slot) && cell(slot) == nil
  }

  /// Pushes the field's value: its own, or the cell as it is stored.
  func push(_ slot: Int) { moon_object_get(stack, Int32(index), Int32(slot)) }

  /// Pops a value, which from now on is the field's own.
  func hold(_ slot: Int) { moon_object_hold(stack, Int32(index), Int32(slot)) }

  /// Forgets the field's own value.
  package func release(_ slot: Int) { moon_object_release(stack, Int32(index), Int32(slot)) }

  /// Pushes one of its tables.
  func push(_ table: Table) { moon_object_table(stack, Int32(index), table.rawValue) }

  /// Makes it the object of another row of the same shape, without values of its own.
  ///
  /// The first `slots` slots are those that the row holds; `anchor` is the userdata that keeps the rows.
  package func adopt(_ rows: UnsafeMutableRawPointer, row: Int, slots: Int, keptBy anchor: BorrowedValue) {
    place.scoped {
      let origin = origin()
      for slot in 0..<slots {
        release(slot)
        setChanged(slot, false)
      }
      for table in [Table.related, .originals] { moon_object_forget(stack, Int32(index), table.rawValue) }
      lua_pushvalue(stack, Int32(anchor.index))
      moon_object_set_anchor(stack, Int32(index))
      moon_object_leave_row(pointer)
      pointer.pointee.rows = rows.assumingMemoryBound(to: moon_rows.self)
      pointer.pointee.row = UInt32(row)
      if isDraft { setOrigin(origin) }
    }
  }
}

extension LuaRowObject {
  /// Makes it an object without a row: what it does not hold is nil.
  package func forgetRow() {
    moon_object_leave_row(pointer)
    pointer.pointee.rows = nil
    lua_pushnil(stack)
    moon_object_set_anchor(stack, Int32(index))
  }
}

/// A list of objects on a Lua stack.
package struct LuaRowList {
  let pointer: UnsafeMutablePointer<moon_list>

  package var count: Int { pointer.pointee.count }
  package var shape: LuaRowShape { LuaRowShape(pointer: pointer.pointee.shape) }

  package func context<Context: AnyObject>(as type: Context.Type) -> Context? {
    moon_shape_context(pointer.pointee.shape).map { Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension LuaState {
  /// Makes the types of objects and lists.
  ///
  /// `object` and `list` are tables of methods.
  package func openRows(
    objectMethods: LuaTable, index: LuaFunction, newIndex: LuaFunction, toString: LuaFunction, equals: LuaFunction,
    pairs: LuaFunction, listMethods: LuaTable, listToString: LuaFunction
  ) {
    let stack = stack
    guard stack.ensure(16) else { return }
    stack.push(reference: objectMethods)
    for function in [index, newIndex, toString, equals, pairs] { stack.push(reference: function) }
    stack.push(reference: listMethods)
    stack.push(reference: listToString)
    moon_rows_open(stack.pointer)
  }
}

extension LuaStack {
  /// Pushes an object; `anchor` is the place of the userdata that keeps the rows, or nil for a new object.
  @discardableResult
  package func pushRow(
    _ shape: LuaRowShape, anchor: Int?, rows: UnsafeMutableRawPointer?, row: Int, state: LuaRowObject.State
  ) -> LuaRowObject? {
    let object = moon_push_object(
      pointer, shape.pointer, Int32(anchor ?? 0), rows?.assumingMemoryBound(to: moon_rows.self), row,
      Int32(state.rawValue))
    return object.map { LuaRowObject(pointer: $0, stack: pointer, index: top) }
  }

  /// Pushes an object with a copy of the first of these rows, which it keeps itself; it has so many columns.
  func pushRow(
    _ shape: LuaRowShape, copying rows: UnsafeMutableRawPointer, columns: Int, state: LuaRowObject.State
  ) -> LuaRowObject? {
    moon_push_copy(
      pointer, shape.pointer, rows.assumingMemoryBound(to: moon_rows.self), 0, columns, Int32(state.rawValue))
    return LuaRowObject(self, -1)
  }

  package func rowObject(_ index: Int) -> LuaRowObject? { LuaRowObject(self, index) }

  /// Pushes a list of the first `count` rows.
  package func pushRowList(_ shape: LuaRowShape, anchor: Int?, rows: UnsafeMutableRawPointer?, count: Int) {
    moon_push_list(pointer, shape.pointer, Int32(anchor ?? 0), rows?.assumingMemoryBound(to: moon_rows.self), count)
  }

  /// Pushes an object of the list at `index`; false, and nothing, where that might raise an error.
  package func pushPlainElement(of index: Int, at position: Int) -> Bool {
    moon_list_push_plain(pointer, Int32(index), position)
  }

  package func rowList(_ index: Int) -> LuaRowList? {
    moon_to_list(pointer, Int32(index)).map { LuaRowList(pointer: $0) }
  }

  /// Pops an object and puts it into a list, at a place from 1.
  package func setRow(ofList index: Int, at position: Int) {
    moon_list_set(pointer, Int32(index), position)
  }

  /// Pushes what a cell holds, as it is stored.
  ///
  /// The address is that of a `Schema.Cell`.
  package func push(cell: UnsafeRawPointer) {
    moon_push_cell(pointer, cell.assumingMemoryBound(to: moon_cell.self))
  }
}

extension LuaRowObject {
  /// What keeps its rows alive, above, or nil.
  func anchor() -> BorrowedValue {
    moon_object_push_anchor(stack, Int32(index))
    return BorrowedValue(at: -1, on: LuaStack(pointer: stack))
  }

  /// What keeps its rows alive, if it is of this class.
  package func anchor<T: AnyObject>(as type: T.Type = T.self) -> T? {
    let home = LuaStack(pointer: stack)
    moon_object_push_anchor(stack, Int32(index))
    defer { home.pop(1) }
    return home.kind(-1) == .userdata ? home.object(-1, as: type) : nil
  }

  /// Whether it carries related objects.
  package var hasRelated: Bool { pointer.pointee.related }
}
