import Query
import Schema

extension Expression {
  /// The parts of a conjunction that need no function: what one gives of a row is not known to the database.
  func besideFunctions(_ request: FetchRequest) -> Expression? {
    var parts = [self]
    if case .and(let conjuncts) = self { parts = conjuncts }
    parts = parts.filter { !request.spellingOut($0).containsClosure }
    return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : .and(parts)
  }

  /// Where a function is asked that was understood in part; nil where one is asked for each row.
  var partlyAsked: Expression? {
    guard containsClosure else { return .or([]) }
    switch self {
    case .partly(_, _, let ask): return ask
    case .not(let operand): return operand.partlyAsked
    case .and(let parts), .or(let parts):
      let all = parts.map(\.partlyAsked)
      if all.contains(nil) { return nil }
      var asking: [Expression] = []
      for case let part? in all where part != .or([]) && !asking.contains(part) { asking.append(part) }
      return asking.count == 1 ? asking[0] : .or(asking)
    default: return nil
    }
  }

  /// The same for rows about which no function is asked.
  var decided: Expression {
    switch self {
    case .partly(_, let yes, _): return yes
    case .not(let operand) where operand.containsClosure: return .not(operand.decidedAsTruth)
    case .and(let parts): return .and(parts.map(\.decided))
    case .or(let parts): return .or(parts.map(\.decided))
    default: return self
    }
  }

  /// Below a negation NULL would not do for false.
  var decidedAsTruth: Expression {
    switch self {
    case .partly(_, let yes, _): return .choose(yes, .and([]), .or([]))
    case .not(let operand): return .not(operand.decidedAsTruth)
    case .and(let parts): return .and(parts.map(\.decidedAsTruth))
    case .or(let parts): return .or(parts.map(\.decidedAsTruth))
    default: return self
    }
  }
}
