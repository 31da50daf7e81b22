import LuaRows
import LuaRuntime
import Schema

/// The values and related objects that an object holds, to restore them.
package struct Snapshot {
  private let held: [(slot: Int, value: LuaValue, isChanged: Bool)]
  private let related: [(LuaValue, LuaValue)]
  private let slots: Int

  package init(_ object: LuaRowObject, _ entity: Entity) {
    slots = entity.fields.count + entity.transients.count
    held = (0..<slots).filter { object.holds($0) }.map { slot in
      (slot, object.place.scoped { object.borrowed(slot).value }, object.isChanged(slot))
    }
    related = object.table(.related)?.entries() ?? []
  }

  package func restore(_ object: LuaRowObject) {
    for slot in 0..<slots {
      object.release(slot)
      object.setChanged(slot, false)
    }
    for entry in held {
      object.hold(entry.slot, entry.value)
      object.setChanged(entry.slot, entry.isChanged)
    }
    if let table = object.table(.related) {
      for (key, _) in table.entries() { table[key] = .nil }
      for (key, value) in related { table[key] = value }
    }
  }
}
