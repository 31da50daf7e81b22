import LuaRows
import LuaRuntime
import Model
import Query
import Schema

/// What is asked of a field, by its type: values are as they are stored there.
extension ConditionReader {
  func condition(_ path: FieldPath, _ field: Field, _ value: LuaValue) throws -> Expression {
    if let test = TestValues(session).testValue(value) { return try apply(test, .field(path), field) }
    if let rows = value.rows { return try among(rows, [.field(path)], .field(field)) }
    if value.isSame(as: session.null) { return .isNull(.field(path)) }
    if let written = value.writtenSQL {
      return .comparison(.equal, .field(path), try written.expression(for: word))
    }
    if field.encoder != nil { return try encodedCondition(path, field, value) }
    if field.document != nil { return try documentCondition(path, field, value) }
    if field.type == .json, field.encoder == nil { return try jsonCondition(path, value) }
    if field.isPartOfJSON, let condition = try partCondition(path, value) { return condition }
    if let value = try dated(value, field) {
      return .comparison(.equal, .field(path), .literal(try field.operand(value)))
    }
    try checkIsList(value, path, field)
    try checkTruth(value, path, field)
    if field.holdsTextsAndBytes {
      let values = try elements(of: value)?.map { try plainElement($0) } ?? [plain(value, path)]
      return try Test.kind(.oneOf, TestArguments(values)).fitted(to: field).expression(over: .field(path))
    }
    if case .table(let list) = value {
      let values = try elements(of: list).map {
        try checkTruth($0, path, field)
        return try field.operand(try dated($0, field) ?? $0.number(for: field) ?? plainElement($0))
      }
      return .isOne(.field(path), of: values)
    }
    return .comparison(
      .equal, .field(path), .literal(try field.operand(try value.number(for: field) ?? plain(value, path))))
  }

  /// What is stored of the values is compared; a table that is no list is a value of the field, too.
  func encodedCondition(_ path: FieldPath, _ field: Field, _ value: LuaValue) throws -> Expression {
    if case .table(let list) = value, list.rawLength > 0 || list.entries().isEmpty {
      let values = try elements(of: list).map {
        $0.isSame(as: session.null) ? .null : try FieldCoding(session).encoded($0, for: field)
      }
      return .isOne(.field(path), of: values)
    }
    return TestKind.equal.expression(.field(path), [try FieldCoding(session).encoded(value, for: field)])
  }

  /// A field of JSON is compared by its value, whole: an object by its content, a list by its elements.
  func jsonCondition(_ path: FieldPath, _ value: LuaValue) throws -> Expression {
    do throws(CastError) {
      let text = try JSONWriter.text(of: value, null: session.null)
      return .comparison(.equal, .field(path), .literal(.text(text)))
    } catch {
      throw ScriptError(RequestError.unstorable(word: word, path: path.description, reason: error.words))
    }
  }

  /// A part of JSON is compared with values of its own class; nil for a list of several.
  private func partCondition(_ path: FieldPath, _ value: LuaValue) throws -> Expression? {
    if let table = value.table {
      guard table.rawLength == 0 else {
        let elements = try elements(of: table)
        let conditions = elements.map { element in
          guard let plain = element.decimalNumber ?? Value(plain: element) else {
            return element.isSame(as: session.null) ? Expression.isNull(.field(path)) : nil
          }
          return equal(path, element, plain)
        }
        return conditions.contains(nil) ? nil : .or(conditions.compactMap(\.self))
      }
      guard case .comparison(_, _, let text) = try jsonCondition(path, value) else { return nil }
      return Expression.comparison(.equal, Expression.field(path).ofClass(.table), text)
        .unlessOfOtherClass(.table, .field(path))
    }
    guard let plain = value.decimalNumber ?? Value(plain: value) else { return nil }
    return equal(path, value, plain)
  }

  private func equal(_ path: FieldPath, _ value: LuaValue, _ plain: Value) -> Expression {
    let part = value.kind == .boolean ? PartClass.truth : PartClass(plain)
    return Expression.comparison(.equal, Expression.field(path).ofClass(part), .literal(plain))
      .unlessOfOtherClass(part, .field(path))
  }

  /// A document is compared whole, as the field would store it.
  func documentCondition(_ path: FieldPath, _ field: Field, _ value: LuaValue) throws -> Expression {
    do {
      return .comparison(.equal, .field(path), .literal(try FieldCoding(session).document(value, of: field)))
    } catch let refusal as CastError {
      throw ScriptError(RequestError.unstorable(word: word, path: path.description, reason: refusal.words))
    }
  }

  func apply(
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

  func plain(_ value: LuaValue, _ path: FieldPath) throws -> Value {
    if let value = Value(plain: value) { return value }
    throw ScriptError(RequestError.notAFieldCondition(path: path.description, value: value.described))
  }

  /// A table with names where a value or a list was expected.
  func checkIsList(_ value: LuaValue, _ path: FieldPath, _ field: Field? = nil) throws {
    guard case .table(let table) = value, table.elements.isEmpty, let key = table.entries().first?.0 else { return }
    let name = session.lua.describe(key)
    let mayBeJSON = field.map { ($0.type == .text || $0.type == .any) && path.relations.isEmpty } ?? false
    throw ScriptError(
      RequestError.nameInList(word: word, path: path.description, name: name, mayBeJSON: mayBeJSON))
  }

  /// Truth and numbers do not compare, although a database stores true as 1.
  func checkTruth(_ value: LuaValue, _ path: FieldPath, _ field: Field) throws {
    let isTruth = value.kind == .boolean
    guard isTruth != (field.type == .boolean), isTruth || value.kind == .number, field.type != .any else { return }
    throw ScriptError(RequestError.incomparable(path: path.description, type: field.type.name, value: value.described))
  }
}

extension LuaValue {
  /// A decimal as what a field of no type compares with.
  fileprivate func number(for field: Field) -> Value? { field.type == .any ? decimalNumber : nil }
}
