import LuaRuntime
import Schema

/// The objects that came in with the document of another and are saved with it, once that has a key.
///
/// They wait in a table beside the related objects, under the name of the relation.
struct PendingChildren {
  let session: Session
  let stack: LuaStack

  /// Takes the table on top of the stack as what a relation of an object is to lead to.
  func keep(_ relation: Relation, of object: LuaRowObject) {
    object.push(.related)
    stack.insert(-2)
    stack.rawSet(table: -2, relation.name)
    stack.pop(1)
    session.hasPendingChildren = true
  }

  /// Pushes the table of those that wait; false, and nothing, where there are none.
  func push(_ relation: Relation, of object: LuaRowObject) -> Bool {
    guard session.hasPendingChildren, object.hasRelated else { return false }
    object.push(.related)
    let kind = stack.rawGet(table: -1, relation.name)
    stack.remove(-2)
    if kind == .table { return true }
    stack.pop(1)
    return false
  }

  /// Whether any of these objects has some.
  func exist(in source: ObjectSource) -> Bool {
    guard session.hasPendingChildren else { return false }
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

  /// Saves those of saved objects.
  func save(of source: ObjectSource, options: SaveOptions) throws {
    for place in 0..<source.count {
      source.push(place)
      defer { stack.pop(1) }
      guard let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self) else { continue }
      for relation in try context.entity.relations where relation.kind != .belongsTo {
        guard push(relation, of: object) else { continue }
        defer { stack.pop(1) }
        try save(relation, of: object, context, children: stack.top, options)
      }
    }
  }

  private func save(
    _ relation: Relation, of object: LuaRowObject, _ context: ObjectContext, children: Int, _ options: SaveOptions
  ) throws {
    let count = stack.rawLength(children)
    let source = ObjectSource(count: count) { _ = stack.rawGet(table: children, $0 + 1) }
    let own = options.upserts ? SaveOptions(upsertOn: nil) : SaveOptions()
    if relation.kind != .manyToMany { try setKeys(source, relation, object) }
    try session.save(source, to: context.database, stack, options: own)
    object.push(.related)
    stack.pushNil()
    stack.rawSet(table: -2, relation.name)
    stack.pop(1)
    if relation.kind == .manyToMany || relation.isOrdered { try settle(source, relation, object, context) }
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
      try session.assign(to: child, context, stack)
    }
  }

  /// Links what is saved by now, and gives it its order.
  private func settle(
    _ source: ObjectSource, _ relation: Relation, _ object: LuaRowObject, _ context: ObjectContext
  ) throws {
    _ = try session.push(relation, of: object, context, stack)
    defer { stack.pop(1) }
    guard let origin = stack.value(-1).userdata?.object(as: RequestHandle.self)?.relation else { return }
    let contents = try RelationContents(session, origin, stack)
    if relation.kind == .manyToMany { try contents.add(source) }
    try contents.arrange(source)
  }
}
