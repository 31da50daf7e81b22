import Query
import SQLiteEngine
import Schema
import TestSupport
import Testing

@Suite struct FetchPlanTests {
  private let age = Expression.comparison(.greater, field("score"), literal(20))
  private let name = Expression.comparison(.equal, field("name"), literal("Cy"))
  private let f = Expression.closure(ScriptHook(1))
  private let g = Expression.closure(ScriptHook(2))

  private func expect(
    _ predicate: Expression?, _ condition: Expression?, _ flags: [Expression], _ residual: FetchPlan.Residual?,
    at location: SourceLocation = #_sourceLocation
  ) {
    let plan = FetchPlan(predicate)
    #expect(plan.condition == condition, sourceLocation: location)
    #expect(plan.flags == flags, sourceLocation: location)
    #expect(plan.residual == residual, sourceLocation: location)
  }

  @Test func `what holds no function is pushed`() {
    let (f1, g1) = (FetchPlan.Residual.closure(ScriptHook(1)), FetchPlan.Residual.closure(ScriptHook(2)))
    expect(nil, nil, [], nil)
    expect(age, age, [], nil)
    expect(.and([age, .or([name, age])]), .and([age, .or([name, age])]), [], nil)
    expect(f, nil, [], f1)
    expect(.and([f, age]), age, [], f1)
    expect(.and([age, f, name]), .and([age, name]), [], f1)
    expect(.and([f, g]), nil, [], .and([f1, g1]))
    expect(.and([age, .and([name, .and([f, g])])]), .and([age, name]), [], .and([f1, g1]))
    expect(.or([age, f]), nil, [age], .or([.flag(0), f1]))
    expect(.not(f), nil, [], .not(f1))
    expect(.not(.and([age, f])), nil, [age], .not(.and([.flag(0), f1])))
    expect(.and([age, f, .or([name, g])]), age, [name], .and([f1, .or([.flag(0), g1])]))
    expect(
      .or([.and([age, f]), .and([name, .not(g)])]), nil, [age, name],
      .or([.and([.flag(0), f1]), .and([.flag(1), .not(g1)])]))
  }

  @Test func `values that functions test are columns of the result`() throws {
    let tested = Expression.tested(field("score"), ScriptHook(1))
    let other = Expression.tested(field("score"), ScriptHook(2))
    let city = Expression.tested(.field(FieldPath("team.city")), ScriptHook(3))
    expect(tested, nil, [field("score")], .test(ScriptHook(1), value: 0))
    expect(.and([age, .not(tested)]), age, [field("score")], .not(.test(ScriptHook(1), value: 0)))
    expect(
      .or([tested, name, other]), nil, [field("score"), name],
      .or([.test(ScriptHook(1), value: 0), .flag(1), .test(ScriptHook(2), value: 0)]))
    try expectSQL(
      all("Player", where: .and([name, city])), .fields([FieldPath("id")]),
      "SELECT \"player\".\"id\", \"team\".\"city\" FROM \"player\" LEFT JOIN \"team\" AS \"team\""
        + " ON \"team\".\"id\" = \"player\".\"team_id\" WHERE \"player\".\"name\" = 'Cy' ORDER BY \"player\".\"id\"",
      ["3 NULL"])
  }

  @Test func `flags are columns of the result`() throws {
    try expectSQL(
      all("Player", where: .and([.not(.isNull(field("weight"))), .or([age, f])])), .fields([FieldPath("id")]),
      "SELECT \"id\", \"score\" > 20 FROM \"player\" WHERE \"weight\" IS NOT NULL ORDER BY \"id\"",
      ["1 0", "2 NULL", "4 0"])
  }

  @Test func `a request that asks a function is not cut`() throws {
    var request = all("Player", where: f)
    request.limit = 1
    try expectSQL(request, "SELECT … FROM \"player\" ORDER BY \"id\"", ["1", "2", "3", "4"])
  }

  /// Kleene's tables, by the least and the greatest of false < unknown < true.
  private func slowTruth(_ residual: FetchPlan.Residual, _ flags: [Bool?], _ answers: [Int: Bool]) -> Int {
    switch residual {
    case .flag(let index): flags[index].map { $0 ? 2 : 0 } ?? 1
    case .closure(let hook): answers[hook.number] == true ? 2 : 0
    case .asked(let hook, let ask, let yes):
      flags[ask] == true
        ? (answers[hook.number] == true ? 2 : 0) : yes.map { flags[$0] == true ? 2 : 0 } ?? 2
    case .test(let hook, let value): flags[value].map { _ in answers[hook.number] == true ? 2 : 0 } ?? 1
    case .not(let operand): 2 - slowTruth(operand, flags, answers)
    case .and(let parts): parts.map { slowTruth($0, flags, answers) }.min() ?? 2
    case .or(let parts): parts.map { slowTruth($0, flags, answers) }.max() ?? 0
    }
  }

  private func random(_ depth: Int, _ dice: inout Dice) -> FetchPlan.Residual {
    switch depth == 0 ? dice.roll(4) : dice.roll(7) {
    case 3: .asked(ScriptHook(dice.roll(2)), ask: dice.roll(3), yes: dice.roll(2) == 0 ? nil : dice.roll(3))
    case 0: .flag(dice.roll(3))
    case 1: .closure(ScriptHook(dice.roll(2)))
    case 2: .test(ScriptHook(dice.roll(2)), value: dice.roll(3))
    case 4: .not(random(depth - 1, &dice))
    case 5: .and((0..<dice.roll(4)).map { _ in random(depth - 1, &dice) })
    default: .or((0..<dice.roll(4)).map { _ in random(depth - 1, &dice) })
    }
  }

  @Test func `what is left is decided in three valued logic`() {
    let seed: UInt64 = 11
    var dice = Dice(seed: seed)
    let truths: [Bool?] = [false, nil, true]
    for _ in 0..<500 {
      let residual = random(4, &dice)
      for number in 0..<27 * 4 {
        let flags = [truths[number % 3], truths[number / 3 % 3], truths[number / 9 % 3]]
        let answers = [0: number / 27 % 2 == 0, 1: number / 54 == 0]
        let truth = residual.truth(
          flag: { flags[$0] }, test: { hook, value in flags[value].map { _ in answers[hook.number] == true } },
          ask: { answers[$0.number] == true })
        let slow: Bool? = [false, nil, true][slowTruth(residual, flags, answers)]
        #expect(truth == slow, "\(residual) of \(flags), \(answers), seed \(seed)")
      }
    }
  }

  @Test func `functions are asked no longer than needed`() {
    var asked: [Int] = []
    let residual = FetchPlan.Residual.and([.flag(0), .closure(ScriptHook(1)), .closure(ScriptHook(2))])
    let ask = { (hook: ScriptHook) -> Bool in
      asked.append(hook.number)
      return false
    }
    #expect(residual.truth(flag: { _ in false }, test: { _, _ in nil }, ask: ask) == false)
    #expect(asked == [])
    #expect(residual.truth(flag: { _ in true }, test: { _, _ in nil }, ask: ask) == false)
    #expect(asked == [1])
  }
}
