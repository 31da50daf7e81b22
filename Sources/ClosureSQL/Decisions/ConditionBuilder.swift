import Schema

/// Says a graph of decisions as one condition, or as one value.
///
/// Every condition in the graph is true or false on the way that a row takes; where it is NULL for another row, AND,
/// OR and CASE keep that from mattering. So that this stays true, nothing that is put together here stands below NOT:
/// a negation goes down to the single comparisons.
struct ConditionBuilder {
  private struct Step {
    var condition: Expression
    var yes: Int
    var no: Int
    /// How many nodes the condition has.
    var nodes: Int
  }

  /// No statement longer than this is made.
  private static let largestSize = 1500
  /// Above this size a condition is not said twice.
  private static let smallSize = 3

  private let graph: DecisionGraph
  private let budget: ReadingBudget
  private var steps: [Int: Step] = [:]
  private var parents: [Int: Int] = [:]
  private var size = 0

  private init(_ graph: DecisionGraph, root: Int, _ budget: ReadingBudget) throws {
    self.graph = graph
    self.budget = budget
    try collect(root)
    try merge()
  }

  /// The condition under which the graph ends in an answer.
  static func condition(
    for answer: DecisionGraph.Node, _ graph: DecisionGraph, root: Int, _ budget: ReadingBudget
  ) throws -> Expression {
    var builder = try ConditionBuilder(graph, root: root, budget)
    return try builder.condition(root, answer).absorbingGuards(budget.spend).withReadableComparisons
      .withoutRepeatedTypes
  }

  // MARK: Joining questions

  private mutating func collect(_ place: Int) throws {
    parents[place, default: 0] += 1
    guard case .test(let question, let yes, let no) = graph[place], steps[place] == nil else { return }
    let condition = graph.condition(question)
    let nodes = condition.nodeCount
    try budget.spend(1 + nodes / 4)
    steps[place] = Step(condition: condition, yes: yes, no: no, nodes: nodes)
    try collect(yes)
    try collect(no)
  }

  /// A question that only one other leads to, and that shares an answer with it, is asked along with it: AND, OR.
  private mutating func merge() throws {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      try budget.spend(steps.count)
      for place in steps.keys.sorted() {
        while join(place) {
          hasChanged = true
          // The parts of both are put in a new list; the second may have been negated.
          try budget.spend(1 + (steps[place]?.nodes ?? 0) / 16)
        }
      }
    }
  }

  private mutating func join(_ place: Int) -> Bool {
    guard let step = steps[place] else { return false }
    if let next = steps[step.yes], parents[step.yes] == 1, next.yes == step.no || next.no == step.no {
      let isSecond = next.no == step.no
      let condition = isSecond ? next.condition : next.condition.negated
      steps[step.yes] = nil
      steps[place] = Step(
        condition: .conjunction([step.condition, condition]), yes: isSecond ? next.yes : next.no, no: step.no,
        nodes: step.nodes + next.nodes)
      parents[step.no, default: 2] -= 1
      return true
    }
    if let next = steps[step.no], parents[step.no] == 1, next.yes == step.yes || next.no == step.yes {
      let isFirst = next.yes == step.yes
      let condition = isFirst ? next.condition : next.condition.negated
      steps[step.no] = nil
      steps[place] = Step(
        condition: .disjunction([step.condition, condition]), yes: step.yes, no: isFirst ? next.no : next.yes,
        nodes: step.nodes + next.nodes)
      parents[step.yes, default: 2] -= 1
      return true
    }
    return false
  }

  // MARK: Conditions

  /// Counts a step as it is said, which may be more than once.
  private mutating func count(_ step: Step) throws {
    size += step.condition.atomCount
    try budget.spend(2 * step.nodes + size / 16)
    guard size <= Self.largestSize else { throw Untranslatable(CodeRefusal.tooLong) }
  }

  private mutating func condition(_ place: Int, _ answer: DecisionGraph.Node) throws -> Expression {
    guard let step = steps[place] else { return graph[place] == answer ? .and([]) : .or([]) }
    try count(step)
    let yes = try condition(step.yes, answer)
    let no = try condition(step.no, answer)
    switch (yes, no) {
    case (.and([]), .and([])): return .and([])
    case (.or([]), .or([])): return .or([])
    case (.and([]), _): return .disjunction([step.condition, no])
    case (_, .and([])): return .disjunction([step.condition.negated, yes])
    case (.or([]), _): return .conjunction([step.condition.negated, no])
    case (_, .or([])): return .conjunction([step.condition, yes])
    default:
      guard step.condition.atomCount <= Self.smallSize else { return .choose(step.condition, yes, no) }
      return .disjunction([
        .conjunction([step.condition, yes]), .conjunction([step.condition.negated, no]),
      ])
    }
  }

  // MARK: Values

  /// What the graph ends in, as one value; `say` makes the SQL of an answer.
  static func value(
    _ graph: DecisionGraph, root: Int, _ budget: ReadingBudget, _ say: (DecisionGraph.Node) throws -> Expression
  ) throws -> Expression {
    var builder = try ConditionBuilder(graph, root: root, budget)
    return try builder.value(root, say)
  }

  private mutating func value(_ place: Int, _ say: (DecisionGraph.Node) throws -> Expression) throws -> Expression {
    guard let step = steps[place] else {
      let answer = try say(graph[place])
      try budget.spend(answer.nodeCount)
      return answer
    }
    try count(step)
    let (yes, no) = (try value(step.yes, say), try value(step.no, say))
    // What is NULL anyway needs no question.
    if case .isNull(let asked) = step.condition, yes == .literal(.null), no.isNull(whenNull: asked) { return no }
    return .choose(try step.condition.absorbingGuards(budget.spend).withReadableComparisons, yes, no)
  }
}
