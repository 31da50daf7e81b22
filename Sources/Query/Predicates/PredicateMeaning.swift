import Encodings
import Schema

/// A value that a person gave for a name in a predicate: `where("age >= low", { low = 20 })`.
package struct PredicateParameter: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case value, truth, list
    /// A table that is no list of plain values.
    case table
    /// A request, known by its number.
    case rows(ScriptHook)
    /// The key of an object, as it is stored.
    case key
  }

  package var kind: Kind
  /// One value, or the elements of a list.
  package var values: [Value]
  /// The days of values that were tables of a day and a time, by their places: fields of days compare with these.
  package var days: [Int: Value] = [:]
  /// The values that were decimals, as numbers, by their places: what has no type compares with these.
  package var decimals: [Int: Value] = [:]
  /// The entities of the objects whose keys are among the values.
  package var entities: Set<String> = []
  /// A table, a list included, as JSON text: fields of JSON and of documents compare with it as a whole.
  package var table: String?

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
  let tests: PredicateTests
  let text: [UInt8]
  /// The rows that it is said of, where these are not those of the request.
  var scope = PredicateScope()

  /// The expression that a text says.
  ///
  ///     age >= low and name:prefix('Z')   // .and([.comparison(.atLeast, age, 20), …])
  package static func expression(
    _ text: String, resolver: FieldResolver, parameters: [String: PredicateParameter] = [:],
    tests: PredicateTests
  ) throws -> Expression {
    var parser = try PredicateParser(text)
    let node = try parser.parse()
    let meaning = PredicateMeaning(resolver: resolver, parameters: parameters, tests: tests, text: Array(text.utf8))
    try meaning.checkParameters()
    return try meaning.truth(node)
  }

  /// A parameter with the name of a member would silently take its place, or lose it.
  private func checkParameters() throws {
    for name in parameters.keys.sorted() where resolver.has(name) {
      throw failure(.fieldAndParameter(name, entity: resolver.entity.name), firstPlace(of: name))
    }
  }

  /// Within `any(games, score > low)`, names are of the games.
  func checkParameter(_ name: String, _ node: PredicateNode) throws {
    guard scope.prefix.isEmpty, resolver.has(name) else { return }
    throw failure(.fieldAndParameter(name, entity: resolver.entity.name), node)
  }

  private func firstPlace(of name: String) -> Range<Int> {
    var lexer = PredicateLexer(text)
    let token = (try? lexer.tokens())?.first { $0.kind == .name(name) }
    return token?.range ?? 0..<0
  }

  // MARK: Truths

  /// A part that must be true or false.
  func truth(_ node: PredicateNode) throws -> Expression {
    switch node.syntax {
    case .not(let operand): return .not(try truth(operand))
    case .and(let parts): return .ofOneRow(try parts.map { try truth($0) })
    case .call(let call) where PredicateQuantifier(rawValue: call.name) != nil: return try quantified(call, node)
    case .or(let parts): return .or(try parts.map { try truth($0) })
    case .comparison(let comparison, let left, let right): return try compared(comparison, left, right)
    case .test(let operand, let test): return try tested(operand, test)
    case .truth(let value): return value ? .and([]) : .or([])
    default:
      if let found = try toMany(in: node), found.step.rest != nil {
        return try some(found) { try $0.truth(node) }
      }
      let operand = try self.operand(node)
      if case .truth(let value) = operand.kind { return value ? .and([]) : .or([]) }
      if operand.field?.isPartOfJSON == true {
        return .comparison(.equal, operand.expression.ofClass(.truth), .literal(.integer(1)))
      }
      guard operand.kind == .boolean || operand.field?.type == .boolean || isGivenByScript(operand) else {
        // Columns of other programs hold truths as 0 and 1.
        let name: String? =
          if operand.field?.type == .any, case .field(let path) = operand.expression { path.description } else { nil }
        throw failure(.noTruth(found: operand.words, name: name), node)
      }
      return .comparison(.equal, operand.expression, .literal(.integer(1)))
    }
  }

  /// Whether a function of the script gives it: of what type it is shows when that is called.
  private func isGivenByScript(_ operand: PredicateOperand) -> Bool {
    operand.path.flatMap { resolver.computed(at: $0) }?.asksScript ?? false
  }

  // MARK: Tests

  private func tested(_ operand: PredicateNode, _ asked: PredicateTest) throws -> Expression {
    if let found = try toMany(in: operand) {
      if found.step.rest == nil { return try tested(found, asked) }
      return try some(found) { try $0.tested(operand, asked) }
    }
    if let (relation, _, path) = relation(operand), relation.columns.count > 1,
      let condition = try tests.relations?(test(asked), resolver, path)
    {
      return condition
    }
    let subject = try self.operand(operand)
    guard var field = subject.field else {
      throw failure(.testOfNoField, operand)
    }
    // A parameter that is NULL tells nothing of any value, as in a comparison.
    if comparesWithNull(asked) { return .and([.literal(.null)]) }
    let test: Test
    do {
      test = try self.test(asked)
    } catch let error as PredicateError {
      throw error
    } catch {
      throw failure(saying: error, asked.nameRange)
    }
    if !test.entities.isEmpty, let (relation, owner, _) = relation(operand) {
      try tests.objects?.check(test.entities, relation, owner)
      // The keys of objects are as they are stored.
      field.encoder = nil
      field.relation = field.relation ?? relation.name
    }
    do {
      var expression = try test.fitted(to: field, encoder: tests.encoder).expression(over: subject.expression)
      if let (relation, owner, path) = relation(operand), relation.mayDangle {
        let nowhere = try Association(relation, of: owner, in: resolver.catalog).leadsNowhere(from: path.relations)
        expression = expression.rewritten { $0 == .isNull(subject.expression) ? nowhere : nil }
      }
      guard !test.requests.isEmpty, let path = subject.path else { return expression }
      return try tests.requests?(expression, resolver, path) ?? expression
    } catch let error as SchemaError {
      throw failure(saying: error, asked.nameRange)
    } catch let error as QueryError {
      throw failure(saying: error, asked.nameRange)
    }
  }

  /// A test of the language with its operands and options, or one that a script named.
  func test(_ asked: PredicateTest) throws -> Test {
    let operands = try asked.operands.map { try constants($0) }
    var first = 0
    var arguments = try TestArguments(operands.flatMap(\.values), options: options(asked))
    for operand in operands {
      arguments.entities.formUnion(operand.entities)
      if case .rows(let number) = operand.kind { arguments.requests.append(number) }
      if operand.kind == .truth { arguments.truths.formUnion(first..<first + operand.values.count) }
      for (place, day) in operand.days { arguments.days[first + place] = day }
      for (place, number) in operand.decimals { arguments.decimals[first + place] = number }
      first += operand.values.count
    }
    try takeTable(&arguments, operands, asked)
    arguments.areTruths =
      operands.contains { $0.kind == .truth } && operands.allSatisfy { $0.kind == .truth || $0.values == [.null] }
    if let kind = TestKind.named(asked.name) { return try tests.make(kind, arguments) }
    guard let test = tests.named[asked.name] else {
      let names = TestKind.all.map(\.name) + tests.named.keys.sorted()
      throw failure(.noTest(asked.name, candidates: names), asked.nameRange)
    }
    guard arguments.isEmpty, arguments.options.isEmpty else {
      throw failure(.testTakesNothing(asked.name), asked.nameRange)
    }
    return test
  }

  /// A table that a field is to be equal to is a value of JSON, and a list of one value is also that.
  private func takeTable(
    _ arguments: inout TestArguments, _ operands: [PredicateParameter], _ asked: PredicateTest
  ) throws {
    guard let place = operands.firstIndex(where: { $0.table != nil }), let table = operands[place].table else { return }
    if operands.count == 1, ["equal", "not_equal"].contains(asked.name) {
      arguments.table = table
      arguments.isTableAlone = operands[0].values.count != 1
      if arguments.isTableAlone { arguments.values = [.text(table)] }
    } else if operands[place].kind == .table, case .name(let parts) = asked.operands[place].syntax {
      throw failure(.tableAsValue(parts[0]), asked.operands[place])
    }
  }

  private func options(_ asked: PredicateTest) throws -> Set<TestOption> {
    let known = TestKind.named(asked.name)?.options ?? []
    var result: Set<TestOption> = []
    for option in asked.options {
      guard let found = known.first(where: { $0.rawValue == option.name }) else {
        let candidates = known.map(\.rawValue)
        throw failure(.unknownOption(option.name, test: asked.name, candidates: candidates), option.range)
      }
      let value = try operand(option.value)
      guard let isOn = found.isOn(value) else {
        let isTruth = found == .ignoreCase
        throw failure(
          isTruth
            ? .truthOption(option.name, found: value.words) : .bracketOption(option.name, found: value.words),
          option.value)
      }
      if isOn { result.insert(found) }
    }
    return result
  }

  /// The values of a part that holds no field.
  private func constants(_ node: PredicateNode) throws -> PredicateParameter {
    if case .name(let parts) = node.syntax, parts.count == 1, let parameter = parameters[parts[0]] {
      try checkParameter(parts[0], node)
      return parameter
    }
    guard try toMany(in: node) == nil, case let operand = try operand(node), let value = operand.constant else {
      throw failure(.operandNotConstant, node)
    }
    if case .truth = operand.kind { return PredicateParameter(.truth, [value]) }
    return PredicateParameter(.value, [value])
  }
}

