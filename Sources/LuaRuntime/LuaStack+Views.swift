import CLua

/// Tables that show another one, and cannot be assigned to.
extension LuaStack {
  /// Pushes a value; of a table its view, the same as long as something holds it.
  package func show(_ value: LuaValue) {
    push(value)
    guard kind(-1) == .table else { return }
    _ = slua_push_view(pointer, -1)
    remove(-2)
  }

  /// Puts what a view shows into its place, for what reads a table raw; any other value stays.
  package func reveal(_ index: Int) { slua_reveal(pointer, Int32(index)) }
}

extension LuaState {
  /// From now on, assigning to a view calls `refuse` with the view, the name and the value.
  package func prepareViews(refusing refuse: LuaFunction) {
    stack.push(reference: refuse)
    slua_prepare_views(stack.pointer)
  }
}

extension BorrowedValue {
  /// A copy of a table, with copies of the tables in it, above; nil where they lie too deep.
  package func deepCopied() -> BorrowedValue? { stack.pushDeepCopy(of: index) ? stack.borrowed(-1) : nil }

  /// A table becomes a view of it; any other value stays.
  package func becomeView() {
    guard isTable, slua_push_view(stack.pointer, Int32(index)) else { return }
    takeTop()
  }

  /// A table becomes a copy of it, with copies of the tables in it; any other value, and one that lies too deep, stays.
  package func becomeCopy() {
    guard isTable, stack.pushDeepCopy(of: index) else { return }
    takeTop()
  }

  /// A view becomes a copy of what it shows, which its holder may change; any other value stays.
  package func becomeOwn() {
    guard isTable else { return }
    let given = address
    stack.reveal(index)
    if address != given, stack.pushDeepCopy(of: index) { takeTop() }
  }
}
