import LuaRows
import LuaRuntime
import Model
import Query
import Schema
import Store

/// Tells objects which row they belong to by now: another object of the same row may have changed that.
///
/// What changes a relation compares with what an object remembers; what the database has must win.
package struct StaleKeys {
  package let session: SessionContext
  package let stack: LuaStack
  package let tie: Association
  package let store: Database

  package init(session: SessionContext, stack: LuaStack, tie: Association, store: Database) {
    self.session = session
    self.stack = stack
    self.tie = tie
    self.store = store
  }

  /// Takes over the key that the row of an object has; what was assigned and not saved yet stays.
  package func refresh(_ object: LuaRowObject) throws {
    guard object.state == .saved, tie.relation.kind != .manyToMany else { return }
    object.context(as: ObjectContext.self)?.database.journal.remember(object)
    let member = try ObjectRows(session: session, stack: stack).savedKey(of: object, tie.target)
    let row = try store.rows(ChangeAssociation(tie, key: [], dialect: store.dialect).findOwner(of: member))
    guard row.count > 0 else { return }
    for (place, column) in tie.near.enumerated() {
      guard let slot = tie.target.fields.firstIndex(where: { $0.column == column }) else { continue }
      let value = row[0, place].value
      guard object.lacks(slot) || Objects(session).storedBefore(slot, of: object, tie.target, stack) != value else {
        continue
      }
      try note(value, slot, of: object)
    }
  }

  /// Makes a value the one that the database has.
  private func note(_ value: Value, _ slot: Int, of object: LuaRowObject) throws {
    let isCompared = tie.target.fields[slot].isComparedAsStored
    if isCompared || object.isChanged(slot) {
      if isCompared {
        object.noteOriginal(slot, value == .null ? false : LuaValue(value))
      } else {
        try object.place.scoped { object.noteOriginal(slot, try read(value, slot)) }
      }
    }
    guard !object.isChanged(slot) else { return }
    try object.place.scoped { object.hold(slot, try read(value, slot)) }
  }

  /// What scripts see of a stored value, above.
  private func read(_ value: Value, _ slot: Int) throws -> BorrowedValue {
    try value.withCell {
      try FieldCoding(session).borrowed($0, as: tie.target.fields[slot], of: tie.target, on: stack)
    }
  }
}
