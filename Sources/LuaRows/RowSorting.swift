import CLua
import CRows
import LuaRuntime

extension LuaStack.SortedValues {
  /// The elements of the list at a place of the stack.
  package static func list(_ index: Int) -> Self {
    Self(index) { moon_push_sorted_element($0, $1, $2) }
  }

  /// Rows, shown by the lent objects at two places of the stack.
  package static func rows(_ first: Int, _ second: Int) -> Self {
    Self(first, second) { moon_push_sorted_row($0, $1, $2) }
  }
}
