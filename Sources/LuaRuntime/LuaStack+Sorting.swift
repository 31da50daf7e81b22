import CLua
import CLuaLibrary

extension LuaStack {
  /// The values that a function of two of them puts in order.
  package struct SortedValues {
    /// Pushes the value at a place from 0, as the first or the second of two: see `slua_sorting`.
    package typealias Push = @convention(c) (OpaquePointer?, Int, Bool) -> Void

    let source: Int
    let second: Int?
    let push: Push

    /// `source` and `second` are places of the stack; `push` finds what is there at 2 and 3 of its own.
    package init(_ source: Int, _ second: Int? = nil, push: @escaping Push) {
      self.source = source
      self.second = second
      self.push = push
    }

    /// The values of the plain table at a place of the stack, from 1.
    package static func table(_ index: Int) -> SortedValues {
      SortedValues(index) { slua_push_sorted_value($0, $1, $2) }
    }
  }

  /// The places of values, from 0, in the order that a function says: whether the first of two comes before the second.
  ///
  ///     // of the table { 30, 10, 20 } by `function(a, b) return a < b end`: [1, 2, 0]
  ///
  /// Where neither comes first, they stay as they are. All questions are asked in one protected call.
  package func sortedPlaces(
    _ count: Int, of values: SortedValues, by function: LuaFunction, isDescending: Bool = false
  ) throws(LuaError) -> [Int] {
    guard ensure(16) else { throw LuaError.tooManyCalls }
    let places = UnsafeMutablePointer<Int>.allocate(capacity: 2 * count)
    defer { places.deallocate() }
    let (first, second) = (absolute(values.source), values.second.map(absolute))
    lua_pushcclosure(pointer, slua_sort, 0)
    push(reference: function)
    copy(first)
    if let second { copy(second) } else { pushNil() }
    var sorting = slua_sorting(
      push: values.push, places: places, scratch: places + count, count: count, is_descending: isDescending)
    let status = withUnsafeMutablePointer(to: &sorting) { sorting in
      slua_hand_over(pointer, sorting)
      defer { slua_hand_over(pointer, nil) }
      return slua_call(pointer, 3, 0)
    }
    if status != LUA_OK { throw takeError(status) }
    return Array(UnsafeBufferPointer(start: places, count: count))
  }
}
