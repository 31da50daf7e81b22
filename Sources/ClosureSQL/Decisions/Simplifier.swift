/// Walks a graph with what is known on the way.
struct Simplifier {
  /// What is known of questions: which are answered, and which of these with yes.
  struct Facts: Hashable {
    private(set) var answered = QuestionSet()
    private(set) var yes = QuestionSet()

    subscript(question: Int) -> Bool? {
      get { answered.contains(question) ? yes.contains(question) : nil }
    }

    mutating func learn(_ question: Int, _ answer: Bool) {
      answered.insert(question)
      if answer { yes.insert(question) }
    }

    /// Learns that all of these are answered with no.
    mutating func exclude(_ questions: QuestionSet) { answered.formUnion(questions) }

    /// What is known of these questions alone.
    func about(_ questions: QuestionSet) -> Facts {
      var result = Facts()
      result.answered = answered.intersection(questions)
      result.yes = yes.intersection(questions)
      return result
    }
  }

  private struct Visit: Hashable {
    var place: Int
    var facts: Facts
  }

  private let budget: ReadingBudget
  private var known: [Visit: Int] = [:]
  private var asked: [Int: QuestionSet] = [:]

  init(_ budget: ReadingBudget) {
    self.budget = budget
  }

  mutating func simplify(_ place: Int, _ facts: Facts, in graph: inout DecisionGraph) throws -> Int {
    guard case .test(let question, let yes, let no) = graph[place] else { return place }
    if let fact = facts[question] { return try simplify(fact ? yes : no, facts, in: &graph) }
    // Of what is known only that counts which is asked again.
    let questions = try questions(below: place, in: graph)
    try budget.spend(4 + questions.length / 8)
    let visit = Visit(place: place, facts: facts.about(questions))
    if let result = known[visit] { return result }
    var (whenTrue, whenFalse) = (visit.facts, visit.facts)
    if let rivals = graph.rivals(of: question) { whenTrue.exclude(rivals) }
    whenTrue.learn(question, true)
    whenFalse.learn(question, false)
    let left = try simplify(yes, whenTrue, in: &graph)
    let right = try simplify(no, whenFalse, in: &graph)
    let result = graph.add(.test(question, then: left, else: right))
    known[visit] = result
    return result
  }

  private mutating func questions(below place: Int, in graph: DecisionGraph) throws -> QuestionSet {
    guard case .test(let question, let yes, let no) = graph[place] else { return QuestionSet() }
    if let result = asked[place] { return result }
    var result = try questions(below: yes, in: graph)
    result.formUnion(try questions(below: no, in: graph))
    result.insert(question)
    try budget.spend(2 + result.length / 8)
    asked[place] = result
    return result
  }
}
