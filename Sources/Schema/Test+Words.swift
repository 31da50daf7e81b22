extension Test {
  /// What is wrong with a value that fails: `is not at least 1, or is not at most 5`.
  package var message: String {
    switch self {
    case .kind(let kind, let arguments): kind.message(arguments)
    case .not(let test): test.opposite
    case .and(let tests): tests.map(\.message).joined(separator: ", or ")
    case .or(let tests): tests.map(\.message).joined(separator: ", and ")
    case .function(let function): function.message ?? "is not valid"
    }
  }

  /// What is true of a value that passes, and wrong with it where it should not: `is at least 1, and is at most 5`.
  private var opposite: String {
    switch self {
    case .kind: message.opposite
    // "Is valid" would be no help.
    case .function(let function): function.message?.opposite ?? message
    case .not(let test): test.message
    case .and(let tests): tests.map(\.opposite).joined(separator: ", and ")
    case .or(let tests): tests.map(\.opposite).joined(separator: ", or ")
    }
  }
}

extension String {
  /// The words of a failure turned round: `is not between 1 and 2` → `is between 1 and 2`.
  fileprivate var opposite: String {
    if hasPrefix("is not ") { return "is " + dropFirst(7) }
    if hasPrefix("is ") { return "is not " + dropFirst(3) }
    if hasPrefix("must not ") { return "must " + dropFirst(9) }
    if hasPrefix("must ") { return "must not " + dropFirst(5) }
    for (positive, negative) in Self.verbs {
      if hasPrefix(negative + " ") { return positive + dropFirst(negative.count) }
      if hasPrefix(positive + " ") { return negative + dropFirst(positive.count) }
    }
    return "not: " + self
  }

  /// The verbs of messages, and what says that they do not hold.
  private static var verbs: [(String, String)] {
    [
      ("begins", "does not begin"), ("ends", "does not end"), ("contains", "does not contain"),
      ("matches", "does not match"), ("has", "does not have"),
    ]
  }
}
