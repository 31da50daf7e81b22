import LuaRuntime
import Schema

/// Runs a closure on a row of which only the types are known, along every way that it can take.
///
/// Functions of Lua that it calls are read along; loops over known values are unrolled. What it would do to anything
/// outside (assign a captured variable, print) ends the reading: then each row runs the closure itself.
final class Executor {
  enum Goal {
    /// Whether the row is selected.
    case truth
    /// What it returns.
    case value
  }

  /// Why some row must be asked.
  struct Reason: Hashable {
    var text: String
    var line: Int
    /// Whether the closure raises an error there; else SQL could not say what it does.
    var isError: Bool
  }

  /// What a step costs, in the units of the budget: some thousand steps are more than a person writes.
  private static let stepCost = 12
  private static let depthLimit = 250
  private static let callLimit = 8

  let operations: Operations
  let rows: MemberReader
  private let goal: Goal
  let budget: ReadingBudget
  var graph: DecisionGraph
  /// Why some rows are asked: known when all is read.
  private(set) var reasons: [Reason] = []
  /// Every reason that was met, on ways that no row takes too.
  private var metReasons: [Reason] = []
  private var known: [State: Int] = [:]
  private var codes: [UnsafeRawPointer: Code] = [:]
  private var depth = 0
  /// Behind so many forks of a way, or a long stretch of it, the closure is asked, without a look at what it does
  /// there; nil where all is read.
  var mostForks: Int?
  private static let longestStretch = 50
  private var freshTables = 0
  private var gathered = 0
  /// The loops over relations whose bodies are being read, each within the one before.
  private(set) var walks: [Walk] = []

  init(_ operations: Operations, _ rows: MemberReader, goal: Goal) {
    self.operations = operations
    self.rows = rows
    self.goal = goal
    budget = operations.budget
    graph = DecisionGraph(operations.budget)
  }

  /// Reads a function that is called with these arguments; the place of its first question, or answer.
  func read(_ function: LuaFunction, _ arguments: [Symbol]) throws -> Int {
    guard let code = try code(of: function) else { throw Untranslatable(CodeRefusal.noFunctionOfLua) }
    return try read(code, arguments)
  }

  /// The same of one that a function makes, or is given.
  func read(_ function: Symbol, _ arguments: [Symbol]) throws -> Int {
    switch function {
    case .constant(.function(let function)): return try read(function, arguments)
    case .made(let code): return try read(code, arguments)
    default: throw Untranslatable(CodeRefusal.noFunctionOfLua)
    }
  }

  private func read(_ code: Code, _ arguments: [Symbol]) throws -> Int {
    guard !code.prototype.isVariadic else { throw Untranslatable(CodeRefusal.anyArguments) }
    let root = try graph.simplified(try explore(State(frames: [Frame(code, arguments: arguments)])))
    let used = try graph.answers(below: root).compactMap { if case .asking(let reason) = $0 { reason } else { nil } }
    reasons = used.sorted().map { metReasons[$0] }
    return try graph.withoutReasons(root)
  }

  func decided(_ root: Int) throws -> Int { try graph.decided(root) }

  func simplified(_ root: Int, knowing facts: [Expression: Bool]) throws -> Int {
    try graph.simplified(root, knowing: facts)
  }

  /// The condition under which a graph of it ends in an answer.
  func condition(for answer: DecisionGraph.Node, root: Int) throws -> Expression {
    try ConditionBuilder.condition(for: answer, graph, root: root, budget)
  }

  private func code(of function: LuaFunction) throws -> Code? {
    guard let address = function.pointer else { return nil }
    if let code = codes[address] { return code }
    guard let bytes = function.bytecode else { return nil }
    try budget.take(bytes.count / 32)
    guard let prototype = ChunkReader.read(bytes) else { return nil }
    // Which registers are live is found in a few rounds through the code.
    try budget.take(4 * prototype.code.count)
    let code = Code(prototype, function)
    codes[address] = code
    return code
  }

  // MARK: Ways

