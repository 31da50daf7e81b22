import LuaRuntime
import Model
import Query
import Schema

/// What the rows of a request are compared with.
enum RequestSubject {
  case field(Field)
  /// What a relation refers to, and what the rows have for it, as its key sees that.
  case relation(Relation, target: Entity, columns: [String], values: [Expression])

  var name: String {
    switch self {
    case .field(let field): field.name
    case .relation(let relation, _, _, _): relation.name
    }
  }
}

/// Requests as values in conditions: `where { team = Team:where { active = true } }`.
extension ConditionReader {
  func subject(_ relation: Relation, _ owner: Entity, _ paths: [FieldPath]) throws -> RequestSubject {
    guard let target = resolver.catalog[relation.target] ?? relations.catalog[relation.target] else {
      throw QueryError.unknownEntity(relation.target)
    }
    let columns = relation.columnPairs(owner: owner, target: target).map(\.target)
    return .relation(relation, target: target, columns: columns, values: try references(paths, relation, owner))
  }

  func subject(at path: FieldPath) throws -> RequestSubject {
    switch try resolver.target(of: path) {
    case .field(let field, _): return .field(field)
    case .relation(let relation, let owner):
      let fields = relation.columns.compactMap { column in owner.fields.first { $0.column == column } }
      return try subject(
        relation, owner, fields.map { FieldPath(relations: path.relations, field: $0.name) })
    }
  }

  /// That these values are those of one of a request's rows.
  func among(_ rows: any RowsOperand, _ values: [Expression], _ subject: RequestSubject) throws -> Expression {
    guard let handle = rows as? RequestHandle else { return .or([]) }
    let columns = try columns(of: handle, as: subject)
    guard case .field(let field) = subject, values.count == 1,
      let other = try handle.context.entity.fields.first(where: { $0.column == columns[0] })
    else { return try among(handle, values, columns) }
    if field.hasOtherDigits(than: other) {
      let value = values[0].withDigits(other.precision, from: field.precision)
      return try among(handle, [value.withFewerDigits(other.precision, from: field.precision)], columns)
    }
    guard let scale = field.exactScale, let otherScale = other.exactScale, scale != otherScale else {
      return try among(handle, values, columns)
    }
    return try values[0].rescaled(from: scale, to: otherScale) { try among(handle, [$0], columns) }
  }

  private func among(_ handle: RequestHandle, _ values: [Expression], _ columns: [String]) throws -> Expression {
    if handle.context.database === database ?? session.databases.main,
      let known = try handle.known(values, columns)
    {
      return known
    }
    let number = session.state(Numbers.self).newHook()
    found.requests[number] = handle
    return .requested(values, RequestedRows(number, columns: columns))
  }

  /// A condition in which the requests among its operands are tied to what they are compared with.
  func settled(
    _ expression: Expression, _ requests: [ScriptHook: any RowsOperand], _ subject: RequestSubject
  ) throws -> Expression {
    try expression.rewritten { part in
      guard case .requested(var values, let asked) = part, asked.columns.isEmpty, let rows = requests[asked.number]
      else { return nil }
      if case .relation(_, _, _, let references) = subject { values = references }
      return try among(rows, values, subject)
    }
  }

  /// That a row of a relation's table is one of a request's rows.
  func areRows(of rows: any RowsOperand, _ tie: Association) throws -> Expression {
    if let handle = rows as? RequestHandle, let condition = try handle.condition(asRowsOf: tie, in: database) {
      return condition
    }
    let values = tie.farValues
    return try among(
      rows, values,
      .relation(tie.relation, target: tie.target, columns: tie.targetColumns, values: values))
  }

  // MARK: Columns

  /// The columns of a request's rows that are compared with a subject.
  private func columns(of handle: RequestHandle, as subject: RequestSubject) throws -> [String] {
    let entity = try handle.context.entity
    switch (subject, handle.request.selection) {
    case (.relation(_, let target, let columns, _), nil):
      guard handle.context.isKind(of: target.name) else { throw otherRows(subject, target.name, handle) }
      return columns
    case (.relation(_, let target, let columns, _), let names?):
      let fields = entity.fields.filter { names.contains($0.name) }
      let isKey = handle.context.isKind(of: target.name) && fields.map(\.column) == columns
      let isReference = fields.allSatisfy { field in
        guard let relation = field.relation.flatMap({ entity.relation($0) }) else { return false }
        return relation.target == target.name && relation.columns == fields.map(\.column)
      }
      guard isKey || isReference, fields.count == columns.count else { throw otherRows(subject, target.name, handle) }
      return fields.map(\.column)
    case (.field, nil):
      throw ScriptError(RequestError.requestWithoutColumn(path: subject.name, entity: entity.name))
    case (.field(let field), let names?):
      let fields = entity.fields.filter { names.contains($0.name) }
      guard fields.count == 1 else {
        throw ScriptError(RequestError.requestOfColumns(path: subject.name, count: fields.count))
      }
      if let name = handle.request.computedToRead.first {
        throw ScriptError(
          RequestError.requestOfComputed(path: subject.name, entity: entity.name, selected: fields[0].name, name: name))
      }
      guard field.isComparable(with: fields[0]) else {
        throw ScriptError(
          RequestError.requestOfOtherType(
            path: subject.name, type: field.type.name, other: fields[0].name, otherType: fields[0].type.name))
      }
      return [fields[0].column]
    }
  }

