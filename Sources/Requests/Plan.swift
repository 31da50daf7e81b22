import LuaRuntime
import Model
import Query
import Schema
import Store

/// How a request is answered, as a value that prints: the statement, what functions do, the database's own plan.
package final class Plan {
  let sql: RenderedSQL
  let steps: [PlanStep]
  /// What happens beside the statement.
  let notes: [String]

  init(_ sql: RenderedSQL, _ database: ScriptDatabase, notes: [String] = []) throws {
    self.sql = sql
    self.notes = notes
    steps = try database.store().engine.plan(of: sql)
  }

  /// How rows are fetched; `reading` says where a section key is read.
  package convenience init(
    rowsOf handle: RequestHandle, by fetching: Fetching? = nil, reading: String? = nil, notes more: [String] = []
  ) throws {
    let fetching = try fetching ?? Fetching(handle)
    var notes = try Self.functions(of: handle, fetching.pushdown, fetching.plan)
    if let reading { notes.append(reading) }
    if !fetching.plan.isWhole, handle.request.isCut { notes.append("limit and offset count the rows that are left") }
    notes += try Self.bytes(of: handle, handle.request.sorts.compactMap(\.value))
    let relations = Set(handle.request.companions).sorted()
    if !relations.isEmpty { notes.append("then one query for each of: \(relations.joined(separator: ", "))") }
    try self.init(fetching.rowsSQL(), handle.context.database, notes: notes + more)
  }

  /// What became of each function, and of those of the requests among the operands.
  static func functions(of handle: RequestHandle, _ pushdown: Pushdown?, _ plan: FetchPlan) throws -> [String] {
    try closures(of: handle.request, pushdown, plan) + operands(of: handle)
  }

  /// What is said of columns that take texts for equal which differ, where that does not count.
  ///
  /// - Parameter compared: what is put in order, or told apart, beside what the condition compares.
  static func bytes(of handle: RequestHandle, _ compared: [Expression]) throws -> [String] {
    let condition = handle.request.predicate.map { [$0] } ?? []
    return try handle.resolver.comparedByBytes(in: condition + compared).map {
      "'\($0.name)' is compared by its bytes, though to the database some texts of type \($0.type) are equal that differ"
    }
  }

  private static func operands(of handle: RequestHandle) throws -> [String] {
    let outer = handle.request.closures
    return try handle.requests.sorted { $0.key.number < $1.key.number }.flatMap { _, inner in
      let asked = outer == .pushed ? inner.shown : inner.with { $0.closures = outer }
      let pushdown = try asked.pushdown(isWholeWanted: true)
      let plan = FetchPlan((pushdown?.handle ?? asked).request)
      let own = try closures(of: asked.request, pushdown, plan)
      return try own.map { "in the request for \(asked.context.name), \($0)" } + operands(of: asked)
    }
  }

  /// What became of each function of the request itself.
  private static func closures(of request: FetchRequest, _ pushdown: Pushdown?, _ plan: FetchPlan) throws -> [String] {
    guard request.asksScript || request.computesByScript else { return [] }
    if request.closures != .rowByRow {
      if let pushdown { pushdown.handle.context.session.state(ClosureHints.self).forget(pushdown.hints) }
      return try (pushdown?.words ?? []) + (pushdown?.hints ?? []) + (pushdown?.warnings ?? [])
    }
    let functions = (plan.residual?.closures.count ?? 0) + plan.sorts.count { $0.sort.asksScript }
    return Array(repeating: Pushdown.switchedOff, count: functions)
  }

  package var text: String { (notes + [sql.echoed] + (steps.isEmpty ? [] : [steps.tree])).joined(separator: "\n") }

  static let memberNames = ["sql", "tree"]

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__tostring": { call in call.returning(call.object(1, as: Plan.self)?.text ?? "plan") },
      "__index": { call in
        guard let plan = call.object(1, as: Plan.self), let name = call.string(2) else { return 0 }
        switch name {
        case "sql": return call.returning(plan.sql.text)
        case "tree": return call.returning(plan.steps.tree)
        default:
          throw ScriptError(RequestError.noPlanMember(name: name))
        }
      },
    ]
  }
}

extension Requester {
  package func push(_ plan: Plan, on stack: LuaStack) -> Int {
    _ = BorrowedValue(plan, as: session.types.plan, on: stack)
    return 1
  }
}

extension HostTypes {
  package var plan: LuaHostType { self["plan"] }
}
