import LuaRuntime

/// What open transactions did to objects, so that a rollback can restore them.
final class Journal {
  enum Change {
    /// A new object was inserted; `madeKey` when its key came from the database.
    case added(madeKey: Int?)
    /// A changed object was written: the values that its slots had in the database before.
    case updated([(slot: Int, before: LuaValue)])
    /// A new object took over the row that it became; what it held before that.
    case upserted(Snapshot)
    /// A new object was given the key of another, to be saved with it; what it held before that.
    case given(Snapshot)
    case deleted
  }

  private struct Entry {
    var depth: Int
    var object: LuaReference
    var change: Change
  }

  private var entries: [Entry] = []

  /// Notes a change that was made while `depth` transactions were open; without one there is nothing to restore.
  func note(_ change: Change, _ object: @autoclosure () -> LuaReference?, depth: Int) {
    guard depth > 0, let object = object() else { return }
    entries.append(Entry(depth: depth, object: object, change: change))
  }

  /// An inner transaction's changes become the outer one's.
  func committed(to depth: Int) {
    if depth == 0 { return entries.removeAll() }
    for index in entries.indices.reversed() {
      guard entries[index].depth > depth else { break }
      entries[index].depth = depth
    }
  }

  func rolledBack(to depth: Int, _ session: Session) {
    let stack = session.lua.stack
    var undone: [LuaReference] = []
    while let last = entries.last, last.depth > depth {
      entries.removeLast()
      stack.push(reference: last.object)
      if let object = stack.rowObject(-1) { undo(last.change, object, session, stack) }
      stack.pop(1)
      undone.append(last.object)
    }
    // Only now is it known which of their parents are new again.
    for reference in undone {
      stack.push(reference: reference)
      if let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self) {
        PendingParents(session: session, stack: stack).renew(of: object, context)
      }
      stack.pop(1)
    }
  }

  private func undo(_ change: Change, _ object: LuaRowObject, _ session: Session, _ stack: LuaStack) {
    switch change {
    case .added(let madeKey):
      object.state = .new
      if let madeKey {
        object.release(madeKey)
        object.setChanged(madeKey, false)
      }
    case .updated(let values):
      for value in values {
        stack.push(value.before)
        object.hold(value.slot)
        object.setChanged(value.slot, false)
        session.noteDocument(value.slot, of: object, stack)
      }
    case .upserted(let before):
      object.forgetRow()
      before.restore(object, stack)
      object.state = .new
    case .given(let before): before.restore(object, stack)
    case .deleted: object.state = .saved
    }
  }
}
