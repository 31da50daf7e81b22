import LuaRuntime
import Query
import Schema

/// Functions that are given to the methods of relations: `p.games:where(won)`, `p.games:sum(points)`.
///
/// Each is read by itself, for a row of the relation's target; one that the function makes may name its row, too:
/// `c.orders:where(function(o) return o.ship_country == c.country end)`.
extension Operations {
  /// The rows that a function selects; where it must be asked about one of them, the closure is.
  func selected(
    _ related: Related, _ method: RelatedMethod, by function: Symbol, _ rows: MemberReader
  ) throws -> Outcome {
    let (executor, row) = try inner(related, rows, .truth)
    return try executor.apart(executor.read(function, [.row(row)]), row) { root, isPart in
      let isNegated = method == .whereNot
      let yes = try executor.condition(for: isNegated ? .no : .yes, root: executor.decided(root))
      let narrowed = Outcome.value(.related(related.narrowed(isNegated ? .where : method, by: row.itself(yes))))
      // Rows that were left out before may come in again.
      let candidates = method == .orWhere ? related.unconditioned : related
      return try asking(executor, root, row, candidates, isPart: isPart, orElse: narrowed)
    }
  }

  /// What is made of the numbers that a function gives, or the first or last of the texts.
  func reckoned(
    _ aggregation: Aggregation.Function, _ related: Related, of function: Symbol, _ rows: MemberReader
  ) throws -> Outcome {
    let (executor, row) = try inner(related, rows, .value)
    return try executor.apart(executor.read(function, [.row(row)]), row) { root, isPart in
      let decided = try executor.decided(root)
      let key = try ClosureTranslator.key(executor, decided)
      let isOfTexts = [.text, .bytes].contains(key.kind) && (aggregation == .min || aggregation == .max)
      guard key.kind == .number || isOfTexts else {
        throw Untranslatable(.givesNoNumbers(method: aggregation.rawValue, relation: related.name))
      }
      let areWhole = try executor.graph.answers(below: decided).allSatisfy(\.isWhole)
      let made = reckoned(
        aggregation, related, of: row.itself(key.expression), rows, as: key.kind, areWhole: areWhole)
      return try asking(executor, root, row, related, isPart: isPart, orElse: made)
    }
  }

  private func asking(
    _ executor: Executor, _ root: Int, _ row: Row, _ related: Related, isPart: Bool, orElse known: Outcome
  ) throws -> Outcome {
    let ask = try executor.condition(for: .ask, root: root)
    if ask == .never { return known }
    let reason = executor.mainReason
    if ask == .always, !isPart { throw Untranslatable(.asksOfRows(relation: related.name, reason: reason)) }
    return .fork(
      related.contains(ask == .always ? nil : row.itself(ask)), .raise(.ofRow(of: related.name, reason)), known)
  }

  /// What reads a function of a relation's row, within the same budget.
  private func inner(
    _ related: Related, _ rows: MemberReader, _ goal: Executor.Goal
  ) throws -> (executor: Executor, row: Row) {
    try rows.checkCanBeRead(related)
    guard depth < Self.deepest else { throw Untranslatable(.tooDeep) }
    guard let entity = rows.catalog[related.target] else { throw Untranslatable(.missingEntity) }
    let row = row(of: entity)
    var operations = inside(rows: 1)
    operations.depth += 1
    return (Executor(operations, rows, goal: goal), row)
  }

  private static let deepest = 4
}

extension Executor {
  /// What comes of a function of a row, where what it asks of the rows around is asked before.
  func apart(
    _ root: Int, _ row: Row, _ asked: Int = 0, _ body: (Int, _ isPart: Bool) throws -> Outcome
  ) throws -> Outcome {
    guard asked < Self.mostAskedBefore, let question = try graph.question(below: root, notOf: row) else {
      return try body(root, asked > 0)
    }
    return .fork(
      question, try apart(simplified(root, knowing: [question: true]), row, asked + 1, body),
      try apart(simplified(root, knowing: [question: false]), row, asked + 1, body))
  }
}

extension DecisionGraph.Node {
  /// Whether it gives an integer, or nothing.
  fileprivate var isWhole: Bool {
    switch self {
    case .value(.term(let term)): term.kind == .integer
    case .value(.constant(.integer)), .value(.constant(.nil)): true
    case .value: false
    default: true
    }
  }
}

extension Symbol {
  /// Whether it is a function that may be read.
  var isFunctionOfLua: Bool {
    switch self {
    case .made, .constant(.function): true
    default: false
    }
  }
}
