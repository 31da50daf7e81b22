import LuaRuntime
import Model
import Query
import Schema

extension ConditionReader {
  /// The condition that a text says: `where("age >= low", { low = 20 })`.
  func predicate(_ text: String, parameters: LuaValue) throws -> Condition {
    let given = FoundRequests()
    let named = session.state(NamedTests.self).all
    for test in named.values { given.all.merge(test.requests) { first, _ in first } }
    let expression = try reading {
      try PredicateMeaning.expression(
        text, resolver: resolver, parameters: self.parameters(parameters, given),
        tests: tests(parameters, given))
    }
    // A test that a script named may ask functions.
    let functions = named.values.reduce(into: [:]) { $0.merge($1.functions) { first, _ in first } }
    return Condition(
      expression: expression, functions: expression.containsFunction ? functions : [:],
      requests: found.requests)
  }

  /// The value that a text says: `price * quantity`.
  ///
  /// - Parameter written: what a person wrote that is read as a call: `count games` as `count(games)`.
  func value(
    _ text: String, parameters: LuaValue = .nil, writtenAs written: (text: String, rest: String)? = nil
  ) throws -> ComputedField {
    let given = FoundRequests()
    return try reading(written) {
      try PredicateMeaning.value(
        text, resolver: resolver, parameters: self.parameters(parameters, given), tests: tests(parameters, given))
    }
  }

  private func reading<Result>(
    _ written: (text: String, rest: String)? = nil, _ read: () throws -> Result
  ) throws -> Result {
    do {
      return try read()
    } catch var error as PredicateError {
      if let written { error = error.said(of: written.text, endingWith: written.rest) }
      throw ScriptError(RequestError.predicate(word: word, reason: error.description))
    }
  }

  private func tests(_ parameters: LuaValue, _ given: FoundRequests) -> PredicateTests {
    let named = session.state(NamedTests.self).all
    let objects = PredicateObjects(
      key: { name, relation, owner in
        guard case .table(let table) = parameters else { return [] }
        return try key(table[name], relation, owner)
      },
      check: { entities, relation, owner in try checkAreTargets(entities, relation, owner) })
    return PredicateTests(
      named: named.compactMapValues(\.test), encoder: FieldCoding(session).operandEncoder,
      objects: objects,
      requests: { expression, resolver, path in
        var reader = self
        reader.resolver = resolver
        return try reader.settled(expression, given.all, reader.subject(at: path))
      },
      relations: { test, resolver, path in
        var reader = self
        reader.resolver = resolver
        let value = TestValue(test, requests: given.all)
        return try reader.condition(path, TestValues(session).luaValue(value))
      },
      rows: { test, step in try fits(test, given.all, step) }
    ) {
      kind, arguments in
      try kind.test(with: arguments)
    }
  }

  private func parameters(_ value: LuaValue, _ requests: FoundRequests) throws -> [String: PredicateParameter] {
    guard case .table(let table) = value else { return [:] }
    var result: [String: PredicateParameter] = [:]
    for (key, value) in table.entries() {
      guard case .string(let name) = key, let text = name.text else {
        throw ScriptError(RequestError.parametersWithoutNames(word: word))
      }
      if let rows = value.rows {
        result[text] = PredicateParameter(.rows(requests.add(rows, session)), [])
      } else {
        result[text] = try parameter(value, text)
      }
    }
    return result
  }

  private func parameter(_ value: LuaValue, _ name: String) throws -> PredicateParameter {
    let who = "\(word): parameter '\(name)'"
    if value.isSame(as: session.null) { return PredicateParameter(.value, [.null]) }
    if let plain = Value(plain: value) {
      var result = PredicateParameter(value.kind == .boolean ? .truth : .value, [plain])
      result.decimals[0] = value.decimalNumber
      return result
    }
    if let calendar = try FieldCoding(session).calendarOperand(value, who) {
      var result = PredicateParameter(.value, [calendar.moment])
      result.days = [0: calendar.day]
      return result
    }
    if case .table = value, let text = try? JSONWriter.text(of: value, null: session.null) {
      return try table(value, text, who)
    }
    if let list = try elements(of: value) { return try self.list(list, who) }
    if let (key, entity) = try FieldCoding(session).objectKey(value, who, in: database) {
      var result = PredicateParameter(.key, key)
      result.entities = [entity]
      return result
    }
    throw ScriptError(RequestError.notAParameter(parameter: who, value: value.described))
  }

  /// A table is a value of JSON, and a list of plain values is also these.
  private func table(_ value: LuaValue, _ text: String, _ who: String) throws -> PredicateParameter {
    let elements = try elements(of: value) ?? []
    let isList = !elements.isEmpty || value.table?.entries().isEmpty == true
    let isPlain =
      try isList
      && elements.allSatisfy { element in
        try element.table == nil || FieldCoding(session).calendarOperand(element, who) != nil
      }
    var result = isPlain ? try list(elements, who) : PredicateParameter(.table, [])
    result.table = text
    return result
  }

  /// The elements of a list are what they would be alone.
  private func list(_ elements: [LuaValue], _ who: String) throws -> PredicateParameter {
    var result = PredicateParameter(.list, [])
    for element in elements {
      if let calendar = try FieldCoding(session).calendarOperand(element, who) {
        result.days[result.values.count] = calendar.day
        result.values.append(calendar.moment)
      } else if let (key, entity) = try FieldCoding(session).operandKey(element, who, in: database) {
        result.entities.insert(entity)
        result.values.append(key)
      } else {
        result.decimals[result.values.count] = element.decimalNumber
        result.values.append(try plainElement(element))
      }
    }
    return result
  }
}
