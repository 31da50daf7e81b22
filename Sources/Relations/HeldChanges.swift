import LuaRows
import LuaRuntime
import Model
import Saving
import Schema

/// The changes of relations that a draft holds back until it is saved.
///
///     d = team:draft()
///     d.players:add { name = "Zoe" }   -- team.players is what it was
///     d:save()                         -- now she is one of them
///
/// They wait beside the related objects of the draft, in their order: each a function, and what it is called with.
package struct HeldChanges {
  private let session: SessionContext
  /// Where they wait; no relation has such a name.
  private static let place = "held changes"

  package init(_ session: SessionContext) {
    self.session = session
  }

  /// Holds a change back; nothing where the draft is gone.
  package func hold(_ change: LuaFunction, _ arguments: [LuaValue], of draft: LuaUserdata) {
    _ = draft.withObject(on: session.lua.stack) { object in
      guard let related = object.table(.related) else { return }
      let changes = related[Self.place].table ?? session.lua.makeTable()
      let held = session.lua.makeTable()
      held[1] = .function(change)
      for (place, argument) in arguments.enumerated() { held[place + 2] = argument }
      held["count"] = .integer(Int64(arguments.count))
      changes[changes.rawLength + 1] = .table(held)
      related[Self.place] = .table(changes)
      PendingChildren(session: session, stack: session.lua.stack).watch()
    }
  }

  /// Whether an object holds some back.
  func exist(_ object: LuaRowObject) -> Bool { changes(of: object) != nil }

  /// Makes them, in their order; should one fail, all of them are held again.
  func make(of object: LuaRowObject) throws {
    guard let changes = changes(of: object) else { return }
    for held in changes.elements {
      guard let held = held.table, case .function(let change) = held[1] else { continue }
      let count = held["count"].integer ?? 0
      try change.call((0..<Int(count)).map { held[$0 + 2] })
    }
    object.table(.related)?[Self.place] = .nil
  }

  private func changes(of object: LuaRowObject) -> LuaTable? {
    guard object.isDraft, object.state == .saved, object.hasRelated else { return nil }
    return object.table(.related)?[Self.place].table
  }
}
