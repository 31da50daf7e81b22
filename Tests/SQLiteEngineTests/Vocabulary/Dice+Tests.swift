import Schema
import TestSupport

/// Random tests, and values for them.
extension Dice {
  // MARK: Values

  private static let letters = [
    "a", "A", "b", "B", "z", "é", "É", "e\u{301}", "ß", "ẞ", "σ", "ς", "Σ", "K", "\u{212A}", "ı", "İ", "i", "🙂", " ",
    "\n", "@", ".", "1", "-", "\0",
  ]

  private static let patterns = [
    "", "^a", "b$", "é", "(?:a|b)+", "[a-z]", #"\w"#, ".", "^$", "^..$", "k", "Σ", #"\s"#, "[^a]", #"(.)\1"#,
    #"^\p{L}*$"#,
  ]

  mutating func text() -> String {
    (0..<roll(6)).map { _ in pick(Self.letters) }.joined()
  }

  /// A value as a column of any type may hold it, often NULL.
  mutating func value() -> Value {
    switch roll(12) {
    case 0: .null
    case 1, 2: .integer(Int64(roll(7)) - 3)
    case 3: .real(Double(roll(13)) / 2 - 3)
    case 4: .data(Array(text().utf8))
    default: .text(text())
    }
  }

  // MARK: Tests

  /// A combination of tests, of which some may be functions of this many.
  mutating func test(depth: Int, functions: Int) -> Test {
    switch depth == 0 ? 9 : roll(10) {
    case 0, 1: return .not(test(depth: depth - 1, functions: functions))
    case 2, 3: return .and(test(depth: depth - 1, functions: functions), test(depth: depth - 1, functions: functions))
    case 4, 5: return .or(test(depth: depth - 1, functions: functions), test(depth: depth - 1, functions: functions))
    default:
      if functions > 0, roll(5) == 0 { return .function(TestFunction(ScriptHook(roll(functions)))) }
      return leaf()
    }
  }

  private mutating func leaf() -> Test {
    let kind = pick(TestKind.all)
    var options: Set<TestOption> = []
    for option in kind.options where roll(2) == 0 { options.insert(option) }
    return .kind(kind, TestArguments(operands(of: kind), options: options))
  }

  private mutating func operands(of kind: TestKind) -> [Value] {
    switch kind.operands {
    case .none: []
    case .values(let count): (0..<count).map { _ in value() }
    case .list: (0..<roll(4)).map { _ in value() }
    case .text: [roll(8) == 0 ? .data(Array(text().utf8)) : .text(text())]
    case .pattern: [.text(pick(Self.patterns))]
    case .counts: (0...roll(2)).map { _ in .integer(Int64(roll(6))) }
    }
  }
}
