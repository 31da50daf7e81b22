import CLua
import CRows
import LuaRuntime

/// Objects that are parts of others: values without a row, which know whose part they are.
extension LuaRowObject {
  /// Whose part it is: the value that takes the place of what keeps the rows of others alive.
  package var owner: String {
    get {
      let stacked = LuaStack(pointer: stack)
      moon_object_push_anchor(stack, Int32(index))
      defer { stacked.pop(1) }
      return stacked.string(-1) ?? ""
    }
    nonmutating set {
      LuaStack(pointer: stack).push(newValue)
      moon_object_set_anchor(stack, Int32(index))
    }
  }

  /// Pops a table: what the object was read with beside its fields.
  func holdExtras() {
    push(.originals)
    let stacked = LuaStack(pointer: stack)
    stacked.insert(-2)
    stacked.rawSet(table: -2, Self.extras)
    stacked.pop(1)
  }

  /// Pushes that table, or nil.
  func pushExtras() {
    moon_object_known_table(stack, Int32(index), Table.originals.rawValue)
    let stacked = LuaStack(pointer: stack)
    guard stacked.kind(-1) == .table else { return }
    _ = stacked.rawGet(table: -1, Self.extras)
    stacked.remove(-2)
  }

  /// The key of the extras among the originals, whose other keys are numbers.
  private static let extras = "extras"
}
