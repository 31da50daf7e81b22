import Schema

/// A loop over the rows of a relation: `for g in p.games:iterate() do if g.score > 3 then return true end end`.
///
/// Its body is read once, for a row of which nothing is known but where it comes from. What it may do is to return the
/// same thing for some of the rows, and to go on otherwise: then the loop is a question whether there is such a row. What
/// it adds to variables, or keeps in one, is another (`Executor+Gathering.swift`).
struct Walk {
  /// The loop: where it stands, and what all registers hold when it goes on.
  let start: State
  let depth: Int
  /// The first of the registers that each row is put into.
  let row: Int
  /// The registers of variables that its body may change.
  let changing: [Int]

  init(_ state: State, row register: Int, changing: [Int]) {
    self.changing = changing
    var start = state
    start.forgetRow(from: register)
    self.start = start
    self.row = register
    depth = state.frames.count
  }

  /// Whether a way through the body has come back to the loop.
  func isReached(by state: State) -> Bool {
    state.frames.count == depth && state.frame.place == start.frame.place
      && state.frame.code == start.frame.code
  }
}

extension State {
  /// Forgets the row that a loop is at, and what is read no more.
  mutating func forgetRow(from register: Int) {
    for index in frames.indices { frames[index].forgetDead() }
    frame.registers.removeSubrange(min(register, frame.registers.count)...)
  }
}

extension Executor {
  /// Begins the loop: a way that goes on behind it, where no row ends it.
  func walk(_ related: Related, _ state: State) throws -> Int {
    guard let instruction = state.frame.instruction else { throw Untranslatable(.otherCode) }
    let prototype = state.frame.code.prototype
    let changing = prototype.variables(below: instruction.a, changedInLoopAt: state.frame.place)
    let loop = Loop(related: related, row: try rowOfWalk(related), start: state)
    return try changing.isEmpty ? walk(loop) : gather(changing, loop)
  }

  /// Reads a loop that leaves all variables as they are.
  func walk(_ loop: Loop) throws -> Int {
    let root = try root(of: loop, from: loop.start, changing: [])
    let behind = try explore(loop.behind)
    return try joined(root, loop) { _ in behind }
  }

  /// What a round of the loop comes to.
  func root(of loop: Loop, from start: State, changing: [Int]) throws -> Int {
    guard let instruction = start.frame.instruction else { throw Untranslatable(.otherCode) }
    let walk = Walk(start, row: instruction.a + 4, changing: changing)
    let body = loop.body(from: start)
    return try reading(walk) { try self.explore(body) }
  }

  private func rowOfWalk(_ related: Related) throws -> Row {
    guard let entity = rows.catalog[related.target] else {
      throw Untranslatable(.missingEntity)
    }
    return operations.row(of: entity, inside: walks.count)
  }

  /// What comes of the loop: what a row of it says, or what comes behind it.
  ///
  /// What is asked of the row around is asked before.
  func joined(
    _ root: Int, _ loop: Loop, _ asked: Int = 0, behind: (Int) throws -> Int
  ) throws -> Int {
    let root = try graph.simplified(root)
    if asked < Self.mostAskedBefore, let question = try graph.question(below: root, notOf: loop.row) {
      let (yes, no) = (
        try simplified(root, knowing: [question: true]), try simplified(root, knowing: [question: false])
      )
      return try graph.ask(
        question, then: joined(yes, loop, asked + 1, behind: behind),
        else: joined(no, loop, asked + 1, behind: behind))
    }
    return try joined(simple: root, loop, behind: behind(root))
  }

  /// So many questions about the row around are asked before a loop over rows is, or a function of them.
  static let mostAskedBefore = 6

  private func joined(simple: Int, _ loop: Loop, behind: Int) throws -> Int {
    let (related, row) = (loop.related, loop.row)
    let answers = try graph.answers(below: simple)
    let ends = answers.filter { answer in
      switch answer {
      case .continuing, .ask, .asking: false
      default: true
      }
    }
    guard ends.count <= 1 else {
      throw Untranslatable(.firstDecides(relation: related.name))
    }
    var result = behind
    let plain = try graph.withoutReasons(simple)
    if let end = ends.first {
      if case .value(let symbol) = end, case .constant = symbol {
      } else if case .value = end {
        throw Untranslatable(.returnsRow(relation: related.name))
      }
      let condition = try condition(for: end, root: graph.decided(plain))
      result = try graph.ask(related.contains(row.itself(condition)), then: graph.add(end), else: behind)
    }
    if let asking = answers.first(where: { if case .asking = $0 { true } else { false } }) {
      let condition = try condition(for: .ask, root: plain)
      result = try graph.ask(related.contains(row.itself(condition)), then: graph.add(asking), else: result)
    }
    return result
  }
}

/// A loop over the rows of a relation, as it begins.
struct Loop {
  let related: Related
  let row: Row
  /// The state before the first round.
  let start: State

  /// The state in which a round begins; of the place of the row among all nothing is known but that it is a number.
  func body(from start: State) -> State {
    var body = start
    guard let instruction = start.frame.instruction else { return body }
    let first = instruction.a + 4
    for place in 1..<max(instruction.c, 1) { body[first + place] = .nil }
    body[first] = .row(row)
    if case .numberedWalk = start[instruction.a] {
      body[first] = .gathered(Gathered(number: 0))
      if instruction.c > 1 { body[first + 1] = .row(row) }
    }
    body.advance()
    return body
  }

  /// The state behind it, where no row has ended it.
  var behind: State {
    var behind = start
    guard let instruction = start.frame.instruction else { return behind }
    for place in 0..<max(instruction.c, 1) { behind[instruction.a + 4 + place] = .nil }
    behind.advance()
    return behind
  }
}

extension Row {
  /// What is said of the row of a loop, or of a function of a relation's rows, as said of itself: what it says of other
  /// rows leads outward.
  func itself(_ expression: Expression) -> Expression {
    let mark = path([])
    return expression.rewritten { part in
      guard case .field(let path) = part else { return nil }
      guard path.relations.starts(with: mark) else { return .field(path.outward) }
      var own = path
      own.relations.removeFirst(mark.count)
      return .field(own)
    }
  }
}

extension DecisionGraph {
  /// The first question that says nothing of a row; nil where all do.
  func question(below root: Int, notOf row: Row) throws -> Expression? {
    let mark = row.path([])
    return try questions(below: root).first { question in
      try budget.spend(question.condition.nodeCount / 4)
      return !question.condition.fieldsAsked.contains { $0.relations.starts(with: mark) || $0.isGathered }
    }?.condition
  }
}
