import Query
import Schema

/// The relation of one object that a request is: what `add`, `remove` and the like change.
struct RelationOrigin {
  let tie: Tie
  let owner: ObjectContext
  let target: ObjectContext
  /// The values by which the other side knows the object.
  let key: [Value]
  /// Whether the request was changed since, so that its rows are not all of them.
  private(set) var isNarrowed = false

  init(tie: Tie, owner: ObjectContext, target: ObjectContext, key: [Value]) {
    self.tie = tie
    self.owner = owner
    self.target = target
    self.key = key
  }

  var relation: Relation { tie.relation }

  var narrowed: RelationOrigin {
    var result = self
    result.isNarrowed = true
    return result
  }

  /// The relation as scripts name it: `Player.tags`.
  var name: String { "\(owner.name).\(relation.name)" }
}
