import ClosureSQL
import LuaRuntime
import Model
import Query
import Schema
import Store

/// A request in which functions of the script are said in SQL, as far as they mean the same there.
///
/// What functions have captured counts as it is now: a request is made ready each time that it runs.
struct Pushdown {
  /// What became of one function.
  enum Note {
    case pushed(Expression)
    case prefilter(Expression, ask: Expression, [ClosureReason])
    case sorted([(Expression, isDescending: Bool)])
    case closure(ClosureReason)
    /// The same of one that sorts.
    case sortedInMemory(ClosureReason)
  }

  private(set) var handle: RequestHandle
  /// In the order in which the functions stand.
  private(set) var notes: [Note] = []
  /// Whether no row needs a function that was understood in part.
  private(set) var isSpared = false
  private let world: ClosureTranslator.World
  private let translator: ClosureTranslator
  /// What reading all the functions of the request may cost.
  private let budget: ReadingBudget
  /// What is to be said of functions that do something else than they seem to.
  var hints: [String] { budget.hints }
  /// Whether functions before the one that is read may be called: it must not keep rows from them.
  private var mayAsk = false

  /// - Throws: `ScriptError` where a strict request has a function that must run row by row.
  init(_ handle: RequestHandle) throws {
    let handle = try handle.settled()
    self.handle = handle
    world = try handle.context.closureWorld()
    translator = handle.context.session.state(ClosureReading.self).translator
    budget = ReadingBudget(handle.context.session.lua)
    guard handle.request.closures != .rowByRow else {
      try askMembers()
      return
    }
    try sayComputed()
    guard handle.request.asksScript else {
      if handle.request.closures == .strict { try checkStrict() }
      return
    }
    if let predicate = handle.request.predicate, predicate.containsClosure {
      let said = try say(predicate)
      self.handle = self.handle.with { $0.predicate = said }
      if try !isAdmitted() { callAll(of: handle) }
    }
    if handle.request.sorts.contains(where: \.asksScript) {
      try sayOrder()
      if try !isAdmitted() { callAll(of: handle) }
    }
    if handle.request.closures == .strict { try checkStrict() }
    try spare()
    if handle.request.closures == .strict { try checkSpared() }
  }

  /// What a strict request is left with must be the database's alone: no row may need a function.
  private mutating func checkSpared() throws {
    guard !isSpared, FetchPlan(handle.request).residual != nil else { return }
    try spareAll()
    guard !isSpared else { return }
    let reasons = notes.flatMap { note -> [ClosureReason] in
      if case .prefilter(_, _, let reasons) = note { return reasons }
      return []
    }
    throw ScriptError.strict(reasons.first ?? ClosureReason(.onlyItselfCanTell))
  }

  // MARK: Computed values

  /// What functions give of each row, as expressions where these mean the same for all rows.
  private mutating func sayComputed() throws {
    for (name, computed) in handle.request.computed.sorted(by: { $0.key < $1.key }) {
      guard case .closure(let hook) = computed.expression, let function = handle.functions[hook]
      else { continue }
      var said: KeyReading.Key?
      switch try translator.key(function, world, budget) {
      case .closure(let reason): notes.append(.closure(reason))
      case .pushed(let key): said = key
      case .prefilter(let key, let ask, let reasons):
        if try isNeverAsked(ask, reasons) { said = key }
      }
      guard let key = said, let field = try key.field(named: computed.field.name, world) else {
        continue
      }
      notes.append(.pushed(key.expression))
      try learn(name, ComputedField(field, key.expression))
    }
    try askMembers()
  }

  /// A member of which it is known now what it is: what was said of it when that was not known is said of this.
  private mutating func learn(_ name: String, _ computed: ComputedField) throws {
    var request = handle.request
    if let member = DecimalMember(name, computed.field) {
      request.predicate = try request.predicate.map(member.spelling)
      try request.sorts.spell(member)
      for other in request.computed.keys { try request.computed[other]?.settle(member.spelling) }
    }
    request.computed[name] = computed
    handle = handle.with { $0 = request }
  }

  /// What a function must be called for is asked of the rows: by conditions, and where they are sorted.
  private mutating func askMembers() throws {
    let asked = handle.request.computed.filter { $0.value.asksScript }.mapValues(\.expression)
    guard !asked.isEmpty else { return }
    for place in handle.request.sorts.indices {
      guard let path = handle.request.sorts[place].path, path.isOwn, let function = asked[path.field] else { continue }
      handle = handle.with { $0.sorts[place].key = .value(function) }
    }
    handle = try handle.askingMembers(asked)
  }

  private func checkStrict() throws {
    for note in notes {
      guard let reason = note.reason else { continue }
      throw ScriptError.strict(reason)
    }
  }

  // MARK: Conditions

  private mutating func say(_ expression: Expression) throws -> Expression {
    guard expression.containsClosure else { return expression }
    switch expression {
    case .closure(let hook): return try say(hook, isNegated: false)
    case .not(.closure(let hook)): return try say(hook, isNegated: true)
    case .not(let operand): return .not(try sayAsTruth(operand))
    case .and(let parts):
      var said: [Expression] = []
      for part in parts { said.append(try say(part)) }
      return .and(said)
    case .or(let parts):
      var said: [Expression] = []
      for part in parts { said.append(try say(part)) }
      return .or(said)
    default: return sayTested(expression)
    }
  }

