import LuaRows
import LuaRuntime
import Schema

/// What objects were before the open transactions changed them, so that a rollback can give it back.
///
/// An object is remembered once for each transaction, nested ones included, before it is assigned to, written or read
/// again there. The entries are in a table of Lua: two values for each, the object and what is undone.
///
/// - An image of the object: it becomes that again, the changes included that were not saved then.
/// - A number: it was inserted, and is new again; the number is the slot of the key that the database made, or -1. What
///   was assigned to a new object stays: the database never had anything else. In a table with that number as `key`
///   are the lists of objects that waited for it, under the names of their relations.
/// - `true`: it was deleted, and is saved again.
package final class Journal: UndoLog {
  private unowned let session: SessionContext
  /// The open transactions, nested ones behind those that they are in.
  private var levels: [Level] = []
  private var entries: LuaTable?
  private var count = 0
  /// The number of the innermost transaction, or 0, for those who only see its address.
  let present: UnsafeMutablePointer<UInt32>

  private struct Level {
    let number: UInt32
    /// How many entries there were when it began.
    let start: Int
  }

  package init(_ session: SessionContext) {
    self.session = session
    present = .allocate(capacity: 1)
    present.initialize(to: 0)
  }

  deinit { present.deallocate() }

  private var stack: LuaStack { session.lua.stack }

  // MARK: Noting

  /// Remembers what an object is, unless the present transaction does so already.
  package func remember(_ object: LuaRowObject) {
    guard present.pointee != 0, object.mark != present.pointee else { return }
    let stack = object.home
    guard stack.ensure(8) else { return }
    guard let image = object.pushImage(on: stack) else { return }
    Documents(session, stack, of: object)?.copy(to: image)
    append(object)
    object.mark = present.pointee
  }

  /// Notes that a new object was inserted; `madeKey` is the slot of the key when that came from the database.
  package func added(_ object: LuaRowObject, madeKey: Int?) {
    guard present.pointee != 0, object.home.ensure(4) else { return }
    let key = LuaValue.integer(Int64(madeKey ?? -1))
    object.home.push(waiting(for: object, key: key).map(LuaValue.table) ?? key)
    append(object)
  }

  /// The lists of objects that wait for an object, which it forgets once they are saved; nil where there are none.
  private func waiting(for object: LuaRowObject, key: LuaValue) -> LuaTable? {
    guard object.hasRelated, let related = object.table(.related) else { return nil }
    let lists = related.entries().filter { $0.1.table != nil }
    guard !lists.isEmpty else { return nil }
    let table = session.lua.makeTable()
    let waiting = session.lua.makeTable()
    for (name, list) in lists { waiting[name] = list }
    (table["key"], table["waiting"]) = (key, .table(waiting))
    return table
  }

  /// Notes that an object was deleted.
  package func deleted(_ object: LuaRowObject) {
    guard present.pointee != 0, object.home.ensure(4) else { return }
    object.home.push(true)
    append(object)
  }

  /// Pops what is undone of an object.
  private func append(_ object: LuaRowObject) {
    let table = entries ?? session.lua.makeTable()
    entries = table
    object.keep(in: table, at: 2 * count + 1)
    count += 1
  }

  // MARK: Transactions

  package func began(depth: Int) {
    while levels.count < depth {
      session.state(Numbers.self).transactions &+= 1
      levels.append(Level(number: session.state(Numbers.self).transactions, start: count))
    }
    showPresent()
  }

  /// An inner transaction's changes become the outer one's.
  package func committed(to depth: Int) {
    while levels.count > depth, let inner = levels.popLast() {
      if let outer = levels.last { pass(from: inner.start, to: outer) }
    }
    if levels.isEmpty {
      if keepsPages, let entries, count > 0 { pages.append(Page(entries: entries, count: count)) }
      (entries, count) = (nil, 0)
    }
    showPresent()
  }

  // MARK: What was committed

  /// What objects were before something was committed.
  package struct Page {
    fileprivate let entries: LuaTable
    fileprivate let count: Int
  }

  /// Whether what was committed is kept, for those who take it back later.
  package var keepsPages = false
  private var pages: [Page] = []

  /// What was committed since the last time.
  package func takePages() -> [Page] {
    defer { pages = [] }
    return pages
  }

  /// Makes objects what their rows are again, after what was committed is taken back.
  package func restore(_ pages: [Page]) {
    let present = (entries, count)
    defer { (entries, count) = present }
    for page in pages.reversed() {
      (entries, count) = (page.entries, page.count)
      for place in (0..<count).reversed() { withEntry(place) { undo($0) } }
      for place in 0..<count {
        withEntry(place) { object in
          renewParents(object)
          _ = isReadAgain(object)
        }
      }
    }
  }

  /// Makes the objects of the open transaction what their rows are now.
  package func readAgain() {
    for place in 0..<count {
      withEntry(place) { object in
        let state = object.state
        object.state = .saved
        if isReadAgain(object) { return }
        if state == .saved { undo(object) }
        object.state = state == .saved ? .new : state
      }
    }
  }

  /// Reads the row of a saved object; what was assigned to the object and not saved is forgotten.
  private func isReadAgain(_ object: LuaRowObject) -> Bool {
    guard object.state == .saved, let context = object.context(as: ObjectContext.self) else { return false }
    return (try? Objects(session).reload(object, context, stack)) != nil
  }

  package func rolledBack(to depth: Int) {
    guard levels.count > depth else { return }
    let start = levels[depth].start
    levels.removeSubrange(depth...)
    showPresent()
    for place in (start..<count).reversed() { withEntry(place) { undo($0) } }
    // Only now is it known which of their parents are new again.
    for place in start..<count { withEntry(place) { renewParents($0) } }
    cut(to: start)
  }

  private func showPresent() { present.pointee = levels.last?.number ?? 0 }

  /// Runs `body` with an object and with what is undone on top of the stack.
  private func withEntry(_ place: Int, _ body: (LuaRowObject) -> Void) {
    let top = stack.top
    defer { stack.top = top }
    guard let entries, stack.ensure(8) else { return }
    stack.push(reference: entries)
    _ = stack.rawGet(table: top + 1, 2 * place + 1)
    guard let object = stack.rowObject(-1) else { return }
    _ = stack.rawGet(table: top + 1, 2 * place + 2)
    body(object)
  }

  /// Gives the entries from a place on to the outer transaction, but for images of what that remembers itself.
  private func pass(from start: Int, to outer: Level) {
    var kept = start
    for place in start..<count {
      withEntry(place) { object in
        if let image = stack.rowObject(-1) {
          object.mark = outer.number
          if image.mark == outer.number { return }
        }
        if kept < place { move(to: kept) }
        kept += 1
      }
    }
    cut(to: kept)
  }

  /// Moves the entry on top of the stack, below which is the table.
  private func move(to place: Int) {
    stack.copy(-2)
    stack.rawSet(table: -4, 2 * place + 1)
    stack.copy(-1)
    stack.rawSet(table: -4, 2 * place + 2)
  }

  private func cut(to kept: Int) {
    if let entries, kept > 0 {
      stack.push(reference: entries)
      for index in (2 * kept)..<(2 * count) {
        stack.pushNil()
        stack.rawSet(table: -2, index + 1)
      }
      stack.pop(1)
    } else {
      entries = nil
    }
    count = kept
  }

  private func undo(_ object: LuaRowObject) {
    let note = stack.borrowed(-1)
    if let image = note.rowObject {
      Documents(session, stack, of: object)?.keep(in: image)
      object.restore(image)
    } else if let madeKey = note.integer {
      becomeNew(object, madeKey)
    } else if let table = note.value.table {
      becomeNew(object, table["key"].integer ?? -1)
      let related = object.table(.related)
      for (name, list) in table["waiting"].table?.entries() ?? [] { related?[name] = list }
    } else {
      object.state = .saved
    }
  }

  private func becomeNew(_ object: LuaRowObject, _ madeKey: Int64) {
    object.state = .new
    guard madeKey >= 0 else { return }
    object.release(Int(madeKey))
    object.setChanged(Int(madeKey), false)
  }

  private func renewParents(_ object: LuaRowObject) {
    guard let context = object.context(as: ObjectContext.self) else { return }
    PendingParents(session: session, stack: stack).renew(of: object, context)
  }
}

