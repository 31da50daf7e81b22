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
    /// The condition is never NULL where it is reached.
    case test(Expression, then: Int, else: Int)
  }

  private(set) var nodes: [Node] = []
  private var places: [Node: Int] = [:]

  subscript(place: Int) -> Node { nodes[place] }

  mutating func add(_ node: Node) -> Int {
    if case .test(_, let yes, let no) = node, yes == no { return yes }
    if let place = places[node] { return place }
    nodes.append(node)
    places[node] = nodes.count - 1
    return nodes.count - 1
  }

  // MARK: Simplifying

  /// The same graph without the questions whose answer is known from those before.
  mutating func simplified(_ root: Int, knowing facts: [Expression: Bool] = [:]) -> Int {
    var simplifier = Simplifier()
    return simplifier.simplify(root, facts, in: &self)
  }

  /// The same graph where a closure that is asked is asked, whatever the reason.
  mutating func withoutReasons(_ root: Int) -> Int {
    var known: [Int: Int] = [:]
    return withoutReasons(root, &known)
  }

  private mutating func withoutReasons(_ place: Int, _ known: inout [Int: Int]) -> Int {
    if let result = known[place] { return result }
    let result: Int
    switch nodes[place] {
    case .asking: result = add(.ask)
    case .test(let condition, let yes, let no):
      let (left, right) = (withoutReasons(yes, &known), withoutReasons(no, &known))
      result = add(.test(condition, then: left, else: right))
    default: result = place
    }
    known[place] = result
    return result
  }

  /// All questions that lead somewhere, each once.
  func questions(below root: Int) -> [(condition: Expression, then: Int, else: Int)] {
    var (result, seen, waiting): ([(Expression, Int, Int)], Set<Int>, [Int]) = ([], [], [root])
    while let place = waiting.popLast() {
      guard case .test(let condition, let yes, let no) = nodes[place], seen.insert(place).inserted else { continue }
      result.append((condition, yes, no))
      waiting += [no, yes]
    }
    return result
  }

  /// All answers that can be reached, each once.
  func answers(below root: Int) -> [Node] {
    let ends = questions(below: root).flatMap { [$0.then, $0.else] } + [root]
    var seen: Set<Int> = []
    return ends.filter { seen.insert($0).inserted }.map { nodes[$0] }.filter {
      if case .test = $0 { false } else { true }
    }
  }

  /// The graph for rows that are not asked: where one way only is theirs, it is taken without a question.
  mutating func decided(_ root: Int) -> Int {
    var known: [Int: Int] = [:]
    return decided(root, &known)
  }

  private mutating func decided(_ place: Int, _ known: inout [Int: Int]) -> Int {
    guard case .test(let condition, let yes, let no) = nodes[place] else { return place }
    if let result = known[place] { return result }
    let (left, right) = (decided(yes, &known), decided(no, &known))
    let result: Int
    if nodes[left] == .ask {
      result = right
    } else if nodes[right] == .ask {
      result = left
    } else {
      result = add(.test(condition, then: left, else: right))
    }
    known[place] = result
    return result
  }
}

/// Walks a graph with what is known on the way.
private struct Simplifier {
  private struct Visit: Hashable {
    var place: Int
    var facts: [Expression: Bool]
  }

  private var known: [Visit: Int] = [:]
  private var asked: [Int: Set<Expression>] = [:]

  mutating func simplify(_ place: Int, _ facts: [Expression: Bool], in graph: inout DecisionGraph) -> Int {
    guard case .test(let condition, let yes, let no) = graph[place] else { return place }
    if let fact = facts[condition] { return simplify(fact ? yes : no, facts, in: &graph) }
    // Of what is known only that counts which is asked again.
    let questions = questions(below: place, in: graph)
    let visit = Visit(place: place, facts: facts.filter { questions.contains($0.key) })
    if let result = known[visit] { return result }
    var (whenTrue, whenFalse) = (visit.facts, visit.facts)
    whenTrue[condition] = true
    whenFalse[condition] = false
    let left = simplify(yes, whenTrue, in: &graph)
    let right = simplify(no, whenFalse, in: &graph)
    let result = graph.add(.test(condition, then: left, else: right))
    known[visit] = result
    return result
  }

  private mutating func questions(below place: Int, in graph: DecisionGraph) -> Set<Expression> {
    guard case .test(let condition, let yes, let no) = graph[place] else { return [] }
    if let result = asked[place] { return result }
    let result = questions(below: yes, in: graph).union(questions(below: no, in: graph)).union([condition])
    asked[place] = result
    return result
  }
}
