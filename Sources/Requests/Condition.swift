import LuaRows
import LuaRuntime
import Model
import Query
import Schema

/// A condition that a script gave to `where`: an expression, and the functions in it.
package struct Condition {
  package var expression: Expression
  package var functions: [ScriptHook: LuaFunction] = [:]
  /// The requests in it that are looked at when it is asked.
  package var requests: [ScriptHook: RequestHandle] = [:]
}

/// The functions in the tests that a condition is made of, and the requests that wait in it.
package final class FoundFunctions {
  var functions: [ScriptHook: LuaFunction] = [:]
  var requests: [ScriptHook: RequestHandle] = [:]

  fileprivate func condition(_ expression: Expression) -> Condition {
    Condition(expression: expression, functions: functions, requests: requests)
  }
}

/// Reads the arguments of `where`, `or_where` and `where_not`.
package struct ConditionReader {
  let session: SessionContext
  var resolver: FieldResolver
  /// `where`, for messages.
  let word: String
  let found: FoundFunctions
  /// The database that is asked: an object of another has no key in it.
  package var database: ScriptDatabase?
  /// What names mean of the rows that groups are made of, where it is groups that are asked: some are relations.
  package var rows: FieldResolver?
  private var relations: FieldResolver { rows ?? resolver }

  package init(session: SessionContext, resolver: FieldResolver, word: String, found: FoundFunctions = FoundFunctions())
  {
    self.session = session
    self.resolver = resolver
    self.word = word
    self.found = found
  }

  /// The condition that some values say, as the arguments of `where` do.
  package func read(_ values: [LuaValue]) throws -> Condition {
    var condition: Condition?
    let reading = session.lua.closure(named: word) { call in
      condition = try read(call, from: 1)
      return 0
    }
    try reading.call(values)
    return condition ?? found.condition(.and([]))
  }

  /// The condition in the arguments from `first` on.
  package func read(_ call: LuaCall, from first: Int) throws -> Condition {
    let argument = call.value(first)
    switch argument {
    case .table, .function:
      guard call.argumentCount == first || call.isNil(first + 1) else {
        throw ScriptError(
          RequestError.secondCondition(
            word: word, isTable: argument.kind == .table, value: call.value(first + 1).described))
      }
    default: break
    }
    switch argument {
    case .table(let table): return found.condition(try read(table))
    case .function(let function):
      let hook = session.state(Numbers.self).newHook()
      return Condition(expression: .closure(hook), functions: [hook: function])
    case .string(let name):
      guard let path = name.text else { break }
      let isAlone = call.argumentCount == first
      if isAlone || call.argumentCount == first + 1 && call.kind(first + 1) == .table {
        return try predicate(path, parameters: isAlone ? .nil : call.value(first + 1))
      }
      if call.argumentCount == first + 1, TestValues(session).testValue(call.value(first + 1)) != nil {
        return found.condition(try condition(FieldPath(path), call.value(first + 1)))
      }
      guard call.argumentCount >= first + (isComplete(call, first + 1) ? 1 : 2) else {
        // A misspelt test is not one that wants a value.
        if call.argumentCount > first, let word = call.string(first + 1) { _ = try kind(word) }
        throw ScriptError(RequestError.incompleteTriple(word: word, path: path))
      }
      return found.condition(try readTriple(FieldPath(path), call, from: first + 1))
    default:
      if let written = argument.writtenSQL, call.argumentCount == first || call.isNil(first + 1) {
        return Condition(expression: try written.expression(for: word))
      }
      if TestValues(session).testValue(argument) != nil {
        throw ScriptError(RequestError.testWithoutField(word: word))
      }
    }
    throw ScriptError(RequestError.notACondition(word: word, value: argument.described))
  }

  // MARK: Tables

  func read(_ table: LuaTable) throws -> Expression {
    var parts: [(name: String, expression: Expression)] = []
    for (key, value) in table.entries() {
      guard case .string(let name) = key, let path = name.text else {
        throw ScriptError(RequestError.conditionWithoutField(word: word))
      }
      parts.append((path, try condition(FieldPath(path), value)))
    }
    guard !parts.isEmpty else {
      throw ScriptError(RequestError.emptyConditions(word: word))
    }
    // A table has no order; the same conditions must give the same statement.
    let ordered = parts.sorted { $0.name < $1.name }.map(\.expression)
    return .ofOneRow(ordered)
  }

  /// What a value in a table of conditions asks for: a test, equality, one of a list, NULL.
  func condition(_ path: FieldPath, _ value: LuaValue) throws -> Expression {
    if let condition = try expressed(path, { try $0.condition($1, value) }) { return condition }
    if let step = try resolver.toManyStep(of: path) { return try condition(step, path, value) }
    switch try resolver.target(of: path) {
    case .field(let field, _):
      // The keys of groups are what they are of the rows; aggregates may bear any name.
      if let rows, field.isPrimaryKey, case .relation(let relation, let owner)? = try? rows.target(of: path) {
        return try condition(path, [path], relation, owner, value)
      }
      return try condition(path, field, value)
    case .relation(let relation, let owner):
      guard relation.kind == .belongsTo else {
        throw QueryError.relationIsToMany(entity: owner.name, name: relation.name, path: path.description)
      }
      let paths = fields(of: relation, owner).map { FieldPath(relations: path.relations, field: $0.name) }
      return try condition(path, paths, relation, owner, value)
    }
  }

  private func fields(of relation: Relation, _ owner: Entity) -> [Field] {
    relation.columns.compactMap { column in owner.fields.first { $0.column == column } }
  }

  /// What is stored of the values is compared; a table that is no list is a value of the field, too.
  private func encodedCondition(_ path: FieldPath, _ field: Field, _ value: LuaValue) throws -> Expression {
    if case .table(let list) = value, list.rawLength > 0 || list.entries().isEmpty {
      let values = try elements(of: list).map {
        $0.isSame(as: session.null) ? .null : try FieldCoding(session).encoded($0, for: field)
      }
      return .isOne(.field(path), of: values)
    }
    return TestKind.equal.expression(.field(path), [try FieldCoding(session).encoded(value, for: field)])
  }

  /// A table with names where a value or a list was expected.
  private func checkIsList(_ value: LuaValue, _ path: FieldPath) throws {
    guard case .table(let table) = value, table.elements.isEmpty, let key = table.entries().first?.0 else { return }
    let name = session.lua.describe(key)
    throw ScriptError(RequestError.nameInList(word: word, path: path.description, name: name))
  }

  private func condition(_ path: FieldPath, _ field: Field, _ value: LuaValue) throws -> Expression {
    if let test = TestValues(session).testValue(value) { return try apply(test, .field(path), field) }
    if let rows = value.rows { return try among(rows, [.field(path)], .field(field)) }
    if value.isSame(as: session.null) { return .isNull(.field(path)) }
    if let written = value.writtenSQL {
      return .comparison(.equal, .field(path), try written.expression(for: word))
    }
    if field.encoder != nil { return try encodedCondition(path, field, value) }
    if field.document != nil { return try documentCondition(path, field, value) }
    if field.type == .json, field.encoder == nil { return try jsonCondition(path, value) }
    if let value = try dated(value, field) {
      return .comparison(.equal, .field(path), .literal(try field.operand(value)))
    }
    try checkIsList(value, path)
    try checkTruth(value, path, field)
    if case .table(let list) = value {
      let values = try elements(of: list).map {
        try field.operand(try dated($0, field) ?? $0.number(for: field) ?? plainElement($0))
      }
      return .isOne(.field(path), of: values)
    }
    return .comparison(
      .equal, .field(path), .literal(try field.operand(try value.number(for: field) ?? plain(value, path))))
  }

  /// A field of JSON is compared by its value: an object by its content, a list as one of its elements.
  private func jsonCondition(_ path: FieldPath, _ value: LuaValue) throws -> Expression {
    func stored(_ value: LuaValue) throws -> Value {
      do throws(CastError) {
        return .text(try JSONWriter.text(of: value, null: session.null))
      } catch {
        throw ScriptError(RequestError.unstorable(word: word, path: path.description, reason: error.words))
      }
    }
    if case .table(let list) = value, list.rawLength > 0 {
      return .isOne(
        .field(path), of: try elements(of: list).map { $0.isSame(as: session.null) ? .null : try stored($0) })
    }
    return .comparison(.equal, .field(path), .literal(try stored(value)))
  }

  /// A document is compared whole, as the field would store it.
  private func documentCondition(_ path: FieldPath, _ field: Field, _ value: LuaValue) throws -> Expression {
    do {
      return .comparison(.equal, .field(path), .literal(try FieldCoding(session).document(value, of: field)))
    } catch let refusal as CastError {
      throw ScriptError(RequestError.unstorable(word: word, path: path.description, reason: refusal.words))
    }
  }

  /// Truth and numbers do not compare, although a database stores true as 1.
  private func checkTruth(_ value: LuaValue, _ path: FieldPath, _ field: Field) throws {
    let isTruth = value.kind == .boolean
    guard isTruth != (field.type == .boolean), isTruth || value.kind == .number, field.type != .any else { return }
    throw ScriptError(RequestError.incomparable(path: path.description, type: field.type.name, value: value.described))
  }

  private func apply(
    _ value: TestValue, _ subjectValue: Expression, _ field: Field, _ subject: RequestSubject? = nil
  ) throws -> Expression {
    guard let test = value.test else {
      throw ScriptError(RequestError.testWithoutValue(test: value.name))
    }
    found.functions.merge(value.functions) { first, _ in first }
    let expression = try test.fitted(to: field, encoder: FieldCoding(session).operandEncoder)
      .expression(over: subjectValue)
    if value.requests.isEmpty { return expression }
    return try settled(expression, value.requests, subject ?? .field(field))
  }

  private func plain(_ value: LuaValue, _ path: FieldPath) throws -> Value {
    if let value = Value(plain: value) { return value }
    throw ScriptError(RequestError.notAFieldCondition(path: path.description, value: value.described))
  }

  // MARK: Relations

  /// An object means its key, which stands at `paths`.
  private func condition(
    _ path: FieldPath, _ paths: [FieldPath], _ relation: Relation, _ owner: Entity, _ value: LuaValue
  ) throws -> Expression {
    let fields = fields(of: relation, owner)
    if let test = TestValues(session).testValue(value) {
      let objects = test.test?.entities ?? []
      try checkAreTargets(objects, relation, owner)
      // The keys of objects are as they are stored.
      var field = relations.comparedKeyField(of: relation, owner) ?? fields[0]
      if !objects.isEmpty { field.encoder = fields[0].encoder }
      // The column of a table made elsewhere is a field under its own name, too, which no object is compared with.
      field.relation = field.relation ?? relation.name
      let values = paths.map { Expression.field($0) }
      // A key of which a part is NULL leads nowhere.
      return try apply(test, references(paths, relation, owner)[0], field, subject(relation, owner, paths))
        .rewritten { $0 == .isNull(values[0]) ? .leadsNowhere(values) : nil }
    }
    if let rows = value.rows {
      return try among(rows, references(paths, relation, owner), subject(relation, owner, paths))
    }
    if rows == nil, let table = try namedTable(value, path) {
      return try condition(Association(relation, of: owner, in: resolver.catalog), from: path.relations, table)
    }
    try checkIsList(value, path)
    try checkSaysSomething(value, path)
    guard let list = try elements(of: value) else { return try refers(paths, to: value, relation, owner) }
    if fields.count > 1 { return .or(try list.map { try refers(paths, to: $0, relation, owner) }) }
    // NULL asks for what leads nowhere; nothing leads to an object whose key is NULL.
    let keys = try list.compactMap { value -> Value? in
      if value.isSame(as: session.null) { return .null }
      let key = try key(value, relation, owner)[0]
      return key == .null ? nil : key
    }
    return .isOne(try references(paths, relation, owner)[0], of: keys)
  }

  /// That the fields of a relation hold the key of an object, or none.
  private func refers(
    _ paths: [FieldPath], to value: LuaValue, _ relation: Relation, _ owner: Entity
  ) throws -> Expression {
    if value.isSame(as: session.null) { return .leadsNowhere(paths.map { .field($0) }) }
    return equal(try references(paths, relation, owner), try key(value, relation, owner))
  }

  /// What stands at the paths of a relation, as the key that it refers to sees it.
  func references(_ paths: [FieldPath], _ relation: Relation, _ owner: Entity) throws -> [Expression] {
    guard let target = relations.catalog[relation.target] else { throw QueryError.unknownEntity(relation.target) }
    return zip(paths, relation.readings(owner: owner, target: target)).map { $1.expression(.field($0)) }
  }

  /// The objects that a test compares with are known by their keys alone.
  func checkAreTargets(_ entities: Set<String>, _ relation: Relation, _ owner: Entity) throws {
    guard !entities.isEmpty, let target = relations.catalog[relation.target] else { return }
    try checkAreObjects(entities, of: target, named: relation.name)
    let key = target.keySlots.map { target.fields[$0].column }
    guard relation.columns.count == 1, relation.targetColumns.isEmpty || relation.targetColumns == key else {
      throw ScriptError(RequestError.testOfCompoundKey(relation: relation.name))
    }
  }

  func checkAreObjects(_ entities: Set<String>, of target: Entity, named relation: String) throws {
    for name in entities.sorted()
    where !(session.entities.model(name)?.context(in: session.databases.main).isKind(of: target.name) ?? false) {
      throw ScriptError(RequestError.otherEntity(relation: relation, target: target.name, entity: name))
    }
  }

  private func equal(_ values: [Expression], _ key: [Value]) -> Expression {
    let parts = zip(values, key).map { Expression.comparison(.equal, $0, .literal($1)) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  /// What the fields of a relation hold where it leads to an object, or to one with this key.
  func key(_ value: LuaValue, _ relation: Relation, _ owner: Entity) throws -> [Value] {
    if let plain = Value(plain: value), let field = relations.comparedKeyField(of: relation, owner) {
      do {
        return [try FieldCoding(session).operand(value, plain, of: field)]
      } catch SchemaError.operand(_, _, let shown, _) where value.kind == .string {
        let target = relations.catalog[relation.target]
        let name = target?.fields.first { $0.type == .text && !$0.isPrimaryKey }?.name
        throw ScriptError(
          RequestError.textForObject(
            word: word, relation: relation.name, target: relation.target, value: shown, field: name))
      }
    }
    let place = BorrowedValue(value, on: session.lua.stack)
    defer { place.drop() }
    guard let object = place.rowObject, let context = object.context(as: ObjectContext.self),
      context.isKind(of: relation.target)
    else {
      throw ScriptError(
        RequestError.notARelated(
          relation: relation.name, target: relation.target, value: FieldCoding(session).words(for: value)))
    }
    guard try Objects(session).hasKey(object, context) else {
      throw ScriptError(RequestError.relatedIsNotSaved(relation: relation.name, target: relation.target))
    }
    try context.checkBelongs(to: database ?? context.database, as: relation.name)
    return try Objects(session).key(of: object, context, for: relation, place.stack)
  }

  // MARK: Triples

  /// Whether the operator at an argument wants no value: `where("age", "absent")`.
  private func isComplete(_ call: LuaCall, _ index: Int) -> Bool {
    guard call.argumentCount == index, let word = call.string(index) else { return false }
    return TestKind.named(word)?.operands == TestKind.Operands.none || session.state(NamedTests.self).all[word] != nil
  }

  /// An operator, or the name of a test, and what it is called with.
  private func readTriple(_ path: FieldPath, _ call: LuaCall, from first: Int) throws -> Expression {
    if let condition = try expressed(path, { try $0.readTriple($1, call, from: first) }) { return condition }
    let name = path.description
    guard call.kind(first) == .string, let word = call.string(first) else {
      throw ScriptError(RequestError.operatorNotText(word: self.word, value: call.value(first).described))
    }
    if let test = session.state(NamedTests.self).all[word] {
      guard call.argumentCount == first else { throw ScriptError(RequestError.testTakesNothing(test: word)) }
      return try condition(path, TestValues(session).luaValue(test))
    }
    let (kind, value) = (try kind(word), call.value(first + 1))
    if kind.name == "equal" || kind.name == "not_equal" {
      if let isEqual = try readIdentity(path, value) { return kind.name == "equal" ? isEqual : .not(isEqual) }
      if let field = try wholeField(path) {
        let isEqual = try field.document == nil ? jsonCondition(path, value) : documentCondition(path, field, value)
        return kind.name == "equal" ? isEqual : .not(isEqual)
      }
    } else if kind.operands == .none, value.isNil {
      return try condition(path, TestValues(session).luaValue(TestValue(kind)))
    } else if value.isNil || value.isSame(as: session.null) {
      throw ScriptError(RequestError.comparedWithNil(name: name, symbol: word))
    } else if value.rows != nil, kind.operands == .list {
      let isAmong = try condition(path, value)
      return kind.name == "one_of" ? isAmong : .not(isAmong)
    } else if case .userdata = value, Value(plain: value) == nil {
      throw ScriptError(RequestError.comparedObject(name: name, symbol: word))
    }
    if try resolver.toManyStep(of: path) == nil, case .field(let field, _) = try resolver.target(of: path) {
      if field.encoder != nil, case .values(1) = kind.operands {
        return kind.expression(.field(path), [try FieldCoding(session).encoded(value, for: field)])
      }
      if try dated(value, field) == nil { try checkIsList(value, path) }
      try checkTruth(value, path, field)
    }
    let arguments = try TestArgumentReader(session: session, word: self.word, options: kind.options)
      .read(call, from: first + 1)
    return try condition(path, TestValues(session).luaValue(TestValue(try kind.test(with: arguments))))
  }

  /// Being NULL or an object, which is no comparison of values.
  private func readIdentity(_ path: FieldPath, _ value: LuaValue) throws -> Expression? {
    if value.isNil || value.isSame(as: session.null) { return try condition(path, session.null) }
    if case .userdata = value, Value(plain: value) == nil { return try condition(path, value) }
    return nil
  }

  /// A field whose values are compared whole: JSON and documents.
  private func wholeField(_ path: FieldPath) throws -> Field? {
    guard try resolver.toManyStep(of: path) == nil, case .field(let field, _) = try resolver.target(of: path) else {
      return nil
    }
    return (field.type == .json || field.document != nil) && field.encoder == nil ? field : nil
  }

  private func kind(_ word: String) throws -> TestKind {
    let operators = [
      "==": "equal", "=": "equal", "~=": "not_equal", "!=": "not_equal", "<": "less", "<=": "at_most", ">": "greater",
      ">=": "at_least",
    ]
    if let kind = TestKind.named(operators[word] ?? word) { return kind }
    throw ScriptError(
      RequestError.unknownOperator(word: self.word, symbol: word, candidates: TestValues(session).testNames))
  }
}

extension RequestHandle {
  /// So many conditions may follow each other in a request, and so deep may they stand in each other.
  private static let partLimit = 900
  private static let depthLimit = 100

  /// Refuses what is too much for a database to ask, before it is too much for anything else.
  package func checkSize(_ word: String) throws(ScriptError) {
    guard let predicate = request.predicate else { return }
    if predicate.partCount > Self.partLimit {
      throw ScriptError(RequestError.tooManyConditions(word: word, limit: Self.partLimit))
    }
    if predicate.depth > Self.depthLimit {
      throw ScriptError(RequestError.tooDeepConditions(word: word, limit: Self.depthLimit))
    }
  }
}

extension LuaValue {
  /// A decimal as what a field of no type compares with.
  fileprivate func number(for field: Field) -> Value? { field.type == .any ? decimalNumber : nil }
}