/// The tests that a predicate may ask.
package struct PredicateTests {
  /// Makes a test of the language; it throws what says which arguments would fit.
  let make: (TestKind, TestArguments) throws -> Test
  /// Those that a script named.
  let named: [String: Test]
  /// What is stored of operands, where a field has a function of the script for that.
  let encoder: OperandEncoder?
  /// What is known of the objects among the parameters.
  let objects: PredicateObjects?
  /// Says which rows are meant where a test compares the field at a path with requests.
  let requests: ((Expression, FieldResolver, FieldPath) throws -> Expression)?
  /// Says what is asked of a relation to one whose key has several fields.
  let relations: ((Test, FieldResolver, FieldPath) throws -> Expression?)?
  /// Says what is asked of the rows that a relation leads to; nil for a test that is for none.
  let rows: ((Test, ToManyStep) throws -> Expression?)?

  package init(
    named: [String: Test] = [:], encoder: OperandEncoder? = nil, objects: PredicateObjects? = nil,
    requests: ((Expression, FieldResolver, FieldPath) throws -> Expression)? = nil,
    relations: ((Test, FieldResolver, FieldPath) throws -> Expression?)? = nil,
    rows: ((Test, ToManyStep) throws -> Expression?)? = nil,
    make: @escaping (TestKind, TestArguments) throws -> Test
  ) {
    self.named = named
    self.encoder = encoder
    self.objects = objects
    self.requests = requests
    self.relations = relations
    self.rows = rows
    self.make = make
  }
}

extension TestOption {
  /// What a value in a predicate sets it to; nil for one that is no choice of it.
  fileprivate func isOn(_ operand: PredicateOperand) -> Bool? {
    switch (self, operand.kind, operand.constant) {
    case (.ignoreCase, .truth(let flag), _): flag
    case (.lowerOpen, _, .text("open")), (.upperOpen, _, .text("open")): true
    case (.lowerOpen, _, .text("closed")), (.upperOpen, _, .text("closed")): false
    default: nil
    }
  }
}

extension FieldResolver {
  /// Whether the entity itself has a member of this name, also one that cannot be asked for: who resolves it says so.
  func has(_ name: String) -> Bool {
    entity.field(name) != nil || entity.relation(name) != nil || computed[name] != nil
      || entity.transients.contains { $0.name == name }
  }
}
