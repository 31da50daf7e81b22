import Schema

/// A predicate as it was written, before anyone asked what its names mean.
indirect enum PredicateSyntax {
  case value(Value)
  case truth(Bool)
  case null
  /// `age`, `team.name`
  case name([String])
  case not(PredicateNode)
  case and([PredicateNode])
  case or([PredicateNode])
  case comparison(Expression.Comparison, PredicateNode, PredicateNode)
  case arithmetic(Expression.Arithmetic, PredicateNode, PredicateNode)
  case negative(PredicateNode)
  /// `any(games, won)`, `year(at)`
  case call(PredicateCall)
  /// `age:between(18, 24)`, `name:prefix("z", { ignore_case = true })`
  case test(PredicateNode, PredicateTest)
}

/// A function of expressions, and what it is called with.
struct PredicateCall {
  var name: String
  var nameRange: Range<Int>
  var arguments: [PredicateNode]
}

/// What is asked of a value: the name of a test, and what it is called with.
struct PredicateTest {
  var name: String
  var nameRange: Range<Int>
  /// The elements of lists are operands like any other.
  var operands: [PredicateNode]
  var options: [Option]

  struct Option {
    var name: String
    var value: PredicateNode
    var range: Range<Int>
  }
}

/// A part of a predicate with its place in the text.
struct PredicateNode {
  var syntax: PredicateSyntax
  var range: Range<Int>
  /// How many parts are inside one another here.
  var depth = 1

  /// How many parts `and` or `or` joins here.
  var partCount: Int {
    switch syntax {
    case .and(let parts), .or(let parts): parts.count
    default: 1
    }
  }
}
