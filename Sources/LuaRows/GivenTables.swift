import CRows
import LuaRuntime

/// The plain tables of a list themselves.
package final class GivenTables: RawTables {
  private let list: LuaTable
  package let count: Int
  /// All of their members, as long as those of two lists are compared.
  private var members: TableMembers?

  /// Nil where an element is no plain table.
  package init?(_ given: LuaTable, on stack: LuaStack) {
    guard given.isAlive, stack.ensure(16) else { return nil }
    let top = stack.top
    defer { stack.top = top }
    stack.push(reference: given)
    count = stack.rawLength(-1)
    guard moon_tables_keep(stack.pointer, Int32(top + 1), count), let list = stack.value(-1).table else { return nil }
    self.list = list
  }

  package func table(_ place: Int, on stack: LuaStack) -> LuaValue { list[place + 1] }

  /// Has the members of the tables of two lists read once for all that the body asks of them.
  ///
  /// Where that cannot be done, each question reads what it needs. No script may run meanwhile: the tables would not be
  /// those that were read.
  package static func readingMembers<Result>(
    of first: GivenTables, _ second: GivenTables, on stack: LuaStack, _ body: () throws -> Result
  ) rethrows -> Result {
    first.list.withPlace(on: stack) { list in
      second.list.withPlace(on: stack) { other in
        let (members, others) = (TableMembers(count: first.count), TableMembers(count: second.count))
        guard members.read(list, with: others, other, on: stack) else { return }
        (first.members, second.members) = (members, others)
      }
    }
    defer { (first.members, second.members) = (nil, nil) }
    return try body()
  }

  /// Compares tables with those of another list, by their places; nil where that needs a look at what is in a member.
  package func withComparison<Result>(
    to others: GivenTables, on stack: LuaStack, _ body: ((Int, Int) -> Bool?) throws -> Result
  ) rethrows -> Result? {
    if let members, let others = others.members { return try body { members.isSame($0, as: $1, of: others) } }
    return try list.withPlace(on: stack) { list in
      try others.list.withPlace(on: stack) { other in
        try body { place, otherPlace in
          switch moon_tables_compare(stack.pointer, list, place, other, otherPlace) {
          case MOON_SAME: true
          case MOON_DIFFERENT: false
          default: nil
          }
        }
      }
    }
  }

  package func readColumn(_ name: String, into cells: UnsafeMutablePointer<moon_cell>?, on stack: LuaStack) -> Bool {
    if let members { return members.readColumn(name, into: cells, on: stack) }
    return withList(on: stack) { list in
      name.withBytes { moon_tables_column(stack.pointer, list, $0, $1, count, cells) }
    } ?? false
  }

  package func withList<Result>(on stack: LuaStack, _ body: (Int32) throws -> Result?) rethrows -> Result? {
    try list.withPlace(on: stack, body)
  }
}
