import ClosureSQL
import LuaRuntime
import Model
import Query
import Schema

/// The functions that rows are sorted by, as keys.
extension Pushdown {
  mutating func sayOrder() throws {
    var sorts: [Sort] = []
    for sort in handle.request.sorts {
      guard sort.asksScript, let said = try say(sort) else {
        sorts.append(sort)
        continue
      }
      notes.append(.sorted(said.compactMap { sort in sort.expression.map { ($0, sort.isDescending) } }))
      sorts += said
    }
    handle = handle.with { $0.sorts = sorts }
  }

  /// The sorts that mean what a function does; nil where the function must be called.
  mutating func say(_ sort: Sort) throws -> [Sort]? {
    switch sort.key {
    case .comparator(let hook):
      guard let function = handle.functions[hook] else { return nil }
      switch try translator.comparator(function, world, budget) {
      case .closure(let reason): notes.append(.sortedInMemory(reason))
      case .keys(let keys, let ask, let reasons):
        let words = reasons.isEmpty ? [ClosureReason(.comparesNull, of: function)] : reasons
        guard try isNeverAsked(ask, words) else { return nil }
        return keys.map { Sort(.value($0.expression), isDescending: $0.isDescending != sort.isDescending) }
      }
      return nil
    case .value(.closure(let hook)):
      guard let function = handle.functions[hook] else { return nil }
      switch try translator.key(function, world, budget) {
      case .closure(let reason): notes.append(.sortedInMemory(reason))
      case .pushed(let key): return sorts(by: key, sort)
      case .prefilter(let key, let ask, let reasons):
        if try isNeverAsked(ask, reasons) { return sorts(by: key, sort) }
      }
      return nil
    case .value: return nil
    }
  }

  mutating func sorts(by key: KeyReading.Key, _ sort: Sort) -> [Sort]? {
    guard sort.isExact || key.kind != .bytes else {
      notes.append(.sortedInMemory(ClosureReason(.bytesAsKeys)))
      return nil
    }
    var result = sort
    result.key = .value(key.expression)
    return [result]
  }

  /// Whether there is no row about which a function would be asked; else what became of it is noted.
  mutating func isNeverAsked(
    _ ask: Expression, _ reasons: [ClosureReason], orElse note: (ClosureReason) -> Note = Note.sortedInMemory
  ) throws -> Bool {
    if ask == .or([]) { return true }
    if try isEmpty(where: ask) { return true }
    notes.append(note(reasons.first ?? ClosureReason(.onlyItselfCanTell)))
    return false
  }
}
