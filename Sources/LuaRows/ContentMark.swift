import CLua
import CRows
import LuaRuntime

/// What is in a plain table, or in the row of an object, in 128 bits: equal where all fields are.
package typealias ContentMark = moon_mark

extension ContentMark {
  /// The mark of bytes that say what is in a row.
  package init(of bytes: [UInt8]) {
    self.init()
    bytes.withUnsafeBytes { moon_mark_bytes($0.baseAddress, $0.count, &self) }
  }

  /// The mark of a table; nil where it holds more than texts, numbers and truths.
  package init?(of table: LuaValue, on stack: LuaStack) {
    self.init()
    stack.push(table)
    defer { stack.pop(1) }
    guard moon_table_mark(stack.pointer, -1, &self) else { return nil }
  }

  package func isSame(as other: ContentMark) -> Bool { low == other.low && high == other.high }
}

/// Many plain tables, read raw: no script runs meanwhile, and no object of the host is made for one until it is asked for.
package struct TableList {
  package let marks: [ContentMark]
  private let list: LuaTable

  package var count: Int { marks.count }

  /// Nil where an element is more than a plain table of texts, numbers and truths.
  ///
  /// - Parameter copied: whether the tables are copies of those given, which no script knows.
  package init?(_ given: LuaTable, copied: Bool, on stack: LuaStack) {
    guard given.isAlive, stack.ensure(16) else { return nil }
    let top = stack.top
    defer { stack.top = top }
    stack.push(reference: given)
    let count = stack.rawLength(-1)
    var isWhole = false
    marks = [ContentMark](unsafeUninitializedCapacity: count) { marks, filled in
      let fill = copied ? moon_tables_copy : moon_tables_keep
      isWhole = fill(stack.pointer, Int32(top + 1), count, marks.baseAddress)
      filled = isWhole ? count : 0
    }
    guard isWhole, let list = stack.value(-1).table else { return nil }
    self.list = list
  }

  package subscript(place: Int) -> LuaValue { list[place + 1] }

  /// Works with the values of a field, whose texts are borrowed from the tables; nil where cells cannot hold one.
  package func withColumn<Result>(
    _ name: String, on stack: LuaStack, _ body: ([moon_cell]) throws -> Result?
  ) rethrows -> Result? {
    try withList(on: stack) { list in
      var name = name
      let cells = Self.cells(count) { cells in
        name.withUTF8 { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            moon_tables_column(stack.pointer, list, $0.baseAddress, $0.count, count, cells)
          }
        }
      }
      return try cells.flatMap(body)
    }
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

  private func withList<Result>(on stack: LuaStack, _ body: (Int32) throws -> Result?) rethrows -> Result? {
    guard list.isAlive, stack.ensure(16) else { return nil }
    let top = stack.top
    defer { stack.top = top }
    stack.push(reference: list)
    return try body(Int32(top + 1))
  }

  /// Nil where one cannot be had, or is a number that is no number.
  private static func cells(_ count: Int, _ fill: (UnsafeMutablePointer<moon_cell>?) -> Bool) -> [moon_cell]? {
    var isWhole = false
    let cells = [moon_cell](unsafeUninitializedCapacity: count) { cells, filled in
      isWhole = fill(cells.baseAddress)
      filled = isWhole ? count : 0
    }
    return isWhole && !cells.contains { $0.code == UInt8(MOON_REAL) && Double(bitPattern: $0.bits).isNaN } ? cells : nil
  }
}
