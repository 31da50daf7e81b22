import CRows
import LuaRuntime

/// All members of the plain tables of a list, a cell for each, with texts that are borrowed from the tables.
final class TableMembers {
  private var members: moon_members
  /// The keys, in the order of their columns.
  private var keys: LuaTable?

  init(count: Int) {
    members = moon_members(count: count, width: 0, cells: nil)
  }

  deinit {
    moon_members_free(&members)
  }

  /// Reads the tables of two lists, which are at these places of the stack; false where cells cannot hold a member.
  func read(_ list: Int32, with others: TableMembers, _ other: Int32, on stack: LuaStack) -> Bool {
    let top = stack.top
    defer { stack.top = top }
    stack.newTable(array: Self.mostColumns)
    keys = stack.value(-1).table
    others.keys = keys
    return moon_members_read(stack.pointer, Int32(stack.top), list, &members, other, &others.members)
  }

  private static let mostColumns = 32

  func isSame(_ place: Int, as otherPlace: Int, of others: TableMembers) -> Bool {
    moon_members_are_same(&members, place, &others.members, otherPlace)
  }

  func readColumn(_ name: String, into cells: UnsafeMutablePointer<moon_cell>?, on stack: LuaStack) -> Bool {
    keys?.withPlace(on: stack) { keys in
      name.withBytes { moon_members_column(stack.pointer, keys, &members, $0, $1, cells) }
    } ?? false
  }
}
