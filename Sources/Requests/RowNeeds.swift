import LuaRuntime
import Model
import Query
import Schema

/// What is wanted of the rows of a request beside the objects that they are.
package struct RowNeeds {
  /// Values beside the entity's own fields; only where functions of the script see the rows, unless `always`.
  package var values: [Expression] = []
  package var always = false
  /// Whether it is worth a question to the database that functions can be left out.
  var isWholeWanted = false
  /// Whether functions beside those of the request see the rows, and so may ask for any field.
  package var areLent = false
  /// Whether no objects are made: rows hold the key, what functions read, and the values.
  var areBare = false
  /// What rows are ordered by before all else, where that changes no rows.
  package var first: Sort?

  package init(
    values: [Expression] = [], always: Bool = false, isWholeWanted: Bool = false, areLent: Bool = false,
    areBare: Bool = false, first: Sort? = nil
  ) {
    self.values = values
    self.always = always
    self.isWholeWanted = isWholeWanted
    self.areLent = areLent
    self.areBare = areBare
    self.first = first
  }
}

extension Fetching {
  /// The slots that rows without objects hold; nil where functions may read any.
  static func bareSlots(
    of tied: ResolvedEntity, _ plan: FetchPlan, _ handle: RequestHandle, values: [Expression]
  ) throws -> [Int]? {
    let entity = tied.entity
    // Without a key the columns say which rows are the same.
    let isReduced = handle.request.isDistinct && entity.keySlots.isEmpty
    guard !tied.isMixed, !isReduced, plan.sorts.isEmpty, let residual = plan.residual else { return nil }
    var result = Set(entity.keySlots)
    for hook in residual.rowClosures {
      guard let function = handle.functions[hook],
        let names = try handle.context.session.state(ClosureReading.self).translator.members(readBy: function)
      else { return nil }
      for name in names {
        guard let slots = try slots(ofMember: name, of: entity, handle) else { return nil }
        result.formUnion(slots)
      }
    }
    for case .field(let path) in values where path.isOwn {
      result.formUnion(entity.slot(of: path.field).map { [$0] } ?? [])
    }
    return result.isEmpty ? [0] : result.sorted()
  }

  /// The slots that reading a member of an object needs; nil where it is not known.
  private static func slots(ofMember name: String, of entity: Entity, _ handle: RequestHandle) throws -> [Int]? {
    if let slot = entity.slot(of: name) { return [slot] }
    // A method of the script sees the whole object.
    guard SessionClosures(handle.context).method(name, of: entity.name).isNil, let relation = entity.relation(name),
      relation.kind == .belongsTo
    else { return nil }
    return entity.fields.indices.filter { relation.columns.contains(entity.fields[$0].column) }
  }
}

extension FieldPath {
  /// Whether it is a field of the entity itself.
  var isOwn: Bool { relations.isEmpty && inside.isEmpty }
}
