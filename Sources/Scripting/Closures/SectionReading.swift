import ClosureSQL
import LuaRuntime
import Query
import Schema

/// What becomes of the function that gives each row of a request its section.
///
/// Like conditions, it is read each time that the rows are fetched: what it has captured counts as it is then.
struct SectionReading {
  /// What the database makes the name of; nil where the function is called for each row.
  private(set) var key: KeyReading.Key?
  /// The rows about which the function is called all the same.
  private(set) var ask: Expression?
  /// Why it is called, for some rows or for all.
  private(set) var reason: ClosureReason?
  /// What rows are ordered by before all else, so that they come section by section.
  private(set) var sort: Sort?

  /// - Throws: `ScriptError` where a strict request has a function that must run row by row.
  init(_ function: LuaFunction, of handle: RequestHandle) throws {
    guard handle.request.closures != .rowByRow else { return }
    switch try handle.context.session.translator.key(function, handle.context.closureWorld()) {
    case .closure(let reason): self.reason = reason
    case .pushed(let key): take(key, handle.request)
    case .prefilter(let key, let ask, let reasons):
      take(key, handle.request)
      self.ask = ask
      reason = reason ?? reasons.first
      sort = nil
    }
    if key == nil, handle.request.closures == .strict, let reason { throw ScriptError.strict(reason) }
  }

  private mutating func take(_ key: KeyReading.Key, _ request: FetchRequest) {
    if case .decimal(nil) = key.kind, key.path == nil {
      reason = ClosureReason("its keys are decimals of several fields")
      return
    }
    self.key = key
    // Rows that are sorted anyway may as well come by section; else to go through them is quicker than to sort them.
    if key.path != nil || !request.sorts.isEmpty { sort = Sort(.value(key.expression)) }
  }

  /// The columns that are fetched for it: the name, then whether the function is asked.
  var values: [Expression] { key.map { [$0.expression] + (ask.map { [$0] } ?? []) } ?? [] }

  /// Whether the function is called at all.
  var callsFunction: Bool { key == nil || ask != nil }

  /// What became of the function, in words: `pushed: section lua_sub("name", 1, 1)`.
  func words(_ context: ObjectContext) throws -> String {
    guard let key else {
      return reason.map { "closure: \($0); each row is asked for its section" } ?? Pushdown.switchedOff
    }
    let name = try context.sql(key.expression)
    guard let ask else { return "pushed: section \(name)" }
    return "prefilter: section \(name) + closure where \(try context.sql(ask))" + (reason.map { " (\($0))" } ?? "")
  }
}

extension KeyReading.Key {
  /// The field that it is, and nothing else.
  var path: FieldPath? {
    if case .field(let path) = expression { path } else { nil }
  }
}
