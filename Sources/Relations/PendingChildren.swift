import LuaRows
import LuaRuntime
import Model
import Requests
import Saving
import Schema

/// The objects that were given to a new object, or came in with its document, and are saved with it once it has a key.
///
/// They wait in a table beside the related objects, under the name of the relation.
package struct PendingChildren {
  let session: SessionContext
  let stack: LuaStack

  package init(session: SessionContext, stack: LuaStack) {
    self.session = session
    self.stack = stack
  }

  /// Takes a list of objects as what a relation of an object is to lead to.
  ///
  /// - Parameter isListed: whether the script gave a list, so that an error says which of them it is about.
  package func keep(
    _ relation: Relation, of object: LuaRowObject, _ children: LuaTable, isListed: Bool = false
  ) {
    if isListed { children[Self.isListed] = .boolean(true) }
    object.table(.related)?[relation.name] = .table(children)
    watch()
  }

  /// The same with the fields of their links, by the places of the objects.
  func keep(_ relation: Relation, of object: LuaRowObject, _ children: LuaTable, links: [Int: LuaTable]) {
    if !links.isEmpty {
      let table = session.lua.makeTable()
      for (place, link) in links { table[place + 1] = .table(link) }
      children[Self.links] = .table(table)
    }
    keep(relation, of: object, children)
  }

  /// Where the fields of links stand, beside the objects that are linked, and whether these came as a list.
  private static let links = "links"
  private static let isListed = "isListed"

  /// The fields of the link to the object at a place of a list; nil where it has none of its own.
  func link(_ place: Int, of children: LuaTable) -> LuaTable? { children[Self.links].table?[place + 1].table }

  /// From now on saving has to look for what waits.
  func watch() {
    guard session.state(SavingAlong.self).participant == nil else { return }
    session.state(SavingAlong.self).participant = { [unowned session] source, stack in
      try WaitingChildren(PendingChildren(session: session, stack: stack), source)
    }
  }

  /// The list of those that wait; nil where there are none.
  package func children(_ relation: Relation, of object: LuaRowObject) -> LuaTable? {
    guard relation.kind != .belongsTo, session.state(SavingAlong.self).participant != nil, object.hasRelated else {
      return nil
    }
    return object.table(.related)?[relation.name].table
  }

  /// Those of one object that wait for one relation.
  struct Waiting {
    fileprivate var owner: LuaReference
    /// Where it stands among those that are saved with it.
    fileprivate var place: Int
    fileprivate var count: Int
    fileprivate var relation: Relation
    fileprivate var children: LuaTable
  }

  /// All that wait; to be asked before the objects are marked as saved.
  func waiting(of source: ObjectSource) throws -> [Waiting] {
    var result: [Waiting] = []
    for place in 0..<source.count {
      try source.withObject(place) { object, context in
        guard let owner = object.place.value.reference else { return }
        for relation in try context.entity.relations {
          guard let children = children(relation, of: object) else { continue }
          result.append(
            Waiting(owner: owner, place: place, count: source.count, relation: relation, children: children))
        }
      }
    }
    return result
  }

  /// Whether any of these objects has some.
  func exist(in source: ObjectSource) throws -> Bool {
    guard session.state(SavingAlong.self).participant != nil else { return false }
    return try (0..<source.count).contains { place in
      try source.withObject(place) { object, context in
        object.hasRelated
          && (HeldChanges(session).exist(object)
            || context.model.entity.relations.contains { children($0, of: object) != nil })
      } ?? false
    }
  }

  /// Saves those of objects that are saved themselves by now.
  func save(_ waiting: [Waiting], options: SaveOptions) throws {
    for one in waiting {
      do {
        try ObjectSource([one.owner], on: stack).withObject(0) { object, context in
          try save(one.relation, of: object, context, one.children, options)
        }
      } catch let error as ScriptError {
        throw error.placed(at: one.place, of: one.count)
      }
    }
  }

  private func save(
    _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, _ children: LuaTable,
    _ options: SaveOptions
  ) throws {
    let source = ObjectSource(children.elements, on: stack)
    let before = try source.snapshots()
    do {
      if relation.kind != .manyToMany { try setKeys(source, relation, object) }
      let own = options.upserts ? try upserting(source, relation, of: object, context) : SaveOptions()
      let isOnlyOne = source.count == 1 && children[Self.isListed] == .boolean(true)
      try Graphs(session).naming(relation, of: context.name, at: isOnlyOne ? 1 : nil) {
        try Saver(session).save(source, to: context.database, stack, options: own)
      }
    } catch {
      source.restore(before)
      throw error
    }
    object.table(.related)?[relation.name] = .nil
    guard relation.kind == .manyToMany || relation.isOrdered else { return }
    let links = (0..<source.count).map { link($0, of: children) }
    try settle(source, links, relation, object, context)
  }

  /// How objects are saved with one that may have been there: by their own key, and the only one of a `has_one`, where
  /// it comes without, as the one that is there.
  private func upserting(
    _ source: ObjectSource, _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext
  ) throws -> SaveOptions {
    guard relation.kind == .hasOne, source.count == 1, let inverse = relation.inverse else {
      return SaveOptions(upsertOn: nil)
    }
    let tie = try context.tied().tie(relation.name)
    let rows = ObjectRows(session: session, stack: stack)
    let key = try source.withObject(0) { child, _ in
      try tie.target.keySlots.map { try rows.value($0, of: child, tie.target) }
    }
    guard let key else { return SaveOptions(upsertOn: nil) }
    guard !key.contains(.null) else { return SaveOptions(upsertOn: inverse) }
    let owner = try tie.ownColumns.map { column in
      try tie.owner.fields.firstIndex { $0.column == column }.map { try rows.value($0, of: object, tie.owner) } ?? .null
    }
    if let relation = tie.target.relation(inverse) {
      try PartnerSaver(session: session, stack: stack).release(tie, owner, relation, except: key, context)
    }
    return SaveOptions(upsertOn: nil)
  }

  /// Gives the children the key of what they came with.
  private func setKeys(_ source: ObjectSource, _ relation: Relation, _ object: LuaRowObject) throws {
    guard let inverse = relation.inverse else { return }
    let values = session.lua.makeTable()
    values[inverse] = object.place.value
    for place in 0..<source.count {
      try source.withObject(place) { child, context in
        // Should all of it be undone, it belongs to what it belonged to before.
        context.database.journal.remember(child)
        try Objects(session).assign(values, to: child, context)
      }
    }
  }

  /// Links what is saved by now, and gives it its order.
  private func settle(
    _ source: ObjectSource, _ links: [LuaTable?], _ relation: Relation, _ object: LuaRowObject,
    _ context: ObjectContext
  ) throws {
    let request = try object.place.scoped {
      try RelationReader(session).value(of: relation, of: object, context, stack).value
    }
    guard let origin = request.userdata?.object(as: RequestHandle.self)?.relation else { return }
    let contents = try RelationContents(session, origin, stack)
    if relation.kind == .manyToMany { try add(source, links, to: contents) }
    try contents.arrange(source)
  }
}

extension PendingChildren {
  private func add(_ source: ObjectSource, _ links: [LuaTable?], to contents: RelationContents) throws {
    if links.allSatisfy({ $0 == nil }) { return try contents.add(source) }
    for (place, link) in links.enumerated() { try contents.add(source.selected([place]), values: link) }
  }
}

/// The objects and changes that wait for those of a list, while these are saved.
final class WaitingChildren: SavingParticipant {
  private let children: PendingChildren
  private let source: ObjectSource
  private var waiting: [PendingChildren.Waiting] = []

  /// Nothing where none of the objects has some.
  init?(_ children: PendingChildren, _ source: ObjectSource) throws {
    guard try children.exist(in: source) else { return nil }
    self.children = children
    self.source = source
  }

  func collect() throws { waiting = try children.waiting(of: source) }

  func save(_ options: SaveOptions) throws {
    try children.save(waiting, options: options)
    for place in 0..<source.count {
      try source.withObject(place) { object, _ in try HeldChanges(children.session).make(of: object)
      }
    }
  }
}
