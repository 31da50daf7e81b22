import LuaRuntime
import Model
import Query
import Schema
import Store

/// What is asked of all rows at once: no objects are made for it.
extension Fetching {
  package func count() throws -> Int {
    if let loaded = try handle.loaded?.current { return loaded.count }
    let fetching = try unordered()
    if fetching.plan.isWhole { return Int(try store.rows(fetching.sql(.count))[0, 0].integer) }
    if case .integer(let count) = try fetching.valueIfUnasked(nil) { return Int(count) }
    var count = 0
    try fetching.bare().forEachChunk { count += $0.count }
    return count
  }

  package func exists() throws -> Bool {
    if let loaded = try handle.loaded?.current { return loaded.count > 0 }
    let fetching = try unordered()
    if fetching.plan.isWhole { return try store.rows(fetching.sql(.exists)).count > 0 }
    // The first row that is selected ends it, whether a function was asked about it or not.
    return try fetching.bare().rows(limit: 1).count > 0
  }

  /// `sum`, `avg`, `min` or `max` of a value of the rows, and the field that such values are of.
  package func aggregate(
    _ aggregate: Select.Aggregate, _ path: FieldPath
  ) throws -> (value: Value, field: Field) {
    do {
      return try value(of: aggregate, path)
    } catch let error as StoreError where error.kind == .overflow && error.missing != .infinities {
      throw ScriptError(
        RequestError.aggregateTooLarge(
          aggregate: aggregate.rawValue, entity: entity.name,
          path: path.isOfFunction ? nil : try handle.resolver.field(at: path).name))
    }
  }

  private func value(
    of aggregate: Select.Aggregate, _ path: FieldPath
  ) throws -> (value: Value, field: Field) {
    // Which rows a cut leaves depends on their order.
    let fetching = request.isCut ? try Fetching(handle, RowNeeds(isWholeWanted: true)) : try unordered()
    var path = path
    let part: PartClass = aggregate == .sum || aggregate == .avg ? .number : .ordered
    path = try fetching.handle.resolver.path(path, askedOf: part)
    let field = try fetching.handle.resolver.field(at: path)
    try fetching.checkGivesNumbers(path, for: aggregate)
    var asked = path
    if aggregate == .min || aggregate == .max {
      asked = try fetching.handle.resolver.path(path, extremeIn: handle.context.database.dialect())
    }
    if aggregate == .min || aggregate == .max, let read = try fetching.handle.fieldWithFallback(at: path) {
      let values = try fetching.rowValues([path])
      values.rows.read(0, as: read)
      return (try MemoryAggregate.value(aggregate, of: values.rows, column: 0, values.fields[0]), values.fields[0])
    }
    if let found = try fetching.said(aggregate, asked) {
      if part == .number, try fetching.saysText(path) {
        throw ScriptError(RequestError.aggregateOfTexts(aggregate: aggregate.rawValue))
      }
      if found == .null, try fetching.isNoNumber(aggregate, path, field) { return (.real(.nan), field) }
      return (asked == path ? found : found.member(at: []), field)
    }
    let isGiven = fetching.request.asksFunction(for: path)
    let values = try fetching.rowValues([asked]).reckoned(isGiven || asked != path ? [0] : [])
    let made = values.fields[0]
    if isGiven { try RequestError.checkAreNumbers(values.rows, column: 0, made, for: aggregate.rawValue) }
    return (try MemoryAggregate.value(aggregate, of: values.rows, column: 0, made, isGiven: isGiven), made)
  }

  /// What the database makes of the values; nil where they must be looked at here.
  private func said(_ aggregate: Select.Aggregate, _ path: FieldPath) throws -> Value? {
    guard plan.isWhole, !request.asksFunction(for: path) else { return try valueIfUnasked((aggregate, path)) }
    return try store.rows(sql(.aggregate(aggregate, path))).value(0, 0)
  }

  /// Whether there is a text or bytes among what a function gives that the database understands, where columns may hold
  /// such: the database leaves them out, while the function would be refused.
  private func saysText(_ path: FieldPath) throws -> Bool {
    guard path.isOfFunction, try handle.resolver.mayBeNoNumber(.field(path)),
      try handle.context.database.dialect().choosesAmongClasses
    else { return false }
    switch try said(.max, path) {
    // Texts come behind all numbers.
    case .text, .brokenText, .data: return true
    default: return false
    }
  }

