/// How tests are joined: what says the same without nesting does not nest.
extension Test {
  /// Of so many tests one may be made, and so deep may they stand in each other.
  package static let sizeLimit = 900
  package static let depthLimit = 50

  /// Both of them: `a & b & c` is one conjunction of three.
  package static func and(_ left: Test, _ right: Test) -> Test { .and(left.conjuncts + right.conjuncts) }

  /// One of them: `a | b | c` is one disjunction of three.
  package static func or(_ left: Test, _ right: Test) -> Test { .or(left.disjuncts + right.disjuncts) }

  /// The opposite; that of an opposite is the test itself.
  package var negated: Test { if case .not(let test) = self { test } else { .not(self) } }

  /// The tests that must all hold.
  package var conjuncts: [Test] { if case .and(let tests) = self { tests } else { [self] } }

  private var disjuncts: [Test] { if case .or(let tests) = self { tests } else { [self] } }

  /// How many tests it is made of.
  package var size: Int {
    switch self {
    case .kind, .function: 1
    case .not(let test): test.size
    case .and(let tests), .or(let tests): tests.reduce(0) { $0 + $1.size }
    }
  }

  /// How deep its tests stand in each other.
  package var depth: Int {
    switch self {
    case .kind, .function: 0
    case .not(let test): test.depth + 1
    case .and(let tests), .or(let tests): 1 + (tests.lazy.map(\.depth).max() ?? 0)
    }
  }
}
