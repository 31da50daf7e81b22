import CLua
import CRows
import LuaRuntime

/// Many plain tables, read raw: no script runs meanwhile, and no object of the host is made for one until it is asked for.
package protocol RawTables {
  var count: Int { get }

  func table(_ place: Int, on stack: LuaStack) -> LuaValue

  /// Fills in the values of a field, one for each table, with texts that are borrowed from them; false where a cell cannot
  /// hold one.
  func readColumn(_ name: String, into cells: UnsafeMutablePointer<moon_cell>?, on stack: LuaStack) -> Bool

  /// Works with the list of all tables at a place of the stack.
  func withList<Result>(on stack: LuaStack, _ body: (Int32) throws -> Result?) rethrows -> Result?
}

extension RawTables {
  /// Works with the values of a field, whose texts are borrowed from the tables; nil where cells cannot hold one.
  package func withColumn<Result>(
    _ name: String, on stack: LuaStack, _ body: ([moon_cell]) throws -> Result?
  ) rethrows -> Result? {
    try Self.cells(count) { readColumn(name, into: $0, on: stack) }.flatMap(body)
  }

  /// Works with what a function makes of each table, asked in one go; nil where cells cannot hold one.
  package func withResults<Result>(
    of function: LuaFunction, on stack: LuaStack, _ body: ([moon_cell]) throws -> Result?
  ) throws -> Result? {
    try withList(on: stack) { list in
      lua_pushcclosure(stack.pointer, moon_tables_map, 0)
      stack.push(reference: function)
      stack.copy(Int(list))
      try stack.call(arguments: 2, results: 1)
      return try Self.cells(count) { moon_tables_values(stack.pointer, Int32(stack.top), count, $0) }.flatMap(body)
    }
  }

  /// The places of the tables in the order that a function of two of them says.
  package func sortedPlaces(by function: LuaFunction, isDescending: Bool, on stack: LuaStack) throws -> [Int]? {
    try withList(on: stack) { list in
      try stack.sortedPlaces(count, of: .table(Int(list)), by: function, isDescending: isDescending)
    }
  }

  /// Nil where one cannot be had, or is a number that is no number.
  private static func cells(_ count: Int, _ fill: (UnsafeMutablePointer<moon_cell>?) -> Bool) -> [moon_cell]? {
    var isWhole = false
    let cells = [moon_cell](unsafeUninitializedCapacity: count) { cells, filled in
      isWhole = fill(cells.baseAddress)
      filled = isWhole ? count : 0
    }
    return isWhole && !cells.contains { withUnsafePointer(to: $0, moon_is_no_number) } ? cells : nil
  }
}

extension LuaReference {
  /// Works with the value above all that stands on a stack; nil where it is gone, or where there is no room.
  @discardableResult
  func withPlace<Result>(on stack: LuaStack, _ body: (Int32) throws -> Result?) rethrows -> Result? {
    guard isAlive, stack.ensure(16) else { return nil }
    let top = stack.top
    defer { stack.top = top }
    stack.push(reference: self)
    return try body(Int32(top + 1))
  }
}

extension String {
  func withBytes<Result>(_ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress, $0.count) }
    }
  }
}
