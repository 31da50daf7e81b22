import Schema

/// What tests ask of a value, as far as it helps to make one: the tests themselves have the last word.
///
///     is.between(18, 24) & ~is.equal(20)   // lower 18, upper 24
///     is.prefix("a") | is.prefix("b")      // prefixes "a", or "b": one of them, by the dice
struct Wishes {
  struct Bound {
    var value: Value
    var isOpen: Bool
  }

  var lower: [Bound] = []
  var upper: [Bound] = []
  /// Of each list, it is one.
  var choices: [[Value]] = []
  var prefixes: [Value] = []
  var suffixes: [Value] = []
  var parts: [Value] = []
  var patterns: [String] = []
  /// How many characters it has.
  var lengths = 0...Wishes.longest
  var isEmail = false
  var isWorkday: Bool?
  var isNull = false
  var isPresent = false

  /// Longer texts are not made, even where they may be.
  static let longest = 100_000

  init(_ tests: [Test], _ dice: inout SampleDice) {
    for test in tests { add(test, holds: true, &dice) }
  }

  /// Of several tests of which one is enough, the dice say which.
  private mutating func add(_ test: Test, holds: Bool, _ dice: inout SampleDice) {
    switch test {
    case .kind(let kind, let arguments): add(kind, arguments, holds: holds, &dice)
    case .not(let test): add(test, holds: !holds, &dice)
    case .and(let tests), .or(let tests):
      if tests.isEmpty { return }
      let areAllAsked = if case .and = test { holds } else { !holds }
      guard areAllAsked else { return add(dice.pick(tests), holds: holds, &dice) }
      for test in tests { add(test, holds: holds, &dice) }
    case .function: return
    }
  }

  private mutating func add(_ kind: TestKind, _ arguments: TestArguments, holds: Bool, _ dice: inout SampleDice) {
    if let opposite = Self.opposites[kind.name] { return add(opposite, arguments, holds: !holds, &dice) }
    switch (kind.name, holds) {
    case ("equal", true): addEqual(arguments[0])
    case ("less", _): addBound(arguments[0], isUpper: holds, isOpen: holds)
    case ("greater", _): addBound(arguments[0], isUpper: !holds, isOpen: holds)
    case ("between", true):
      lower.append(Bound(value: arguments[0], isOpen: arguments.options.contains(.lowerOpen)))
      upper.append(Bound(value: arguments[1], isOpen: arguments.options.contains(.upperOpen)))
    case ("between", false): addOutside(arguments, &dice)
    case ("one_of", true): addChoices(arguments)
    case ("present", true): isPresent = true
    case ("present", false): isNull = true
    case ("prefix", true): prefixes.append(arguments[0])
    case ("suffix", true): suffixes.append(arguments[0])
    case ("containing", true): parts.append(arguments[0])
    case ("matching", true): if case .text(let pattern) = arguments[0] { addPattern(pattern, arguments) }
    case ("not_empty", true): limit(1...Self.longest)
    case ("not_empty", false): choices.append([.text(""), .text(" ")])
    case ("length", _): addLength(arguments, holds, &dice)
    case ("workday", _): isWorkday = holds
    case ("email", true): isEmail = true
    default: return
    }
  }

  /// Tests that hold where another one does not.
  private static let opposites: [String: TestKind] = [
    "not_equal": .equal, "at_least": .less, "at_most": .greater, "not_between": .between, "none_of": .oneOf,
    "absent": .present, "no_prefix": .prefix, "no_suffix": .suffix, "not_containing": .containing,
    "not_matching": .matching,
  ]

  private mutating func addEqual(_ value: Value) {
    if value == .null { isNull = true } else { choices.append([value]) }
  }

  private mutating func addChoices(_ arguments: TestArguments) {
    let values = arguments.values.filter { $0 != .null }
    if values.isEmpty { isNull = isNull || !arguments.isEmpty } else { choices.append(values) }
  }

  private mutating func addBound(_ value: Value, isUpper: Bool, isOpen: Bool) {
    if isUpper {
      upper.append(Bound(value: value, isOpen: isOpen))
    } else {
      lower.append(Bound(value: value, isOpen: isOpen))
    }
  }

  /// Below a range or above it; an open end is outside.
  private mutating func addOutside(_ arguments: TestArguments, _ dice: inout SampleDice) {
    if dice.once(in: 2) {
      upper.append(Bound(value: arguments[0], isOpen: !arguments.options.contains(.lowerOpen)))
    } else {
      lower.append(Bound(value: arguments[1], isOpen: !arguments.options.contains(.upperOpen)))
    }
  }

  private mutating func addPattern(_ pattern: String, _ arguments: TestArguments) {
    patterns.append((arguments.options.contains(.ignoreCase) ? "(?i)" : "") + pattern)
  }

  private mutating func addLength(_ arguments: TestArguments, _ holds: Bool, _ dice: inout SampleDice) {
    guard case .integer(let low)? = arguments.values.first, case .integer(let high)? = arguments.values.last else {
      return
    }
    let (least, most) = (Int(clamping: low), min(Int(clamping: high), Self.longest))
    if holds { return limit(min(least, Self.longest)...max(most, min(least, Self.longest))) }
    if least > 0, dice.once(in: 2) { limit(0...least - 1) } else { limit(min(most + 1, Self.longest)...Self.longest) }
  }

  /// Lengths that contradict each other leave the first ones: the tests will say so.
  private mutating func limit(_ range: ClosedRange<Int>) {
    guard lengths.overlaps(range) else { return }
    lengths = lengths.clamped(to: range)
  }
}