  /// Follows one way to its end, or to where it was followed before.
  func explore(_ state: State) throws -> Int {
    var state = state
    for index in state.frames.indices { state.frames[index].forgetDead() }
    try budget.spend(4 + state.weight)
    if let place = known[state] { return place }
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.depthLimit else { throw Untranslatable(CodeRefusal.tooManyTurns) }
    if let mostForks, depth > mostForks { return ask(CodeRefusal.tooManySteps.words, state) }
    let place = try run(state)
    known[state] = place
    return place
  }

  /// Reads the body of a loop: what was found on other ways is none of it.
  func reading(_ walk: Walk, _ read: () throws -> Int) throws -> Int {
    guard walks.count < Self.callLimit else { throw Untranslatable(.tooDeep) }
    let outer = known
    known = [:]
    walks.append(walk)
    defer {
      walks.removeLast()
      known = outer
    }
    return try read()
  }

  /// The variables that the loop changes whose body is read, where a way has come back to it; what else it holds must be
  /// as it was.
  private func valuesGoneRound(_ state: State) throws -> [Symbol]? {
    guard let walk = walks.last, walk.isReached(by: state) else { return nil }
    // What is asked there is asked, wherever the loop goes on.
    if state.isAsking { return [] }
    var state = state
    state.forgetRow(from: walk.row)
    let values = walk.changing.map { state[$0] }
    for register in walk.changing { state[register] = walk.start[register] }
    guard state.frames == walk.start.frames else {
      throw Untranslatable(.gathers)
    }
    return values
  }

  private func run(_ start: State) throws -> Int {
    var (state, steps) = (start, 0)
    while true {
      let line = state.frame.line
      steps += 1
      if mostForks != nil, steps > Self.longestStretch { return ask(CodeRefusal.tooManySteps.words, state) }
      do {
        try budget.spend(Self.stepCost)
        if let values = try valuesGoneRound(state) {
          return state.isAsking ? ask("", state) : graph.add(.continuing(values))
        }
        switch try step(&state) {
        case .next: continue
        case .walked(let place): return place
        case .fork(.value(let symbol), let store):
          try operations.weigh(symbol)
          try store(&state, symbol)
        case .fork(let outcome, let store): return try follow(outcome, state, store)
        case .returned(let values):
          if state.frames.count == 1 { return try answer(values.first ?? .nil, state) }
          state.frames.removeLast()
          try take(values, &state)
        }
      } catch var error as Untranslatable {
        error.line = error.line ?? line
        // What Lua alone knows is so for a reason, which was met before.
        if error.isAboutUnknown, let reason = state.asking.reason {
          error.reason += ": " + metReasons[reason].text
          error.isAboutUnknown = false
        }
        throw error
      }
    }
  }

  enum Step {
    case next
    /// What an operation comes to, and what is done with the value.
    case fork(Outcome, Store)
    case returned([Symbol])
    /// A loop over a relation was read, and all that comes behind it: here it begins.
    case walked(Int)
  }

  typealias Store = (inout State, Symbol) throws -> Void

  private func follow(_ outcome: Outcome, _ state: State, _ store: Store) throws -> Int {
    switch outcome {
    case .value(let symbol):
      try operations.weigh(symbol)
      var next = state
      try store(&next, symbol)
      return try explore(next)
    case .raise(let error): return ask(error.words, state, isError: true)
    case .unknown(let unknown, let reason):
      var next = state
      // Where nothing was unknown before, it is what stands behind the first result of a call.
      let isFurther = reason == .followsUnknown && !state.isAsking
      next.asking.reason = note((isFurther ? Unsaid.furtherResult : reason).words, state)
      try store(&next, .unknown(unknown))
      return try explore(next)
    case .fork(let condition, let yes, let no):
      let left = try follow(yes, state, store)
      let right = try follow(no, state, store)
      return try graph.ask(condition, then: left, else: right)
    }
  }

  /// Goes both ways at a condition that is not known, only to see what is there.
  func explorePaths(_ paths: [State]) throws {
    for path in paths { _ = try explore(path) }
  }

