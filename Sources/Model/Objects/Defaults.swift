import LuaRows
import LuaRuntime
import Schema

/// Fills the fields of new objects that were not given.
package struct Defaults {
  package let session: SessionContext
  package let context: ObjectContext
  package let stack: LuaStack

  package init(session: SessionContext, context: ObjectContext, stack: LuaStack) {
    self.session = session
    self.context = context
    self.stack = stack
  }

  /// An explicit NULL stays; only what is absent is filled.
  package func fill(_ object: LuaRowObject, _ tied: ResolvedEntity) throws {
    for slot in tied.defaultSlots where !object.holds(slot) {
      if try push(slot, for: object, tied) { object.hold(slot) }
    }
  }

  /// Pushes the default of a field; false where it has none.
  package func push(_ slot: Int, for object: LuaRowObject, _ tied: ResolvedEntity) throws -> Bool {
    let field = tied.slots[slot].field
    switch field.defaultValue {
    case nil: return false
    case .value(let stored)?:
      try stored.withCell { try FieldCoding(session).push($0, as: field, of: tied.entity, on: stack) }
    case .uuid?: stack.push(randomUUID())
    case .function(let hook)?:
      guard let function = context.model.functions[hook] else { return false }
      // `default = os.time`: what is no function of Lua knows nothing of objects.
      let arguments = function.definition == nil ? [] : [stack.value(object.index)]
      stack.push(try function.call(arguments).first ?? .nil)
      do {
        try FieldCoding(session).normalizeTop(for: tied.slots[slot], on: stack)
      } catch let refusal as CastError {
        defer { stack.pop(1) }
        throw Objects(session).refused(refusal, field, tied.entity, stack.value(-1))
      }
    }
    return true
  }
}
