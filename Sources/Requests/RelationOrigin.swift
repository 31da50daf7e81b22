import LuaRuntime
import Model
import Query
import Schema

/// The relation of one object that a request is: what `add`, `remove` and the like change.
package struct RelationOrigin {
  let end: ResolvedRelation
  package let tie: Association
  package let owner: ObjectContext
  package let target: ObjectContext
  /// The values by which the other side knows the object.
  package let key: [Value]
  /// The draft that it was read of, which holds changes of it back; nil for the object itself.
  package private(set) var draft: LuaUserdata?
  /// Whether the request was changed since, so that its rows are not all of them.
  package private(set) var isNarrowed = false

  package init(
    end: ResolvedRelation, tie: Association, owner: ObjectContext, target: ObjectContext, key: [Value],
    draft: LuaUserdata? = nil
  ) {
    self.draft = draft
    self.end = end
    self.tie = tie
    self.owner = owner
    self.target = target
    self.key = key
  }

  package var relation: Relation { tie.relation }

  /// The request for its rows.
  var request: FetchRequest {
    var request = FetchRequest(entity: target.name, predicate: tie.condition(key: key))
    request.scope = request.predicate
    request.sorts = tie.sorts(key: key)
    return request
  }

  /// The statement for its rows, where it was made for another object before.
  var rowsSQL: RenderedSQL? {
    guard !isNarrowed, isCurrent, tie.nearReadings.allSatisfy(\.convertsAlike), let text = end.rowsText,
      !key.contains(.null)
    else { return nil }
    return RenderedSQL(text: text, bindings: key)
  }

  /// Whether entities are what they were when it was made.
  var isCurrent: Bool { end.isCurrent(in: owner.session) }

  /// The same, for changes that happen at once.
  package var undrafted: RelationOrigin {
    var result = self
    result.draft = nil
    return result
  }

  var narrowed: RelationOrigin {
    var result = self
    result.isNarrowed = true
    return result
  }

  /// The relation as scripts name it: `Player.tags`.
  package var name: String { "\(owner.name).\(relation.name)" }
}
