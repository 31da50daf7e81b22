import Query
import Schema

/// Loops that keep the greatest or the least of what they see.
extension Executor {
  /// What a question asks in which a value is compared with the best so far.
  private struct Contest {
    /// The value of the row.
    var value: Expression
    /// Where the value takes the place of the best, and where it does not.
    var taken: Int
    var left: Int
    /// Whether the greater one stays.
    var isMost: Bool
    /// Whether a value that equals the best does not take its place.
    var isStrict: Bool
    /// The question, and its answer where the value takes the place of the best.
    var question: Expression
    var answer: Bool
  }

  /// `if best == nil or x > best then best = x end`, and whatever comes to the same.
  func extreme(_ root: Int, _ variable: GatheringVariable, _ loop: Loop) throws -> Int {
    let root = try graph.simplified(root)
    let reasons = try graph.answers(below: root)
    let best = Expression.gathered(variable.number)
    let plain = try graph.withoutReasons(root)
    let later = try simplified(plain, knowing: [.isNull(best): false])
    let contests = try contests(later, best)
    guard let contest = contests.first,
      contests.allSatisfy({ $0.isMost == contest.isMost && $0.isStrict == contest.isStrict })
    else { throw Untranslatable(.gathers) }
    let won = Dictionary(contests.map { ($0.question, $0.answer) }) { first, _ in first }
    let taking = try simplified(later, knowing: won)
    let leaving = try simplified(later, knowing: won.mapValues { !$0 })
    guard try graph.answers(below: leaving).allSatisfy({ $0.isAsking || $0.keeps(best) }) else {
      throw Untranslatable(.gathers)
    }
    var roots = [taking, leaving]
    if variable.start == .nil {
      // The first value is taken as every other one would be.
      let first = try simplified(plain, knowing: [.isNull(best): true])
      guard try graph.decided(first) == graph.decided(taking) else { throw Untranslatable(.gathers) }
      roots.append(first)
    }
    let made = try made(contest, graph.decided(taking), best, loop)
    let result = try behind(made, contest, variable, loop)
    return try asking(reasons, roots.map { try condition(for: .ask, root: $0) }, loop, else: result)
  }

  /// The greatest or least of the values that are taken, NULL without any.
  private func made(_ contest: Contest, _ root: Int, _ best: Expression, _ loop: Loop) throws -> Term {
    let terms = try graph.answers(below: root).compactMap { $0.taken(best) }
    guard let first = terms.first else { throw Untranslatable(.gathers) }
    let kinds = Set(terms.map(\.kind))
    let kind = kinds.count == 1 ? first.kind : .number
    guard kind == .text || kinds.allSatisfy(\.isNumber) else { throw Untranslatable(.gathers) }
    let value = try ConditionBuilder.value(graph, root: root, budget) { $0.taken(best)?.expression ?? .literal(.null) }
    let item = try ofRow(loop.row.itself(value))
    if kind == .integer {
      let made = loop.related.reckoned(contest.isMost ? .max : .min, of: item)
      return Term(kind: .integer, expression: made, isNullable: true)
    }
    // Of a float and an integer that are equal one is kept, which one depends on their order.
    guard operations.dialect.canFold, kind == .text || contest.isStrict && loop.related.isInOrderOfKeys else {
      throw Untranslatable(.gathers)
    }
    let made = loop.related.folded(contest.isMost ? .most : .least, of: item)
    return Term(kind: kind, expression: made, isNullable: true)
  }

  /// Goes on behind the loop with that, or with what the variable held before where no value is better.
  private func behind(
    _ made: Term, _ contest: Contest, _ variable: GatheringVariable, _ loop: Loop
  ) throws -> Int {
    var state = loop.behind
    state[variable.register] = .term(made)
    if variable.start == .nil { return try explore(state) }
    var before = loop.behind
    before[variable.register] = variable.start
    state[variable.register] = .term(made.present)
    let (start, found) = (variable.start, Symbol.term(made.present))
    // Of two that are equal the later one stays, unless it must be better: 0 and 0.0 are not the same text.
    let asksForLess = contest.isMost == contest.isStrict
    let answer = try asksForLess ? operations.less(start, found) : operations.less(found, start)
    guard case .fork(let condition, let yes, let no) = answer, case .value(let truth) = yes, case .value = no else {
      throw Untranslatable(.gathers)
    }
    let (better, worse) = (truth == .true) == contest.isStrict ? (state, before) : (before, state)
    return try graph.ask(
      made.isNull, then: explore(before),
      else: graph.ask(condition, then: explore(better), else: explore(worse)))
  }

  // MARK: Questions

  /// The questions that compare values with the best so far; nothing else may be asked of that.
  private func contests(_ root: Int, _ best: Expression) throws -> [Contest] {
    try graph.questions(below: root).compactMap { condition, yes, no in
      guard condition.contains({ $0 == best }) else { return nil }
      guard case .comparison(.less, let left, let right) = condition, (left == best) != (right == best) else {
        throw Untranslatable(.gathers)
      }
      let value = left == best ? right : left
      let isTakenWhenTrue = try takes(value, yes, orKeeps: best)
      let (taken, rest) = isTakenWhenTrue ? (yes, no) : (no, yes)
      guard try takes(value, taken, orKeeps: best),
        try graph.answers(below: rest).allSatisfy({ $0.isAsking || $0.keeps(best) }),
        try !asks(of: best, below: yes), try !asks(of: best, below: no), !value.contains({ $0 == best })
      else { throw Untranslatable(.gathers) }
      return Contest(
        value: value, taken: taken, left: rest, isMost: (left == best) == isTakenWhenTrue, isStrict: isTakenWhenTrue,
        question: condition, answer: isTakenWhenTrue)
    }
  }

  /// Whether this value is taken below, and no other.
  private func takes(_ value: Expression, _ place: Int, orKeeps best: Expression) throws -> Bool {
    let answers = try graph.answers(below: place)
    return answers.contains { $0.taken(best)?.expression == value }
      && answers.allSatisfy { $0.isAsking || $0.keeps(best) || $0.taken(best)?.expression == value }
  }

  private func asks(of best: Expression, below place: Int) throws -> Bool {
    try graph.questions(below: place).contains { $0.condition.contains { $0 == best } }
  }
}

extension DecisionGraph.Node {
  /// Whether the best stays what it was.
  fileprivate func keeps(_ best: Expression) -> Bool {
    guard case .continuing(let values) = self, values.count == 1, case .term(let term) = values[0] else { return false }
    return term.expression == best
  }

  /// What takes its place; nil where it stays.
  fileprivate func taken(_ best: Expression) -> Term? {
    guard case .continuing(let values) = self, values.count == 1, !keeps(best) else { return nil }
    switch values[0] {
    case .term(let term): return term
    case .constant(let constant): return Operations.term(constant)
    default: return nil
    }
  }
}
