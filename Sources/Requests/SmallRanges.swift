import LuaRuntime
import Model
import Query
import Schema
import Store

/// Requests for the few rows of a large table that an index finds.
///
///     Player:where(function(p) return p.score < 3 end)   // of a million, a hundred
///
/// Rows come in the order of their key, and in that a table can be read without sorting. So a database that knows nothing
/// of the values in a range reads the whole table, where an index would find the rows and sorting them would be nothing:
/// 20 rows of a million took 34 ms and take 0.02. Through the index many rows would take four times as long, and no
/// statement decides between the two while it runs.
///
/// So one that says in a comment what it is for comes before: whether more than a few rows are in the range, by the index
/// alone (0.01 ms). Where they are few, the order is said so that the table does not have it already.
extension Fetching {
  /// Up to so many rows it does not matter that they are sorted.
  private static let few = 1000

  /// The request in an order that does not tempt the database to read all rows, where it is for few of many.
  func orderedForFew() throws -> FetchRequest {
    let store = try handle.context.database.store()
    guard store.dialect.prefersKeyOrder, let condition = plan.condition, request.sorts.isEmpty, !request.isCut,
      request.source == nil,
      let slot = tied.automaticKeySlot,
      entity.sharing == nil, let range = condition.indexedRange(of: entity)
    else { return request }
    guard try !isMany(range.expression, ofSomeRows: range.isOfSomeRows) else { return request }
    var result = request
    result.sorts = [Sort(.value(.kernel(.plain, [.field(FieldPath(field: entity.fields[slot].name))])))]
    return result
  }

  /// Whether there are more than a few rows in a range; where an index of some rows does not find them, too.
  private func isMany(_ range: Expression, ofSomeRows isOfSomeRows: Bool) throws -> Bool {
    var others = FetchRequest(entity: entity.name, predicate: range)
    (others.limit, others.offset) = (1, Self.few)
    let store = try handle.context.database.store()
    let sql = try Select(catalog: handle.context.catalog, entity: entity, dialect: store.dialect)
      .statement(others, plan: FetchPlan(others), output: .exists).rendered(for: store.dialect)
    let question = RenderedSQL(text: sql.text + " -- few, by the index, or many?", bindings: sql.bindings)
    if isOfSomeRows, try store.engine.plan(of: question).contains(where: \.readsAllRows) { return true }
    return try store.rows(question).count > 0
  }
}

extension Expression {
  /// The part of a conjunction that leaves a range of a field with an index open on one side; nil where there is none,
  /// and where another part says what an index finds: of that the database knows that it is few rows.
  ///
  /// An index may be of some rows only: the database knows whether these are among them.
  fileprivate func indexedRange(of entity: Entity) -> (expression: Expression, isOfSomeRows: Bool)? {
    let parts: [Expression] = if case .and(let parts) = self { parts } else { [self] }
    var ranges: [(expression: Expression, isOfSomeRows: Bool)] = []
    for part in parts {
      switch part {
      case .comparison(.equal, .field(let path), .literal), .oneOf(.field(let path), _),
        .between(.field(let path), _, _),
        .isNull(.field(let path)):
        if entity.hasIndex(on: path) { return nil }
      case .comparison(.less, .field(let path), .literal), .comparison(.atMost, .field(let path), .literal),
        .comparison(.greater, .field(let path), .literal), .comparison(.atLeast, .field(let path), .literal):
        if entity.hasIndex(on: path) {
          ranges.append((part, false))
        } else if entity.hasIndexOfSomeRows(on: path) {
          ranges.append((part, true))
        }
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
    return isFirstOfIndex(field)
  }
  /// Whether an index of some rows begins with a field.
  fileprivate func hasIndexOfSomeRows(on path: FieldPath) -> Bool {
    guard path.isOwn, let field = field(path.field), !field.isPrimaryKey else { return false }
    return indexes.contains { $0.condition != nil && $0.expressions.isEmpty && $0.fields.first == field.name }
  }
}
