import Schema

/// How a predicate with functions of the script is answered: what the database decides, and what is left.
///
/// The parts of a conjunction that hold no function go into WHERE. What remains is decided row by row: a part of
/// it that the database can say becomes a column of the result (true, false or NULL), a function is called.
///
///     (age > 20) AND f AND (score < 5 OR g)
///     // WHERE age > 20     columns: [score < 5]     residual: f AND (column 0 OR g)
package struct FetchPlan: Hashable, Sendable {
  package private(set) var condition: Expression?
  /// The extra columns: truths, and the values that functions test.
  package private(set) var flags: [Expression] = []
  package private(set) var residual: Residual?
  /// The sorts that are done in memory (`FetchRequest.memorySorts`).
  package private(set) var sorts: [MemorySort] = []

  /// A sort, and the extra column that holds what it compares; nil where a function of the script is asked.
  package struct MemorySort: Hashable, Sendable {
    package var sort: Sort
    package var column: Int?
  }

  /// Whether the database does it all: no function of the script is asked.
  package var isWhole: Bool { residual == nil && sorts.isEmpty }

  /// What is decided row by row, in three-valued logic.
  package indirect enum Residual: Hashable, Sendable {
    /// The truth that the database gave in this extra column.
    case flag(Int)
    case closure(ScriptHook)
    /// A function of the script where the first extra column says so; else what the second says, or yes.
    case asked(ScriptHook, ask: Int, yes: Int?)
    /// A function of the script that tests the value in this extra column.
    case test(ScriptHook, value: Int)
    case not(Residual)
    case and([Residual])
    case or([Residual])
  }

  package init(_ predicate: Expression?) {
    guard let predicate else { return }
    guard predicate.containsClosure else {
      condition = predicate
      return
    }
    let parts = predicate.conjuncts
    var pushed = parts.filter { !$0.containsClosure }
    let asking = parts.filter(\.containsClosure)
    // Only rows that a function may be asked about, or that it would select.
    if let candidates = Expression.and(asking).candidates { pushed.append(candidates) }
    if !pushed.isEmpty { condition = pushed.count == 1 ? pushed[0] : .and(pushed) }
    if asking.count == 1, case .partly(let hook, _, let ask) = asking[0] {
      residual = .asked(hook, ask: column(of: ask), yes: nil)
      return
    }
    let left = residuals(of: asking)
    residual = left.count == 1 ? left[0] : .and(left)
  }

  /// The plan for a request's rows, in its order.
  package init(_ request: FetchRequest) {
    self.init(request.predicate)
    for sort in request.memorySorts {
      var column: Int?
      if !sort.asksScript, let expression = sort.expression { column = self.column(of: expression) }
      sorts.append(MemorySort(sort: sort, column: column))
    }
  }

  /// The same plan with one value more in each row, and the place of that among the extra columns.
  package mutating func add(_ value: Expression) -> Int { column(of: value) }

  /// The same plan for those of the rows for which something more holds.
  package func and(_ condition: Expression) -> FetchPlan {
    var result = self
    result.condition = self.condition.map { $0.and(condition) } ?? condition
    return result
  }

  /// The same plan with another condition, and with its extra columns said otherwise.
  func around(_ condition: Expression?, _ say: (Expression) -> Expression) -> FetchPlan {
    var result = self
    result.condition = condition
    result.flags = flags.map(say)
    return result
  }

  private mutating func residual(of expression: Expression) -> Residual {
    guard expression.containsClosure else {
      flags.append(expression)
      return .flag(flags.count - 1)
    }
    switch expression {
    case .closure(let hook): return .closure(hook)
    case .partly(let hook, let yes, let ask):
      return .asked(hook, ask: column(of: ask), yes: column(of: yes))
    case .tested(let value, let hook): return .test(hook, value: column(of: value))
    case .not(let operand): return .not(residual(of: operand))
    case .and(let parts): return .and(residuals(of: parts))
    case .or(let parts): return .or(residuals(of: parts))
    default:
      // Functions stand only where a truth stands: every other operator has values as operands.
      flags.append(expression)
      return .flag(flags.count - 1)
    }
  }

  /// The place of a value among the extra columns.
  private mutating func column(of value: Expression) -> Int {
    if let place = flags.firstIndex(of: value) { return place }
    flags.append(value)
    return flags.count - 1
  }

  private mutating func residuals(of parts: [Expression]) -> [Residual] {
    var result: [Residual] = []
    for part in parts { result.append(residual(of: part)) }
    return result
  }
}

extension Expression {
  /// The parts that must all hold, also those of a conjunction within the conjunction.
  fileprivate var conjuncts: [Expression] {
    guard case .and(let parts) = self, containsClosure else { return [self] }
    return parts.flatMap(\.conjuncts)
  }
}

extension FetchPlan.Residual {
  /// The functions that are asked, in the order in which they stand.
  package var closures: [ScriptHook] {
    switch self {
    case .flag: []
    case .closure(let hook), .test(let hook, _), .asked(let hook, _, _): [hook]
    case .not(let operand): operand.closures
    case .and(let parts), .or(let parts): parts.flatMap(\.closures)
    }
  }

  /// Those that are asked about rows, not about single values.
  package var rowClosures: [ScriptHook] {
    switch self {
    case .flag, .test: []
    case .closure(let hook), .asked(let hook, _, _): [hook]
    case .not(let operand): operand.rowClosures
    case .and(let parts), .or(let parts): parts.flatMap(\.rowClosures)
    }
  }

  /// Whether a row is selected, asked as Lua asks.
  ///
  /// What is not true ends a conjunction, and what stands behind it is asked no more. So a guard that is unknown in SQL keeps a row from a function as one that Lua finds false does.
  ///
  ///     (age > 0 AND f) OR g    // of a row without an age, g alone is asked
  ///
  /// The arguments are those of `truth`.
  package func selects<Failure: Error>(
    flag: (Int) -> Bool?, test: (ScriptHook, Int) throws(Failure) -> Bool?, ask: (ScriptHook) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    switch self {
    case .and(let parts):
      for part in parts where try !part.selects(flag: flag, test: test, ask: ask) { return false }
      return true
    case .or(let parts):
      for part in parts where try part.selects(flag: flag, test: test, ask: ask) { return true }
      return false
    default: return try truth(flag: flag, test: test, ask: ask) == true
    }
  }

  /// The truth for one row, which a negation needs; `ask` calls a function of the script with the row, `test` with the value in an extra
  /// column, `flag` reads an extra column.
  package func truth<Failure: Error>(
    flag: (Int) -> Bool?, test: (ScriptHook, Int) throws(Failure) -> Bool?, ask: (ScriptHook) throws(Failure) -> Bool
  ) throws(Failure) -> Bool? {
    switch self {
    case .flag(let index): return flag(index)
    case .closure(let hook): return try ask(hook)
    case .asked(let hook, let asks, let yes):
      if flag(asks) == true { return try ask(hook) }
      return yes.map { flag($0) == true } ?? true
    case .test(let hook, let value): return try test(hook, value)
    case .not(let operand): return try operand.truth(flag: flag, test: test, ask: ask).map { !$0 }
    case .and(let parts):
      var result: Bool? = true
      for part in parts {
        guard let truth = try part.truth(flag: flag, test: test, ask: ask) else {
          result = nil
          continue
        }
        if !truth { return false }
      }
      return result
    case .or(let parts):
      var result: Bool? = false
      for part in parts {
        guard let truth = try part.truth(flag: flag, test: test, ask: ask) else {
          result = nil
          continue
        }
        if truth { return true }
      }
      return result
    }
  }
}
