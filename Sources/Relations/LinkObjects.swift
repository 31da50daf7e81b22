import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Saving
import Schema

/// What is added to a relation: objects, and behind them the fields of their links, where these have some.
///
///     w.exercises:add(squat, { position = 1 })   // objects: squat; link: position
struct AddedObjects {
  private(set) var objects: [LuaValue]
  private(set) var link: LuaTable?
  private let entity: String

  init(_ arguments: [LuaValue], _ tie: Association) {
    objects = arguments
    entity = tie.table.name
    guard tie.relation.kind == .manyToMany, !tie.isBare, arguments.count > 1, let table = arguments.last?.table,
      table.rawLength == 0
    else { return }
    link = table
    objects.removeLast()
  }

  /// Refuses fields that a link does not have, and values of the wrong type, for a link that is made later.
  func checkLink(in database: ScriptDatabase, _ session: SessionContext, _ stack: LuaStack) throws {
    guard let link, let model = session.entities.model(entity) else { return }
    _ = try Objects(session).newObject(model.context(in: database), link, stack)
  }
}

/// The objects between the two sides of a `many_to_many` through an entity, made and changed as all objects are.
struct LinkObjects {
  private let contents: RelationContents
  private let context: ObjectContext
  private let near: Relation
  private let far: Relation

  init(_ contents: RelationContents) throws {
    self.contents = contents
    let tie = contents.tie
    guard let model = contents.session.entities.model(tie.table.name), let link = tie.relation.link,
      let near = tie.table.relation(link.near), let far = tie.table.relation(link.far)
    else { throw QueryError.unknownEntity(tie.table.name) }
    context = model.context(in: contents.origin.owner.database)
    (self.near, self.far) = (near, far)
  }

  private var session: SessionContext { contents.session }
  private var stack: LuaStack { contents.stack }

  /// Links a row of the other side; where it is linked already, the link gets the values.
  func link(_ member: [Value], _ values: LuaTable?) throws {
    let link = try existing(member)
    defer { link.drop() }
    let known = link.rowObject
    if known != nil, values == nil { return }
    guard let object = known ?? context.shape?.newObject(on: stack) else { return }
    if let values { try Objects(session).assign(values, to: object, context) }
    if known == nil {
      try Objects(session).setKey(near, of: object, to: contents.origin.key, context)
      try Objects(session).setKey(far, of: object, to: member, context)
    }
    try Saver(session).save(ObjectSource(object.place), to: context.database, stack)
  }

  /// The link that is there, above, or nil.
  private func existing(_ member: [Value]) throws -> BorrowedValue {
    let tie = contents.tie
    var request = FetchRequest(
      entity: context.name, predicate: tie.membership(key: contents.origin.key).and(tie.leads(to: member)))
    request.limit = 1
    return try Fetching(RequestHandle(context, request)).first(on: stack)
  }
}