extension ScriptDatabase {
  /// What remembers its objects as they are, for a rollback.
  package var journal: Journal {
    // A database is made with a journal; the protocol is for what it tells it.
    unsafeDowncast(undo, to: Journal.self)
  }
}

/// The documents that an object holds: they are edited in place, so that an image needs its own.
private struct Documents {
  let session: SessionContext
  let stack: LuaStack
  let object: LuaRowObject
  let entity: Entity

  /// Nothing for an object that cannot hold any.
  init?(_ session: SessionContext, _ stack: LuaStack, of object: LuaRowObject) {
    guard let context = object.context(as: ObjectContext.self), context.hasDocuments else { return nil }
    (self.session, self.stack, self.object) = (session, stack, object)
    entity = context.model.entity
  }

  /// Where the object holds what can be edited in place.
  private var slots: [Int] {
    entity.fields.indices.filter { slot in
      guard entity.fields[slot].isKeptWhenRead, object.holds(slot) else { return false }
      return object.place.scoped { [.table, .userdata].contains(object.borrowed(slot).kind) }
    }
  }

  /// Gives an image copies; what cannot be stored as it is now stays the same.
  func copy(to image: LuaRowObject) {
    for slot in slots {
      let rows = ObjectRows(session: session, stack: stack)
      guard let stored = try? rows.value(slot, of: object, entity) else { continue }
      image.place.scoped {
        let copy = image.place.copied()
        let isRead: ()? = try? stored.withCell {
          try FieldCoding(session).set(copy, to: $0, as: entity.fields[slot], of: entity)
        }
        if isRead != nil { image.hold(slot, copy) }
      }
    }
  }

  /// Leaves the object what was not edited meanwhile: the script may know it.
  func keep(in image: LuaRowObject) {
    let rows = ObjectRows(session: session, stack: stack)
    for slot in slots where image.holds(slot) {
      guard let now = try? rows.value(slot, of: object, entity), now == (try? rows.value(slot, of: image, entity))
      else { continue }
      image.place.scoped { image.hold(slot, object.borrowed(slot)) }
    }
  }
}
