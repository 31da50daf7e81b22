/// A condition on the cells of a row, prepared once and asked of many rows.
///
///     age > 20 OR name = 'Ann'   // columns: age, name; it selects (19, 'Ann'), and not (NULL, 'Bo')
///
/// It says what `Evaluation` says. What cells alone cannot tell has none: related rows, functions of the script.
///
/// It is a class since it is asked of every row: to hand it on takes one reference, not those of all that it has.
package final class CellCondition {
  /// The fields whose cells it is asked with, in this order.
  package let columns: [FieldPath]
  private let root: Int
  private let parts: [Part]
  private let children: [Int]
  private let operands: [CellOperand.Made]
  private let collations: [Collation]
  private let literals: CellLiterals

  /// A part of the condition; what it is made of are numbers, so that asking it counts no references.
  private enum Part {
    case comparison(Expression.Comparison, Operand, Operand, Collation)
    case between(Operand, low: Operand, high: Operand, lowCollation: Collation, highCollation: Collation)
    /// Behind it stand the choices, among the literals.
    case oneOf(Operand, choices: Range<Int>, Collation)
    case isNull(Operand)
    case not(Int)
    case all(Range<Int>)
    case any(Range<Int>)
    case truth(Operand)
  }

  private typealias Operand = CellOperand

  /// - Parameter collation: how a field of the row itself compares texts; nil where cells do not hold what it is.
  package init?(_ condition: Expression, collation: @escaping (FieldPath) -> Collation?) {
    var maker = Maker(collation: collation)
    guard let root = maker.part(condition) else { return nil }
    self.root = root
    (columns, collations) = (maker.columns, maker.collations)
    (parts, children, operands) = (maker.parts, maker.children, maker.operands)
    literals = CellLiterals(maker.literals)
  }

  /// A value that is made of the cells of a row, in place of a condition: `name:sub(1, 1)`.
  package convenience init?(value: Expression, collation: @escaping (FieldPath) -> Collation?) {
    self.init(.isNull(value), collation: collation)
  }

  /// Calls `body` with the value that was given in place of a condition; what stands in it is borrowed.
  package func withValue<Result>(
    _ cells: UnsafeBufferPointer<Cell>, _ body: (Cell) throws -> Result
  ) throws -> Result? {
    guard case .isNull(let operand) = parts[root] else { return nil }
    return try with(operand, cells, body)
  }

  /// Whether it does nothing but compare cells, parts of them, numbers that are made of them, and literals: then it makes
  /// no values that take memory.
  package var comparesAlone: Bool { operands.allSatisfy(\.takesNoMemory) }

  /// Whether the condition selects a row.
  ///
  /// - Parameter cells: one for each of `columns`.
  package func selects(_ cells: UnsafeBufferPointer<Cell>) throws -> Bool { try selects(root, cells) }

  /// What is not true ends a conjunction.
  private func selects(_ part: Int, _ cells: UnsafeBufferPointer<Cell>) throws -> Bool {
    switch parts[part] {
    case .all(let parts): try parts.allSatisfy { try selects(children[$0], cells) }
    case .any(let parts): try parts.contains { try selects(children[$0], cells) }
    default: try truth(part, cells) == true
    }
  }

  private func truth(_ part: Int, _ cells: UnsafeBufferPointer<Cell>) throws -> Bool? {
    switch parts[part] {
    case .comparison(let comparison, let left, let right, let collation):
      return comparison.holds(try order(left, right, collation, cells))
    case .between(let value, let low, let high, let lowCollation, let highCollation):
      return conjunction(
        Expression.Comparison.atLeast.holds(try order(value, low, lowCollation, cells)),
        Expression.Comparison.atMost.holds(try order(value, high, highCollation, cells)))
    case .oneOf(let value, let choices, let collation):
      return try with(value, cells) { isOne($0, of: choices, collation) }
    case .isNull(let value): return try with(value, cells) { $0.isNothing }
    case .not(let part): return try truth(part, cells).map { !$0 }
    case .all(let parts): return try all(parts, are: true, cells)
    case .any(let parts): return try all(parts, are: false, cells).map { !$0 }
    case .truth(let value): return try with(value, cells) { $0.value.truth }
    }
  }

  private func all(_ parts: Range<Int>, are wanted: Bool, _ cells: UnsafeBufferPointer<Cell>) throws -> Bool? {
    var result: Bool? = true
    for part in parts {
      guard let truth = try truth(children[part], cells) else {
        result = nil
        continue
      }
      if truth != wanted { return false }
    }
    return result
  }

  private func isOne(_ cell: Cell, of choices: Range<Int>, _ collation: Collation) -> Bool? {
    if cell.isNothing { return nil }
    var hasNull = false
    for choice in choices {
      if literals[choice].isNull { hasNull = true }
      if compareCells(cell, literals[choice], by: collation) == .equal { return true }
    }
    return hasNull ? nil : false
  }

  private func order(
    _ left: Operand, _ right: Operand, _ collation: Collation, _ cells: UnsafeBufferPointer<Cell>
  ) throws -> CellOrder {
    if let first = borrowed(left, cells), let second = borrowed(right, cells) {
      return compareCells(first, second, by: collation)
    }
    return try with(left, cells) { left in try with(right, cells) { compareCells(left, $0, by: collation) } }
  }

  private func with<Result>(
    _ operand: Operand, _ cells: UnsafeBufferPointer<Cell>, _ body: (Cell) throws -> Result
  ) throws -> Result {
    if let cell = borrowed(operand, cells) { return try body(cell) }
    guard case .made(let number) = operand else { return try body(.null) }
    switch operands[number] {
    case .slice(let operand, let first, let last):
      return try with(operand, cells) { try body($0.slice(from: first, through: last)) }
    case .length(let operand): return try with(operand, cells) { try body($0.byteLength) }
    case .bytes(let operand): return try with(operand, cells) { try body($0.asBytes) }
    case .place(let text, let part):
      let place = try with(text, cells) { text in try with(part, cells) { text.place(of: $0) } }
      return try body(place)
    case .arithmetic(let operation, let left, let right):
      let value = try with(left, cells) { left in
        try with(right, cells) { operation.result(left.value, $0.value) }
      }
      return try value.withCell(body)
    case .evaluated(let expression):
      return try Evaluation(CellRow(columns: columns, collations: collations, cells: cells)).value(expression)
        .withCell(body)
    }
  }

  /// What stands in cells or literals, or is a number; nil where memory is to be taken for it.
  private func borrowed(_ operand: Operand, _ cells: UnsafeBufferPointer<Cell>) -> Cell? {
    switch operand {
    case .column(let number): return cells[number]
    case .literal(let number): return literals[number]
    case .made(let number):
      switch operands[number] {
      case .slice(let operand, let first, let last):
        return borrowed(operand, cells)?.slice(from: first, through: last)
      case .length(let operand): return borrowed(operand, cells)?.byteLength
      case .bytes(let operand): return borrowed(operand, cells)?.asBytes
      case .place(let text, let part):
        guard let text = borrowed(text, cells), let part = borrowed(part, cells) else { return nil }
        return text.place(of: part)
      case .arithmetic(let operation, let left, let right):
        guard let left = borrowed(left, cells), let right = borrowed(right, cells) else { return nil }
        return Cell(number: operation.result(left.value, right.value))
      case .evaluated: return nil
      }
    }
  }

  // MARK: Making it

  /// Turns an expression into parts.
  private struct Maker {
    let collation: (FieldPath) -> Collation?
    var columns: [FieldPath] = []
    var collations: [Collation] = []
    var parts: [Part] = []
    var children: [Int] = []
    var operands: [CellOperand.Made] = []
    var literals: [Value] = []

    mutating func part(_ expression: Expression) -> Int? {
      guard let part = made(expression) else { return nil }
      parts.append(part)
      return parts.count - 1
    }

    private mutating func made(_ expression: Expression) -> Part? {
      switch expression {
      case .comparison(let comparison, let left, let right):
        guard let first = operand(left), let second = operand(right) else { return nil }
        return .comparison(comparison, first, second, collation(left, right))
      case .between(let value, let low, let high):
        guard let middle = operand(value), let first = operand(low), let second = operand(high) else { return nil }
        return .between(
          middle, low: first, high: second, lowCollation: collation(value, low), highCollation: collation(value, high))
      case .oneOf(let value, let choices):
        guard let operand = operand(value) else { return nil }
        let start = literals.count
        literals += choices.map { $0.isNothing ? .null : $0 }
        return .oneOf(operand, choices: start..<literals.count, collation(value, value))
      case .isNull(let value): return operand(value).map { .isNull($0) }
      case .not(let operand): return part(operand).map { .not($0) }
      case .and(let parts): return list(parts).map { .all($0) }
      case .or(let parts): return list(parts).map { .any($0) }
      case .literal, .field, .call, .arithmetic, .choose: return operand(expression).map { .truth($0) }
      case .kernel: return operand(expression).map { .truth($0) }
      case .among, .reckoned, .requested, .written, .closure, .partly, .tested: return nil
      }
    }

    private mutating func list(_ expressions: [Expression]) -> Range<Int>? {
      var places: [Int] = []
      for expression in expressions {
        guard let place = part(expression) else { return nil }
        places.append(place)
      }
      children += places
      return children.count - places.count..<children.count
    }

    private mutating func operand(_ expression: Expression) -> Operand? {
      switch expression {
      case .literal(let value):
        literals.append(value.isNothing ? .null : value)
        return .literal(literals.count - 1)
      case .field(let path): return column(path).map { .column($0) }
      default:
        guard let made = made(of: expression) else { return nil }
        operands.append(made)
        return .made(operands.count - 1)
      }
    }

    private mutating func made(of expression: Expression) -> CellOperand.Made? {
      switch expression {
      case .kernel(.slice, let parts):
        guard parts.count == 3, let text = operand(parts[0]), case .literal(.integer(let first)) = parts[1],
          case .literal(.integer(let last)) = parts[2]
        else { return nil }
        return .slice(text, first: first, last: last)
      case .kernel(.byteLength, let parts): return parts.first.flatMap { operand($0) }.map { .length($0) }
      case .kernel(.bytes, let parts): return parts.first.flatMap { operand($0) }.map { .bytes($0) }
      case .call(.position, let parts) where parts.count == 2:
        guard let text = operand(parts[0]), let part = operand(parts[1]) else { return nil }
        return .place(text, of: part)
      case .arithmetic(let operation, let left, let right) where operation != .concatenate:
        guard let left = number(left), let right = number(right) else { return nil }
        return .arithmetic(operation, left, right)
      default: return isKnown(expression) ? .evaluated(expression) : nil
      }
    }

    /// What is reckoned with; a part of a text is no value, which would have whole characters.
    private mutating func number(_ expression: Expression) -> Operand? {
      switch expression {
      case .kernel(.slice, _), .kernel(.bytes, _): nil
      default: operand(expression)
      }
    }

    private mutating func column(_ path: FieldPath) -> Int? {
      if let known = columns.firstIndex(of: path) { return known }
      guard let collation = collation(path) else { return nil }
      columns.append(path)
      collations.append(collation)
      return columns.count - 1
    }

    /// Whether cells tell all that an expression asks for; its fields become columns.
    private mutating func isKnown(_ expression: Expression) -> Bool {
      switch expression {
      case .literal: true
      case .field(let path): column(path) != nil
      case .comparison(_, let left, let right), .arithmetic(_, let left, let right): isKnown(left) && isKnown(right)
      case .between(let first, let second, let third), .choose(let first, let second, let third):
        isKnown(first) && isKnown(second) && isKnown(third)
      case .oneOf(let value, _), .isNull(let value), .not(let value): isKnown(value)
      case .and(let parts), .or(let parts), .call(_, let parts), .kernel(.number, let parts):
        parts.allSatisfy { isKnown($0) }
      case .among, .reckoned, .requested, .written, .closure, .partly, .tested, .kernel: false
      }
    }

    /// The field on the left says how texts compare, the one on the right where there is none.
    private func collation(_ left: Expression, _ right: Expression) -> Collation {
      func said(_ side: Expression) -> Collation? {
        if case .field(let path) = side { collation(path) ?? .binary } else { nil }
      }
      return Collation.joint(said(left), said(right))
    }
  }
}

