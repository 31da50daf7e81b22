import Schema

/// A function of values in an expression: `year(at)`, `round(price, 2)`.
struct ValueFunction: Sendable {
  let counts: ClosedRange<Int>
  let example: String
  let operand: @Sendable (PredicateMeaning, PredicateCall) throws -> PredicateOperand

  static let all: [String: ValueFunction] = {
    var result: [String: ValueFunction] = [
      "weekday": day("weekday(at)") { value in
        let day = Expression.call(.weekday, [value])
        let isSunday = Expression.comparison(.equal, day, .literal(.integer(0)))
        return PredicateOperand(.choose(isSunday, .literal(.integer(7)), day), .integer)
      },
      "date": day("date(at)") { value in
        PredicateOperand(.call(.dateText, [value]), .text, field: Field(name: "date", type: .date))
      },
      "lower": text("lower(name)") { PredicateOperand(.call(.lowercase, [$0]), .text) },
      "upper": text("upper(name)") { PredicateOperand(.call(.uppercase, [$0]), .text) },
      "length": text("length(name)") { PredicateOperand(.call(.length, [$0]), .integer) },
      "abs": ValueFunction(counts: 1...1, example: "abs(score)") { try $0.absolute($1) },
      "round": ValueFunction(counts: 1...2, example: "round(price, 2)") { try $0.rounded($1) },
      "if": ValueFunction(counts: 3...3, example: "if(score > 3, 'good', 'bad')") { meaning, call in
        let condition = try meaning.truth(call.arguments[0])
        let (values, operand) = try meaning.unified(Array(call.arguments.dropFirst()))
        return operand.with(.choose(condition, values[0], values[1]))
      },
      "coalesce": ValueFunction(counts: 2...20, example: "coalesce(nickname, name)") { meaning, call in
        let (values, operand) = try meaning.unified(call.arguments)
        return operand.with(.call(.coalesce, values))
      },
    ]
    for part in DatePart.allCases {
      result[part.rawValue] = day("\(part.rawValue)(at)") { PredicateOperand(.call(part.function, [$0]), .integer) }
    }
    return result
  }()

  /// A function of a day or a moment.
  private static func day(
    _ example: String, _ make: @escaping @Sendable (Expression) -> PredicateOperand
  ) -> ValueFunction {
    ValueFunction(counts: 1...1, example: example) { meaning, call in
      let operand = try meaning.operand(call.arguments[0])
      // Columns made elsewhere hold days whatever they are declared as.
      let isDay =
        operand.field?.type.calendar != nil || operand.kind == .text || operand.kind == .any && !operand.isServerDecimal
      guard isDay && !operand.isDocument || operand.kind == .null else {
        throw meaning.failure(.noDay(call.name, found: operand.words), call.arguments[0])
      }
      return make(operand.expression)
    }
  }

  private static func text(
    _ example: String, _ make: @escaping @Sendable (Expression) -> PredicateOperand
  ) -> ValueFunction {
    ValueFunction(counts: 1...1, example: example) { meaning, call in
      let operand = try meaning.operand(call.arguments[0])
      guard [.text, .any, .null].contains(operand.kind), !operand.isServerDecimal else {
        throw meaning.failure(.noText(call.name, found: operand.words), call.arguments[0])
      }
      // A truth in JSON is no text, as it is no number.
      return make(operand.inWords)
    }
  }
}

extension PredicateOperand {
  /// Whether it is a field of JSON or of documents as a whole, which is never a day; a part of one may be.
  fileprivate var isDocument: Bool {
    guard let field, !field.isPartOfJSON else { return false }
    return field.document != nil || field.type.reading == .json
  }

  /// What it is where it stands for a part of JSON (`Expression.ofClass`); nil for what is of no known class there.
  fileprivate var partOfJSON: Expression? {
    if field?.isPartOfJSON == true { return expression }
    if case .truth(let truth) = kind { return truth ? .and([]) : .or([]) }
    if let constant { return .literal(number ?? constant) }
    guard field?.isPlainPart ?? true else { return nil }
    switch kind {
    case .integer:
      if case .arithmetic = expression { return expression }
      return .arithmetic(.add, expression, .literal(.integer(0)))
    case .real: return .call(.numberPart, [expression])
    case .text: return .call(.textPart, [expression])
    case .boolean: return .call(.truthPart, [expression])
    case .any:
      // What is reckoned is a number, whatever is reckoned with.
      guard field == nil, case .arithmetic(let operation, _, _) = expression, operation != .concatenate else {
        return nil
      }
      return .call(.numberPart, [expression])
    case .null, .truth, .data: return nil
    }
  }

  /// The same kind of value, said otherwise.
  fileprivate func with(_ expression: Expression) -> PredicateOperand {
    var result = self
    result.expression = expression
    (result.constant, result.isLiteral, result.isKey, result.day) = (nil, false, false, nil)
    // It is made of columns, and none itself; decimals stay exact.
    let isNumeric = field?.isNumeric == true
    result.field?.nature = ColumnNature()
    result.field?.nature.isNumeric = isNumeric
    return result
  }
}

extension PredicateMeaning {
  private func number(_ call: PredicateCall) throws -> PredicateOperand {
    let operand = try operand(call.arguments[0])
    guard operand.isNumber && operand.field?.type != .boolean || operand.kind == .null else {
      throw failure(.noNumber(call.name, found: operand.words), call.arguments[0])
    }
    return operand
  }

  fileprivate func absolute(_ call: PredicateCall) throws -> PredicateOperand {
    let operand = try number(call)
    let value = resolver.reckoned(operand.ofClass(.number))
    let isNegative = Expression.comparison(.less, value, .literal(.integer(0)))
    let positive = Expression.arithmetic(.subtract, .literal(.integer(0)), value)
    return PredicateOperand(
      .choose(isNegative, positive, value), operand.kind, field: operand.storedDecimal, scale: operand.scale)
  }