  private func otherRows(_ subject: RequestSubject, _ target: String, _ handle: RequestHandle) -> ScriptError {
    ScriptError(
      RequestError.requestOfOther(
        relation: subject.name, target: target, entity: handle.context.name, selected: handle.request.selection ?? []))
  }

  // MARK: Tables with names

  /// The table of a condition on what a relation leads to; nil for a list and for what is no table.
  func namedTable(_ value: LuaValue, _ path: FieldPath) throws -> LuaTable? {
    guard case .table(let table) = value else { return nil }
    let names = table.entries().compactMap { $0.0.text }
    guard let name = names.min() else { return nil }
    guard table.rawLength == 0 else {
      throw ScriptError(RequestError.mixedTable(word: word, path: path.description, name: name))
    }
    return table
  }

  /// Refuses `{}` for a relation: no list of objects, and no condition on what it leads to.
  func checkSaysSomething(_ value: LuaValue, _ path: FieldPath) throws {
    guard case .table(let table) = value, table.entries().isEmpty else { return }
    throw ScriptError(RequestError.emptyTable(word: word, path: path.description))
  }

  /// That a relation leads to a row for which all of this holds.
  func condition(_ tie: Association, from prefix: [String], _ table: LuaTable) throws -> Expression {
    var rows = tie.rows(from: prefix)
    rows.condition = try reader(of: tie.target).read(table)
    rows.isCertain = true
    return .among(try checked(rows, tie))
  }

  /// The same of a relation to many, whose rows are known.
  func condition(_ tie: Association, _ rows: RelatedRows, _ table: LuaTable) throws -> Expression {
    var rows = rows
    let condition = try reader(of: tie.target).read(table)
    rows.condition = tie.relation.kind == .manyToMany ? .among(tie.farRows(condition)) : condition
    rows.isCertain = true
    return .among(try checked(rows, tie))
  }

  private func checked(_ rows: RelatedRows, _ tie: Association) throws -> RelatedRows {
    guard rows.condition?.containsFunction == true else { return rows }
    throw ScriptError(RequestError.functionOfMany(word: word, path: tie.relation.name))
  }

  private func reader(of entity: Entity) -> ConditionReader {
    var reader = self
    reader.resolver = FieldResolver(catalog: resolver.catalog, entity: entity)
    reader.rows = nil
    return reader
  }
}

extension Field {
  /// Whether values of the two can be the same.
  fileprivate func isComparable(with other: Field) -> Bool {
    if holdsPlainNumbers && other.holdsPlainNumbers || storage == .any || other.storage == .any { return true }
    if exactScale != nil, other.exactScale != nil { return true }
    return type == other.type && storage == other.storage && choices == other.choices
      && isStoredAsNumber == other.isStoredAsNumber && (encoder == nil) == (other.encoder == nil)
  }

  /// How many digits stand behind the point of the integers that are stored for it; nil where its numbers are others.
  fileprivate var exactScale: Int? {
    guard storage == .integer, encoder == nil, !isStoredAsNumber else { return nil }
    return type == .decimal ? scale : holdsPlainNumbers ? 0 : nil
  }

  private var holdsPlainNumbers: Bool {
    (storage == .integer || storage == .real) && type != .boolean && type.reading == .asStored
  }
}

extension Expression {
  /// What is said of a decimal as the integer that it is with another number of digits behind its point; one that has
  /// more digits is no such integer.
  fileprivate func rescaled(
    from scale: Int, to other: Int, _ said: (Expression) throws -> Expression
  ) throws -> Expression {
    let power = DecimalNumber.power(abs(other - scale)).flatMap { Int64(exactly: $0) }
    // Beyond 64 bits nothing but zero is both.
    let factor = Expression.literal(.integer(power ?? .max))
    if scale < other { return try said(.arithmetic(.multiply, self, factor)) }
    let isWhole = Expression.comparison(.equal, .arithmetic(.modulo, self, factor), .literal(.integer(0)))
    return .and([isWhole, try said(.arithmetic(.floorDivide, self, factor))])
  }
}
