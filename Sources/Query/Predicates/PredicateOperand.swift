import Encodings
import Schema

/// A value in a predicate: what it is in SQL, and of which kind.
struct PredicateOperand {
  enum Kind: Hashable {
    case null
    case truth(Bool)
    /// Numbers that are whole, and numbers that may not be.
    case integer, real
    case text, data, boolean
    /// What a column of no type holds.
    case any
  }

  var expression: Expression
  var kind: Kind
  /// The field that it is, to which a value compared with it must fit.
  var field: Field?
  /// Its value, when it is a literal or a parameter.
  var constant: Value?
  /// Of a decimal, which is an integer to the database, how many digits stand behind the point.
  var scale: Int?
  /// Whether it is the key of an object, which is as it is stored.
  var isKey = false
  /// The day of a value that was a table of a day and a time: a field of days compares with it.
  var day: Value?
  /// Of a decimal, which is a text here, the number that it is: what is no decimal compares with it.
  var number: Value?
  /// Whether it was written into the predicate.
  var isLiteral = false

  init(_ expression: Expression, _ kind: Kind, field: Field? = nil, constant: Value? = nil, scale: Int? = nil) {
    self.expression = expression
    self.kind = kind
    self.field = field
    self.constant = constant
    self.scale = scale
  }

  init(_ value: Value) {
    let kind: Kind =
      switch value {
      case .null: .null
      case .integer: .integer
      case .real: .real
      case .text, .brokenText: .text
      case .data: .data
      }
    self.init(.literal(value), kind, constant: value)
  }

  init(truth: Bool) {
    let value = Value.integer(truth ? 1 : 0)
    self.init(.literal(value), .truth(truth), constant: value)
  }

  init(_ field: Field, at path: FieldPath) {
    let kind: Kind =
      switch field.storage {
      case .integer: field.type == .boolean ? .boolean : .integer
      case .real: .real
      case .text: .text
      case .data: .data
      case .any: .any
      }
    let isScaled = field.type == .decimal && !field.isStoredAsNumber
    self.init(.field(path), kind, field: field, scale: isScaled ? field.scale : nil)
  }

  var isNumber: Bool { kind == .integer || kind == .real || kind == .any }

  /// What it is, for messages: `the integer field 'age'`.
  var words: String {
    if let field, field.isPartOfJSON { return "the path \(quotedExcerpt(field.name)) into JSON" }
    if let field { return "the \(field.type.name) field \(quotedExcerpt(field.name))" }
    switch kind {
    case .null: return "nil"
    case .truth(let value): return value ? "true" : "false"
    case .integer: return constant.map { "the integer \($0.excerpt)" } ?? "an integer"
    case .real: return constant.map { "the number \($0.excerpt)" } ?? "a number"
    case .text: return constant.map { "the text \($0.excerpt)" } ?? "a text"
    case .data: return "bytes"
    case .boolean: return "true or false"
    case .any: return "a value"
    }
  }
}

extension PredicateMeaning {
  /// A part that stands for a value.
  func operand(_ node: PredicateNode) throws -> PredicateOperand {
    switch node.syntax {
    case .value(let value):
      var operand = PredicateOperand(value)
      operand.isLiteral = true
      return operand
    case .null: return PredicateOperand(.null)
    case .truth(let value): return PredicateOperand(truth: value)
    case .name(let parts): return try named(parts, node)
    case .arithmetic(let operation, let left, let right): return try computed(operation, left, right, node)
    case .negative(let operand): return try negated(operand, node)
    case .call(let call) where PredicateQuantifier(rawValue: call.name) == nil: return try called(call, node)
    default: return PredicateOperand(try truth(node), .boolean)
    }
  }

