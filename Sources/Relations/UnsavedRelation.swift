import LuaRows
import LuaRuntime
import Model
import Schema

/// A relation to many of an object that is not saved: what was added to it so far, which is saved with the object.
package final class UnsavedRelation {
  private let session: SessionContext
  private let relation: Relation
  private let owner: LuaUserdata
  private let context: ObjectContext

  init?(_ relation: Relation, of object: LuaRowObject, _ context: ObjectContext) {
    guard let owner = object.place.value.userdata else { return nil }
    self.relation = relation
    self.owner = owner
    self.context = context
    session = context.session
  }

  /// The relation as scripts name it: `Team.players`.
  package var name: String { "\(context.name).\(relation.name)" }

  /// The objects that wait.
  package func objects(_ stack: LuaStack) -> [LuaUserdata] {
    let children = withOwner(stack) { PendingChildren(session: session, stack: stack).children(relation, of: $0) }
    return (children ?? nil)?.elements.compactMap(\.userdata) ?? []
  }

  /// The list of the objects that wait, or of the first of them, as a value.
  package func list(_ stack: LuaStack, first count: Int = .max) throws -> LuaValue {
    guard let shape = session.entities.model(relation.target)?.context(in: context.database).shape else { return .nil }
    let list = shape.list(of: Array(objects(stack).prefix(count)), on: stack)
    defer { list.drop() }
    return list.value
  }

  /// Adds objects, lists of them, and new ones for tables with names; behind them the fields of their links.
  package func add(_ values: [LuaValue], _ stack: LuaStack) throws {
    let added = AddedObjects(values, try context.tied().tie(relation.name))
    try added.checkLink(in: context.database, session, stack)
    try change(stack) { waiting in
      for object in try Graphs(session).objects(added.objects, of: relation, context, stack) {
        waiting.add(object, link: added.link, session)
      }
    }
  }

  /// Puts an object at a place among those that wait; one that is there already is moved.
  package func insert(_ object: LuaValue, at place: Int, _ stack: LuaStack) throws {
    let word = "insert"
    guard relation.isOrdered else {
      throw ScriptError(
        RelationError.noOrder(
          word: word, relation: name, kind: relation.kind.rawValue, target: relation.target))
    }
    try change(stack) { waiting in
      for object in try Graphs(session).objects([object], of: relation, context, stack) {
        let link = waiting.members.first { $0.object.isSame(as: object) }?.link
        waiting.members.removeAll { $0.object.isSame(as: object) }
        let last = waiting.members.count + 1
        guard (1...last).contains(place) else {
          throw ScriptError(RelationError.noPlace(word: word, relation: name, place: place, last: last))
        }
        waiting.members.insert((object, link), at: place - 1)
      }
    }
  }

  /// A member of each of the objects that wait; null for none, so that the list has no holes.
  package func members(_ name: String, _ stack: LuaStack) throws -> LuaTable {
    let list = session.lua.makeTable()
    for (place, object) in objects(stack).enumerated() {
      let value = BorrowedValue(.userdata(object), on: stack)
      defer { value.drop() }
      try value.become(read: name)
      list[place + 1] = value.isNil ? session.null : value.value
    }
    return list
  }

  /// Takes objects out again.
  package func remove(_ values: [LuaValue], _ stack: LuaStack) {
    let gone = values.flatMap { $0.table?.elements ?? [$0] }.compactMap(\.userdata)
    change(stack) { $0.members.removeAll { member in gone.contains { $0.isSame(as: member.object) } } }
  }

  /// The objects that wait, and the fields of their links.
  private struct Waiting {
    var members: [(object: LuaUserdata, link: LuaTable?)]

    /// What is linked already gets the fields of the link.
    mutating func add(_ object: LuaUserdata, link: LuaTable?, _ session: SessionContext) {
      guard let place = members.firstIndex(where: { $0.object.isSame(as: object) }) else {
        return members.append((object, link))
      }
      guard let link else { return }
      let joined = session.lua.makeTable()
      for (key, value) in (members[place].link?.entries() ?? []) + link.entries() { joined[key] = value }
      members[place].link = joined
    }
  }

  private func change(_ stack: LuaStack, _ body: (inout Waiting) throws -> Void) rethrows {
    let pending = PendingChildren(session: session, stack: stack)
    let children = withOwner(stack) { pending.children(relation, of: $0) } ?? nil
    var waiting = Waiting(members: [])
    for (place, child) in (children?.elements ?? []).enumerated() {
      guard let object = child.userdata else { continue }
      waiting.members.append((object, children.flatMap { pending.link(place, of: $0) }))
    }
    try body(&waiting)
    let members = waiting.members
    let links = Dictionary(
      uniqueKeysWithValues: members.enumerated().compactMap { place, member in member.link.map { (place, $0) } })
    withOwner(stack) {
      pending.keep(relation, of: $0, Graphs(session).table(of: members.map(\.object)), links: links)
    }
  }

  /// Calls `body` with the owner.
  @discardableResult
  private func withOwner<Result>(_ stack: LuaStack, _ body: (LuaRowObject) -> Result) -> Result? {
    owner.withObject(on: stack, body)
  }

  /// Refuses what needs rows: the owner has none yet.
  package func refusal(of word: String, known: [String]) -> ScriptError {
    let error: RelationError =
      word == "create"
      ? .createOnUnsaved(entity: context.name, relation: relation.name)
      : .ownerIsNotSaved(entity: context.name, relation: relation.name, word: word, known: known)
    return ScriptError(error)
  }
}

extension HostTypes {
  package var unsavedRelation: LuaHostType { self["unsaved relation"] }
}
