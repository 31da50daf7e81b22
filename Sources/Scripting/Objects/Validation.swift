import LuaRuntime
import Schema

/// Runs the tests of an entity and collects every failure.
struct Validation {
  let session: Session
  let context: ObjectContext
  let tied: TiedEntity
  let stack: LuaStack
  private(set) var failures: [Failure] = []

  init(session: Session, context: ObjectContext, tied: TiedEntity, stack: LuaStack) {
    self.session = session
    self.context = context
    self.tied = tied
    self.stack = stack
  }

  /// Tests one value of a slot, by its number.
  mutating func check(_ slot: Int, _ cell: Cell, of object: LuaRowObject) throws {
    try check(tied.slots[slot], cell, of: object)
  }

  /// Tests one value, as it would be stored.
  mutating func check(_ slot: Slot, _ cell: Cell, of object: LuaRowObject) throws {
    if cell.isNull, slot.isRequired { fail(slot.field, .nil, "is required") }
    for (test, matches) in slot.tests {
      if case .function(let hook) = test {
        if !cell.isNull { try ask(hook, slot.field, cell, object) }
      } else if try matches(cell) == false {
        fail(slot.field, visible(cell, slot.field), test.message)
      }
    }
  }

  /// Asks a function of the script: it returns whether the value is valid and what is wrong, or it raises.
  private mutating func ask(_ hook: ScriptHook, _ field: Field, _ cell: Cell, _ object: LuaRowObject) throws {
    guard let function = context.model.functions[hook] else { return }
    let value = visible(cell, field)
    do {
      let results = try function.call([value, stack.value(object.index)])
      guard let first = results.first else { return }
      switch first {
      case .nil, .boolean(false): fail(field, value, words(results.count > 1 ? results[1] : .nil))
      default: return
      }
    } catch {
      guard error.kind == .runtime else { throw error }
      fail(field, value, error.messageWithoutPosition)
    }
  }

  private func words(_ value: LuaValue) -> String {
    if case .nil = value { return "is not valid" }
    return session.lua.describe(value)
  }

  private func visible(_ cell: Cell, _ field: Field) -> LuaValue {
    do {
      try session.push(cell, as: field, of: tied.entity, on: stack)
    } catch {
      return LuaValue(cell.value)
    }
    defer { stack.pop(1) }
    return stack.value(-1)
  }

  private mutating func fail(_ field: Field, _ value: LuaValue, _ message: String) {
    failures.append(
      Failure(entity: tied.entity.name, field: field.relation ?? field.name, value: value, message: message))
  }

  mutating func add(_ other: [Failure]) { failures += other }
}
