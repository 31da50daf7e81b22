import Query
import Schema

/// Fetching some of the rows again, where that is all that there is to do.
extension Fetching {
  /// Whether what a row is, where it stands and whether it is there at all depends on what the table holds of this row
  /// alone, as the database reads it.
  package var looksAtRowsAlone: Bool {
    let request = handle.request
    guard plan.isWhole, !asksForMembers, !tied.isMixed, request.source == nil, !request.isCut, !request.isDistinct,
      request.companions.isEmpty
    else { return false }
    let values = request.computed.values.map(\.expression) + plan.flags + request.sorts.compactMap(\.expression)
    return (values + [request.predicate, plan.condition].compactMap(\.self)).allSatisfy(\.looksAtRowAlone)
  }

  /// The same plan for those of the rows for which something more holds.
  package func narrowed(to condition: Expression) -> Fetching {
    var result = self
    result.handle = handle.with { $0 = $0.and(condition) }
    result.plan = plan.and(condition)
    return result
  }

  /// The statement that gives the keys of some rows of the entity in the order of the request.
  package func keysSQL(of condition: Expression) throws -> RenderedSQL {
    let dialect = try handle.context.database.dialect()
    return try Select(catalog: handle.context.catalog, entity: entity, dialect: dialect)
      .statement(handle.request, plan: FetchPlan(condition), output: .slots(entity.keySlots)).rendered(for: dialect)
  }
}

extension Expression {
  /// Whether its value depends on the columns of the row that it is asked of, and on nothing else.
  fileprivate var looksAtRowAlone: Bool {
    !contains { part in
      switch part {
      case .field(let path): !path.relations.isEmpty
      case .among, .reckoned, .requested, .written, .closure, .tested, .partly: true
      default: false
      }
    }
  }
}
