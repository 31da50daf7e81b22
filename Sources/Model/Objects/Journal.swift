import LuaRows
import LuaRuntime

/// What objects were before the open transactions changed them, so that a rollback can give it back.
///
/// An object is remembered once for each transaction, nested ones included, before it is assigned to, written or read
/// again there. Beside it is noted what is undone:
///
/// - An image of the object: it becomes that again, the changes included that were not saved then.
/// - A number: it was inserted, and is new again; the number is the slot of the key that the database made, or -1. What
///   was assigned to a new object stays: the database never had anything else. In a table with that number as `key`
///   are the lists of objects that waited for it, under the names of their relations.
/// - `true`: it was deleted, and is saved again.
package final class Journal {
  private unowned let session: SessionContext
  private let keeper: any ObjectKeeper
  private var levels = TransactionLevels()
  private var log: LuaRowLog?
  /// The number of the innermost transaction, or 0, for those who only see its address.
  let present: UnsafeMutablePointer<UInt32>

  package init(_ session: SessionContext, _ keeper: any ObjectKeeper) {
    self.session = session
    self.keeper = keeper
    present = .allocate(capacity: 1)
    present.initialize(to: 0)
  }

  deinit { present.deallocate() }

  private var stack: LuaStack { session.lua.stack }
  private var count: Int { log?.count ?? 0 }

  // MARK: Noting

  /// Remembers what an object is, unless the present transaction does so already.
  package func remember(_ object: LuaRowObject) {
    guard present.pointee != 0, object.mark != present.pointee, let image = object.image() else { return }
    keeper.copyDocuments(of: object, to: image)
    append { $0.append(object, image: image) }
    image.place.drop()
    object.mark = present.pointee
  }

  /// Notes that a new object was inserted; `madeKey` is the slot of the key when that came from the database.
  package func added(_ object: LuaRowObject, madeKey: Int?) {
    guard present.pointee != 0 else { return }
    let key = LuaValue.integer(Int64(madeKey ?? -1))
    let note = waiting(for: object, key: key).map(LuaValue.table) ?? key
    append { $0.append(object, note) }
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
    guard present.pointee != 0 else { return }
    append { $0.append(object, true) }
  }

  private func append(_ add: (inout LuaRowLog) -> Void) {
    var log = log ?? LuaRowLog(session.lua)
    add(&log)
    self.log = log
  }

  // MARK: Transactions

  /// A transaction has begun, and so many are open.
  package func began(depth: Int) {
    levels.begin(depth: depth, at: count) {
      session.state(Numbers.self).transactions &+= 1
      return session.state(Numbers.self).transactions
    }
    showPresent()
  }

  /// An inner transaction's changes become the outer one's.
  package func committed(to depth: Int) {
    while let inner = levels.commitInnermost(above: depth) {
      if let outer = inner.outer { pass(from: inner.start, to: outer) }
    }
    if levels.isEmpty {
      if keepsPages, let log, log.count > 0 { pages.append(Page(log: log)) }
      log = nil
    }
    showPresent()
  }

  package func rolledBack(to depth: Int) {
    guard let start = levels.rollBack(to: depth) else { return }
    showPresent()
    for place in (start..<count).reversed() { withEntry(place) { undo($0, $1) } }
    // Only now is it known which of their parents are new again.
    for place in start..<count { withEntry(place) { object, _ in keeper.renewParents(of: object) } }
    cut(to: start)
  }

  private func showPresent() { present.pointee = levels.present }

  // MARK: What was committed

  /// What objects were before something was committed.
  package struct Page {
    fileprivate let log: LuaRowLog
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
    for page in pages.reversed() {
      let stack = stack
      for place in (0..<page.log.count).reversed() { page.log.withEntry(place, on: stack) { undo($0, $1) } }
      for place in 0..<page.log.count {
        page.log.withEntry(place, on: stack) { object, _ in
          keeper.renewParents(of: object)
          _ = keeper.isReadAgain(object)
        }
      }
    }
  }

  /// Makes the objects of the open transaction what their rows are now.
  package func readAgain() {
    for place in 0..<count {
      withEntry(place) { object, note in
        let state = object.state
        object.state = .saved
        if keeper.isReadAgain(object) { return }
        if state == .saved { undo(object, note) }
        object.state = state == .saved ? .new : state
      }
    }
  }

  // MARK: Entries

  /// Calls `body` with an object, and with what is undone of it.
  private func withEntry(_ place: Int, _ body: (LuaRowObject, BorrowedValue) -> Void) {
    log?.withEntry(place, on: stack, body)
  }

  /// Gives the entries from a place on to the outer transaction, but for images of what that remembers itself.
  private func pass(from start: Int, to outer: UInt32) {
    var kept = start
    for place in start..<count {
      var isKnown = false
      withEntry(place) { object, note in
        guard let image = note.rowObject else { return }
        object.mark = outer
        isKnown = image.mark == outer
      }
      if isKnown { continue }
      log?.move(place, to: kept, on: stack)
      kept += 1
    }
    cut(to: kept)
  }

  private func cut(to kept: Int) {
    if kept > 0 { log?.cut(to: kept, on: stack) } else { log = nil }
  }

  private func undo(_ object: LuaRowObject, _ note: BorrowedValue) {
    if let image = note.rowObject {
      keeper.keepDocuments(of: object, in: image)
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
}
