import CRows
import LuaRuntime

/// The plain tables of a list themselves.
package struct GivenTables: RawTables {
  private let marks: [ContentMark]
  private let list: LuaTable

  package var count: Int { marks.count }

  /// Nil where an element is more than a plain table of texts, numbers and truths.
  package init?(_ given: LuaTable, on stack: LuaStack) {
    guard given.isAlive, stack.ensure(16) else { return nil }
    let top = stack.top
    defer { stack.top = top }
    stack.push(reference: given)
    let count = stack.rawLength(-1)
    var isWhole = false
    marks = [ContentMark](unsafeUninitializedCapacity: count) { marks, filled in
      isWhole = moon_tables_keep(stack.pointer, Int32(top + 1), count, marks.baseAddress)
      filled = isWhole ? count : 0
    }
    guard isWhole, let list = stack.value(-1).table else { return nil }
    self.list = list
  }

  package func table(_ place: Int, on stack: LuaStack) -> LuaValue { list[place + 1] }
  package func mark(_ place: Int, on stack: LuaStack) -> ContentMark { marks[place] }

  package func readColumn(_ name: String, into cells: UnsafeMutablePointer<moon_cell>?, on stack: LuaStack) -> Bool {
    withList(on: stack) { list in
      name.withBytes { moon_tables_column(stack.pointer, list, $0, $1, count, cells) }
    } ?? false
  }

  package func withList<Result>(on stack: LuaStack, _ body: (Int32) throws -> Result?) rethrows -> Result? {
    try list.withPlace(on: stack, body)
  }
}
