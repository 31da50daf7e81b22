import LuaRows
import LuaRuntime
import Schema

/// The values and related objects that an object holds, to restore them.
package struct Snapshot {
  private let held: [(slot: Int, value: LuaValue, isChanged: Bool)]
  private let related: [(LuaValue, LuaValue)]
  private let slots: Int

  package init(_ object: LuaRowObject, _ entity: Entity, _ session: SessionContext, _ stack: LuaStack) {
    slots = entity.fields.count + entity.transients.count
    held = (0..<slots).filter { object.holds($0) }.map { slot in
      object.push(slot)
      defer { stack.pop(1) }
      return (slot, stack.value(-1), object.isChanged(slot))
    }
    object.push(.related)
    related = stack.value(-1).table?.entries() ?? []
    stack.pop(1)
  }

  package func restore(_ object: LuaRowObject, _ stack: LuaStack) {
    for slot in 0..<slots {
      object.release(slot)
      object.setChanged(slot, false)
    }
    for entry in held {
      stack.push(entry.value)
      object.hold(entry.slot)
      object.setChanged(entry.slot, entry.isChanged)
    }
    object.push(.related)
    if let table = stack.value(-1).table {
      for (key, _) in table.entries() { table[key] = .nil }
      for (key, value) in related { table[key] = value }
    }
    stack.pop(1)
  }
}
