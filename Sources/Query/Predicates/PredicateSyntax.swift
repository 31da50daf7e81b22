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
  /// `age:between(18, 24)`
  case test(PredicateNode, name: String, nameRange: Range<Int>, [PredicateNode])
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