  /// A function negates as Lua does: what it does not select, it selects then.
  private mutating func say(_ hook: ScriptHook, isNegated: Bool) throws -> Expression {
    let unread = isNegated ? Expression.not(.closure(hook)) : .closure(hook)
    guard let function = handle.functions[hook] else { return unread }
    let reading = try translator.filter(function, world, budget)
    note(reading)
    switch reading {
    case .pushed(let yes, let no):
      if !mayAsk { return isNegated ? no : yes }
      let part = Expression.partly(hook, yes: yes, ask: .or([]))
      return isNegated ? .not(part) : part
    case .prefilter(let yes, let ask, _):
      mayAsk = true
      let part = Expression.partly(hook, yes: yes, ask: ask)
      return isNegated ? .not(part) : part
    case .closure:
      mayAsk = true
      return unread
    }
  }

  /// Below a negation NULL would not do for false.
  private mutating func sayAsTruth(_ expression: Expression) throws -> Expression {
    guard expression.containsClosure else { return expression }
    switch expression {
    case .closure(let hook):
      let said = try say(hook, isNegated: false)
      return said.containsClosure ? said : .choose(said, .and([]), .or([]))
    case .not(let operand): return .not(try sayAsTruth(operand))
    case .and(let parts):
      var said: [Expression] = []
      for part in parts { said.append(try sayAsTruth(part)) }
      return .and(said)
    case .or(let parts):
      var said: [Expression] = []
      for part in parts { said.append(try sayAsTruth(part)) }
      return .or(said)
    default: return sayTested(expression)
    }
  }

  /// A test that is a function is asked about each value, whatever it does: the value is all that it sees.
  private mutating func sayTested(_ expression: Expression) -> Expression {
    mayAsk = true
    if case .tested(let value, let hook) = expression {
      let path: FieldPath? = if case .field(let path) = value { path } else { nil }
      notes.append(.closure(ClosureReason(.testOfValues(of: path), of: handle.functions[hook])))
    }
    return expression
  }

  private mutating func note(_ reading: FilterReading) {
    switch reading {
    case .pushed(let yes, _): notes.append(.pushed(yes))
    case .prefilter(let yes, let ask, let reasons): notes.append(.prefilter(yes, ask: ask, reasons))
    case .closure(let reason): notes.append(.closure(reason))
    }
  }

  // MARK: Order

  private mutating func sayOrder() throws {
    var sorts: [Sort] = []
    for sort in handle.request.sorts {
      guard sort.asksScript, let said = try say(sort) else {
        sorts.append(sort)
        continue
      }
      notes.append(.sorted(said.compactMap { sort in sort.expression.map { ($0, sort.isDescending) } }))
      sorts += said
    }
    handle = handle.with { $0.sorts = sorts }
  }

  /// The sorts that mean what a function does; nil where the function must be called.
  private mutating func say(_ sort: Sort) throws -> [Sort]? {
    switch sort.key {
    case .comparator(let hook):
      guard let function = handle.functions[hook] else { return nil }
      switch try translator.comparator(function, world, budget) {
      case .closure(let reason): notes.append(.sortedInMemory(reason))
      case .keys(let keys, let ask, let reasons):
        guard try isNeverAsked(ask, reasons) else { return nil }
        return keys.map { Sort(.value($0.expression), isDescending: $0.isDescending != sort.isDescending) }
      }
      return nil
    case .value(.closure(let hook)):
      guard let function = handle.functions[hook] else { return nil }
      switch try translator.key(function, world, budget) {
      case .closure(let reason): notes.append(.sortedInMemory(reason))
      case .pushed(let key): return sorts(by: key, sort)
      case .prefilter(let key, let ask, let reasons):
        if try isNeverAsked(ask, reasons) { return sorts(by: key, sort) }
      }
      return nil
    case .value: return nil
    }
  }

  private mutating func sorts(by key: KeyReading.Key, _ sort: Sort) -> [Sort]? {
    guard sort.isExact || key.kind != .bytes else {
      notes.append(.sortedInMemory(ClosureReason(.bytesAsKeys)))
      return nil
    }
    var result = sort
    result.key = .value(key.expression)
    return [result]
  }

  private mutating func isNeverAsked(_ ask: Expression, _ reasons: [ClosureReason]) throws -> Bool {
    if ask == .or([]) { return true }
    if try isEmpty(where: ask) { return true }
    notes.append(.sortedInMemory(reasons.first ?? ClosureReason(.onlyItselfCanTell)))
    return false
  }

  // MARK: Asking the database first

  /// Leaves functions out of the condition where there is no row about which one of them would be asked.
  private mutating func spare() throws {
    // What a row holds is not to change from one time to the next.
    guard handle.request.selection == nil, let predicate = handle.request.predicate,
      let ask = predicate.partlyAsked, ask != .or([])
    else { return }
    guard try isEmpty(where: ask, cheaply: true) else { return }
    handle = handle.with { $0.predicate = predicate.decided }
    isSpared = true
  }

