/// A test of one value: it validates a field, and it is a predicate in a request.
///
///     is.between(18, 24)      Test(.between, [.integer(18), .integer(24)])
///     ~is.prefix("x")         .not(…)
package indirect enum Test: Hashable, Sendable {
  case kind(TestKind, TestArguments)
  case not(Test)
  /// All of them; mostly made by `and(_:_:)`, which leaves no conjunction inside of another.
  case and([Test])
  /// One of them; mostly made by `or(_:_:)`.
  case or([Test])
  /// A function of the script.
  case function(TestFunction)
}

/// The description of a test of the language.
///
/// Each test is one file in `Tests/` (neighbours share one) and one line in `all`.
package struct TestKind: Sendable {
  /// The word after `is.`: `between`.
  package let name: String
  package let summary: String
  /// The test as a script writes it.
  package let example: String
  package let operands: Operands
  package let subject: Subject
  /// The options that it takes.
  package let options: [TestOption]
  /// What is wrong with a value that fails: `is not between 18 and 24`.
  package let message: @Sendable (TestArguments) -> String
  /// The test in memory, ready for many values: nil for NULL where the test says nothing about NULL.
  package let matcher: @Sendable (TestArguments) -> Matcher
  /// The same test as an expression over a value.
  package let expression: @Sendable (Expression, TestArguments) -> Expression
  /// Values that the matcher need not be asked about.
  package let passing: @Sendable (TestArguments) -> TrivialValues

  /// A test that is ready to be asked of values.
  ///
  /// It throws `SchemaError.searchTooLong` where the search for a regular expression was given up.
  package typealias Matcher = @Sendable (Cell) throws(SchemaError) -> Bool?

  package init(
    name: String, summary: String, example: String, operands: Operands, subject: Subject? = nil,
    options: [TestOption] = [],
    message: @escaping @Sendable (TestArguments) -> String,
    matcher: @escaping @Sendable (TestArguments) -> Matcher,
    expression: @escaping @Sendable (Expression, TestArguments) -> Expression,
    passing: @escaping @Sendable (TestArguments) -> TrivialValues = { _ in .unknown }
  ) {
    self.name = name
    self.summary = summary
    self.example = example
    self.operands = operands
    self.subject = subject ?? operands.subject
    self.options = options
    self.message = message
    self.matcher = matcher
    self.expression = expression
    self.passing = passing
  }

  /// What a test is called with.
  package enum Operands: Hashable, Sendable {
    /// Nothing: the test is a value by itself.
    case none
    /// Values of the field's own type, this many.
    case values(Int)
    /// Any number of values of the field's own type, or one list of them.
    case list
    /// One text; only text is tested.
    case text
    /// One regular expression; only text is tested.
    case pattern
    /// One or two counts.
    case counts

    /// What a test with such operands looks at, where it says nothing else.
    fileprivate var subject: Subject {
      switch self {
      case .none, .values, .list: .anything
      case .text, .counts: .text
      case .pattern: .letters
      }
    }
  }

  /// What a test looks at, so that it is refused where a field can hold no such thing.
  package enum Subject: Hashable, Sendable {
    case anything
    /// Text, or bytes.
    case text
    /// Text alone: bytes have no letters.
    case letters
    /// Days and moments.
    case days
  }

  /// Every test, in the order in which help lists them.
  package static let all: [TestKind] = [
    equal, notEqual, less, atMost, greater, atLeast, between, notBetween, oneOf, noneOf, present, absent, prefix,
    suffix, containing, matching, noPrefix, noSuffix, notContaining, notMatching, notEmpty, length, workday,
    email,
  ]

  package static func named(_ name: String) -> TestKind? {
    all.first { $0.name == name }
  }
}

