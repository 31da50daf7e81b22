import LuaRows
import LuaRuntime
import Model
import Query
import Schema

/// A field, an operator or the name of a test, and what it is called with: `where("age", ">", 18)`.
extension ConditionReader {
  /// An operator, or the name of a test, and what it is called with.
  func readTriple(_ path: FieldPath, _ call: LuaCall, from first: Int) throws -> Expression {
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
    let reader = TestArgumentReader(session: session, word: self.word, options: kind.options)
    let isEquality = kind == .equal || kind == .notEqual
    let arguments = try isEquality ? reader.readEqual(call, from: first + 1) : reader.read(call, from: first + 1)
    return try condition(path, TestValues(session).luaValue(TestValue(try kind.test(with: arguments))))
  }

  /// Whether the operator at an argument wants no value: `where("age", "absent")`.
  func isComplete(_ call: LuaCall, _ index: Int) -> Bool {
    guard call.argumentCount == index, let word = call.string(index) else { return false }
    return TestKind.named(word)?.operands == TestKind.Operands.none || session.state(NamedTests.self).all[word] != nil
  }

  /// Being NULL or an object, which is no comparison of values.
  func readIdentity(_ path: FieldPath, _ value: LuaValue) throws -> Expression? {
    if value.isNil || value.isSame(as: session.null) { return try condition(path, session.null) }
    if case .userdata = value, Value(plain: value) == nil { return try condition(path, value) }
    return nil
  }

  /// A field whose values are compared whole: JSON and documents.
  func wholeField(_ path: FieldPath) throws -> Field? {
    guard try resolver.toManyStep(of: path) == nil, case .field(let field, _) = try resolver.target(of: path) else {
      return nil
    }
    return field.isComparedWhole ? field : nil
  }

  func kind(_ word: String) throws -> TestKind {
    let operators = [
      "==": "equal", "~=": "not_equal", "<": "less", "<=": "at_most", ">": "greater", ">=": "at_least",
    ]
    if let kind = TestKind.named(operators[word] ?? word) { return kind }
    throw ScriptError(
      RequestError.unknownOperator(word: self.word, symbol: word, candidates: TestValues(session).testNames))
  }
}
