import ClosureSQL
import LuaRuntime
import Model
import Query
import Schema

/// What becomes of the function that gives each row of a request its section.
///
/// Like conditions, it is read each time that the rows are fetched: what it has captured counts as it is then.
package struct SectionReading {
  /// What the database makes the name of; nil where the function is called for each row.
  package private(set) var key: KeyReading.Key?
  /// The rows about which the function is called all the same.
  package private(set) var ask: Expression?
  /// Why it is called, for some rows or for all.
  private(set) var reasons: [ClosureReason] = []

  /// - Throws: `ScriptError` where a strict request has a function that must run row by row.
  package init(_ function: LuaFunction, of handle: RequestHandle) throws {
    guard handle.request.closures != .rowByRow else { return }
    switch try handle.context.session.state(ClosureReading.self).translator.key(function, handle.context.closureWorld())
    {
    case .closure(let reason): reasons = [reason]
    case .pushed(let key): take(key)
    case .prefilter(let key, let ask, let reasons):
      take(key)
      self.ask = ask
      self.reasons += reasons
    }
    if callsFunction, handle.request.closures == .strict, let reason = reasons.first {
      throw ScriptError.strict(reason)
    }
  }

  /// To sort rows by what the database makes of them would take longer than to put them in sections as they come.
  private mutating func take(_ key: KeyReading.Key) {
    if case .decimal(nil) = key.kind, key.path == nil {
      reasons = [ClosureReason(.decimalsAsKeys)]
      return
    }
    self.key = key
  }

  /// The columns that are fetched for it: the name, then whether the function is asked.
  package var values: [Expression] { key.map { [$0.expression] + (ask.map { [$0] } ?? []) } ?? [] }

  /// Whether the function is called at all.
  package var callsFunction: Bool { key == nil || ask != nil }

  /// What became of the function, in words: `pushed: section lua_sub("name", 1, 1)`.
  package func words(_ context: ObjectContext) throws -> String {
    guard let key else {
      return reasons.first.map { "closure: \($0); each row is asked for its section" } ?? Pushdown.switchedOff
    }
    let name = try context.sql(key.expression)
    guard let ask else { return "pushed: section \(name)" }
    return "prefilter: section \(name) + closure where \(try context.sql(ask))\(Pushdown.because(reasons))"
  }
}

extension KeyReading.Key {
  /// The field that it is, and nothing else.
  package var path: FieldPath? {
    if case .field(let path) = expression { path } else { nil }
  }
}
