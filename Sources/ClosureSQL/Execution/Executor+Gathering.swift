import Schema

/// What a loop over rows does to a variable of the function.
enum Gathering: Hashable {
  /// It adds to it: `n = n + 1`, `s = s + g.score`.
  case sum
  /// It keeps the greatest or the least value: `if g.score > best then best = g.score end`, `m = math.max(m, g.score)`.
  case extreme(Term.Kind)
  /// It sets it to the same thing for some rows: `if g.won then found = true end`.
  case flag
}

/// A variable that a loop changes, and what for.
struct GatheringVariable {
  let register: Int
  let gathering: Gathering
  let number: Int
  /// What it holds before the first round.
  let start: Symbol

  /// What stands for it in a round of which nothing else is known.
  var symbol: Symbol {
    switch gathering {
    case .sum: .gathered(Gathered(number: number))
    case .extreme(let kind):
      .term(Term(kind: kind, expression: .gathered(number), isNullable: start == .nil))
    case .flag: start
    }
  }
}

extension Executor {
  /// Reads a loop that changes variables in the first way that there is a word for.
  func gather(_ registers: [Int], _ loop: Loop) throws -> Int {
    // What it sets it may set on its way out only.
    let refusal: Untranslatable
    do {
      return try walk(loop)
    } catch let error as Untranslatable {
      refusal = error
    }
    for way in Self.ways(registers.map { loop.start[$0] }) {
      let variables = zip(registers, way).map { register, gathering in
        GatheringVariable(
          register: register, gathering: gathering, number: makeNumber(), start: loop.start[register])
      }
      do {
        if way == [.flag] { return try flagged(variables[0], loop) }
        return try gathered(variables, loop)
      } catch is Untranslatable {
        // Without a budget, the next way would not be read either.
        try budget.spend(1)
      }
    }
    throw refusal
  }

  /// The ways in which variables that begin so may be meant, the likely ones first.
  private static func ways(_ starts: [Symbol]) -> [[Gathering]] {
    if starts.count == 1 {
      switch starts[0] {
      case .constant(.integer), .constant(.number): return [[.sum], [.extreme(.number)], [.flag]]
      case .constant(.string): return [[.extreme(.text)], [.flag]]
      case .constant(.nil): return [[.extreme(.number)], [.extreme(.text)], [.flag]]
      case .constant(.boolean): return [[.flag]]
      case .gathered, .term: return [[.sum]]
      default: return []
      }
    }
    let isNumber = starts.map { start in
      switch start {
      case .constant(.integer), .constant(.number), .gathered, .term: true
      default: false
      }
    }
    return isNumber.contains(false) ? [] : [starts.map { _ in .sum }]
  }

  private func gathered(_ variables: [GatheringVariable], _ loop: Loop) throws -> Int {
    var start = loop.start
    for variable in variables { start[variable.register] = variable.symbol }
    let root = try root(of: loop, from: start, changing: variables.map(\.register))
    if case .extreme = variables[0].gathering { return try extreme(root, variables[0], loop) }
    return try joined(root, loop) { root in
      let known = try graph.decided(graph.withoutReasons(root))
      let made = try variables.indices.map { place in
        (register: variables[place].register, outcome: try sum(variables[place], place, known, loop))
      }
      return try settled(made[...], loop.behind)
    }
  }

  /// Goes on behind the loop with what the variables hold there.
  private func settled(_ made: ArraySlice<(register: Int, outcome: Outcome)>, _ state: State) throws -> Int {
    guard let first = made.first else { return try explore(state) }
    var next = state
    switch first.outcome {
    case .value(let symbol):
      try operations.weigh(symbol)
      next[first.register] = symbol
      return try settled(made.dropFirst(), next)
    case .raise(let error): return ask(error.words, state, isError: true)
    case .unknown(let unknown, let reason):
      next.asking.reason = note(reason.words, state)
      next[first.register] = .unknown(unknown)
      return try settled(made.dropFirst(), next)
    case .fork(let condition, let yes, let no):
      let left = try settled([(first.register, yes)] + made.dropFirst(), state)
      let right = try settled([(first.register, no)] + made.dropFirst(), state)
      return try graph.ask(condition, then: left, else: right)
    }
  }

  // MARK: Sums

