import TestSupport
import Testing

/// Random schemas: their samples pass their own tests, and can be saved.
@Suite struct RandomSampleTests {
  @Test(arguments: 1...25)
  func `a hundred samples of any schema are valid and can be saved`(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let schema = RandomRules.schema(&dice)
    let script = try Script(schema: schema)
    let result = try script.run(
      """
      db:add(Team:sample(30, { seed = \(seed) }))
      local all = Thing:sample(100, { seed = \(seed) })
      for i, thing in ipairs(all) do
        local ok, errors = thing:validate()
        if not ok then error(i .. ": " .. tostring(errors)) end
      end
      db:add(all)
      local again = Thing:sample(3, { seed = \(seed + 1000) })
      db:add(again)
      return Thing:count()
      """)
    #expect(result == "103", "seed \(seed)\n\(schema)")
  }
}

/// Entities whose fields have rules that can be met.
private enum RandomRules {
  static func schema(_ dice: inout Dice) -> String {
    var members = (1...(3 + dice.roll(8))).map { "f\($0) = \(field(&dice))" }
    if dice.roll(2) == 0 { members.append("team = belongs_to(\"Team\", { required = \(dice.roll(2) == 0) })") }
    if dice.roll(3) == 0 {
      members += [
        "low = integer { required = \(dice.roll(2) == 0) }", "high = integer {}", "first = datetime {}",
        "last = datetime {}", "check = { \"low < high\", \"first <= last\" }",
      ]
    }
    if dice.roll(4) == 0 {
      members += ["a = enum { 'x', 'y' }", "b = integer {}", "indexes = { index { \"a\", \"b\", unique = true } }"]
    }
    return """
      Point = entity "Point" { abstract = true, x = real { required = true, validate = is.between(-1, 1) }, name = text {} }
      Team = entity "Team" { name = text { unique = true, required = true } }
      Thing = entity "Thing" { \(members.joined(separator: ", ")) }
      db:create_all()
      """
  }

  private static func field(_ dice: inout Dice) -> String {
    switch dice.roll(14) {
    case 0, 1, 2: made("text", [texts(&dice)], &dice, canBeUnique: true)
    case 3: made("integer", [numbers(&dice, [-1000, -3, 0, 7, 20, 30_000])], &dice, canBeUnique: true)
    case 4: made("integer", [numbers(&dice, [-30, 0, 100])], &dice, more: "bits = 16")
    case 5: made("real", [numbers(&dice, [-2, 0, 1, 5])], &dice, canBeUnique: true)
    case 6: made("decimal", [decimals(&dice)], &dice, more: "scale = \(2 + dice.roll(3))")
    case 7: made("date", [days(&dice)], &dice)
    case 8: made("datetime", [days(&dice)], &dice, more: "precision = \(dice.roll(7))")
    case 9: made("duration", [numbers(&dice, [0, 60, 7200])], &dice)
    case 10: dice.pick(["boolean {}", "boolean { required = true }", "data {}", "uuid { unique = true }", "url {}"])
    case 11: made("data", [dice.pick(["", "is.length(3, 9)", "is.prefix('ab')"])], &dice)
    case 12:
      dice.pick([
        "enum { 'pro', 'amateur', default = 'amateur' }",
        "enum { { 'one', 1 }, { 'two', 2 }, validate = is.equal 'two' }",
        "json {}", "json { required = true }", "embedded 'Point'", "list_of 'Point'",
        "map_of('Point', { required = true })",
      ])
    default: "variant { circle = real { validate = is.greater(0) }, at = 'Point', none = true }"
    }
  }

  private static func made(
    _ type: String, _ tests: [String], _ dice: inout Dice, more: String = "", canBeUnique: Bool = false
  ) -> String {
    let test = tests[0]
    var options = more.isEmpty ? [] : [more]
    if !test.isEmpty { options.append("validate = \(test)") }
    if dice.roll(3) == 0 { options.append("required = true") }
    if canBeUnique, test.isEmpty, dice.roll(2) == 0 { options.append("unique = true") }
    return "\(type) { \(options.joined(separator: ", ")) }"
  }

  private static func texts(_ dice: inout Dice) -> String {
    dice.pick([
      "", "is.not_empty", "is.length(3)", "is.length(2, 5)", "is.length(30, 60)", "is.prefix 'Ze'",
      "is.prefix('ze', { ignore_case = true })", "is.suffix 'or' & is.length(2, 6)", "is.containing 'rat'",
      "is.prefix 'abc' & is.suffix 'cde' & is.length(5)", "is.email", "is.email & is.length(20, 30)",
      "is.email & is.suffix '.com'", "is.matching '^[A-Z]{2}-[0-9]+$'", "is.matching '^[a-z]+$' & is.length(10, 20)",
      "is.one_of('red', 'blue')", "is.none_of { 'a' } & is.no_prefix 'z'", "~is.prefix 'b'",
      "~(is.equal 'x' | is.suffix 'a')",
      "is.prefix 'a' | is.suffix 'z'", "is.at_least 'm'", "is.between('b', 'd')", "is.less 'c' & is.not_empty",
      "is.greater 'x' & is.length(4)", "{ is.not_matching '[0-9]', is.containing ' ' }", "~is.length(1, 40)",
      "is.matching('^colou?r: (red|blue)$', { ignore_case = true })", "is.present & ~is.matching '\\\\s'",
      "is.prefix 'Ää' & is.length(2, 8)", "is.not_containing 'a' & is.not_containing 'e'",
    ])
  }

  private static func numbers(_ dice: inout Dice, _ values: [Int]) -> String {
    let first = dice.pick(values)
    let second = first + dice.roll(40)
    return dice.pick([
      "", "is.at_least(\(first))", "is.greater(\(first))", "is.at_most(\(first))", "is.less(\(first))",
      "is.between(\(first), \(second))", "is.between(\(first), \(second + 2), { upper = 'open', lower = 'open' })",
      "is.not_between(\(first), \(second))", "is.one_of(\(first), \(second))", "~is.equal(\(first))",
      "is.between(\(first), \(second)) | is.greater(\(second + 50))", "~(is.less(\(first)) | is.greater(\(second)))",
    ])
  }

  private static func decimals(_ dice: inout Dice) -> String {
    dice.pick([
      "", "is.between('0.10', '0.13')", "is.greater('-5')", "is.less(0)", "is.one_of('1.5', '2.25')",
      "is.at_most('9.99')",
    ])
  }

  private static func days(_ dice: inout Dice) -> String {
    dice.pick([
      "", "is.workday", "~is.workday", "is.at_least '2030-01-01'", "is.less '1999-12-31'",
      "is.between('2024-02-28', '2024-03-02')", "is.workday & is.between('2024-03-01', '2024-03-04')",
      "is.greater '9999-12-30'",
    ])
  }
}
