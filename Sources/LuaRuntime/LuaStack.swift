import CLua

/// Raw access to the stack of one coroutine: nothing here raises, and no metamethod runs.
///
/// Places count from 1 at the bottom, or from -1 at the top. A host function may push 20 values;
/// a function that pushes more asks `ensure` first.
package struct LuaStack {
  package let pointer: OpaquePointer

  @inlinable
  package init(pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// How many values there are.
  @inlinable
  package var top: Int {
    get { Int(lua_gettop(pointer)) }
    nonmutating set { lua_settop(pointer, Int32(newValue)) }
  }

  /// Makes room for `count` more values; false when the stack cannot grow.
  @inlinable
  package func ensure(_ count: Int) -> Bool {
    count < Int(Int32.max) && lua_checkstack(pointer, Int32(count)) != 0
  }

  @inlinable
  package func absolute(_ index: Int) -> Int { Int(lua_absindex(pointer, Int32(index))) }

  @inlinable
  package func pop(_ count: Int) { slua_pop(pointer, Int32(count)) }

  /// Pushes a copy of the value at `index`.
  @inlinable
  package func copy(_ index: Int) { lua_pushvalue(pointer, Int32(index)) }

  @inlinable
  package func remove(_ index: Int) { slua_remove(pointer, Int32(index)) }

  /// Moves the top value to `index`.
  @inlinable
  package func insert(_ index: Int) { slua_insert(pointer, Int32(index)) }

  @inlinable
  package func rawEqual(_ left: Int, _ right: Int) -> Bool {
    lua_rawequal(pointer, Int32(left), Int32(right)) != 0
  }
}
