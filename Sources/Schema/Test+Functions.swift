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
  indirect case and(TestDecision, TestDecision)
  indirect case or(TestDecision, TestDecision)

  package init(_ test: Test) {
    guard test.containsFunction else {
      self = .matcher(test.matcher())
      return
    }
    switch test {
    case .kind: self = .matcher(test.matcher())
    case .function(let function): self = .function(function)
    case .not(let test): self = .not(TestDecision(test))
    case .and(let left, let right): self = .and(TestDecision(left), TestDecision(right))
    case .or(let left, let right): self = .or(TestDecision(left), TestDecision(right))
    }
  }

  /// The truth of one value; `ask` calls a function with it.
  package func truth(of cell: Cell, ask: (ScriptHook) throws -> Bool) throws -> Bool? {
    switch self {
    case .matcher(let matches): return try matches(cell)
    case .function(let function): return cell.isNull ? nil : try ask(function.hook)
    case .not(let test): return try test.truth(of: cell, ask: ask).map { !$0 }
    case .and(let left, let right):
      let first = try left.truth(of: cell, ask: ask)
      return first == false ? false : conjunction(first, try right.truth(of: cell, ask: ask))
    case .or(let left, let right):
      let first = try left.truth(of: cell, ask: ask)
      if first == true { return true }
      return conjunction(first.map { !$0 }, try right.truth(of: cell, ask: ask).map { !$0 }).map { !$0 }
    }
  }
}

extension Test {
  /// Whether some part of it is a function of the script.
  package var containsFunction: Bool {
    switch self {
    case .kind: false
    case .function: true
    case .not(let test): test.containsFunction
    case .and(let left, let right), .or(let left, let right): left.containsFunction || right.containsFunction
    }
  }
}
