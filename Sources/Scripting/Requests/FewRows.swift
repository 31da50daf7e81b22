import LuaRuntime
import Query
import Schema
import Store

/// Requests for the few rows of a large table that an index finds.
///
///     Player:where(function(p) return p.score < 3 end)   // of a million, a hundred
///
/// Rows come in the order of their key, and in that a table can be read without sorting. So a database that knows nothing
/// of the values in a range reads the whole table, where an index would find the rows and sorting them would be nothing.
/// How many rows are in the range is therefore counted before, in the index alone and up to a limit; where they are few,
/// the order is said so that the table does not have it already.
extension Fetching {
  /// Up to so many rows it does not matter that they are sorted.
  private static let few = 1000
  /// A table with no key above this is not large.
  private static let many: Int64 = 10_000

  /// The request in an order that does not tempt the database to read all rows, where it is for few of many.
  func orderedForFew() throws -> FetchRequest {
    guard let slot = entity.automaticKeySlot, entity.sharing == nil, request.sorts.isEmpty, !request.isCut,
      let range = plan.condition?.indexedRange(of: entity)
    else { return request }
    let key = FieldPath(field: entity.fields[slot].name)
    let all = FetchRequest(entity: entity.name)
    guard case .integer(let last) = try answer(all, .aggregate(.max, key)), last > Self.many else { return request }
    var others = FetchRequest(entity: entity.name, predicate: range)
    (others.limit, others.offset) = (1, Self.few)
    guard try answer(others, .exists) == nil else { return request }
    var result = request
    result.sorts = [Sort(.value(.kernel(.plain, [.field(key)])))]
    return result
  }

  /// The single value that a statement answers; nil where it has no row.
  private func answer(_ request: FetchRequest, _ output: Select.Output) throws -> Value? {
    let store = try handle.context.database.store()
    let sql = try Select(catalog: handle.context.catalog, entity: entity, dialect: store.dialect)
      .statement(request, plan: FetchPlan(request), output: output).rendered(for: store.dialect)
    let rows = try store.rows(sql)
    return rows.count == 0 ? nil : rows.value(0, 0)
  }
}

extension Expression {
  /// The part of a conjunction that leaves a range of a field with an index open on one side; nil where there is none,
  /// and where another part says what an index finds: of that the database knows that it is few rows.
  fileprivate func indexedRange(of entity: Entity) -> Expression? {
    let parts: [Expression] = if case .and(let parts) = self { parts } else { [self] }
    var ranges: [Expression] = []
    for part in parts {
      switch part {
      case .comparison(.equal, .field(let path), .literal), .oneOf(.field(let path), _),
        .between(.field(let path), _, _),
        .isNull(.field(let path)):
        if entity.hasIndex(on: path) { return nil }
      case .comparison(.less, .field(let path), .literal), .comparison(.atMost, .field(let path), .literal),
        .comparison(.greater, .field(let path), .literal), .comparison(.atLeast, .field(let path), .literal):
        if entity.hasIndex(on: path) { ranges.append(part) }
      default: break
      }
    }
    return ranges.count == 1 ? ranges[0] : nil
  }
}

extension Entity {
  /// Whether an index begins with a field, or is one of it alone.
  fileprivate func hasIndex(on path: FieldPath) -> Bool {
    guard path.isOwn, let field = field(path.field), !field.isPrimaryKey else { return false }
    return field.isIndexed || field.isUnique || indexes.contains { $0.fields.first == field.name }
  }
}