  private func sum(_ variable: GatheringVariable, _ place: Int, _ root: Int, _ loop: Loop) throws -> Outcome {
    var added: [DecisionGraph.Node: Term] = [:]
    for answer in try graph.answers(below: root) {
      guard case .continuing(let values) = answer else { continue }
      guard values.indices.contains(place), case .gathered(let sum) = values[place], sum.number == variable.number
      else { throw Untranslatable(.gathers) }
      if let term = sum.added { added[answer] = term }
    }
    if added.isEmpty { return .value(variable.start) }
    if let outcome = try count(added, variable, root, loop) { return outcome }
    guard operations.dialect.canFold else { throw Untranslatable(.gathers) }
    let value = try ConditionBuilder.value(graph, root: root, budget) { added[$0]?.expression ?? .literal(.null) }
    let item = try ofRow(loop.row.itself(value))
    if added.values.allSatisfy({ $0.kind == .integer }), variable.start.isWholeSum {
      return try onto(variable.start, .term(Term(kind: .integer, expression: loop.related.folded(.sum, of: item))))
    }
    // Real numbers add up to something else in another order.
    guard loop.related.isInOrderOfKeys else { throw Untranslatable(.gathers) }
    let isReal = variable.start == .constant(.number(0))
    guard isReal || variable.start == .integer(0) else { throw Untranslatable(.gathers) }
    let made = loop.related.folded(isReal ? .realSum : .sum, of: item)
    return .fork(.isNull(made), .unknown(.scalar, .notFinite), .term(isReal ? .real : .number, made))
  }

  /// How many rows add 1; nil where something else is added.
  private func count(
    _ added: [DecisionGraph.Node: Term], _ variable: GatheringVariable, _ root: Int, _ loop: Loop
  ) throws -> Outcome? {
    guard added.values.allSatisfy({ $0.expression == .literal(.integer(1)) }), variable.start.isWholeSum else {
      return nil
    }
    let parts = try added.keys.map { try condition(for: $0, root: root) }.sorted { "\($0)" < "\($1)" }
    let adds = Expression.disjunction(parts)
    let counted = adds == .always ? loop.related : loop.related.satisfying(try ofRow(loop.row.itself(adds)))
    return try onto(variable.start, .term(Term(kind: .integer, expression: counted.reckoned(.count))))
  }

  /// A sum of integers, added to what was there before.
  private func onto(_ start: Symbol, _ sum: Symbol) throws -> Outcome {
    start == .integer(0) ? .value(sum) : try operations.arithmetic(.add, start, sum)
  }

  /// The same, unless it speaks of what the loop has found so far.
  func ofRow(_ expression: Expression) throws -> Expression {
    if expression.contains(\.namesGathered) { throw Untranslatable(.gathers) }
    return expression
  }

  // MARK: Flags

  /// A variable that is set to the same thing for some rows, and left alone from then on.
  private func flagged(_ variable: GatheringVariable, _ loop: Loop) throws -> Int {
    guard case .constant = variable.start else { throw Untranslatable(.gathers) }
    let before = try graph.simplified(root(of: loop, from: loop.start, changing: [variable.register]))
    let set = try graph.answers(below: before).compactMap { answer -> Symbol? in
      switch answer {
      case .ask, .asking: return nil
      case .continuing(let values) where values == [variable.start]: return nil
      case .continuing(let values): return values.first
      default: throw Untranslatable(.gathers)
      }
    }
    guard set.count == 1, case .constant(let constant) = set[0], constant.isScalar else {
      throw Untranslatable(.gathers)
    }
    var later = loop.start
    later[variable.register] = set[0]
    let after = try graph.simplified(root(of: loop, from: later, changing: [variable.register]))
    let answers = try graph.answers(below: before) + graph.answers(below: after)
    let isLeftAlone = try graph.answers(below: after).allSatisfy { $0.isAsking || $0 == .continuing(set) }
    guard isLeftAlone else { throw Untranslatable(.gathers) }
    let (plain, plainAfter) = (try graph.withoutReasons(before), try graph.withoutReasons(after))
    let sets = try condition(for: .continuing(set), root: graph.decided(plain))
    var (left, found) = (loop.behind, loop.behind)
    left[variable.register] = variable.start
    found[variable.register] = set[0]
    let result = try graph.ask(
      loop.related.contains(loop.row.itself(sets)), then: explore(found), else: explore(left))
    let ask = [try condition(for: .ask, root: plain), try condition(for: .ask, root: plainAfter)]
    return try asking(answers, ask, loop, else: result)
  }

  /// The rest, unless the function is asked about a row.
  func asking(
    _ answers: [DecisionGraph.Node], _ conditions: [Expression], _ loop: Loop, else rest: Int
  ) throws -> Int {
    guard let asking = answers.first(where: \.isAsking) else { return rest }
    let condition = try ofRow(loop.row.itself(.disjunction(conditions)))
    return try graph.ask(loop.related.contains(condition), then: graph.add(asking), else: rest)
  }
}

extension DecisionGraph.Node {
  /// Whether the function is asked.
  var isAsking: Bool {
    switch self {
    case .ask, .asking: true
    default: false
    }
  }
}

extension Expression {
  /// Whether it is what a loop has found so far, also as a field of the row around.
  fileprivate var namesGathered: Bool {
    guard case .field(var path) = self else { return false }
    while path.isOutward { path = path.inward }
    return path.isGathered
  }
}

extension Symbol {
  /// Whether sums of integers may be added to it.
  fileprivate var isWholeSum: Bool {
    switch self {
    case .constant(.integer), .gathered: true
    case .term(let term): term.kind == .integer
    default: false
    }
  }
}