  private func named(_ parts: [String], _ node: PredicateNode) throws -> PredicateOperand {
    if let parameter = parameters[parts[0]], parts.count == 1 {
      try checkParameter(parts[0], node)
      switch parameter.kind {
      case .rows:
        throw failure(.requestAsValue(parts[0]), node)
      case .list: throw failure(.listAsValue(parts[0]), node)
      case .table: throw failure(.tableAsValue(parts[0]), node)
      case .truth: return PredicateOperand(truth: parameter.values.first == .integer(1))
      case .value:
        var operand = PredicateOperand(parameter.values.first ?? .null)
        (operand.day, operand.number) = (parameter.days[0], parameter.decimals[0])
        return operand
      case .key:
        guard parameter.values.count == 1 else {
          throw failure(.objectOfManyFields(parts[0]), node)
        }
        var operand = PredicateOperand(parameter.values.first ?? .null)
        operand.isKey = true
        return operand
      }
    }
    let path = try self.path(parts, node)
    guard parts.count > 1 || !path.relations.isEmpty || resolver.isOpen || resolver.has(parts[0]) else {
      let names = resolver.entity.memberNames + parameters.keys.sorted()
      throw failure(.noFieldOrParameter(parts[0], entity: resolver.entity.name, candidates: names), node)
    }
    do throws(QueryError) {
      return PredicateOperand(try resolver.field(at: path), at: path)
    } catch {
      throw failure(saying: error, node.range)
    }
  }

  // MARK: Comparisons

  func compared(
    _ comparison: Expression.Comparison, _ leftNode: PredicateNode, _ rightNode: PredicateNode
  ) throws -> Expression {
    if let found = try toMany(in: [leftNode, rightNode]) {
      if found.step.rest != nil { return try some(found) { try $0.compared(comparison, leftNode, rightNode) } }
      let isLeft = found.node.range == leftNode.range
      guard isLeft || found.node.range == rightNode.range else {
        throw failure(.rowsAreNoValue(found.name), found.node)
      }
      return try compared(comparison, found, with: isLeft ? rightNode : leftNode)
    }
    if let compared = try comparedRelation(comparison, leftNode, rightNode) { return compared }
    if let compared = try comparedWhole(comparison, leftNode, rightNode) { return compared }
    var (left, right) = (try operand(leftNode), try operand(rightNode))
    if left.kind == .null || right.kind == .null {
      let other = left.kind == .null ? right : left
      switch comparison {
      case .equal: return .isNull(other.expression)
      case .notEqual: return .not(.isNull(other.expression))
      default:
        // Of a parameter nobody knows where it is written that it is NULL: it is neither less nor greater than anything.
        let node = left.kind == .null ? leftNode : rightNode
        if case .name = node.syntax { return .and([.literal(.null)]) }
        throw failure(.orderOfNil, node)
      }
    }
    if let (first, second, _) = try aligned(left, leftNode, right, rightNode) {
      return .comparison(comparison, first, second)
    }
    (left, right) = (left.asNumber(beside: right), right.asNumber(beside: left))
    if let first = left.field, let second = right.field, first.hasOtherDigits(than: second) {
      return .comparison(comparison, left.expression.comparedAsMoment, right.expression.comparedAsMoment)
    }
    for (subject, other, asked) in [(left, right, comparison), (right, left, comparison.mirrored)] {
      guard let field = subject.field, field.holdsTextsAndBytes, other.field == nil, !other.isKey,
        let value = other.constant, value.isText
      else { continue }
      return try Test.kind(asked.test, [value]).fitted(to: field).expression(over: subject.expression)
    }
    if let field = left.field { right = try fitted(right, to: field, rightNode) }
    if let field = right.field { left = try fitted(left, to: field, leftNode) }
    guard left.compares(with: right) else {
      if case .text(let text)? = left.constant, left.isLiteral, resolver.entity.field(text) != nil {
        throw failure(.textForField(text), leftNode)
      }
      throw failure(.incomparable(left.words, with: right.words), rightNode)
    }
    let compared = Expression.comparison(comparison, left.ofClass(of: right), right.ofClass(of: left))
    switch comparison {
    case .equal:
      return compared.unlessOfOtherClass(left.asked(beside: right), left.expression)
        .unlessOfOtherClass(right.asked(beside: left), right.expression)
    case .notEqual:
      return compared.orIsOfOtherClass(left.asked(beside: right), left.expression)
        .orIsOfOtherClass(right.asked(beside: left), right.expression)
    default: return compared
    }
  }

  /// A field of JSON or of documents beside a table, which is its whole value; nil where this is another comparison.
  private func comparedWhole(
    _ comparison: Expression.Comparison, _ left: PredicateNode, _ right: PredicateNode
  ) throws -> Expression? {
    guard comparison == .equal || comparison == .notEqual else { return nil }
    for (node, other) in [(left, right), (right, left)] {
      guard case .name(let parts) = other.syntax, parts.count == 1, let table = parameters[parts[0]]?.table,
        case let subject = try operand(node), let field = subject.field, field.isComparedWhole
      else { continue }
      let value = Value.text(table)
      let stored = field.document == nil ? value : try tests.encoder?(value, false, field) ?? value
      return .comparison(comparison, subject.expression, .literal(stored))
    }
    return nil
  }