  /// Whether what a database has no number for is the sum or mean of infinities of both signs, and not one of nothing.
  private func isNoNumber(_ aggregate: Select.Aggregate, _ path: FieldPath, _ field: Field) throws -> Bool {
    guard aggregate == .sum || aggregate == .avg, try handle.resolver.mayAddUpToNoNumber(path, field) else {
      return false
    }
    return try said(.max, path) == .real(.infinity) || holds(.infinity, at: path)
  }

  /// Whether a row has this number, whatever texts stand behind all numbers, as they may where columns take both.
  func holds(_ number: Double, at path: FieldPath) throws -> Bool {
    guard !request.isCut, try handle.context.database.dialect().choosesAmongClasses else { return false }
    let condition = Expression.comparison(.equal, .field(path), .literal(.real(number)))
    return try Fetching(handle.with { $0 = $0.and(condition) }).exists()
  }

  /// Refuses to add up the texts and the truths that a function gives, as those of a field are refused.
  private func checkGivesNumbers(_ path: FieldPath, for aggregate: Select.Aggregate) throws {
    guard aggregate == .sum || aggregate == .avg, request.computed[path.field] != nil, path.isOwn else { return }
    let (resolver, field) = (try handle.resolver, try handle.resolver.field(at: path))
    if field.type == .boolean { throw ScriptError(RequestError.aggregateOfTruths(aggregate: aggregate.rawValue)) }
    // What is read of a document is known by its field alone.
    let isText = field.type.reading == .asStored && [.text, .data].contains(field.storage)
    guard isText || [.text, .data].contains(resolver.valueClass(of: .field(path))) else { return }
    throw ScriptError(RequestError.aggregateOfTexts(aggregate: aggregate.rawValue))
  }

  private var store: Database {
    get throws { try handle.context.database.store() }
  }

  /// The same rows in no order, for what does not depend on it.
  private func unordered() throws -> Fetching {
    plan.sorts.isEmpty ? self : try Fetching(handle.with { $0.sorts = [] }, pushdown)
  }

  /// The same rows without what only objects need.
  private func bare() throws -> Fetching { try Fetching(handle, pushdown, RowNeeds(areBare: true)) }

  /// What the database makes of the rows if there is none among them about which a function must be asked; else nil.
  ///
  /// One pass over the rows tells both.
  private func valueIfUnasked(_ aggregate: (Select.Aggregate, FieldPath)?) throws -> Value? {
    guard !request.isCut, !request.isDistinct, let predicate = request.predicate,
      let ask = predicate.partlyAsked
    else { return nil }
    if let path = aggregate?.1, request.asksFunction(for: path) { return nil }
    var all = FetchRequest(entity: request.entity, predicate: plan.condition)
    all.computed = request.computed
    all.source = request.source
    if !predicate.isPartly {
      all.predicate = .or([predicate.decided, plan.condition.map { .and([ask, $0]) } ?? ask])
    }
    let dialect = try handle.context.database.dialect()
    let sql = try Select(catalog: handle.context.catalog, entity: entity, dialect: dialect)
      .statement(all, plan: FetchPlan(all), output: .checked(aggregate, ask)).rendered(for: dialect)
    do {
      let answer = try store.rows(sql)
      return answer.value(0, 1) == .integer(1) ? nil : answer.value(0, 0)
    } catch let error as StoreError where error.kind == .other || error.isAboutSize {
      // A sum that overflows may do so by rows that the function would leave out.
      return nil
    }
  }
}

extension Expression {
  /// Whether it is one function that was understood in part: its candidates are the rows that it selects or is asked
  /// about, and no others.
  fileprivate var isPartly: Bool {
    if case .partly = self { true } else { false }
  }
}

extension FieldResolver {
  /// Whether what is reckoned with values of a field may be no number: `round(r)` has infinite numbers among its integers.
  func mayAddUpToNoNumber(_ path: FieldPath, _ field: Field) -> Bool {
    if field.type.reading == .decimal { return false }
    return [.real, .any].contains(field.storage) || mayBeInfinite(.field(path))
  }
}

extension RequestError {
  /// Refuses to reckon with texts and truths that a function gave, as those of a field are refused.
  static func checkAreNumbers(
    _ values: RowBuffer, column: Int, _ field: Field, for aggregate: String
  ) throws {
    guard ["sum", "avg", "median"].contains(aggregate) else { return }
    if field.type == .boolean { throw ScriptError(RequestError.aggregateOfTruths(aggregate: aggregate)) }
    guard field.type == .any || field.type == .decimal && field.isStoredAsNumber else { return }
    for row in 0..<values.count where [.text, .data].contains(values[row, column].kind) {
      throw ScriptError(RequestError.aggregateOfTexts(aggregate: aggregate))
    }
  }
}
