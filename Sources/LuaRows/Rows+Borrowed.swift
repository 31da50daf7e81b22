import CLua
import CRows
import LuaRuntime

/// Objects and their fields as borrowed values.
extension LuaRowObject {
  /// The object itself, where it stands.
  package var place: BorrowedValue { BorrowedValue(at: index, on: LuaStack(pointer: stack)) }

  /// The value of a field, above: its own, or the cell as it is stored.
  package func borrowed(_ slot: Int) -> BorrowedValue {
    push(slot)
    return BorrowedValue(at: -1, on: LuaStack(pointer: stack))
  }

  /// What the row has for a field, above, as scripts see it; nil where that is not to be had without the field's type.
  package func stored(_ slot: Int) -> BorrowedValue? {
    guard moon_object_push_stored(stack, pointer, Int32(slot)) else { return nil }
    return BorrowedValue(at: -1, on: LuaStack(pointer: stack))
  }

  /// Makes a value the field's own.
  package func hold(_ slot: Int, _ value: BorrowedValue) {
    lua_pushvalue(stack, Int32(value.index))
    hold(slot)
  }

  package func hold(_ slot: Int, _ value: LuaValue) {
    LuaStack(pointer: stack).push(value)
    hold(slot)
  }

  /// Whether the field was given a value of its own that is not nil.
  package func isGiven(_ slot: Int) -> Bool {
    guard holds(slot) else { return false }
    push(slot)
    defer { lua_settop(stack, -2) }
    return lua_type(stack, -1) != LUA_TNIL
  }
}

/// What objects carry beside their values.
extension LuaRowObject {
  /// One of its tables, above.
  package func borrowed(_ table: Table) -> BorrowedValue {
    push(table)
    return BorrowedValue(at: -1, on: LuaStack(pointer: stack))
  }

  /// One of its tables, to keep.
  package func table(_ table: Table) -> LuaTable? {
    place.scoped { borrowed(table).value.table }
  }

  /// What stands for a relation among its related objects.
  package func related(_ name: String) -> LuaValue {
    place.scoped { borrowed(.related).member(name).value }
  }

  /// The same, above.
  package func borrowedRelated(_ name: String) -> BorrowedValue {
    let related = borrowed(.related)
    related.become(member: name)
    return related
  }

  /// Makes a value what stands for a relation.
  package func relate(_ name: String, to value: BorrowedValue) {
    place.scoped { borrowed(.related).set(name, to: value) }
  }

  package func relate(_ name: String, to value: LuaValue) {
    place.scoped { borrowed(.related).set(name, to: value) }
  }

  /// What was noted of its fields before they were changed, above.
  package func originals() -> LuaRowOriginals { LuaRowOriginals(table: borrowed(.originals)) }

  /// What was noted of a field before it was changed, above.
  package func borrowedOriginal(_ slot: Int) -> BorrowedValue {
    let originals = borrowed(.originals)
    originals.become(element: slot + 1)
    return originals
  }

  /// Notes what a field was before it is changed.
  package func noteOriginal(_ slot: Int, _ value: BorrowedValue) {
    place.scoped { originals().set(slot, to: value) }
  }

  package func noteOriginal(_ slot: Int, _ value: LuaValue) {
    place.scoped { originals().table.set(slot + 1, to: value) }
  }

  /// What the object was read with beside its fields, above: a table, or nil.
  package func extras() -> BorrowedValue {
    pushExtras()
    return BorrowedValue(at: -1, on: LuaStack(pointer: stack))
  }

  /// Keeps a table beside the fields of the object.
  package func holdExtras(_ table: BorrowedValue) {
    lua_pushvalue(stack, Int32(table.index))
    holdExtras()
  }
}

/// What was noted of an object's fields before they were changed.
package struct LuaRowOriginals {
  fileprivate let table: BorrowedValue

  /// What was noted of a field, above.
  package func value(_ slot: Int) -> BorrowedValue { table.element(slot + 1) }

  package func set(_ slot: Int, to value: BorrowedValue) { table.set(slot + 1, to: value) }

  package func drop() { table.drop() }
}

extension LuaRowShape {
  /// A new object without values, above all that stands there; nil where there is no room.
  package func newObject(_ state: LuaRowObject.State = .new, on stack: LuaStack) -> LuaRowObject? {
    stack.pushRow(self, anchor: nil, rows: nil, row: 0, state: state)
  }

  /// The object of a row, above; `anchor` is the userdata that keeps the rows.
  package func object(
    of rows: UnsafeMutableRawPointer, row: Int, keptBy anchor: BorrowedValue, _ state: LuaRowObject.State = .saved
  ) -> LuaRowObject? {
    anchor.stack.pushRow(self, anchor: anchor.index, rows: rows, row: row, state: state)
  }

  /// An object with a copy of the first of these rows, above all that stands there.
  package func object(copying rows: UnsafeMutableRawPointer, columns: Int, on stack: LuaStack) -> LuaRowObject? {
    stack.pushRow(self, copying: rows, columns: columns, state: .saved)
  }

