/// Says what an expression is for one row in memory, as the database says it in SQL.
///
///     age > 20 OR team.name = 'Red'   // of age NULL and 'Red': true; of age NULL and 'Blue': nil, which is NULL
package struct Evaluation<Row: EvaluatedRow> {
  let row: Row

  package init(_ row: Row) {
    self.row = row
  }
}

/// What an evaluation asks of a row.
package protocol EvaluatedRow {
  /// What is stored in a field.
  func value(at path: FieldPath) throws -> Value
  /// The same, and how the field compares texts; nil of a part of a document, which does not say.
  func operand(at path: FieldPath) throws -> (value: Value, collation: Collation?)
  /// Whether there is such a row of another table; nil where a value of this one is NULL.
  func isAmong(_ rows: RelatedRows) throws -> Bool?
  /// What is made of rows of another table.
  func value(_ aggregation: Aggregation, of rows: RelatedRows) throws -> Value
  /// What a function of the script says of the row.
  func truth(of function: ScriptHook) throws -> Bool
  /// What a function of the script says of a value of the row, which is not NULL.
  func truth(of function: ScriptHook, testing value: Expression) throws -> Bool
}

extension EvaluatedRow {
  /// Where nothing else is said, fields compare by bytes.
  package func operand(at path: FieldPath) throws -> (value: Value, collation: Collation?) {
    (try value(at: path), .binary)
  }
}

extension Evaluation {
  /// Whether a condition selects the row.
  ///
  /// What is not true ends a conjunction, and no function behind it is asked.
  package func selects(_ expression: Expression) throws -> Bool {
    switch expression {
    case .and(let parts): try parts.allSatisfy { try selects($0) }
    case .or(let parts): try parts.contains { try selects($0) }
    default: try truth(expression) == true
    }
  }

  /// The truth of a condition: true, false, or nil where NULL makes it unknown.
  package func truth(_ expression: Expression) throws -> Bool? {
    switch expression {
    case .comparison(let comparison, let left, let right):
      return comparison.holds(order(try operand(left), try operand(right)))
    case .between(let value, let low, let high):
      let middle = try operand(value)
      return conjunction(
        Expression.Comparison.atLeast.holds(order(middle, try operand(low))),
        Expression.Comparison.atMost.holds(order(middle, try operand(high))))
    case .oneOf(let value, let choices): return isOne(try operand(value), of: choices)
    case .isNull(let value): return try self.value(value).isNothing
    case .not(let operand): return try truth(operand).map { !$0 }
    case .and(let parts): return try all(parts, are: true)
    case .or(let parts): return try all(parts, are: false).map { !$0 }
    case .among(let rows): return try row.isAmong(rows)
    case .closure(let hook): return try row.truth(of: hook)
    case .tested(let value, let hook):
      return try self.value(value).isNothing ? nil : row.truth(of: hook, testing: value)
    case .partly(let hook, _, _): return try row.truth(of: hook)
    case .choose(let condition, let yes, let no): return try truth(truth(condition) == true ? yes : no)
    // What was asked of a request is settled before rows are (`RequestHandle.settled`).
    case .requested: return nil
    case .literal, .field, .call, .arithmetic, .reckoned, .kernel, .written: return try value(expression).truth
    }
  }

  /// The value of an expression; a truth is 1, 0 or NULL.
  package func value(_ expression: Expression) throws -> Value {
    switch expression {
    case .literal(let value): return value.isNothing ? .null : value
    case .field(let path): return try row.value(at: path)
    case .reckoned(let aggregation, let rows): return try row.value(aggregation, of: rows)
    case .call(let function, let arguments): return try call(function, arguments.map { try value($0) })
    case .arithmetic(let operation, let left, let right):
      return operation.result(try value(left), try value(right))
    case .choose(let condition, let value, let other):
      return try self.value(truth(condition) == true ? value : other)
    case .kernel(let kernel, let operands):
      guard let first = operands.first, let value = kernel.read(try value(first)) else {
        throw KernelError(kernel: kernel)
      }
      return value
    case .written(let written): throw WrittenExpressionError(expression: written)
    default: return try truth(expression).map { .integer($0 ? 1 : 0) } ?? .null
    }
  }

  /// A value that is compared; nil in place of a collation for what is no field.
  package typealias Operand = (value: Value, collation: Collation?)

  package func operand(_ expression: Expression) throws -> Operand {
    switch expression {
    case .field(let path): return try row.operand(at: path)
    case .kernel(let kernel, _): return (try value(expression), kernel.collation)
    default: return (try value(expression), nil)
    }
  }

  /// The field on the left says how texts compare, the one on the right where there is none.
  private func order(_ left: Operand, _ right: Operand) -> CellOrder {
    let collation = Collation.joint(left.collation, right.collation)
    return left.value.withCell { left in right.value.withCell { compareCells(left, $0, by: collation) } }
  }

  private func isOne(_ operand: Operand, of choices: [Value]) -> Bool? {
    // Also where there are no choices: NULL is neither in an empty list nor outside of it.
    if operand.value.isNothing { return nil }
    for choice in choices where order(operand, (choice, nil)) == .equal { return true }
    return choices.contains(where: \.isNothing) ? nil : false
  }

  /// Whether all parts have a truth; false at the first that has the other one, nil where some are unknown.
  private func all(_ parts: [Expression], are wanted: Bool) throws -> Bool? {
    var result: Bool? = true
    for part in parts {
      guard let truth = try truth(part) else {
        result = nil
        continue
      }
      if truth != wanted { return false }
    }
    return result
  }
}

/// Closures become SQL for a database only: in memory they are called.
package struct KernelError: Error, CustomStringConvertible {
  package let kernel: Kernel

  package var description: String { "'\(kernel.rawValue)' is an operation of the database" }
}

extension Expression.Comparison {
  /// Whether it holds for values that stand so; nil where NULL is one of them.
  func holds(_ order: CellOrder) -> Bool? {
    if order == .unknown { return nil }
    return switch self {
    case .equal: order == .equal
    case .notEqual: order != .equal
    case .less: order == .less
    case .atMost: order != .greater
    case .greater: order == .greater
    case .atLeast: order != .less
    }
  }
}

extension Value {
  /// Whether it is NULL for the database, as what is no number is.
  package var isNothing: Bool {
    switch self {
    case .null: true
    case .real(let value): value.isNaN
    default: false
    }
  }

  /// Whether the database takes it for true.
  package var truth: Bool? {
    switch number {
    case .integer(let value): value != 0
    case .real(let value): value != 0
    default: nil
    }
  }
}