  /// The place of a reason among all; only the first one counts; the others follow from it.
  func note(_ words: String, _ state: State, isError: Bool = false) -> Int {
    if let known = state.asking.reason { return known }
    let reason = Reason(text: words, line: state.frame.line, isError: isError)
    if let known = metReasons.firstIndex(of: reason) { return known }
    metReasons.append(reason)
    return metReasons.count - 1
  }

  func ask(_ words: String, _ state: State, isError: Bool = false) -> Int {
    graph.add(.asking(note(words, state, isError: isError)))
  }

  // MARK: Answers

  private func answer(_ value: Symbol, _ state: State) throws -> Int {
    if case .unknown = value { return ask(Unsaid.furtherResult.words, state) }
    if state.isAsking { return ask(Unsaid.followsUnknown.words, state) }
    if goal == .value, value.isNaN { return ask(CodeRefusal.keyIsNaN.words, state) }
    // What is nil here may be of another type elsewhere.
    guard goal == .truth else { return try leaf(of: value.split(nil: .nil) { .value($0) }, state) }
    return try leaf(of: try operations.truth(value, then: .boolean(true), else: .boolean(false)), state)
  }

  private func leaf(of outcome: Outcome, _ state: State) throws -> Int {
    switch outcome {
    case .value(let symbol): graph.add(goal == .value ? .value(symbol) : symbol == .true ? .yes : .no)
    case .raise(let error): ask(error.words, state, isError: true)
    case .unknown(_, let reason): ask(reason.words, state)
    case .fork(let condition, let yes, let no):
      try graph.ask(condition, then: try leaf(of: yes, state), else: try leaf(of: no, state))
    }
  }

  // MARK: Calls

  /// Calls the function in a register with the values behind it.
  func call(_ instruction: Instruction, _ state: inout State) throws -> Step {
    let (a, b) = (instruction.a, instruction.b)
    let end = b == 0 ? state.frame.top ?? a + 1 : a + b
    let arguments = (a + 1..<max(end, a + 1)).map { state[$0] }
    state.frame.top = nil
    return try call(state[a], arguments, &state)
  }

  /// The results come back to the frame that is on top now (`take`).
  func call(_ callee: Symbol, _ arguments: [Symbol], _ state: inout State) throws -> Step {
    switch callee {
    case .constant(.function(let function)):
      if let builtin = operations.library.builtin(function) {
        return .fork(try operations.call(builtin, function, arguments)) { [unowned self] state, result in
          if case .list(let results) = result { return try take(results, &state) }
          try take([result], &state)
        }
      }
      guard let code = try code(of: function) else { return try callHost(function, arguments, state) }
      // What is put around `print` at a prompt is no one's to read.
      if code.prototype.isVariadic, function.definition == nil {
        throw Untranslatable(CodeRefusal.callsWithEffects(name(of: state)))
      }
      return try enter(code, arguments, &state)
    case .made(let code): return try enter(code, arguments, &state)
    case .constant(.userdata(let object)) where operations.host?.isTest(object) == true:
      let made = try operations.test(object, arguments)
      return .fork(made) { [unowned self] state, result in try take([result], &state) }
    case .constant(let constant):
      guard constant.isScalar else { throw Untranslatable(CodeRefusal.callsNoFunction(name(of: state))) }
      return .fork(.raise(.calls(name(of: state), type: constant.typeName))) { _, _ in }
    case .term: return .fork(.raise(.callsNoFunction(name(of: state)))) { _, _ in }
    case .document(let part) where part.isTable:
      return .fork(.raise(.callsNoFunction(name(of: state)))) { _, _ in }
    case .relatedMethod(let method):
      let operations = operations.inside(rows: walks.count)
      return .fork(try operations.call(method, arguments, rows)) { [unowned self] state, result in
        if case .list(let results) = result { return try take(results, &state) }
        try take([result], &state)
      }
    case .walk(let related), .numberedWalk(let related):
      guard state.frame.instruction?.opcode == .tforCall else {
        throw Untranslatable(.walkedByHand)
      }
      return .walked(try walk(related, state))
    default: throw Untranslatable(CodeRefusal.callsUnknown)
    }
  }

