import Schema

/// An expression that many registers hold: it is counted and hashed once, and known again by its identity.
final class SharedExpression: Hashable {
  let expression: Expression
  let nodeCount: Int
  private let hash: Int

  init(_ expression: Expression) {
    self.expression = expression
    nodeCount = expression.nodeCount
    hash = expression.hashValue
  }

  static func == (left: SharedExpression, right: SharedExpression) -> Bool {
    left === right || left.hash == right.hash && left.expression == right.expression
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
