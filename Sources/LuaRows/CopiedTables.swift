import CRows
import LuaRuntime

/// Copies of the plain tables of a list, which no script knows.
///
/// They are kept by columns; a table is made of one when it is asked for, and is the same from then on.
package struct CopiedTables: RawTables {
  package let count: Int
  private let copies: LuaUserdata

  /// Nil where an element is more than a plain table of texts, numbers and truths, or where they have little in common.
  package init?(_ given: LuaTable, on stack: LuaStack) {
    guard given.isAlive, stack.ensure(16) else { return nil }
    let top = stack.top
    defer { stack.top = top }
    stack.push(reference: given)
    count = stack.rawLength(-1)
    guard moon_copies_push(stack.pointer, Int32(top + 1), count), let copies = stack.value(-1).userdata else {
      return nil
    }
    self.copies = copies
  }

  package func table(_ place: Int, on stack: LuaStack) -> LuaValue {
    copies.withPlace(on: stack) { moon_copies_table(stack.pointer, $0, place) ? stack.value(-1) : nil } ?? .nil
  }

  package func mark(_ place: Int, on stack: LuaStack) -> ContentMark {
    var mark = ContentMark()
    copies.withPlace(on: stack) { moon_copies_mark(stack.pointer, $0, place, &mark) }
    return mark
  }

  package func readColumn(_ name: String, into cells: UnsafeMutablePointer<moon_cell>?, on stack: LuaStack) -> Bool {
    copies.withPlace(on: stack) { copies in
      name.withBytes { moon_copies_column(stack.pointer, copies, $0, $1, cells) }
    } ?? false
  }

  package func withList<Result>(on stack: LuaStack, _ body: (Int32) throws -> Result?) rethrows -> Result? {
    try copies.withPlace(on: stack) { copies in
      try moon_copies_views(stack.pointer, copies) ? body(Int32(stack.top)) : nil
    }
  }
}
