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
  var relations: FieldResolver { rows ?? resolver }

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
      // A function around `where` may hand on parameters that it was not given.
      let isAlone =
        call.argumentCount == first || call.argumentCount == first + 1 && call.isNil(first + 1) && isWhole(path)
      if isAlone || call.argumentCount == first + 1 && call.kind(first + 1) == .table {
        return try predicate(path, parameters: isAlone ? .nil : call.value(first + 1))
      }
      if call.argumentCount == first + 1, TestValues(session).testValue(call.value(first + 1)) != nil {
        return found.condition(try condition(FieldPath(path), call.value(first + 1)))
      }
      guard call.argumentCount >= first + (isComplete(call, first + 1) ? 1 : 2) else {
        if path.contains("?"), (try? resolver.field(at: FieldPath(path))) == nil {
          throw ScriptError(RequestError.parametersWithoutNames(word: word))
        }
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

  /// Whether a text is a condition as it stands: an operator or a test is in it, or it is a truth.
  private func isWhole(_ text: String) -> Bool {
    text.isPredicate || text.contains(":") || (try? resolver.field(at: FieldPath(text)))?.type == .boolean
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
}
