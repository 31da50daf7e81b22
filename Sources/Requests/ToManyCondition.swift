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
    } else if value.isSame(as: session.null) {
      return .not(.among(rows))
    } else if let test = TestValues(session).testValue(value) {
      guard let condition = try test.test.flatMap({ try fits($0, test.requests, step) }) else {
        throw ScriptError(RequestError.testOfMany(word: word, path: path.description))
      }
      return condition
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

  /// What a test asks of the rows themselves: whether there are some, whether some are among them; nil for a test of
  /// anything else.
  func fits(_ test: Test, _ requests: [ScriptHook: any RowsOperand], _ step: ToManyStep) throws -> Expression? {
    switch test {
    case .not(let test): return try fits(test, requests, step).map { .not($0) }
    case .and(let tests):
      let parts = try tests.compactMap { try fits($0, requests, step) }
      return parts.count == tests.count ? .and(parts) : nil
    case .or(let tests):
      let parts = try tests.compactMap { try fits($0, requests, step) }
      return parts.count == tests.count ? .or(parts) : nil
    case .kind(.present, _): return .among(step.rows)
    case .kind(.absent, _): return .not(.among(step.rows))
    case .kind(.equal, let asked), .kind(.oneOf, let asked): return try isThere(asked, requests, step)
    case .kind(.notEqual, let asked), .kind(.noneOf, let asked): return .not(try isThere(asked, requests, step))
    case .kind, .function: return nil
    }
  }

  /// That one of the rows has one of these keys, or is one of the requests' beside them; NULL asks for none at all.
  private func isThere(
    _ asked: TestArguments, _ requests: [ScriptHook: any RowsOperand], _ step: ToManyStep
  ) throws -> Expression {
    let keys = asked.values.filter { $0 != .null }
    var parts = keys.isEmpty && !asked.requests.isEmpty ? [] : [try areRows(keys, asked.entities, step.tie)]
    for number in asked.requests {
      if let rows = requests[number] { parts.append(try areRows(of: rows, step.tie)) }
    }
    var rows = step.rows
    rows.condition = parts.count == 1 ? parts[0] : .or(parts)
    return asked.values.contains(.null) ? rows.areThereOrNone(of: step.rows) : .among(rows)
  }

  private func areRows(_ keys: [Value], _ entities: Set<String>, _ tie: Association) throws -> Expression {
    let fields = tie.targetColumns.compactMap { column in tie.target.fields.first { $0.column == column } }
    try checkAreObjects(entities, of: tie.target, named: tie.relation.name)
    guard fields.count == 1 else {
      throw ScriptError(
        RequestError.testOfManyKeys(relation: tie.relation.name, target: tie.target.name, count: fields.count))
    }
    let path = tie.farValues[0]
    // The keys of objects are as they are stored.
    guard fields[0].encoder != nil, entities.isEmpty else {
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
    return try session.lua.borrowing(value) { try keyValues($0, fields, tie) }
  }

  private func keyValues(_ value: BorrowedValue, _ fields: [Field], _ tie: Association) throws -> [Value] {
    let name = tie.relation.name
    guard let object = value.rowObject, let context = object.context(as: ObjectContext.self),
      context.isKind(of: tie.target.name)
    else {
      throw ScriptError(
        RequestError.notARelated(
          relation: name, target: tie.target.name, value: FieldCoding(session).words(for: value.value)))
    }
    guard try Objects(session).hasKey(object, context) else {
      throw ScriptError(RequestError.relatedIsNotSaved(relation: name, target: tie.target.name))
    }
    let (rows, entity) = (ObjectRows(session: session, stack: value.stack), try context.entity)
    return try fields.map { field in
      try entity.slot(of: field.name).map { try rows.value($0, of: object, entity) } ?? .null
    }
  }
}

extension RelatedRows {
  /// That one of these rows is there, or none of all: `tags = { a, null }`.
  fileprivate func areThereOrNone(of all: RelatedRows) -> Expression { .or([.among(self), .not(.among(all))]) }
}
