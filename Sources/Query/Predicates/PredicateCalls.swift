import Schema

/// The functions of expressions: those of related rows, `count(games)`, and those of values, `year(at)`.
extension PredicateMeaning {
  func called(_ call: PredicateCall, _ node: PredicateNode) throws -> PredicateOperand {
    if let function = Aggregation.Function(rawValue: call.name) { return try reckoned(function, call) }
    guard let function = ValueFunction.all[call.name] else {
      let names =
        ValueFunction.all.keys.sorted() + Aggregation.Function.allCases.map(\.rawValue)
        + PredicateQuantifier.allCases.map(\.rawValue)
      throw failure(.noFunction(call.name, candidates: names), call.nameRange)
    }
    guard function.counts.contains(call.arguments.count) else {
      throw failure(.writtenOtherwise(example: function.example), node)
    }
    var operand = try function.operand(self, call)
    // A day that a function makes is no field: it goes by what was written.
    if case .call(.dateText, _) = operand.expression {
      operand.field?.name = String(decoding: text[node.range], as: UTF8.self)
    }
    return operand
  }

  /// What is made of all rows that a relation leads to: `sum(games.score)`.
  private func reckoned(_ function: Aggregation.Function, _ call: PredicateCall) throws -> PredicateOperand {
    guard call.arguments.count == 1 else {
      if call.arguments.count == 2 {
        throw failure(.aggregateOfSome(call.name, example: exampleOfSome(function, call.arguments)), call.nameRange)
      }
      throw failure(.aggregateOfNothing(call.name), call.nameRange)
    }
    let argument = call.arguments[0]
    guard let names = try firstReach(in: argument), let (rows, rest) = try reach(names, argument) else {
      throw failure(.notOfRelatedRows(call.name), argument)
    }
    if rest.isEmpty, function == .count, case .name = argument.syntax {
      return PredicateOperand(.reckoned(Aggregation(.count), rows), .integer)
    }
    let prefix = Array(names.dropLast(rest.count))
    let inner = PredicateMeaning(
      resolver: FieldResolver(catalog: resolver.catalog, entity: rows.entity), parameters: parameters, tests: tests,
      text: text, scope: PredicateScope(prefix: prefix))
    let name = names.joined(separator: ".")
    guard !rest.isEmpty else { throw failure(.rowsAreNoValue(name), argument) }
    return try inner.operand(argument).aggregated(function, of: rows) { failure($0, argument) }
  }

  /// How an aggregate is said of some of the related rows, in the names of one that is written with a condition.
  private func exampleOfSome(_ function: Aggregation.Function, _ arguments: [PredicateNode]) -> String {
    guard case .name(let value) = arguments[0].syntax, case .name(let condition) = arguments[1].syntax,
      let rows = (try? resolver.reach(along: value)) ?? nil
    else {
      return function == .count
        ? "sum(if(games.won, 1, 0))" : "\(function.rawValue)(if(games.won, games.score, nil))"
    }
    let relation = Array(value.dropLast(rows.rest.count))
    let name = (condition.starts(with: relation) ? condition : relation + condition).joined(separator: ".")
    if function == .count { return "sum(if(\(name), 1, 0))" }
    return "\(function.rawValue)(if(\(name), \(value.joined(separator: ".")), nil))"
  }

  private func reach(_ names: [String], _ node: PredicateNode) throws -> (rows: RelatedRows, rest: [String])? {
    let path = try path(names, node)
    do {
      return try resolver.reach(along: path.relations + [path.field])
    } catch {
      throw failure(saying: error, node.range)
    }
  }

  /// The first name in a part that leads to many rows.
  private func firstReach(in node: PredicateNode) throws -> [String]? {
    switch node.syntax {
    case .name(let names):
      if names.count == 1, parameters[names[0]] != nil { return nil }
      return try reach(names, node) == nil ? nil : names
    case .arithmetic(_, let left, let right), .comparison(_, let left, let right):
      return try firstReach(in: left) ?? firstReach(in: right)
    case .negative(let operand), .not(let operand): return try firstReach(in: operand)
    case .call(let call): return try call.arguments.lazy.compactMap { try firstReach(in: $0) }.first
    case .and(let parts), .or(let parts): return try parts.lazy.compactMap { try firstReach(in: $0) }.first
    case .value, .truth, .null, .test: return nil
    }
  }
}

extension PredicateOperand {
  /// What is made of the operand's values in these rows.
  fileprivate func aggregated(
    _ function: Aggregation.Function, of rows: RelatedRows, failure: (PredicateMistake) -> PredicateError
  ) throws -> PredicateOperand {
    let result = Expression.reckoned(Aggregation(function, of: expression), rows)
    switch function {
    case .count: return PredicateOperand(result, .integer)
    case .min, .max:
      var operand = self
      operand.expression = result
      // What is made of parts of JSON is no part of any.
      operand.field?.isPartOfJSON = false
      (operand.constant, operand.isLiteral) = (nil, false)
      return operand
    case .sum, .avg, .median:
      guard isNumber, field?.type != .boolean else {
        throw failure(.noNumbers(function.rawValue, found: words))
      }
      if function == .sum, let field, field.type == .decimal, field.isStoredAsNumber {
        var aggregation = Aggregation(.sum, of: expression)
        aggregation.digits = field.scale
        return PredicateOperand(.reckoned(aggregation, rows), kind, field: field)
      }
      if let field, field.type == .duration {
        if function == .sum { return PredicateOperand(result, kind, field: field) }
        return PredicateOperand(result, .real, field: Field(name: field.name, type: .meanDuration))
      }
      if function == .sum { return PredicateOperand(result, kind, scale: scale) }
      guard let scale, scale > 0, let power = DecimalNumber.power(scale) else { return PredicateOperand(result, .real) }
      return PredicateOperand(.arithmetic(.divide, result, .literal(.real(Double(power)))), .real)
    }
  }
}