  /// Goes into a function, from which the way comes back.
  private func enter(_ code: Code, _ arguments: [Symbol], _ state: inout State) throws -> Step {
    guard !code.prototype.isVariadic else {
      throw Untranslatable(CodeRefusal.callsOfAnyArguments(name(of: state)))
    }
    guard state.frames.count < Self.callLimit else {
      let callsItself = state.frames.contains { $0.code === code }
      throw Untranslatable(callsItself ? CodeRefusal.callsItself(name(of: state)) : CodeRefusal.callsTooDeep)
    }
    state.frames.append(Frame(code, arguments: arguments))
    return .next
  }

  /// A function of the host is called at once where it has no effects and its arguments are known.
  private func callHost(_ function: LuaFunction, _ arguments: [Symbol], _ state: State) throws -> Step {
    let makesSort = operations.host?.makesSort(function) == true
    let known = try arguments.compactMap { argument -> Constant? in
      switch argument {
      case .constant(let constant) where constant.isScalar: return constant
      case .constant(.userdata(let object)) where makesSort: return .userdata(object)
      case .fresh(let options) where makesSort: return Constant(.table(try operations.table(of: options)))
      default: return nil
      }
    }
    if let advice = operations.library.advice(about: function) {
      for case .rows(let related) in arguments {
        throw Untranslatable(.givesRows(relation: related.name, to: name(of: state)))
      }
      throw Untranslatable(.libraryCall(advice))
    }
    guard makesSort || operations.host?.isPure(function) == true else {
      throw Untranslatable(CodeRefusal.callsWithEffects(name(of: state)))
    }
    guard known.count == arguments.count else {
      throw Untranslatable(CodeRefusal.callsWithValuesOfRow(name(of: state)))
    }
    let results = operations.library.call(function, known)
    return .fork(results.first ?? .nil) { [unowned self] state, result in try take([result], &state) }
  }

  /// Puts the results of a call where the calling instruction wants them.
  private func take(_ values: [Symbol], _ state: inout State) throws {
    guard let instruction = state.frame.instruction else { throw Untranslatable(CodeRefusal.otherCode) }
    defer { state.advance() }
    if instruction.opcode == .tforCall {
      for index in 0..<max(instruction.c, 1) {
        state[instruction.a + 4 + index] = values.indices.contains(index) ? values[index] : .nil
      }
      return
    }
    // A tail call passes on whatever comes.
    let wanted = instruction.opcode == .tailCall || instruction.c == 0 ? nil : instruction.c - 1
    for index in 0..<(wanted ?? values.count) {
      state[instruction.a + index] = values.indices.contains(index) ? values[index] : .nil
    }
    state.frame.top = wanted == nil ? instruction.a + values.count : nil
  }

  /// The name under which the function was found that an instruction calls, for messages.
  private func name(of state: State) -> String {
    let frame = state.frame
    guard let register = frame.instruction?.a else { return "a function" }
    for place in (0..<frame.place).reversed() {
      let instruction = frame.code.prototype.code[place]
      guard instruction.a == register else { continue }
      switch instruction.opcode {
      case .getTabUp, .getField, .selfOf:
        if case .constant(.string(let name)) = frame.constant(instruction.c) {
          return "'\(String(decoding: name, as: UTF8.self))'"
        }
      case .getUpvalue:
        if frame.code.prototype.upvalues.indices.contains(instruction.b) {
          return "'\(frame.code.prototype.upvalues[instruction.b].name)'"
        }
      default: break
      }
      return "a function"
    }
    return "a function"
  }

  /// A number for a variable that a loop changes.
  func makeNumber() -> Int {
    gathered += 1
    return gathered
  }

  func makeTable() -> Symbol {
    freshTables += 1
    return .fresh(FreshTable(number: freshTables))
  }
}