/// Values as cells that live as long as the condition that compares with them.
private final class CellLiterals {
  private let bytes: [UnsafeMutableRawBufferPointer]
  private let cells: [Cell]

  init(_ values: [Value]) {
    var kept: [UnsafeMutableRawBufferPointer] = []
    cells = values.map { value in
      value.withCell { cell in
        guard !cell.bytes.isEmpty else { return cell }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: cell.bytes.count, alignment: 1)
        copy.copyMemory(from: cell.bytes)
        kept.append(copy)
        return Cell(cell.kind, borrowing: UnsafeRawBufferPointer(copy))
      }
    }
    bytes = kept
  }

  deinit {
    for copy in bytes { copy.deallocate() }
  }

  subscript(number: Int) -> Cell { cells[number] }
}

/// The cells of a row, for an expression that is made of several.
private struct CellRow: EvaluatedRow {
  let columns: [FieldPath]
  let collations: [Collation]
  let cells: UnsafeBufferPointer<Cell>

  func value(at path: FieldPath) -> Value { columns.firstIndex(of: path).map { cells[$0].value } ?? .null }

  func operand(at path: FieldPath) -> (value: Value, collation: Collation?) {
    guard let column = columns.firstIndex(of: path) else { return (.null, .binary) }
    return (cells[column].value, collations[column])
  }

  // A condition that asks for any of these is none of cells.
  func isAmong(_ rows: RelatedRows) -> Bool? { nil }
  func value(_ aggregation: Aggregation, of rows: RelatedRows) -> Value { .null }
  func truth(of function: ScriptHook) -> Bool { false }
  func truth(of function: ScriptHook, testing value: Expression) -> Bool { false }
}
