import LuaRows
import LuaRuntime
import Model
import Query
import Schema

extension ConditionReader {
  /// What a value asks of a relation that leads to many rows: that one of them fits.
  ///
  ///     where { tags = tag }                 -- it is among them
  ///     where { ["tags.name"] = "x" }        -- one of them has the name
  ///     where { tags = null }                -- there are none
  func condition(_ step: ToManyStep, _ path: FieldPath, _ value: LuaValue) throws -> Expression {
    let resolver = FieldResolver(catalog: resolver.catalog, entity: step.rows.entity)
    var reader = ConditionReader(session: session, resolver: resolver, word: word, found: found)
    reader.database = database
    var rows = step.rows
    if let rest = step.rest {
      rows.condition = try reader.condition(
        FieldPath(relations: step.inner + rest.relations, field: rest.field), value)
    } else if let isThere = isPresence(value) {
      return isThere ? .among(rows) : .not(.among(rows))
    } else if let test = TestValues(session).testValue(value), let asked = isIdentity(test) {
      rows.condition = try areAmong(asked.keys.filter { $0 != .null }, step.tie, test)
      let isThere = asked.keys.contains(.null) ? rows.areThereOrNone(of: step.rows) : .among(rows)
      return asked.isThere ? isThere : .not(isThere)
    } else if TestValues(session).testValue(value) != nil {
      throw ScriptError(RequestError.testOfMany(word: word, path: path.description))
    } else if let request = value.rows {
      rows.condition = try areRows(of: request, step.tie)
    } else if let table = try namedTable(value, path) {
      return try condition(step.tie, rows, table)
    } else if let list = try elements(of: value) {
      try checkSaysSomething(value, path)
      let others = list.filter { !$0.isSame(as: session.null) }
      rows.condition = .or(try others.map { try isRow($0, step.tie) })
      return others.count < list.count ? rows.areThereOrNone(of: step.rows) : .among(rows)
    } else {
      rows.condition = try isRow(value, step.tie)
    }
    if rows.condition?.containsFunction == true {
      throw ScriptError(RequestError.functionOfMany(word: word, path: path.description))
    }
    return .among(rows)
  }

  /// Whether a value asks for some row or for none; nil when it asks for something else.
  private func isPresence(_ value: LuaValue) -> Bool? {
    if value.isSame(as: session.null) { return false }
    switch TestValues(session).testValue(value)?.name {
    case "present": return true
    case "absent": return false
    default: return nil
    }
  }

  /// The keys that a test asks for, and whether their rows are to be among the many; nil for another test.
  private func isIdentity(_ value: TestValue) -> (keys: [Value], isThere: Bool)? {
    guard case .kind(let kind, let arguments) = value.test else { return nil }
    switch kind {
    case .equal, .oneOf: return (arguments.values, true)
    case .notEqual, .noneOf: return (arguments.values, false)
    default: return nil
    }
  }

  /// The rows with these keys, and those of the requests beside them.
  private func areAmong(_ keys: [Value], _ tie: Association, _ test: TestValue) throws -> Expression {
    let requests = test.test?.requests ?? []
    var parts = keys.isEmpty && !requests.isEmpty ? [] : [try areRows(keys, tie, test)]
    for number in requests {
      if let rows = test.requests[number] { parts.append(try areRows(of: rows, tie)) }
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private func areRows(_ keys: [Value], _ tie: Association, _ test: TestValue) throws -> Expression {
    let fields = tie.targetColumns.compactMap { column in tie.target.fields.first { $0.column == column } }
    try checkAreObjects(test.test?.entities ?? [], of: tie.target, named: tie.relation.name)
    guard fields.count == 1 else {
      throw ScriptError(
        RequestError.testOfManyKeys(relation: tie.relation.name, target: tie.target.name, count: fields.count))
    }
    let path = tie.farValues[0]
    // The keys of objects are as they are stored.
    guard fields[0].encoder != nil, test.test?.entities.isEmpty ?? true else {
      return .oneOf(path, try keys.map { try fields[0].operand($0) })
    }
    return .oneOf(path, try keys.map { try FieldCoding(session).operandEncoder($0, false, fields[0]) })
  }

  /// The row that a value means: an object or its key.
  private func isRow(_ value: LuaValue, _ tie: Association) throws -> Expression {
    tie.leads(to: try keyValues(value, tie))
  }

  private func keyValues(_ value: LuaValue, _ tie: Association) throws -> [Value] {
    let fields = tie.targetColumns.compactMap { column in tie.target.fields.first { $0.column == column } }
    if let plain = Value(plain: value), fields.count == 1 {
      return [try FieldCoding(session).operand(value, plain, of: fields[0])]
    }
    return try session.lua.stack.holding(value) { try keyValues(ofTop: value, fields, tie) }
  }

  /// The key of the object on top of the stack, which is this value.
  private func keyValues(ofTop value: LuaValue, _ fields: [Field], _ tie: Association) throws -> [Value] {
    let stack = session.lua.stack
    let name = tie.relation.name
    guard let object = stack.rowObject(-1), let context = object.context(as: ObjectContext.self),
      context.isKind(of: tie.target.name)
    else {
      throw ScriptError(
        RequestError.notARelated(relation: name, target: tie.target.name, value: FieldCoding(session).words(for: value))
      )
    }
    guard try Objects(session).hasKey(object, context) else {
      throw ScriptError(RequestError.relatedIsNotSaved(relation: name, target: tie.target.name))
    }
    let (rows, entity) = (ObjectRows(session: session, stack: stack), try context.entity)
    return try fields.map { field in
      try entity.slot(of: field.name).map { try rows.value($0, of: object, entity) } ?? .null
    }
  }
}

extension RelatedRows {
  /// That one of these rows is there, or none of all: `tags = { a, null }`.
  fileprivate func areThereOrNone(of all: RelatedRows) -> Expression { .or([.among(self), .not(.among(all))]) }
}
