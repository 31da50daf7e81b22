import ClosureSQL
import LuaRuntime
import Model
import Query
import Schema

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

  var handle: RequestHandle
  /// In the order in which the functions stand.
  var notes: [Note] = []
  /// Whether no row needs a function that was understood in part.
  var isSpared = false
  private(set) var world: ClosureTranslator.World
  let translator: ClosureTranslator
  /// What reading all the functions of the request may cost.
  let budget: ReadingBudget
  /// What is to be said of functions that do something else than they seem to.
  var hints: [String] { budget.hints }
  /// Whether functions before the one that is read may be called: it must not keep rows from them.
  var mayAsk = false

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
    // Functions may read what is computed, too.
    world.computed = handle.request.computed
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
    handle.context.session.state(ClosureHints.self).add(hints)
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
        if try isNeverAsked(ask, reasons, orElse: Note.closure) { said = key }
      }
      guard let key = said else { continue }
      guard let field = try key.field(named: computed.field.name, world) else {
        notes.append(.closure(ClosureReason(key.kind == .bytes ? .bytesAsKeys : .decimalsAsKeys, of: function)))
        continue
      }
      if [.text, .bytes].contains(key.kind), handle.request.reckons(with: name) {
        notes.append(.closure(ClosureReason(.textsReckonedWith(member: name), of: function)))
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
    world.computed = request.computed
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
}

extension FetchRequest {
  /// Whether something is said of its rows that does arithmetic with a member of theirs.
  fileprivate func reckons(with member: String) -> Bool {
    let said = [predicate].compactMap(\.self) + sorts.compactMap(\.expression) + computed.values.map(\.expression)
    return said.contains { $0.reckons(with: member) }
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