  /// A literal or parameter as the field on the other side stores it: a label of an enum, a date.
  func fitted(_ operand: PredicateOperand, to field: Field, _ node: PredicateNode) throws -> PredicateOperand {
    guard operand.field == nil, let constant = operand.constant else { return operand }
    // The key of an object is as it is stored.
    if operand.isKey { return stored(constant, field) }
    let value = field.type.calendar == .day ? operand.day ?? constant : constant
    if field.encoder != nil, let encoder = tests.encoder {
      return try encoded(operand, value, field, encoder, node)
    }
    if case .truth = operand.kind, field.type == .json {
      return stored(.text(value == .integer(0) ? "false" : "true"), field)
    }
    if case .truth = operand.kind {
      guard field.type == .boolean || field.type == .any else {
        throw failure(.truthBesideField(field.name, type: field.type.name), node)
      }
      return operand
    }
    guard field.type != .boolean else {
      throw failure(.noTruthBesideField(field.name, found: operand.words), node)
    }
    do throws(SchemaError) {
      var result = stored(try field.operand(value), field)
      // Seconds are stored as the text of their moment; other numbers stay what they are.
      if operand.isNumber, result.isNumber { result.kind = operand.kind }
      return result
    } catch {
      throw failure(saying: error, node.range)
    }
  }

  /// A literal or parameter as the `encode` function of the field on the other side stores it.
  private func encoded(
    _ operand: PredicateOperand, _ value: Value, _ field: Field, _ encoder: OperandEncoder, _ node: PredicateNode
  ) throws -> PredicateOperand {
    var isTruth = false
    if case .truth = operand.kind { isTruth = true }
    do {
      return stored(try encoder(value, isTruth, field), field)
    } catch let error as SchemaError {
      throw failure(saying: error, node.range)
    }
  }

  /// A value as the field stores it: it is of the field's own kind now, whatever it was written as.
  private func stored(_ value: Value, _ field: Field) -> PredicateOperand {
    var result = PredicateOperand(field, at: FieldPath(field: field.name))
    result.expression = .literal(value)
    result.field = nil
    result.constant = value
    return result
  }

  // MARK: Arithmetic

  private func computed(
    _ operation: Expression.Arithmetic, _ leftNode: PredicateNode, _ rightNode: PredicateNode, _ node: PredicateNode
  ) throws -> PredicateOperand {
    var (left, right) = (try operand(leftNode), try operand(rightNode))
    if let constant = operation.quotient(left, right) { return PredicateOperand(.real(constant)) }
    if let decimal = try computedDecimal(operation, left, leftNode, right, rightNode) { return decimal }
    if operation != .concatenate { (left, right) = (left.asNumber(beside: right), right.asNumber(beside: left)) }
    for (operand, part) in [(left, leftNode), (right, rightNode)] where operand.kind != .null {
      let fits = operation == .concatenate ? operand.isJoinable : operand.isNumber && operand.field?.type != .boolean
      guard fits else {
        if operation == .subtract, left.mayBeDay, right.mayBeDay {
          throw failure(.daysApart(found: operand.words, words(leftNode), words(rightNode)), part)
        }
        throw failure(
          operation == .concatenate ? .notJoinable(found: operand.words) : .noNumber(operation, found: operand.words),
          part)
      }
    }
    let kind = operation.result(left.kind, right.kind)
    let isJoined = operation == .concatenate
    let (first, second) = isJoined ? (left.inWords, right.inWords) : (left.ofClass(.number), right.ofClass(.number))
    let expression =
      isJoined
      ? Expression.arithmetic(operation, first, second)
      : .arithmetic(operation, resolver.reckoned(first), resolver.reckoned(second))
    return storedDecimal(operation, expression, left, right, node) ?? PredicateOperand(expression, kind)
  }

  /// A part of the text, as it is written.
  private func words(_ node: PredicateNode) -> String { String(decoding: text[node.range], as: UTF8.self) }

