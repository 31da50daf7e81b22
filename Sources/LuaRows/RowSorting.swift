import CLua
import CRows
import LuaRuntime

extension LuaStack.SortedValues {
  /// The elements of the list at a place of the stack.
  fileprivate static func list(_ index: Int) -> Self {
    Self(index) { moon_push_sorted_element($0, $1, $2) }
  }

  /// Rows, shown by the lent objects at two places of the stack.
  fileprivate static func rows(_ first: Int, _ second: Int) -> Self {
    Self(first, second) { moon_push_sorted_row($0, $1, $2) }
  }
}

extension BorrowedValue {
  /// The places of the first elements of a list, from 0, in the order that a function of two of them says.
  package func sortedElements(
    _ count: Int, by function: LuaFunction, isDescending: Bool
  ) throws(LuaError) -> [Int] {
    try stack.sortedPlaces(count, of: .list(index), by: function, isDescending: isDescending)
  }
}

extension LuaRowObject {
  /// The places of the first rows that it and another object show, in the order that a function of two of them says.
  package func sortedRows(
    _ count: Int, with second: LuaRowObject, by function: LuaFunction, isDescending: Bool
  ) throws(LuaError) -> [Int] {
    try place.stack.sortedPlaces(count, of: .rows(index, second.index), by: function, isDescending: isDescending)
  }
}
