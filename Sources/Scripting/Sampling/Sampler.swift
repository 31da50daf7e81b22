import LuaRows
import LuaRuntime
import Model
import Query
import Requests
import Samples
import Schema

/// Makes objects that satisfy the rules of their entity.
///
/// Each member has a value of its own by the dice. Whatever rule an object then breaks says which members are drawn
/// again: so functions of the script, rules over several fields and uniqueness need not be understood to be kept.
struct Sampler {
  let session: SessionContext
  let context: ObjectContext
  let tied: ResolvedEntity
  let options: SampleOptions
  let count: Int
  let stack: LuaStack
  private let members: [SampledMember]
  private var uniqueness: SampleUniqueness

  /// How often an object is made before its rules are said to be too much.
  private static let tries = 2000

  init(
    session: SessionContext, context: ObjectContext, options: SampleOptions, count: Int, _ stack: LuaStack
  ) throws {
    self.session = session
    self.context = context
    tied = try context.tied()
    self.options = options
    self.count = count
    self.stack = stack
    members = try SampledMember.all(of: context, tied, options, stack)
    uniqueness = try SampleUniqueness(context, tied, stack)
  }

  /// The sample of a number, from 0.
  mutating func object(_ number: Int) throws -> LuaValue {
    var draft = SampleDraft(number: number)
    for place in members.indices { try draw(place, &draft) }
    var broken = SampleFaults()
    for attempt in 1...Self.tries {
      if attempt & 15 == 0 { try session.lua.checkInterruption() }
      broken = SampleFaults()
      if let object = try made(draft, &broken) {
        uniqueness.keep()
        return object
      }
      try redraw(broken, attempt, &draft)
    }
    throw refusal(broken, number)
  }

  /// The object that the values of a draft make; nil where it breaks rules.
  private mutating func made(_ draft: SampleDraft, _ broken: inout SampleFaults) throws -> LuaValue? {
    let values = session.lua.makeTable()
    for (place, member) in members.enumerated() { values[member.name] = draft.values[place] ?? .nil }
    for (name, value) in options.given { values[name] = value }
    let made: LuaValue
    do {
      made = try Objects(session).newObject(context, values, stack)
    } catch let error as ScriptError where members.contains(where: \.isJudgedWhenMade) {
      // What stands in a document is tested while it becomes one.
      broken.error = error
      broken.members.formUnion(members.indices.filter { members[$0].isJudgedWhenMade })
      return nil
    }
    stack.push(made)
    defer { stack.pop(1) }
    guard let object = stack.rowObject(-1) else { return nil }
    try test(object, &broken)
    guard broken.isEmpty else { return nil }
    return made
  }

  private mutating func test(_ object: LuaRowObject, _ broken: inout SampleFaults) throws {
    var validation = Validation(session: session, context: context, tied: tied, stack: stack)
    try validation.checkAll(of: object)
    for failure in validation.failures where !failure.field.isEmpty {
      let name = String(failure.field.prefix { $0 != "." && $0 != "[" })
      guard let place = members.firstIndex(where: { $0.name == name }) else {
        throw ScriptError.validation([failure], session.lua)
      }
      broken.members.insert(place)
      broken.words.append(ScriptError.validation([failure], session.lua).message)
    }
    try broken.rules = RuleRepair(tied: tied, stack: stack, session: session).broken(of: object)
    broken.words += broken.rules.map { "\(tied.entity.name): \($0.rule.text)" }
    if !broken.isEmpty { return }
    for names in try uniqueness.clashes(of: object) {
      broken.clashes.append(members.indices.filter { names.contains(members[$0].name) })
      broken.uniqueSets.append(names)
    }
  }

  // MARK: Drawing

  private func draw(_ place: Int, _ draft: inout SampleDraft, more: [Test] = []) throws {
    let member = members[place]
    let attempt = draft.attempts[place, default: -1] + 1
    draft.attempts[place] = attempt
    var dice = SampleDice(seed: options.seed, "\(tied.entity.name).\(member.name)", draft.number, attempt)
    guard let value = try member.value(&dice, number: draft.number, attempt: attempt, more: more) else {
      // A value that further tests refuse is left as it is: another member may give way.
      if !more.isEmpty { return }
      throw ScriptError(
        SampleError.noValue(entity: tied.entity.name, field: member.name, tests: member.tests))
    }
    draft.values[place] = value
  }

  private func redraw(_ broken: SampleFaults, _ attempt: Int, _ draft: inout SampleDraft) throws {
    if members.isEmpty { return }
    // Now and then everything, so that what hangs together has another beginning.
    if attempt % 40 == 0 {
      for place in members.indices { try draw(place, &draft) }
      return
    }
    var dice = SampleDice(seed: options.seed, tied.entity.name, draft.number, attempt)
    for place in broken.members.sorted() { try draw(place, &draft) }
    for places in broken.clashes where !places.isEmpty { try draw(dice.pick(places), &draft) }
    for broken in broken.rules { try mend(broken, &draft, &dice) }
  }

  /// Draws a member of a rule again, mostly one that the rule says something plain about.
  private func mend(_ broken: BrokenRule, _ draft: inout SampleDraft, _ dice: inout SampleDice) throws {
    let hints = broken.hints.filter { hint in members.contains { $0.name == hint.field } }
    if !hints.isEmpty, !dice.once(in: 6) {
      let hint = dice.pick(hints)
      let tests = hints.filter { $0.field == hint.field && dice.once(in: 2) }.map(\.test) + [hint.test]
      guard let place = members.firstIndex(where: { $0.name == hint.field }) else { return }
      return try draw(place, &draft, more: tests)
    }
    let names = Set(broken.slots.map { tied.entity.fields[$0].relation ?? tied.entity.fields[$0].name })
    let places = members.indices.filter { names.contains(members[$0].name) }
    if !places.isEmpty { try draw(dice.pick(places), &draft) }
  }

  private func refusal(_ broken: SampleFaults, _ number: Int) -> ScriptError {
    if let set = broken.uniqueSets.first {
      return ScriptError(
        SampleError.tooFewValues(entity: tied.entity.name, members: set, made: number, wanted: count))
    }
    if let error = broken.error { return error }
    return ScriptError(SampleError.unmet(entity: tied.entity.name, rules: broken.words, tries: Self.tries))
  }
}

/// An object that is being made: what was drawn for each member, by its place.
struct SampleDraft {
  let number: Int
  var values: [Int: LuaValue] = [:]
  var attempts: [Int: Int] = [:]
}

/// What is wrong with a draft.
struct SampleFaults {
  /// The members that broke tests.
  var members: Set<Int> = []
  var rules: [BrokenRule] = []
  /// Of each set of members that another object has, too: those that can be drawn again, and the names of all.
  var clashes: [[Int]] = []
  var uniqueSets: [[String]] = []
  var words: [String] = []
  var error: ScriptError?

  var isEmpty: Bool { members.isEmpty && rules.isEmpty && clashes.isEmpty }
}
