import Schema

/// What a closure answers, as questions about the row: each leads to two others, or to an answer.
///
/// Equal nodes are one node, so that ways which meet are followed once.
struct DecisionGraph {
  enum Node: Hashable {
    case yes, no
    /// The closure itself must be asked.
    case ask
    /// The same, for one of the reasons that were found (`Executor.reasons`).
    case asking(Int)
    /// It returns this.
    case value(Symbol)
    /// A loop over a relation goes on with its next row, and with these values of the variables that it changes.
    case continuing([Symbol])
    /// The condition of this number (`condition`) is never NULL where it is reached.
    case test(Int, then: Int, else: Int)
  }

  private(set) var nodes: [Node] = []
  private var places: [Node: Int] = [:]
  private var conditions: [Expression] = []
  /// The numbers of the conditions: each is hashed once, and known by its number from then on.
  private var numbers: [SharedExpression: Int] = [:]
  /// Questions of which one at most is answered with yes: what a part of a document is.
  private var rivals: [Expression: QuestionSet] = [:]
  let budget: ReadingBudget

  init(_ budget: ReadingBudget) {
    self.budget = budget
  }

  subscript(place: Int) -> Node { nodes[place] }

  /// The questions that are answered with no where this one is with yes; itself among them.
  func rivals(of number: Int) -> QuestionSet? {
    guard case .comparison(.equal, let asked, .literal) = conditions[number], case .kernel(.partType, _) = asked else {
      return nil
    }
    return rivals[asked]
  }

  /// What is asked by a question of this number.
  func condition(_ number: Int) -> Expression { conditions[number] }

  /// The place of a question.
  mutating func ask(_ condition: Expression, then yes: Int, else no: Int) throws -> Int {
    if yes == no { return yes }
    let shared = SharedExpression(condition)
    try budget.spend(shared.nodeCount)
    if let number = numbers[shared] { return add(.test(number, then: yes, else: no)) }
    conditions.append(condition)
    numbers[shared] = conditions.count - 1
    if case .comparison(.equal, let asked, .literal) = condition, case .kernel(.partType, _) = asked {
      rivals[asked, default: QuestionSet()].insert(conditions.count - 1)
    }
    return add(.test(conditions.count - 1, then: yes, else: no))
  }

  mutating func add(_ node: Node) -> Int {
    if case .test(_, let yes, let no) = node, yes == no { return yes }
    if let place = places[node] { return place }
    nodes.append(node)
    places[node] = nodes.count - 1
    return nodes.count - 1
  }

  // MARK: Simplifying

  /// The same graph without the questions whose answer is known from those before.
  mutating func simplified(_ root: Int, knowing facts: [Expression: Bool] = [:]) throws -> Int {
    var simplifier = Simplifier(budget)
    var known = Simplifier.Facts()
    for (condition, answer) in facts {
      let shared = SharedExpression(condition)
      try budget.spend(shared.nodeCount)
      if let number = numbers[shared] { known.learn(number, answer) }
    }
    return try simplifier.simplify(root, known, in: &self)
  }

  /// The same graph where a closure that is asked is asked, whatever the reason.
  mutating func withoutReasons(_ root: Int) throws -> Int {
    var known: [Int: Int] = [:]
    return try withoutReasons(root, &known)
  }

  private mutating func withoutReasons(_ place: Int, _ known: inout [Int: Int]) throws -> Int {
    if let result = known[place] { return result }
    try budget.spend(1)
    let result: Int
    switch nodes[place] {
    case .asking: result = add(.ask)
    case .test(let question, let yes, let no):
      let (left, right) = (try withoutReasons(yes, &known), try withoutReasons(no, &known))
      result = add(.test(question, then: left, else: right))
    default: result = place
    }
    known[place] = result
    return result
  }

  /// All questions that lead somewhere, each once.
  func questions(below root: Int) throws -> [(condition: Expression, then: Int, else: Int)] {
    var (result, seen, waiting): ([(Expression, Int, Int)], Set<Int>, [Int]) = ([], [], [root])
    while let place = waiting.popLast() {
      guard case .test(let question, let yes, let no) = nodes[place], seen.insert(place).inserted else { continue }
      try budget.spend(1)
      result.append((conditions[question], yes, no))
      waiting += [no, yes]
    }
    return result
  }

  /// All answers that can be reached, each once.
  func answers(below root: Int) throws -> [Node] {
    let ends = try questions(below: root).flatMap { [$0.then, $0.else] } + [root]
    var seen: Set<Int> = []
    return ends.filter { seen.insert($0).inserted }.map { nodes[$0] }.filter {
      if case .test = $0 { false } else { true }
    }
  }

  /// The graph for rows that are not asked: where one way only is theirs, it is taken without a question.
  mutating func decided(_ root: Int) throws -> Int {
    var known: [Int: Int] = [:]
    return try decided(root, &known)
  }

  private mutating func decided(_ place: Int, _ known: inout [Int: Int]) throws -> Int {
    guard case .test(let question, let yes, let no) = nodes[place] else { return place }
    if let result = known[place] { return result }
    try budget.spend(1)
    let (left, right) = (try decided(yes, &known), try decided(no, &known))
    let result: Int
    if nodes[left] == .ask {
      result = right
    } else if nodes[right] == .ask {
      result = left
    } else {
      result = add(.test(question, then: left, else: right))
    }
    known[place] = result
    return result
  }
}