  private func negated(_ operandNode: PredicateNode, _ node: PredicateNode) throws -> PredicateOperand {
    let operand = try operand(operandNode)
    switch operand.constant {
    case .integer(let value): if case .integer = operand.kind { return PredicateOperand(.integer(0 &- value)) }
    case .real(let value):
      var negative = PredicateOperand(.real(-value))
      negative.isLiteral = operand.isLiteral
      return negative
    default: break
    }
    guard operand.isNumber || operand.kind == .null else {
      throw failure(.noNumber(.subtract, found: operand.words), operandNode)
    }
    let negative = Expression.arithmetic(
      .subtract, .literal(.integer(0)), resolver.reckoned(operand.ofClass(.number)))
    return PredicateOperand(negative, operand.kind, field: operand.storedDecimal, scale: operand.scale)
  }
}

extension PredicateOperand {
  /// Whether it is a day or a moment, or a field that may hold such as text.
  fileprivate var mayBeDay: Bool { field?.type.calendar != nil || field != nil && (kind == .text || kind == .any) }
}

extension PredicateOperand {
  /// The name of the field that it is.
  var path: FieldPath? { if case .field(let path) = expression { path } else { nil } }

  /// A part of JSON of a class alone; anything else as it is.
  func ofClass(_ part: PartClass?) -> Expression {
    field?.isPartOfJSON == true ? expression.ofClass(part) : expression
  }

  /// What texts are made of: a number that may be none of a field's is written as Lua writes it.
  var inWords: Expression {
    if field?.isPartOfJSON == true { return expression.ofClass(.word) }
    guard kind == .any || kind == .integer, constant == nil else { return expression }
    return if case .field = expression { expression } else { .call(.word, [expression]) }
  }

  /// The same of the class of what it is compared with.
  fileprivate func ofClass(of other: PredicateOperand) -> Expression { ofClass(asked(beside: other)) }

  /// The class of which a part of JSON has to be to equal another value; nil where that may be of any.
  fileprivate func asked(beside other: PredicateOperand) -> PartClass? {
    guard field?.isPartOfJSON == true else { return nil }
    if other.isTruth { return .truth }
    if let constant = other.constant { return PartClass(constant) }
    switch other.kind {
    case .integer, .real: return .number
    case .text: return .text
    case .boolean: return .truth
    default: return nil
    }
  }

  /// A decimal as a number, beside what is one and says nothing of its digits.
  fileprivate func asNumber(beside other: PredicateOperand) -> PredicateOperand {
    guard let number, other.isNumber, other.field.map({ $0.type == .any || $0.type.reading == .decimal }) ?? true else {
      return self
    }
    var result = PredicateOperand(number)
    // Beside a column that has every digit it keeps its own.
    if other.field?.isNumeric == true { (result.constant, result.expression) = (constant, expression) }
    return result
  }

  /// The number that it is where that is known without a row.
  fileprivate var plainNumber: Double? {
    switch (kind, constant) {
    case (.integer, .integer(let value)) where scale == nil && number == nil: Double(value)
    case (.real, .real(let value)): value
    default: nil
    }
  }

  /// A real is written differently by each database, and so is a decimal.
  fileprivate var isJoinable: Bool { kind == .text || kind == .integer || kind == .any && !isServerDecimal }

  func compares(with other: PredicateOperand) -> Bool {
    if kind == .any || other.kind == .any { return true }
    if isNumber || other.isNumber { return isNumber && other.isNumber }
    if isTruth || other.isTruth { return isTruth && other.isTruth }
    return kind == other.kind
  }

  private var isTruth: Bool {
    if case .truth = kind { true } else { kind == .boolean }
  }
}

extension Expression.Arithmetic {
  /// What a number divided by zero is where both are written down or given: as Lua has it, where a column's would be NULL;
  /// nil for anything else, and for what Lua refuses.
  fileprivate func quotient(_ left: PredicateOperand, _ right: PredicateOperand) -> Double? {
    guard let number = left.plainNumber, right.plainNumber == 0 else { return nil }
    let isReal = left.kind == .real || right.kind == .real
    guard self == .divide || self == .floorDivide && isReal, !number.isNaN, number != 0 else { return nil }
    let isNegative = right.plainNumber?.sign == .minus
    return (number < 0) == isNegative ? .infinity : -.infinity
  }

  fileprivate func result(_ left: PredicateOperand.Kind, _ right: PredicateOperand.Kind) -> PredicateOperand.Kind {
    switch self {
    case .concatenate: return .text
    case .divide: return .real
    default:
      if left == .real || right == .real { return .real }
      return left == .integer && right == .integer ? .integer : .any
    }
  }
}