extension TestKind: Hashable {
  package static func == (left: TestKind, right: TestKind) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Test {
  /// The test in memory: true, false, or nil when it says nothing about the value (NULL).
  ///
  /// Functions are not asked (`TestDecision` asks them): of theirs it says nothing.
  package func matcher() -> TestKind.Matcher {
    switch self {
    case .kind(let kind, let arguments): return kind.matcher(arguments)
    case .not(let test):
      let match = test.matcher()
      return { (cell) throws(SchemaError) in try match(cell).map { !$0 } }
    case .and(let tests):
      let matchers = tests.map { $0.matcher() }
      return { (cell) throws(SchemaError) in try firstOf(false, matchers, cell) }
    case .or(let tests):
      let matchers = tests.map { $0.matcher() }
      return { (cell) throws(SchemaError) in try firstOf(true, matchers, cell) }
    case .function: return { _ in nil }
    }
  }

  /// The test as an expression over a value.
  package func expression(over value: Expression) -> Expression {
    switch self {
    case .kind(let kind, let arguments):
      if !arguments.parts.isEmpty { return value.isOne(kind, of: arguments) }
      let asked = kind.expression(value.ofClass(arguments.part), arguments)
      switch kind {
      case .equal, .oneOf: return asked.unlessOfOtherClass(arguments.part, value)
      case .notEqual, .noneOf: return asked.orIsOfOtherClass(arguments.part, value)
      default: return asked
      }
    case .not(let test): return .not(test.expression(over: value))
    case .and(let tests): return .and(tests.map { $0.expression(over: value) })
    case .or(let tests): return .or(tests.map { $0.expression(over: value) })
    case .function(let function): return .tested(value, function.hook)
    }
  }

  /// The same test with operands as the field stores them.
  ///
  /// - Throws: `SchemaError.operand` when one of them could never be a value of the field.
  package func fitted(to field: Field, encoder: OperandEncoder? = nil) throws -> Test {
    switch self {
    case .kind(let kind, let arguments):
      if field.holdsTextsAndBytes, let both = try kind.ofTextsAndBytes(arguments, field) { return both }
      return .kind(kind, try kind.fitted(arguments, to: field, encoder: encoder))
    case .not(let test): return .not(try test.fitted(to: field, encoder: encoder))
    case .and(let tests): return .and(try tests.map { try $0.fitted(to: field, encoder: encoder) })
    case .or(let tests): return .or(try tests.map { try $0.fitted(to: field, encoder: encoder) })
    case .function: return self
    }
  }

  /// The requests whose rows it compares with.
  package var requests: [ScriptHook] {
    switch self {
    case .kind(_, let arguments): arguments.requests
    case .not(let test): test.requests
    case .and(let tests), .or(let tests): tests.flatMap(\.requests)
    case .function: []
    }
  }

  /// Whether it compares with objects whose keys are of several values.
  package var hasCompoundKeys: Bool {
    switch self {
    case .kind(_, let arguments): !arguments.keys.isEmpty
    case .not(let test): test.hasCompoundKeys
    case .and(let tests), .or(let tests): tests.contains(where: \.hasCompoundKeys)
    case .function: false
    }
  }

  /// The entities of the objects that it compares with.
  package var entities: Set<String> {
    switch self {
    case .kind(_, let arguments): arguments.entities
    case .not(let test): test.entities
    case .and(let tests), .or(let tests): tests.reduce(into: []) { $0.formUnion($1.entities) }
    case .function: []
    }
  }
}

/// The truth that settles a conjunction (false) or a disjunction (true), where one of the tests has it; else what the
/// others leave: its opposite, or nil where one of them says nothing.
private func firstOf(_ deciding: Bool, _ tests: [TestKind.Matcher], _ cell: Cell) throws(SchemaError) -> Bool? {
  var result: Bool? = !deciding
  for test in tests {
    guard let truth = try test(cell) else {
      result = nil
      continue
    }
    if truth == deciding { return deciding }
  }
  return result
}

/// AND of two truths where nil is unknown.
func conjunction(_ left: Bool?, _ right: Bool?) -> Bool? {
  if left == false || right == false { return false }
  return left == nil || right == nil ? nil : true
}