  fileprivate func rounded(_ call: PredicateCall) throws -> PredicateOperand {
    let operand = try number(call)
    var digits: Int64?
    if call.arguments.count == 2 {
      guard case .integer(let count)? = try self.operand(call.arguments[1]).constant, (-18...18).contains(count) else {
        throw failure(.notDigits, call.arguments[1])
      }
      digits = count
    }
    if let scale = operand.scale { return rounded(operand, scale, to: Int(digits ?? 0), isWhole: digits == nil) }
    let value = resolver.reckoned(operand.ofClass(.number))
    guard let digits else { return PredicateOperand(.call(.roundWhole, [value]), .integer) }
    var exact = operand.storedDecimal.flatMap { $0.isNumeric ? $0 : nil }
    if let scale = exact?.scale { exact?.scale = min(scale, max(0, Int(digits))) }
    return PredicateOperand(.call(.round, [value, .literal(.integer(digits))]), operand.kind, field: exact)
  }

  /// Decimals are integers: what is behind the last digit is taken off as those of an integer are.
  private func rounded(_ operand: PredicateOperand, _ scale: Int, to digits: Int, isWhole: Bool) -> PredicateOperand {
    guard digits < scale, let power = DecimalNumber.power(scale - digits), let tens = Int64(exactly: power) else {
      return PredicateOperand(operand.expression, .integer, scale: scale)
    }
    let rounded = Expression.call(.round, [operand.expression, .literal(.integer(Int64(digits - scale)))])
    if digits < 0 { return PredicateOperand(rounded, .integer, scale: scale) }
    let short = Expression.arithmetic(.floorDivide, rounded, .literal(.integer(tens)))
    return PredicateOperand(short, .integer, scale: isWhole ? nil : digits)
  }

  /// Values that stand for one another, as one kind of value.
  fileprivate func unified(_ nodes: [PredicateNode]) throws -> (values: [Expression], PredicateOperand) {
    var operands = try nodes.map { try operand($0) }
    if operands.contains(where: { $0.scale != nil }) { return try unifiedDecimals(operands, nodes) }
    if let parts = unifiedParts(operands) { return parts }
    // Literals are what the fields beside them store.
    if let field = operands.lazy.compactMap(\.field).first {
      for place in operands.indices where operands[place].kind != .null {
        operands[place] = try fitted(operands[place], to: field, nodes[place])
      }
    }
    // Moments have the most digits that one of them has.
    if let finest = operands.compactMap(\.field).filter({ $0.type == .datetime }).max(by: {
      $0.precision < $1.precision
    }) {
      for place in operands.indices {
        guard let field = operands[place].field, field.hasOtherDigits(than: finest) else { continue }
        operands[place].expression = operands[place].expression.withDigits(finest.precision, from: field.precision)
        operands[place].field = finest
      }
    }
    let known = operands.filter { $0.kind != .null }
    guard var result = known.first else { return (operands.map(\.expression), PredicateOperand(.null)) }
    for (operand, node) in zip(operands, nodes) where operand.kind != .null {
      guard operand.isNumber == result.isNumber, operand.isNumber || operand.compares(with: result) else {
        throw failure(.differentKinds(operand.words, result.words), node)
      }
      if operand.field?.type.reading == .json || result.field?.type.reading == .json,
        operand.field?.type != result.field?.type, operand.constant == nil || result.constant == nil
      {
        throw failure(.differentKinds(operand.words, result.words), node)
      }
      if operand.kind == .real, result.kind == .integer { result.kind = .real }
      if operand.kind == .any { result.kind = .any }
      if case .truth = result.kind { result.kind = .boolean }
      // What one field reads as is not what another does.
      if let field = result.field, let other = operand.field, field.type != other.type || field.choices != other.choices
      {
        result.field = nil
      }
    }
    return (operands.map(\.expression), result)
  }

  /// Parts of JSON beside plain values and fields, which are such parts then; nil of other values.
  private func unifiedParts(_ operands: [PredicateOperand]) -> (values: [Expression], PredicateOperand)? {
    guard let part = operands.lazy.compactMap(\.field).first(where: \.isPartOfJSON) else { return nil }
    var values: [Expression] = []
    for operand in operands {
      guard let value = operand.partOfJSON else { return nil }
      values.append(value)
    }
    var field = Field(name: part.name, type: .any)
    field.isPartOfJSON = true
    return (values, PredicateOperand(.literal(.null), .any, field: field))
  }

  private func unifiedDecimals(
    _ operands: [PredicateOperand], _ nodes: [PredicateNode]
  ) throws -> (values: [Expression], PredicateOperand) {
    let decimals = try zip(operands, nodes).map { operand, node -> ScaledExpression? in
      operand.kind == .null ? nil : try decimal(operand, node)
    }
    let scale = decimals.compactMap { $0?.scale }.max() ?? 0
    let values = try zip(decimals, nodes).map { value, node in
      try value.map { try raised($0, to: scale, node) } ?? .literal(.null)
    }
    return (values, PredicateOperand(.literal(.null), .integer, scale: scale))
  }
}

extension Field {
  /// Whether what it holds is read as it is stored, and so as a part of JSON is: a number, a text or a truth.
  fileprivate var isPlainPart: Bool {
    guard !isLoose, encoder == nil, decoder == nil, nature.native == nil, nature.conversion == .none,
      nature.collation == .binary
    else { return false }
    return [.integer, .real, .text, .boolean, .duration].contains(type)
  }
}
