import Schema

extension PredicateMeaning {
  /// Whether a test is asked about a parameter that is NULL, and has as many operands as it takes.
  ///
  ///     age:between(low, 30)   // with { low = null }: neither true nor false, as `age >= low` is
  func comparesWithNull(_ asked: PredicateTest) -> Bool {
    guard let kind = TestKind.named(asked.name), kind.takesNoNull(asked.operands.count) else { return false }
    return asked.operands.contains { operand in
      guard case .name(let parts) = operand.syntax, parts.count == 1, let parameter = parameters[parts[0]] else {
        return false
      }
      return parameter.kind == .value && parameter.values == [.null]
    }
  }
}

extension TestKind {
  /// Whether it takes so many operands of which none is NULL: a value is equal to NULL or not, and may be one of a list.
  fileprivate func takesNoNull(_ count: Int) -> Bool {
    switch operands {
    case .none, .list: false
    case .values(let wanted): count == wanted && self != .equal && self != .notEqual
    case .text, .pattern: count == 1
    case .counts: (1...2).contains(count)
    }
  }
}
