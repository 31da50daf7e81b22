/// How much an expression is, counted without regard to any one database.
package struct ExpressionSize: Hashable, Sendable {
  /// How many operations, fields and values it is made of.
  package var nodes: Int
  /// How many values it binds.
  package var values: Int
  /// How many operations stand in each other; `a AND b AND c` counts as deep as it is long, up to `groupSize`.
  package var height: Int
  /// How many symbols a parser that reads it from left to right has before it at most that it cannot reduce yet.
  package var openSymbols: Int

  /// So many parts of an AND or an OR follow each other in a statement before they are put in groups.
  package static let groupSize = 100

  package init(nodes: Int = 0, values: Int = 0, height: Int = 0, openSymbols: Int = 0) {
    self.nodes = nodes
    self.values = values
    self.height = height
    self.openSymbols = openSymbols
  }

  /// Counts a part that stands behind so many symbols, and so much deeper than the whole.
  fileprivate mutating func contain(_ part: ExpressionSize, behind symbols: Int, deeper: Int) {
    nodes += part.nodes
    values += part.values
    height = max(height, part.height + deeper)
    openSymbols = max(openSymbols, part.openSymbols + symbols)
  }
}

extension Expression {
  /// How many operations, fields and values it is made of; what it binds counts too.
  package var nodeCount: Int {
    switch self {
    case .literal, .closure: 1
    case .written(let written): written.parts.count + 1
    case .field(let path): 1 + path.relations.count
    case .oneOf(let value, let values): 1 + values.count + value.nodeCount
    case .isNull(let part), .not(let part), .tested(let part, _): 1 + part.nodeCount
    case .comparison(_, let left, let right), .arithmetic(_, let left, let right): 1 + left.nodeCount + right.nodeCount
    case .partly(_, let yes, let ask): 1 + yes.nodeCount + ask.nodeCount
    case .between(let first, let second, let third), .choose(let first, let second, let third):
      1 + first.nodeCount + second.nodeCount + third.nodeCount
    case .and(let parts), .or(let parts), .call(_, let parts), .kernel(_, let parts):
      parts.reduce(1) { $0 + $1.nodeCount }
    case .among(let rows): 1 + rows.nodeCount
    case .reckoned(let aggregation, let rows): 1 + rows.nodeCount + (aggregation.value?.nodeCount ?? 0)
    case .requested(let values, _): values.reduce(1) { $0 + $1.nodeCount }
    }
  }

  /// How large the statement is that says it, with room for what a dialect puts around an operation.
  package var size: ExpressionSize {
    var result = ExpressionSize(nodes: 1, height: 1, openSymbols: 3)
    switch self {
    case .literal: result.values = 1
    case .field(let path): result.nodes += path.relations.count
    case .closure: break
    case .written(let written): result.contain(written)
    case .oneOf(let value, let values):
      result.contain(value.size, behind: 1, deeper: 3)
      result.nodes += values.count
      result.values += values.count
      result.openSymbols = max(result.openSymbols, 7)
    case .isNull(let part), .not(let part), .tested(let part, _): result.contain(part.size, behind: 2, deeper: 3)
    case .comparison(_, let left, let right), .arithmetic(.add, let left, let right),
      .arithmetic(.subtract, let left, let right), .arithmetic(.multiply, let left, let right),
      .arithmetic(.concatenate, let left, let right):
      result.contain(left.size, behind: 1, deeper: 3)
      result.contain(right.size, behind: 3, deeper: 3)
    case .arithmetic(_, let left, let right): result.containArguments([left, right])
    case .partly(_, let yes, let ask):
      for part in [yes, ask] { result.contain(part.size, behind: 4, deeper: 3) }
    case .between(let value, let low, let high):
      for (place, part) in [value, low, high].enumerated() {
        result.contain(part.size, behind: 1 + 2 * place, deeper: 3)
      }
    case .choose: result.contain(choices: self)
    case .and(let parts), .or(let parts): result.contain(conditions: parts)
    case .call(_, let parts), .kernel(_, let parts): result.containArguments(parts)
    case .among(let rows): result.contain(rows)
    case .reckoned(let aggregation, let rows):
      result.contain(rows, behind: aggregation.symbols)
      if let value = aggregation.value { result.contain(value.size, behind: 10, deeper: 4) }
    case .requested(let values, _):
      for value in values { result.contain(value.size, behind: 1, deeper: 3) }
      result.openSymbols = max(result.openSymbols, 7)
    }
    return result
  }
}

extension RelatedRows {
  fileprivate var nodeCount: Int { (condition?.nodeCount ?? 0) + (between?.nodeCount ?? 0) + pairs.count }
}

extension Aggregation {
  /// How many symbols stand before the condition of its rows: of a median, three SELECTs.
  fileprivate var symbols: Int {
    if function == .median { return 24 }
    let isNested = fold != nil || list != nil || value?.looksOutward == true
    return isNested ? 18 : 14
  }
}

extension ExpressionSize {
  /// Counts what another wrote: how deep it is, its database finds out.
  fileprivate mutating func contain(_ written: WrittenExpression) {
    nodes += written.parts.count
    values += written.parts.count { if case .value = $0 { true } else { false } }
    openSymbols = max(openSymbols, 2 * written.parts.count)
  }

  /// Counts a SELECT in brackets.
  ///
  /// Before its condition stand `expr IN ( SELECT distinct columns FROM WHERE expr AND (`, which are 11; a cut has a SELECT
  /// around it.
  fileprivate mutating func contain(_ rows: RelatedRows, behind symbols: Int = 12) {
    let symbols = rows.cut == nil ? symbols : max(symbols, 18)
    if let condition = rows.condition { contain(condition.size, behind: symbols, deeper: 4) }
    if let between = rows.between {
      var inner = ExpressionSize()
      inner.contain(between)
      contain(inner, behind: symbols, deeper: 4)
    }
    openSymbols = max(openSymbols, 20)
  }

  /// Counts the arguments of a call, as in `f(CAST(a AS REAL), b)`.
  fileprivate mutating func containArguments(_ parts: [Expression]) {
    for (place, part) in parts.enumerated() { contain(part.size, behind: place == 0 ? 5 : 7, deeper: 3) }
  }

  /// Choices that follow each other are one CASE.
  fileprivate mutating func contain(choices: Expression) {
    var rest = choices
    while case .choose(let condition, let yes, let no) = rest {
      nodes += 1
      contain(condition.size, behind: 5, deeper: 3)
      contain(yes.size, behind: 7, deeper: 3)
      rest = no
    }
    contain(rest.size, behind: 5, deeper: 3)
  }

  fileprivate mutating func contain(conditions parts: [Expression]) {
    var (count, length, groups) = (parts.count, 1, 0)
    while count > Self.groupSize {
      count = (count + Self.groupSize - 1) / Self.groupSize
      length += Self.groupSize
      groups += 1
    }
    for (place, part) in parts.enumerated() {
      contain(part.size, behind: (place == 0 ? 1 : 3) + 3 * groups, deeper: length + count)
    }
  }
}
