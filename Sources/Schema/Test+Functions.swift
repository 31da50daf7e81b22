/// A function of the script as a test; it is asked of values that are not NULL.
package struct TestFunction: Hashable, Sendable {
  package let hook: ScriptHook
  /// What is wrong with a value that fails: `must be even`.
  package let message: String?
  /// The name that the script gave it: `even`, of `is.even = …`.
  package var name: String?

  package init(_ hook: ScriptHook, message: String? = nil, name: String? = nil) {
    self.hook = hook
    self.message = message
    self.name = name
  }
}

/// A test that is ready to be asked of many values, functions of the script among its parts.
///
///     TestDecision(~is.even & is.less(9))   // .and(.not(.function(…)), .matcher(…))
package enum TestDecision: Sendable {
  case matcher(TestKind.Matcher)
  case function(TestFunction)
  indirect case not(TestDecision)
  case and([TestDecision])
  case or([TestDecision])

  package init(_ test: Test) {
    guard test.containsFunction else {
      self = .matcher(test.matcher())
      return
    }
    switch test {
    case .kind: self = .matcher(test.matcher())
    case .function(let function): self = .function(function)
    case .not(let test): self = .not(TestDecision(test))
    case .and(let tests): self = .and(tests.map { TestDecision($0) })
    case .or(let tests): self = .or(tests.map { TestDecision($0) })
    }
  }

  /// The truth of one value; `ask` calls a function with it.
  package func truth(of cell: Cell, ask: (ScriptHook) throws -> Bool) throws -> Bool? {
    switch self {
    case .matcher(let matches): return try matches(cell)
    case .function(let function): return cell.isNull ? nil : try ask(function.hook)
    case .not(let test): return try test.truth(of: cell, ask: ask).map { !$0 }
    case .and(let tests): return try Self.first(false, of: tests, cell, ask: ask)
    case .or(let tests): return try Self.first(true, of: tests, cell, ask: ask)
    }
  }

  /// The truth that settles a conjunction or a disjunction; what follows it is not asked.
  private static func first(
    _ deciding: Bool, of tests: [TestDecision], _ cell: Cell, ask: (ScriptHook) throws -> Bool
  ) throws -> Bool? {
    var result: Bool? = !deciding
    for test in tests {
      guard let truth = try test.truth(of: cell, ask: ask) else {
        result = nil
        continue
      }
      if truth == deciding { return deciding }
    }
    return result
  }
}

extension Test {
  /// Whether some part of it is a function of the script.
  package var containsFunction: Bool {
    switch self {
    case .kind: false
    case .function: true
    case .not(let test): test.containsFunction
    case .and(let tests), .or(let tests): tests.contains(where: \.containsFunction)
    }
  }
}
