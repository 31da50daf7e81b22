import LuaRuntime

extension Saving {
  /// Calls the `before_save` of an object, unless it is under way for it.
  ///
  /// What the function saves of its own goes into the same transaction.
  func beforeSave(_ object: LuaRowObject, _ context: ObjectContext) throws {
    guard let hook = context.model.hooks.beforeSave else { return }
    let value = stack.value(object.index)
    guard let address = value.reference?.pointer, session.beingSaved.insert(address).inserted else { return }
    defer { session.beingSaved.remove(address) }
    try hook.call([value])
  }

  /// Whether saving an object was asked for by its own `before_save`.
  func isUnderWay(_ object: LuaRowObject) -> Bool {
    guard !session.beingSaved.isEmpty, let address = stack.value(object.index).reference?.pointer else { return false }
    return session.beingSaved.contains(address)
  }
}
