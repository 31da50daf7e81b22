import CLua
import CRows
import LuaRuntime

/// Reads the rows of a list on a Lua stack, and makes no objects of them.
///
/// What it gives is borrowed from the list: it holds until the next call of Lua.
package struct ListReader {
  /// A row that is as the database gave it: nothing was assigned to its object, if there is one.
  package struct Row {
    fileprivate var row: moon_row
  }

  private let list: UnsafeMutablePointer<moon_list>
  private let stack: LuaStack
  private let index: Int32

  /// Nil where there is no list at this place of the stack.
  package init?(_ stack: LuaStack, _ index: Int) {
    self.index = lua_absindex(stack.pointer, Int32(index))
    guard let list = moon_to_list(stack.pointer, self.index) else { return nil }
    self.list = list
    self.stack = stack
  }

  /// Nil where a value is no list.
  package init?(_ list: BorrowedValue) { self.init(list.stack, list.index) }

  package var count: Int { list.pointee.count }
  package var shape: LuaRowShape { LuaRowShape(pointer: list.pointee.shape) }
  /// Whether objects of its rows are made without asking anyone.
  package var isPlain: Bool { moon_shape_is_plain(list.pointee.shape) }

  /// The row of the element at a place, from 0; nil where only its object says what it holds.
  package func row(_ place: Int) -> Row? {
    var row = moon_row()
    return moon_list_row(stack.pointer, index, place + 1, &row) ? Row(row: row) : nil
  }

  /// The row that the element at a place is or was made of, whatever was assigned to it since.
  package func loadedRow(_ place: Int) -> Row? {
    var row = moon_row()
    return moon_list_loaded_row(list, place + 1, &row) ? Row(row: row) : nil
  }

  /// Whether the elements at some places are as their rows in the list's own rows have them.
  package func areAsLoaded(_ places: some Collection<Int>) -> [Bool] {
    [Bool](unsafeUninitializedCapacity: places.count) { answers, count in
      lua_getiuservalue(stack.pointer, index, Int32(MOON_CACHE))
      for place in places {
        answers.initializeElement(at: count, to: moon_list_is_as_loaded(stack.pointer, list, place + 1))
        count += 1
      }
      stack.pop(1)
    }
  }

  /// The address of the cell of a slot; nil where the row lacks it.
  package func cell(_ slot: Int, of row: Row) -> UnsafeRawPointer? {
    withUnsafePointer(to: row.row) { moon_row_cell(list, $0, Int32(slot)).map { UnsafeRawPointer($0) } }
  }

  /// Whether a row holds in some slots what a row of another list holds there, byte for byte; both have these slots.
  package func isSame(_ row: Row, as other: Row, of others: ListReader, in slots: [Int32]) -> Bool {
    withUnsafePointer(to: row.row) { row in
      withUnsafePointer(to: other.row) { moon_rows_are_same(list, row, others.list, $0, slots, slots.count) }
    }
  }

  /// Whether a cell of a slot is in Lua what it is in the row, truths aside, which are 0 and 1 there.
  package func readsAsStored(_ slot: Int, _ cell: UnsafeRawPointer) -> Bool {
    moon_list_reads(list, Int32(slot), cell.assumingMemoryBound(to: moon_cell.self))
  }

  /// Calls `body` with what a function makes of each of some elements, by their places from 0: all are asked before.
  ///
  /// Where no object was made yet, the function sees `lent`.
  package func forEachResult(
    of function: LuaFunction, for places: Range<Int>, lent: LuaRowObject?,
    _ body: (_ place: Int, _ result: BorrowedValue) throws -> Void
  ) throws {
    let top = stack.top
    defer { stack.top = top }
    try pushResults(of: function, for: places, lent: lent?.index)
    for place in places { try body(place, stack.borrowed(top + 1 + place - places.lowerBound)) }
  }

  /// Pushes what a function makes of each of some elements.
  private func pushResults(of function: LuaFunction, for places: Range<Int>, lent: Int?) throws(LuaError) {
    guard stack.ensure(places.count + 8) else { throw LuaError.tooManyCalls }
    lua_pushcclosure(stack.pointer, moon_list_map, 0)
    stack.push(reference: function)
    stack.copy(Int(index))
    if let lent { stack.copy(lent) } else { stack.pushNil() }
    stack.push(places.lowerBound + 1)
    stack.push(places.count)
    try stack.call(arguments: 5, results: places.count)
  }

  /// Whether a function says something true of each of some elements, by their places from 0.
  package func answers(of function: LuaFunction, for places: Range<Int>) throws(LuaError) -> [Bool] {
    let top = stack.top
    defer { stack.top = top }
    try pushResults(of: function, for: places, lent: nil)
    return places.indices.map { stack.boolean(top + 1 + $0 - places.lowerBound) }
  }

  /// An object that shows one row after the other to functions that keep none, above; nil where there are no rows.
  package func lentObject() -> LuaRowObject? {
    guard let rows = list.pointee.rows, rows.pointee.read == nil else { return nil }
    return shape.lentObject(of: UnsafeMutableRawPointer(rows), row: 0, on: stack)
  }
}

extension LuaStack {
  /// Pushes a list of the elements that the list at `index` has now.
  func pushRowList(keeping index: Int) { moon_push_kept(pointer, Int32(index)) }

  /// Pushes a list of elements of the list at `index`, by their places in it from 0: its objects are the same.
  package func pushRowList(of index: Int, arranged places: [Int]) {
    places.withUnsafeBufferPointer { places in
      moon_push_arranged(pointer, Int32(index), places.baseAddress, places.count)
    }
  }
}
