import CLua
import CRows
import LuaRuntime

/// Reads the rows of a list on a Lua stack, and makes no objects of them.
///
/// What it gives is borrowed from the list: it holds until the next call of Lua.
package struct ListReader {
  /// A row as the database gave it.
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

  /// The row that the element at a place is or was made of, whatever was assigned to it since.
  package func loadedRow(_ place: Int) -> Row? {
    var row = moon_row()
    return moon_list_loaded_row(list, place + 1, &row) ? Row(row: row) : nil
  }

  /// The address of the cell of a slot; nil where the row lacks it.
  package func cell(_ slot: Int, of row: Row) -> UnsafeRawPointer? {
    withUnsafePointer(to: row.row) { moon_row_cell(list, $0, Int32(slot)).map { UnsafeRawPointer($0) } }
  }

  /// Whether an element was loaded with what one of another list was, byte for byte; nil where one was not loaded, or
  /// lacks a slot.
  package func isSame(_ place: Int, as otherPlace: Int, of others: ListReader, in slots: [Int32]) -> Bool? {
    switch moon_list_compare_loaded(list, place, others.list, otherPlace, slots, slots.count) {
    case MOON_SAME: true
    case MOON_DIFFERENT: false
    default: nil
    }
  }

  /// The cells of some slots, row by row, and which rows they are of: those that are as the database gave them.
  package struct Cells {
    package let width: Int
    package fileprivate(set) var cells: [moon_cell]
    package fileprivate(set) var areFound: [Bool]
  }

  /// Reads elements that follow each other; with `asLoaded` only those that are as they were loaded.
  package func cells(_ slots: [Int], of places: Range<Int>, asLoaded: Bool = false) -> Cells {
    cells(slots, nil, first: places.lowerBound, count: places.count, asLoaded: asLoaded)
  }

  /// Reads elements at some places that are as they were loaded.
  package func loadedCells(_ slots: [Int], at places: [Int]) -> Cells {
    places.withUnsafeBufferPointer { cells(slots, $0.baseAddress, first: 0, count: places.count, asLoaded: true) }
  }

  private func cells(
    _ slots: [Int], _ places: UnsafePointer<Int>?, first: Int, count: Int, asLoaded: Bool
  ) -> Cells {
    var result = Cells(width: slots.count, cells: [], areFound: [])
    result.areFound = [Bool](unsafeUninitializedCapacity: count) { found, foundCount in
      result.cells = [moon_cell](unsafeUninitializedCapacity: count * slots.count) { cells, cellCount in
        // Of a row that is not found they are nothing.
        cells.initialize(repeating: moon_cell())
        slots.map { Int32($0) }.withUnsafeBufferPointer { slots in
          var reading = moon_row_reading(
            places: places, first: first, count: count, slots: slots.baseAddress, width: Int32(slots.count),
            as_loaded: asLoaded, cells: cells.baseAddress, found: found.baseAddress)
          moon_list_read(stack.pointer, index, &reading)
        }
        cellCount = cells.count
      }
      foundCount = count
    }
    return result
  }

  /// Whether a cell of a slot is in Lua what it is in the row, truths aside, which are 0 and 1 there.
  package func readsAsStored(_ slot: Int, _ cell: moon_cell) -> Bool {
    withUnsafePointer(to: cell) { moon_list_reads(list, Int32(slot), $0) }
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
  ///
  /// Where no object was made yet, the function sees `lent`.
  package func answers(
    of function: LuaFunction, for places: Range<Int>, lent: LuaRowObject?
  ) throws(LuaError) -> [Bool] {
    let top = stack.top
    defer { stack.top = top }
    try pushResults(of: function, for: places, lent: lent?.index)
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

  /// Pushes the same with objects of its own, which show what was loaded; listed ones cannot be assigned to.
  func pushRowList(likeThatAt index: Int, areListed: Bool) { moon_push_own(pointer, Int32(index), areListed) }

  /// Pushes a list of elements of the list at `index`, by their places in it from 0: its objects are the same.
  package func pushRowList(of index: Int, arranged places: [Int]) {
    places.withUnsafeBufferPointer { places in
      moon_push_arranged(pointer, Int32(index), places.baseAddress, places.count)
    }
  }
}