  /// An object that shows one of these rows for a while, above all that stands there; `giver` is the userdata of what
  /// gives members that the rows do not hold.
  package func lentObject(
    of rows: UnsafeMutableRawPointer, row: Int, given giver: BorrowedValue? = nil, on stack: LuaStack
  ) -> LuaRowObject? {
    stack.pushRow(self, anchor: giver?.index, rows: rows, row: row, state: .lent)
  }

  /// A new object that is part of another, above a value.
  package func embeddedObject(above value: BorrowedValue) -> LuaRowObject? { newObject(.embedded, on: value.stack) }

  /// The slot of a field whose name is a string.
  package func slot(named name: BorrowedValue) -> Int? { slot(named: name.index, on: name.stack) }

  /// Takes a table as methods of the objects.
  package func takeMethods(_ methods: LuaTable, on stack: LuaStack) {
    stack.push(reference: methods)
    moon_shape_set_methods(stack.pointer, pointer)
  }

  /// Takes a function that is called with each object that a list or a loop makes of a row.
  package func takeAfterLoad(_ function: LuaFunction, on stack: LuaStack) {
    stack.push(reference: function)
    moon_shape_set_after_load(stack.pointer, pointer)
  }
}

/// Lists of objects.
extension LuaRowShape {
  /// The list of these objects, above all that stands there.
  package func list(of objects: [LuaReference], on stack: LuaStack) -> BorrowedValue {
    let list = newList(on: stack)
    for (place, object) in objects.enumerated() {
      object.push(to: stack)
      stack.setRow(ofList: list.index, at: place + 1)
    }
    return list
  }

  /// The list of the first rows, above; `anchor` is the userdata that keeps them.
  package func list(
    of rows: UnsafeMutableRawPointer, count: Int, keptBy anchor: BorrowedValue
  ) -> BorrowedValue {
    anchor.stack.pushRowList(self, anchor: anchor.index, rows: rows, count: count)
    return BorrowedValue(at: -1, on: anchor.stack)
  }

  /// An empty list, above all that stands there.
  package func newList(on stack: LuaStack) -> BorrowedValue {
    stack.pushRowList(self, anchor: nil, rows: nil, count: 0)
    return BorrowedValue(at: -1, on: stack)
  }
}

extension BorrowedValue {
  /// A list of the elements that a list has now, above.
  package func keptList() -> BorrowedValue {
    stack.pushRowList(keeping: index)
    return BorrowedValue(at: -1, on: stack)
  }

  /// The same with objects of its own, which show what was loaded; listed ones cannot be assigned to.
  package func ownList(areListed: Bool) -> BorrowedValue {
    stack.pushRowList(likeThatAt: index, areListed: areListed)
    return BorrowedValue(at: -1, on: stack)
  }

  /// A list becomes one of some of its rows, which follow each other, from a place from 0 on: its objects are the same.
  package func become(spanFrom first: Int, count: Int) {
    moon_push_span(stack.pointer, Int32(index), first + 1, count)
    takeTop()
  }

  /// Takes the object that stands above all others into the list, at a place from 0.
  package func takeObject(_ object: BorrowedValue, at place: Int) {
    assert(object.index == stack.top)
    stack.setRow(ofList: index, at: place + 1)
  }

  /// An object of a list, by its place from 0, above; nil, and nothing, where that might raise an error.
  package func plainElement(_ place: Int) -> BorrowedValue? {
    stack.pushPlainElement(of: index, at: place + 1) ? BorrowedValue(at: -1, on: stack) : nil
  }

  package var rowObject: LuaRowObject? { stack.rowObject(index) }
  package var rowList: LuaRowList? { stack.rowList(index) }

  /// Whether there is something under a name, as scripts read it.
  package func has(_ name: String) throws -> Bool {
    let top = stack.top
    defer { stack.top = top }
    try stack.get(index, name)
    return !stack.isNil(-1)
  }

  /// Becomes what a cell holds, as it is stored; the address is that of a `Schema.Cell`.
  package func become(cell: UnsafeRawPointer) {
    stack.push(cell: cell)
    takeTop()
  }

  /// Lets the texts of an object come into the processor's caches, where there is one.
  ///
  /// In a long list each is as far away as memory is, and to wait for them takes longer than what is done with them.
  package func foresee() { moon_object_foresee(stack.pointer, Int32(index)) }
}

extension LuaCall {
  /// Pushes an iterator over all objects of the lists that a function gives, one after another, until it gives nil.
  package func pushRowStream(of next: LuaFunction) {
    push(reference: next)
    moon_push_stream(stack.pointer)
  }
}

extension LuaReference {
  /// Calls `body` with the object that it refers to; nil where that is none.
  package func withObject<Result>(on stack: LuaStack, _ body: (LuaRowObject) throws -> Result) rethrows -> Result? {
    let value = BorrowedValue(self, on: stack)
    defer { value.drop() }
    return try value.rowObject.map { try body($0) }
  }
}

extension LuaValue {
  /// The objects of a list; nil for another value.
  package func objectsOfList(on stack: LuaStack) -> [LuaValue]? {
    let list = BorrowedValue(self, on: stack)
    defer { list.drop() }
    guard let count = list.rowList?.count else { return nil }
    return (0..<count).map { place in list.scoped { (try? list.read(place + 1))?.value ?? .nil } }
  }
}
