import ClosureSQL
import LuaRuntime
import Model
import Query
import Schema
import Store

/// What the database is asked before the request runs: whether any row needs a function, and whether it takes the
/// statement.
extension Pushdown {
  /// Leaves functions out of the condition where there is no row about which one of them would be asked.
  mutating func spare() throws {
    // What a row holds is not to change from one time to the next.
    guard handle.request.selection == nil, let predicate = handle.request.predicate,
      let ask = predicate.partlyAsked, ask != .or([])
    else { return }
    guard try isEmpty(where: ask, cheaply: true) else { return }
    handle = handle.with { $0.predicate = predicate.decided }
    isSpared = true
  }

  /// The same, whatever it costs: for what the database can then do at once.
  mutating func spareAll() throws {
    guard !isSpared, let predicate = handle.request.predicate, let ask = predicate.partlyAsked else { return }
    guard try ask == .or([]) || isEmpty(where: ask) else { return }
    handle = handle.with { $0.predicate = predicate.decided }
    isSpared = true
  }

  /// Whether there is no row, among those that the rest of the request leaves, for which a condition holds.
  func isEmpty(where ask: Expression, cheaply: Bool = false) throws -> Bool {
    var request = FetchRequest(entity: handle.request.entity, predicate: ask)
    request.computed = handle.request.computed
    request.source = handle.request.source
    if let condition = FetchPlan(handle.request.predicate).condition?.besideWindows(handle.request.computed)?
      .besideFunctions(handle.request)
    {
      request.predicate = ask.and(condition)
    }
    request.limit = 1
    let sql = try Select(catalog: world.catalog, entity: world.entity, dialect: world.dialect)
      .statement(request, plan: FetchPlan(request), output: .exists).rendered(for: world.dialect)
    let store = try handle.context.database.store()
    return try unlessRefused {
      if cheaply, try store.engine.plan(of: sql).contains(where: \.readsAllRows) { return false }
      return try store.rows(sql).count == 0
    } ?? false
  }

  /// Whether the database takes the statement that the request has become.
  func isAdmitted() throws -> Bool {
    let plan = FetchPlan(handle.request)
    let sizes = ([plan.condition].compactMap(\.self) + plan.flags + handle.request.sorts.compactMap(\.expression))
      .map(\.size)
    guard sizes.allSatisfy(world.dialect.limits.admit),
      sizes.reduce(0, { $0 + $1.values }) <= world.dialect.limits.values
    else { return false }
    // What is short is never refused.
    guard sizes.reduce(0, { $0 + $1.nodes }) > Self.shortStatement else { return true }
    let sql = try Select(catalog: world.catalog, entity: world.entity, dialect: world.dialect)
      .statement(handle.request, plan: plan, output: .rows).rendered(for: world.dialect)
    let store = try handle.context.database.store()
    return try unlessRefused {
      try store.engine.statement(sql.text).release()
      return true
    } ?? false
  }

  /// What the database answers; nil where it refuses the statement for its size.
  func unlessRefused<Answer>(_ answer: () throws -> Answer) throws -> Answer? {
    do {
      return try answer()
    } catch let error as StoreError where error.isAboutSize {
      return nil
    }
  }

  static let shortStatement = 100

  /// Leaves the request as it was: every function is called.
  mutating func callAll(of original: RequestHandle) {
    handle = original
    let reason = ClosureReason(.tooLarge)
    notes = notes.map { note in
      switch note {
      case .pushed, .prefilter: .closure(reason)
      case .sorted: .sortedInMemory(reason)
      case .closure, .sortedInMemory: note
      }
    }
  }
}