  /// The same, whatever it costs: for what the database can then do at once.
  mutating func spareAll() throws {
    guard !isSpared, let predicate = handle.request.predicate, let ask = predicate.partlyAsked else { return }
    guard try ask == .or([]) || isEmpty(where: ask) else { return }
    handle = handle.with { $0.predicate = predicate.decided }
    isSpared = true
  }

  /// Whether there is no row, among those that the rest of the request leaves, for which a condition holds.
  private func isEmpty(where ask: Expression, cheaply: Bool = false) throws -> Bool {
    var request = FetchRequest(entity: handle.request.entity, predicate: ask)
    request.computed = handle.request.computed
    request.source = handle.request.source
    if let condition = FetchPlan(handle.request.predicate).condition?.besideWindows(handle.request.computed)?
      .besideFunctions(handle.request)
    {
      request.predicate = ask.and(condition)
    }
    request.limit = 1
    let sql = try Select(catalog: world.catalog, entity: world.entity, dialect: world.dialect)
      .statement(request, plan: FetchPlan(request), output: .exists).rendered(for: world.dialect)
    let store = try handle.context.database.store()
    return try unlessRefused {
      if cheaply, try store.engine.plan(of: sql).contains(where: \.readsAllRows) { return false }
      return try store.rows(sql).count == 0
    } ?? false
  }

  // MARK: What a database takes

  /// Whether the database takes the statement that the request has become.
  private func isAdmitted() throws -> Bool {
    let plan = FetchPlan(handle.request)
    let sizes = ([plan.condition].compactMap(\.self) + plan.flags + handle.request.sorts.compactMap(\.expression))
      .map(\.size)
    guard sizes.allSatisfy(world.dialect.limits.admit),
      sizes.reduce(0, { $0 + $1.values }) <= world.dialect.limits.values
    else { return false }
    // What is short is never refused.
    guard sizes.reduce(0, { $0 + $1.nodes }) > Self.shortStatement else { return true }
    let sql = try Select(catalog: world.catalog, entity: world.entity, dialect: world.dialect)
      .statement(handle.request, plan: plan, output: .rows).rendered(for: world.dialect)
    let store = try handle.context.database.store()
    return try unlessRefused {
      try store.engine.statement(sql.text).release()
      return true
    } ?? false
  }

  /// What the database answers; nil where it refuses the statement for its size.
  private func unlessRefused<Answer>(_ answer: () throws -> Answer) throws -> Answer? {
    do {
      return try answer()
    } catch let error as StoreError where error.isAboutSize {
      return nil
    }
  }

  private static let shortStatement = 100

  /// Leaves the request as it was: every function is called.
  private mutating func callAll(of original: RequestHandle) {
    handle = original
    let reason = ClosureReason(.tooLarge)
    notes = notes.map { note in
      switch note {
      case .pushed, .prefilter: .closure(reason)
      case .sorted: .sortedInMemory(reason)
      case .closure, .sortedInMemory: note
      }
    }
  }
}

extension Pushdown.Note {
  /// Why a function runs row by row.
  fileprivate var reason: ClosureReason? {
    switch self {
    case .closure(let reason), .sortedInMemory(let reason): reason
    case .pushed, .prefilter, .sorted: nil
    }
  }
}

extension Expression {
  /// The parts of a conjunction that need no function: what one gives of a row is not known to the database.
  fileprivate func besideFunctions(_ request: FetchRequest) -> Expression? {
    var parts = [self]
    if case .and(let conjuncts) = self { parts = conjuncts }
    parts = parts.filter { !request.spellingOut($0).containsClosure }
    return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : .and(parts)
  }

  /// Where a function is asked that was understood in part; nil where one is asked for each row.
  var partlyAsked: Expression? {
    guard containsClosure else { return .or([]) }
    switch self {
    case .partly(_, _, let ask): return ask
    case .not(let operand): return operand.partlyAsked
    case .and(let parts), .or(let parts):
      let all = parts.map(\.partlyAsked)
      if all.contains(nil) { return nil }
      var asking: [Expression] = []
      for case let part? in all where part != .or([]) && !asking.contains(part) { asking.append(part) }
      return asking.count == 1 ? asking[0] : .or(asking)
    default: return nil
    }
  }

  /// The same for rows about which no function is asked.
  var decided: Expression {
    switch self {
    case .partly(_, let yes, _): return yes
    case .not(let operand) where operand.containsClosure: return .not(operand.decidedAsTruth)
    case .and(let parts): return .and(parts.map(\.decided))
    case .or(let parts): return .or(parts.map(\.decided))
    default: return self
    }
  }

  /// Below a negation NULL would not do for false.
  private var decidedAsTruth: Expression {
    switch self {
    case .partly(_, let yes, _): return .choose(yes, .and([]), .or([]))
    case .not(let operand): return .not(operand.decidedAsTruth)
    case .and(let parts): return .and(parts.map(\.decidedAsTruth))
    case .or(let parts): return .or(parts.map(\.decidedAsTruth))
    default: return self
    }
  }
}
