import Schema

/// A value that a person gave for a name in a predicate: `where("age >= low", { low = 20 })`.
package struct PredicateParameter: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case value, truth, list
  }

  package var kind: Kind
  /// One value, or the elements of a list.
  package var values: [Value]

  package init(_ kind: Kind, _ values: [Value]) {
    self.kind = kind
    self.values = values
  }
}

/// Says what a predicate means for an entity: names become fields or parameters, and operands fit each other.
///
/// NULL is as in SQL: a comparison with it neither holds nor fails, `x == nil` asks for it.
package struct PredicateMeaning {
  let resolver: FieldResolver
  let parameters: [String: PredicateParameter]
  /// Makes a test of operands, or nil where they do not fit.
  let test: (TestKind, [Value]) -> Test?
  let text: [UInt8]

  /// The expression that a text says.
  ///
  ///     age >= low and name:prefix('Z')   // .and([.comparison(.atLeast, age, 20), …])
  package static func expression(
    _ text: String, resolver: FieldResolver, parameters: [String: PredicateParameter] = [:],
    test: @escaping (TestKind, [Value]) -> Test?
  ) throws -> Expression {
    var parser = try PredicateParser(text)
    let node = try parser.parse()
    let meaning = PredicateMeaning(resolver: resolver, parameters: parameters, test: test, text: Array(text.utf8))
    try meaning.checkParameters()
    return try meaning.truth(node)
  }

  /// A parameter with the name of a member would silently take its place, or lose it.
  private func checkParameters() throws {
    for name in parameters.keys.sorted() where resolver.has(name) {
      throw PredicateError(
        "\(quotedExcerpt(name)) is both a field of \(resolver.entity.name) and a parameter: name the parameter otherwise",
        text, firstPlace(of: name))
    }
  }

  private func firstPlace(of name: String) -> Range<Int> {
    var lexer = PredicateLexer(text)
    let token = (try? lexer.tokens())?.first { $0.kind == .name(name) }
    return token?.range ?? 0..<0
  }

  func failure(_ message: String, _ node: PredicateNode) -> PredicateError {
    PredicateError(message, text, node.range)
  }

  // MARK: Truths

  /// A part that must be true or false.
  func truth(_ node: PredicateNode) throws -> Expression {
    switch node.syntax {
    case .not(let operand): return .not(try truth(operand))
    case .and(let parts): return .and(try parts.map { try truth($0) })
    case .or(let parts): return .or(try parts.map { try truth($0) })
    case .comparison(let comparison, let left, let right): return try compared(comparison, left, right)
    case .test(let operand, let name, let nameRange, let operands):
      return try tested(operand, name, nameRange, operands)
    case .truth(let value): return value ? .and([]) : .or([])
    default:
      let operand = try self.operand(node)
      if case .truth(let value) = operand.kind { return value ? .and([]) : .or([]) }
      guard operand.kind == .boolean || operand.field?.type == .boolean else {
        throw failure("this is \(operand.words), not true or false: compare it, as in 'x ~= nil'", node)
      }
      return .comparison(.equal, operand.expression, .literal(.integer(1)))
    }
  }

  // MARK: Tests

  private func tested(
    _ operand: PredicateNode, _ name: String, _ nameRange: Range<Int>, _ nodes: [PredicateNode]
  ) throws -> Expression {
    let subject = try self.operand(operand)
    guard let field = subject.field else {
      throw failure("a test is asked of a field, as in name:prefix('Z')", operand)
    }
    guard let kind = TestKind.named(name) else {
      let words = "there is no test \(quotedExcerpt(name)).\(suggestion(for: name, in: TestKind.all.map(\.name)))"
      throw PredicateError(words, text, nameRange)
    }
    let values = try nodes.flatMap { try constants($0) }
    guard let test = test(kind, values) else {
      throw PredicateError("is.\(name) takes other values, as in \(kind.example)", text, nameRange)
    }
    do {
      return try test.fitted(to: field).expression(over: subject.expression)
    } catch {
      throw PredicateError("\(error)", text, nameRange)
    }
  }

  /// The values of a part that holds no field.
  private func constants(_ node: PredicateNode) throws -> [Value] {
    if case .name(let parts) = node.syntax, parts.count == 1, let parameter = parameters[parts[0]] {
      return parameter.values
    }
    switch try operand(node).constant {
    case .some(let value): return [value]
    case nil: throw failure("the values of a test are literals or parameters", node)
    }
  }
}

extension FieldResolver {
  /// Whether the entity itself has a member of this name.
  func has(_ name: String) -> Bool { entity.field(name) != nil || entity.relation(name) != nil }
}
