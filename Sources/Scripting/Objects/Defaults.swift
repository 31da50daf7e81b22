import LuaRuntime
import Schema

/// Fills the fields of new objects that were not given.
struct Defaults {
  let session: Session
  let context: ObjectContext
  let stack: LuaStack

  /// An explicit NULL stays; only what is absent is filled.
  func fill(_ object: LuaRowObject, _ tied: TiedEntity) throws {
    let entity = tied.entity
    for slot in tied.defaultSlots where !object.holds(slot) {
      let field = tied.slots[slot].field
      guard let value = field.defaultValue else { continue }
      switch value {
      case .value(let stored):
        try stored.withCell { try session.push($0, as: field, of: entity, on: stack) }
      case .uuid: stack.push(randomUUID())
      case .function(let hook):
        guard let function = context.model.functions[hook] else { continue }
        stack.push(try function.call([stack.value(object.index)]).first ?? .nil)
        do {
          try session.normalizeTop(for: tied.slots[slot], on: stack)
        } catch let refusal as Refusal {
          defer { stack.pop(1) }
          throw session.refused(refusal, field, entity, stack.value(-1))
        }
      }
      object.hold(slot)
    }
  }
}
