import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Saving
import Schema

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
