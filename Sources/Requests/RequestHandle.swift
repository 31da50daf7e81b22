import LuaRuntime
import Model
import Query
import Schema
import Store

/// A request as a value of the language: which rows of which entity in which database.
package final class RequestHandle: RowsOperand {
  private let known: ObjectContext
  /// Made when it is asked for where the handle is a relation: most of those are just fetched.
  package private(set) lazy var request = relation?.request ?? FetchRequest(entity: known.name)
  /// Whether it is for all rows of the entity.
  package let isWhole: Bool
  /// The functions in it, by the number that the request has for them.
  package let functions: [ScriptHook: LuaFunction]
  /// The requests that stand in its conditions and are looked at when it runs, by their numbers.
  package let requests: [ScriptHook: RequestHandle]
  /// How deep these stand in each other.
  let depth: Int

  /// Its rows, when they were loaded along with the object that it belongs to.
  package let loaded: ChildrenSource?

  /// The relation of an object that it is, or was before it was narrowed.
  package let relation: RelationOrigin?

  /// When the first of the values that stand in it was written as it is stored; nil where there are none.
  let meaning: MeaningAge?

  package init(
    _ context: ObjectContext, _ request: FetchRequest, functions: [ScriptHook: LuaFunction] = [:],
    requests: [ScriptHook: RequestHandle] = [:], loaded: ChildrenSource? = nil, relation: RelationOrigin? = nil,
    meaning: MeaningAge? = nil
  ) {
    known = context
    self.meaning = request.saysValues ? meaning ?? context.database.meanings.age : nil
    self.functions = functions
    self.requests = requests
    depth = requests.values.map { $0.depth + 1 }.max() ?? 0
    self.loaded = loaded
    self.relation = relation
    isWhole = false
    self.request = request
  }

  /// The rows that a relation of an object leads to.
  package init(_ origin: RelationOrigin, loaded: ChildrenSource?) {
    known = origin.target
    functions = [:]
    requests = [:]
    depth = 0
    meaning = nil
    relation = origin
    self.loaded = loaded
    isWhole = false
  }

  /// All rows of an entity.
  package init(_ context: ObjectContext) {
    known = context
    functions = [:]
    requests = [:]
    depth = 0
    meaning = nil
    relation = nil
    loaded = nil
    isWhole = true
  }

  /// The entity, as it is once others share its table, or a migration gave its fields another meaning.
  package var context: ObjectContext { known.current.present }

  /// The same request with one thing changed.
  package func with(_ change: (inout FetchRequest) -> Void) -> RequestHandle {
    var request = request
    change(&request)
    return RequestHandle(
      context, request, functions: functions, requests: requests, relation: relation?.narrowed, meaning: meaning)
  }

  /// The same request, to be looked at and not run: then a strict one has nothing to refuse.
  package var shown: RequestHandle { request.closures == .strict ? with { $0.closures = .pushed } : self }

  /// The same rows in no order that functions of the script make, for what does not depend on the order.
  package var unsorted: RequestHandle { request.sorts.contains(where: \.asksScript) ? with { $0.sorts = [] } : self }

  /// The request with a condition more, and the functions in that.
  package func with(_ condition: Condition, join: (FetchRequest, Expression) -> FetchRequest) -> RequestHandle {
    RequestHandle(
      context, join(request, condition.expression),
      functions: functions.merging(condition.functions) { first, _ in first },
      requests: requests.merging(condition.requests) { first, _ in first },
      relation: relation?.narrowed, meaning: meaning)
  }

  /// The request with what it computes of each row, and the functions and requests in that.
  package func computing(
    _ computed: [String: ComputedField], functions: [ScriptHook: LuaFunction],
    requests: [ScriptHook: RequestHandle]
  ) -> RequestHandle {
    if computed.isEmpty { return self }
    var request = request
    request.computed.merge(computed) { $1 }
    return RequestHandle(
      context, request, functions: self.functions.merging(functions) { first, _ in first },
      requests: self.requests.merging(requests) { first, _ in first }, relation: relation?.narrowed, meaning: meaning)
  }

  /// The request in another order, and the functions in that.
  package func with(_ order: Order, _ change: (inout FetchRequest, [Sort]) -> Void) -> RequestHandle {
    var request = request
    change(&request, order.sorts)
    return RequestHandle(
      context, request, functions: functions.merging(order.functions) { first, _ in first },
      requests: requests.merging(order.requests) { first, _ in first }, relation: relation?.narrowed, meaning: meaning)
  }

  /// The same request with functions said in SQL where that means the same, as things stand now.
  func pushed(isWholeWanted: Bool = false) throws -> RequestHandle {
    try pushdown(isWholeWanted: isWholeWanted)?.handle ?? self
  }

  /// Refuses it where what it says of stored values means something else by now.
  func checkMeaning() throws {
    if let meaning { try context.checkMeaning(since: meaning) }
    try context.checkForms(in: request.predicate)
  }

  /// What becomes of its functions as things stand now; nil where it has none.
  ///
  /// All that runs a request asks this first: one whose values mean something else by now is refused.
  func pushdown(isWholeWanted: Bool = false) throws -> Pushdown? {
    try checkMeaning()
    guard request.asksScript || request.computesByScript || !requests.isEmpty else { return nil }
    var pushdown = try Pushdown(self)
    if isWholeWanted { try pushdown.spareAll() }
    return pushdown
  }

  /// The list of its rows, above, without making a plan, where nothing stands between them and the database.
  ///
  /// Nil, and nothing, where a plan is needed.
  package func plainList(on stack: LuaStack) throws -> BorrowedValue? {
    if let loaded = try loaded?.current, let shape = try context.wholeShape() {
      return try loaded.list(shape, on: stack)
    }
    guard let sql = relation?.rowsSQL else { return nil }
    let context = context
    let buffer = RowBuffer(columnCount: try context.tied().rowWidth)
    let statement = try context.database.store().prepare(sql)
    defer { statement.release() }
    try statement.stepAll(into: buffer)
    guard let shape = try context.wholeShape() else { return nil }
    let list = BorrowedValue(buffer, as: context.session.types.rows, on: stack)
    list.becomeList(of: buffer, shape)
    context.session.lua.account(forBytes: buffer.count * buffer.columnCount * MemoryLayout<Cell>.stride)
    return list
  }

  /// The same request, whose functions are called for each row; nil where none is said in SQL.
  package var askedRowByRow: RequestHandle? {
    guard request.asksScript, request.closures == .pushed else { return nil }
    return with { $0.closures = .rowByRow }
  }

  /// The same request with its functions pushed or not, as an option says: `fetch { pushdown = false }`.
  package func pushing(_ value: LuaValue, word: String) throws -> RequestHandle {
    guard case .boolean(let isPushed) = value else {
      throw ScriptError(RequestError.pushdownOption(word: word, value: value.described))
    }
    return isPushed ? self : with { $0.closures = .rowByRow }
  }

  package var resolver: FieldResolver {
    get throws {
      try FieldResolver(
        catalog: context.catalog, entity: context.entity, computed: request.computed)
    }
  }

  package static func metamethods(_ session: SessionContext) -> HostFunctions {
    [
      "__index": { call in
        guard let request = call.object(1, as: RequestHandle.self) else { return 0 }
        guard call.kind(2) == .string, let name = call.string(2) else {
          // `ipairs` comes here, too.
          throw ScriptError(RequestError.rowsBeforeRun)
        }
        let model = request.context.model
        if let scope = model.scopes.callable(name) {
          call.push(reference: scope)
          return 1
        }
        let entity = try request.context.entity
        if entity.objectMemberNames.contains(name) {
          throw ScriptError(RequestError.fieldOfRows(entity: entity.name, field: name))
        }
        let methods = request.context.session.types.methods(of: "request").map(\.name) + model.scopes.names
        throw ScriptError(
          RequestError.noRequestMethod(
            name: name, candidates: methods,
            entity: request.context.name))
      },
      "__tostring": { call in
        guard let handle = call.object(1, as: RequestHandle.self) else { return call.returning("request") }
        return call.returning("request: " + (try Fetching(handle.shown).rowsSQL().echoed))
      },
      "__len": { call in
        // A relation is what it leads to; any other request is looked at as it is.
        guard let request = call.object(1, as: RequestHandle.self), let relation = request.relation,
          !relation.isNarrowed
        else { throw ScriptError(RequestError.lengthBeforeRun) }
        call.push(try Fetching(request).count())
        return 1
      },
    ]
  }
}

extension ObjectContext {
  /// Refuses what was said before a migration after which the stored values that it may be about mean something else.
  func checkMeaning(since age: MeaningAge) throws {
    guard database.meanings.age != age, try database.meanings.areOther(for: catalog, since: age) else { return }
    throw ScriptError(RequestError.madeBeforeMigration(entity: name))
  }
}

extension Requester {
  package func push(_ request: RequestHandle, on stack: LuaStack) -> Int {
    _ = BorrowedValue(request, as: session.types.request, on: stack)
    return 1
  }
}

extension HostTypes {
  package var request: LuaHostType { self["request"] }
}

extension LuaCall {
  /// The entity or request at an argument, as a request.
  package func request(_ index: Int = 1) throws -> RequestHandle {
    if let request = object(index, as: RequestHandle.self) { return request }
    if let entity = object(index, as: EntityHandle.self) {
      try entity.checkHasTable()
      return RequestHandle(entity.context)
    }
    // A promise that could not be kept says why.
    try fulfil(index)
    throw ScriptError(RequestError.notARequest(value: value(index).described))
  }
}
