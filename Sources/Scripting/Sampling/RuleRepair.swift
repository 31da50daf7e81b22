import LuaRows
import LuaRuntime
import Model
import Schema

/// A rule over several fields that an object does not satisfy.
struct BrokenRule {
  let rule: RowRule
  let slots: [Int]
  /// What would mend it: a test that the value of one field would have to pass, as the others are now.
  var hints: [(field: String, test: Test)] = []
}

/// Finds the rules over several fields that an object breaks, and what would mend them.
///
///     check = "start < finish"   // finish: is.greater(the start that there is); start: is.less(the finish)
struct RuleRepair {
  let tied: ResolvedEntity
  let stack: LuaStack
  let session: SessionContext

  func broken(of object: LuaRowObject) throws -> [BrokenRule] {
    if tied.rules.isEmpty { return [] }
    let rows = ObjectRows(session: session, stack: stack)
    var values: [String: Value] = [:]
    for slot in Set(tied.rules.flatMap(\.slots)) {
      values[tied.entity.fields[slot].name] = try rows.takenValue(slot, of: object, tied.entity)
    }
    let evaluation = Evaluation(RuledRow(tied.entity, values: values))
    return try tied.rules.compactMap { rule, slots in
      guard let meaning = rule.meaning, try evaluation.truth(meaning) == false else { return nil }
      var broken = BrokenRule(rule: rule, slots: slots)
      for comparison in meaning.comparisons {
        if let hint = try hint(comparison, evaluation) { broken.hints.append(hint) }
        if let hint = try hint(comparison.turned, evaluation) { broken.hints.append(hint) }
      }
      return broken
    }
  }

  /// What the field on the left would have to be for a comparison to hold.
  private func hint(_ comparison: PlainComparison, _ evaluation: Evaluation<RuledRow>) throws -> (String, Test)? {
    guard case .field(let path) = comparison.left, path.relations.isEmpty, path.inside.isEmpty,
      let field = tied.entity.field(path.field)
    else {
      return nil
    }
    let value = try evaluation.value(comparison.right)
    guard value != .null, let kind = TestKind.named(comparison.word) else { return nil }
    var arguments = TestArguments([value])
    arguments.collation = field.collation
    return (field.name, .kind(kind, arguments))
  }
}

/// A comparison of two sides, somewhere in a rule.
private struct PlainComparison {
  let operation: Expression.Comparison
  let left: Expression
  let right: Expression

  /// The test of the language that says it of the left side.
  var word: String {
    switch operation {
    case .equal: "equal"
    case .notEqual: "not_equal"
    case .less: "less"
    case .atMost: "at_most"
    case .greater: "greater"
    case .atLeast: "at_least"
    }
  }

  var turned: PlainComparison {
    let operations: [Expression.Comparison: Expression.Comparison] = [
      .less: .greater, .greater: .less, .atMost: .atLeast, .atLeast: .atMost,
    ]
    return PlainComparison(operation: operations[operation] ?? operation, left: right, right: left)
  }

  /// The comparison that holds where this one does not.
  var opposite: PlainComparison {
    let operations: [Expression.Comparison: Expression.Comparison] = [
      .equal: .notEqual, .notEqual: .equal, .less: .atLeast, .atLeast: .less, .greater: .atMost, .atMost: .greater,
    ]
    return PlainComparison(operation: operations[operation] ?? operation, left: left, right: right)
  }
}

extension Expression {
  /// The comparisons in a condition; those under `not` turned to their opposites.
  fileprivate var comparisons: [PlainComparison] {
    switch self {
    case .comparison(let operation, let left, let right):
      [PlainComparison(operation: operation, left: left, right: right)]
    case .between(let value, let low, let high):
      [
        PlainComparison(operation: .atLeast, left: value, right: low),
        PlainComparison(operation: .atMost, left: value, right: high),
      ]
    case .oneOf(let value, let choices):
      choices.map { PlainComparison(operation: .equal, left: value, right: .literal($0)) }
    case .not(let operand): operand.comparisons.map(\.opposite)
    case .and(let parts), .or(let parts): parts.flatMap(\.comparisons)
    case .choose(let condition, let yes, let no): (condition.comparisons + yes.comparisons + no.comparisons)
    default: []
    }
  }
}
