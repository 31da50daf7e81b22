import LuaRows
import LuaRuntime
import Model
import Relations
import Requests
import Saving
import Schema

/// The objects that came in with the document of another and are saved with it, once that has a key.
///
/// They wait in a table beside the related objects, under the name of the relation.
struct PendingChildren {
  let session: SessionContext
  let stack: LuaStack

  /// Takes the table on top of the stack as what a relation of an object is to lead to.
  func keep(_ relation: Relation, of object: LuaRowObject) {
    object.push(.related)
    stack.insert(-2)
    stack.rawSet(table: -2, relation.name)
    stack.pop(1)
    guard session.state(SavingAlong.self).participant == nil else { return }
    // From now on saving has to look for them.
    session.state(SavingAlong.self).participant = { [unowned session] source, stack in
      WaitingChildren(PendingChildren(session: session, stack: stack), source)
    }
  }

  /// Pushes the table of those that wait; false, and nothing, where there are none.
  func push(_ relation: Relation, of object: LuaRowObject) -> Bool {
    guard session.state(SavingAlong.self).participant != nil, object.hasRelated else { return false }
    object.push(.related)
    let kind = stack.rawGet(table: -1, relation.name)
    stack.remove(-2)
    if kind == .table { return true }
    stack.pop(1)
    return false
  }

  /// Whether any of these objects has some.
  func exist(in source: ObjectSource) -> Bool {
    guard session.state(SavingAlong.self).participant != nil else { return false }
    return (0..<source.count).contains { place in
      source.push(place)
      defer { stack.pop(1) }
      guard let object = stack.rowObject(-1), let entity = object.context(as: ObjectContext.self)?.model.entity else {
        return false
      }
      return entity.relations.contains { relation in
        guard relation.kind != .belongsTo, push(relation, of: object) else { return false }
        stack.pop(1)
        return true
      }
    }
  }

  /// Those of one object that wait for one relation.
  struct Waiting {
    fileprivate var owner: LuaReference
    fileprivate var relation: Relation
    fileprivate var children: LuaValue
  }

  /// All that wait; to be asked before the objects are marked as saved.
  func waiting(of source: ObjectSource) throws -> [Waiting] {
    var result: [Waiting] = []
    for place in 0..<source.count {
      source.push(place)
      defer { stack.pop(1) }
      guard let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self),
        let owner = stack.value(-1).reference
      else { continue }
      for relation in try context.entity.relations where relation.kind != .belongsTo {
        guard push(relation, of: object) else { continue }
        result.append(Waiting(owner: owner, relation: relation, children: stack.value(-1)))
        stack.pop(1)
      }
    }
    return result
  }

  /// Saves those of objects that are saved themselves by now.
  func save(_ waiting: [Waiting], options: SaveOptions) throws {
    for one in waiting {
      let top = stack.top
      defer { stack.top = top }
      stack.push(reference: one.owner)
      guard let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self) else { continue }
      stack.push(one.children)
      try save(one.relation, of: object, context, children: stack.top, options)
    }
  }

  private func save(
    _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, children: Int, _ options: SaveOptions
  ) throws {
    let count = stack.rawLength(children)
    let source = ObjectSource(count: count) { _ = stack.rawGet(table: children, $0 + 1) }
    if relation.kind != .manyToMany { try setKeys(source, relation, object) }
    let own = options.upserts ? try upserting(source, relation, of: object, context) : SaveOptions()
    try Saver(session).save(source, to: context.database, stack, options: own)
    object.push(.related)
    stack.pushNil()
    stack.rawSet(table: -2, relation.name)
    stack.pop(1)
    if relation.kind == .manyToMany || relation.isOrdered { try settle(source, relation, object, context) }
  }

  /// How objects are saved with one that may have been there: by their own key, and the only one of a `has_one`, where
  /// it comes without, as the one that is there.
  private func upserting(
    _ source: ObjectSource, _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext
  ) throws -> SaveOptions {
    guard relation.kind == .hasOne, source.count == 1, let inverse = relation.inverse else {
      return SaveOptions(upsertOn: nil)
    }
    source.push(0)
    defer { stack.pop(1) }
    let tie = try context.tied().tie(relation.name)
    guard let child = stack.rowObject(-1) else { return SaveOptions(upsertOn: nil) }
    let rows = ObjectRows(session: session, stack: stack)
    let key = try tie.target.keySlots.map { try rows.value($0, of: child, tie.target) }
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
    for place in 0..<source.count {
      source.push(place)
      defer { stack.pop(1) }
      guard let child = stack.rowObject(-1), let context = child.context(as: ObjectContext.self) else { continue }
      stack.push(inverse)
      stack.copy(object.index)
      defer { stack.pop(2) }
      try Objects(session).assign(to: child, context, stack)
    }
  }

  /// Links what is saved by now, and gives it its order.
  private func settle(
    _ source: ObjectSource, _ relation: Relation, _ object: LuaRowObject, _ context: ObjectContext
  ) throws {
    _ = try RelationReader(session).push(relation, of: object, context, stack)
    defer { stack.pop(1) }
    guard let origin = stack.value(-1).userdata?.object(as: RequestHandle.self)?.relation else { return }
    let contents = try RelationContents(session, origin, stack)
    if relation.kind == .manyToMany { try contents.add(source) }
    try contents.arrange(source)
  }
}
