import LuaRuntime
import Query
import Schema

/// How a function of two rows, which says whether the first comes first, is answered.
package enum ComparatorReading {
  /// It orders rows by these keys, one after the other, as long as there is no row where `ask` holds.
  case keys([Key], ask: Expression, reasons: [ClosureReason])
  /// The closure is called.
  case closure(ClosureReason)

  package struct Key: Hashable, Sendable {
    package var expression: Expression
    package var isDescending: Bool
  }
}

extension ClosureTranslator {
  /// What a comparator does: `a.score > b.score or a.score == b.score and a.name < b.name` is two keys.
  ///
  /// - Throws: `LuaError` where the entry is being stopped.
  package func comparator(
    _ function: LuaFunction, _ world: World, _ budget: ReadingBudget? = nil
  ) throws -> ComparatorReading {
    try read(function, world, .truth, budget, orElse: ComparatorReading.closure) { executor in
      let root = try executor.read(function, [.row(row(of: world, 0)), .row(row(of: world, 1))])
      if executor.graph[root] == .ask { return .closure(executor.mainReason(of: function)) }
      var (ask, facts) = try Self.ask(executor, root, isNullAsked: false)
      let known = try executor.decided(executor.simplified(root, knowing: facts))
      var keys = try executor.keysByCases(known)
      if keys == nil {
        (ask, facts) = try Self.ask(executor, root, isNullAsked: true)
        keys = try executor.lexicographicKeys(executor.decided(executor.simplified(root, knowing: facts)))
      }
      guard let keys else { throw Untranslatable(CodeRefusal.otherOrder) }
      let asking = ask.withReadableComparisons
      try world.check(keys.map(\.expression) + [asking])
      return .keys(keys, ask: asking, reasons: executor.reasons(of: function))
    }
  }

  /// The rows about which the closure must be asked, each alone, and what is then known of all others.
  ///
  /// - Parameter isNullAsked: whether NULL is among it, where it is not said what that means.
  private static func ask(
    _ executor: Executor, _ root: Int, isNullAsked: Bool
  ) throws -> (condition: Expression, facts: [Expression: Bool]) {
    let graph = executor.graph
    var conditions: [Expression] = []
    var facts: [Expression: Bool] = [:]
    for (condition, yes, no) in try graph.questions(below: root) {
      let isNull = isNullAsked && condition.isNullTest
      guard isNull || graph[yes] == .ask || graph[no] == .ask else { continue }
      let asksWhenTrue = isNull || graph[yes] == .ask
      try executor.budget.spend(condition.nodeCount + conditions.count)
      let rows = condition.arguments
      guard rows.count == 1 else { throw Untranslatable(CodeRefusal.otherOrder) }
      let asking = asksWhenTrue ? condition : condition.negated
      let ofFirst = rows.contains(1) ? asking.withRowsExchanged : asking
      if !conditions.contains(ofFirst) { conditions.append(ofFirst) }
      facts[condition] = !asksWhenTrue
    }
    return (.disjunction(conditions), facts)
  }
}

extension Executor {
  /// The keys of an order that is decided by the first in which two rows differ.
  func lexicographicKeys(_ root: Int) throws -> [ComparatorReading.Key] {
    var keys: [ComparatorReading.Key] = []
    var place = root
    while graph[place] != .no {
      guard case .test(let question, _, _) = graph[place],
        case .comparison(_, let left, let right) = graph.condition(question), left.arguments.count == 1,
        left.withRowsExchanged == right, keys.count < 16
      else { throw Untranslatable(CodeRefusal.otherOrder) }
      let (first, second) = left.arguments.contains(0) ? (left, right) : (right, left)
      let less = try known(place, first, second, .less)
      let greater = try known(place, first, second, .greater)
      switch (graph[less], graph[greater]) {
      case (.yes, .no): keys.append(.init(expression: first, isDescending: false))
      case (.no, .yes): keys.append(.init(expression: first, isDescending: true))
      default: throw Untranslatable(CodeRefusal.otherOrder)
      }
      place = try known(place, first, second, .equal)
    }
    guard !keys.isEmpty else { throw Untranslatable(CodeRefusal.otherOrder) }
    return keys
  }

  /// The graph for rows whose keys stand so.
  func known(
    _ place: Int, _ first: Expression, _ second: Expression, _ order: Expression.Comparison
  ) throws -> Int {
    try simplified(
      place,
      knowing: [
        .comparison(.less, first, second): order == .less, .comparison(.less, second, first): order == .greater,
        .comparison(.equal, first, second): order == .equal, .comparison(.equal, second, first): order == .equal,
      ])
  }
}

extension Expression {
  /// Which of the two rows it speaks of.
  var arguments: Set<Int> {
    switch self {
    case .field(let path): [path.relations.first == Row.secondMark ? 1 : 0]
    case .literal, .closure, .partly, .tested, .requested, .written: []
    case .among, .reckoned: fieldsAsked.reduce(into: []) { $0.formUnion(Expression.field($1).arguments) }
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right):
      left.arguments.union(right.arguments)
    case .between(let first, let second, let third), .choose(let first, let second, let third):
      first.arguments.union(second.arguments).union(third.arguments)
    case .oneOf(let value, _), .isNull(let value), .not(let value): value.arguments
    case .and(let parts), .or(let parts), .call(_, let parts), .kernel(_, let parts):
      parts.reduce(into: []) { $0.formUnion($1.arguments) }
    }
  }

  /// The same of the other row.
  var withRowsExchanged: Expression {
    switch self {
    case .field(let path):
      let isSecond = path.relations.first == Row.secondMark
      let relations = isSecond ? Array(path.relations.dropFirst()) : [Row.secondMark] + path.relations
      return .field(FieldPath(relations: relations, field: path.field, inside: path.inside))
    case .literal, .closure, .partly, .tested, .requested, .written: return self
    case .among, .reckoned:
      return rewritten { part in
        if case .field = part { part.withRowsExchanged } else { nil }
      }
    case .comparison(let word, let left, let right):
      return .comparison(word, left.withRowsExchanged, right.withRowsExchanged)
    case .arithmetic(let word, let left, let right):
      return .arithmetic(word, left.withRowsExchanged, right.withRowsExchanged)
    case .between(let value, let low, let high):
      return .between(value.withRowsExchanged, low.withRowsExchanged, high.withRowsExchanged)
    case .choose(let condition, let yes, let no):
      return .choose(condition.withRowsExchanged, yes.withRowsExchanged, no.withRowsExchanged)
    case .oneOf(let value, let values): return .oneOf(value.withRowsExchanged, values)
    case .isNull(let value): return .isNull(value.withRowsExchanged)
    case .not(let value): return .not(value.withRowsExchanged)
    case .and(let parts): return .and(parts.map(\.withRowsExchanged))
    case .or(let parts): return .or(parts.map(\.withRowsExchanged))
    case .call(let function, let parts): return .call(function, parts.map(\.withRowsExchanged))
    case .kernel(let kernel, let parts): return .kernel(kernel, parts.map(\.withRowsExchanged))
    }
  }
}
