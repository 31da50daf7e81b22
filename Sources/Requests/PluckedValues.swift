import LuaRuntime
import Model
import Query
import Schema
import Store

/// Values of rows, and the fields that they are of.
package struct RowValues {
  package var rows: RowBuffer
  package var fields: [Field]
}

extension RowValues {
  /// The same where some columns hold what functions gave to be reckoned with: a truth is no number beside others.
  func reckoned(_ columns: [Int]) -> RowValues {
    let mixed = columns.filter { fields[$0].type == .json }
    if mixed.isEmpty { return self }
    var result = RowValues(rows: RowBuffer(columnCount: fields.count), fields: fields)
    for column in mixed { result.fields[column] = Field(name: fields[column].name, type: .any) }
    for row in 0..<rows.count {
      var values = fields.indices.map { rows.value(row, $0) }
      for column in mixed { values[column] = values[column].member(at: [], part: .ordered) }
      result.rows.append(values)
    }
    return result
  }
}

extension Fetching {
  /// These values of all rows.
  package func values(_ paths: [FieldPath]) throws -> RowValues {
    if let handle = handle.sortedByShown(paths) { return try Fetching(handle, pushdown).values(paths) }
    if handle.request.isDistinct, entity.hasKey(among: paths) {
      return try Fetching(handle.with { $0.isDistinct = false }).values(paths)
    }
    let paths = try wholeParts(paths)
    if plan.isWhole, !paths.contains(where: request.asksFunction) {
      if let groups = try groups(of: paths) { return groups }
      return RowValues(
        rows: try handle.context.database.store().rows(sql(.fields(paths))),
        fields: try fields(paths))
    }
    if handle.request.isDistinct { return try distinctValues(paths) }
    return try rowValues(paths)
  }

  /// Values that count once as the keys of groups, where equal ones may be shown otherwise; nil where they may not, or need
  /// not count once.
  private func groups(of paths: [FieldPath]) throws -> RowValues? {
    let (context, dialect) = (handle.context, try handle.context.database.dialect())
    guard handle.request.isDistinct else { return nil }
    let keys = paths.enumerated().map { GroupRequest.Key("value \($0 + 1)", $1) }
    let select = try SelectGroups(catalog: context.catalog, entity: entity, dialect: dialect)
    guard let sql = try select.distinct(handle.request, keys) else { return nil }
    return RowValues(rows: try context.database.store().rows(sql.rendered(for: dialect)), fields: try fields(paths))
  }

  /// Parts of JSON are read as they stand there: a truth is no number, and a list no text.
  private func wholeParts(_ paths: [FieldPath]) throws -> [FieldPath] {
    let resolver = try handle.resolver
    return try paths.map { try resolver.path($0, askedOf: handle.request.isDistinct ? .key : .json) }
  }

  package func fields(_ paths: [FieldPath]) throws -> [Field] {
    let resolver = try handle.resolver
    return try paths.map { try resolver.field(at: $0) }
  }

  /// These values, one of each row: what aggregates are made of, which count rows and not values.
  func rowValues(_ paths: [FieldPath]) throws -> RowValues {
    if paths.contains(where: request.asksFunction) { return try askedValues(paths) }
    let result = RowBuffer(columnCount: paths.count)
    let fetching = try Fetching(
      handle, RowNeeds(values: paths.map { .field($0) }, always: true, areBare: true))
    try fetching.forEachChunk { chunk in
      for row in 0..<chunk.count {
        result.append(fetching.valueColumns.map { chunk.value(row, $0) })
      }
    }
    return RowValues(rows: result, fields: try fields(paths))
  }

  /// The same where functions are called for some of the values.
  private func askedValues(_ paths: [FieldPath]) throws -> RowValues {
    let (columns, count) = try askedColumns(paths) { try $0.column().withoutNaN }
    return rowValues(of: columns, count: count)
  }

  /// Whether functions give some of the values, each as it is: of those that are told once equal ones must be found.
  package func givesToScript(_ paths: [FieldPath]) -> Bool {
    !handle.request.isDistinct && paths.contains(where: request.asksFunction)
  }

  /// These values as scripts see them, by their paths and then by the rows: what a function gave stays what it is, as
  /// no column has to hold the values of all rows.
  package func givenValues(_ paths: [FieldPath]) throws -> [[LuaValue]] {
    guard paths.contains(where: request.asksFunction) else {
      let found = try values(paths)
      return try found.fields.enumerated().map { column, field in
        try (0..<found.rows.count).map { try scriptValue(found.rows.value($0, column), field) }
      }
    }
    var given: [[LuaValue]] = []
    let (columns, _) = try askedColumns(wholeParts(paths)) { gathered in
      given.append(gathered.values)
      return ValueColumn(field: Field(name: "", type: .any), values: [])
    }
    var result: [[LuaValue]] = []
    for (path, column) in zip(paths, columns) {
      if request.asksFunction(for: path), column.values.isEmpty, !given.isEmpty {
        result.append(given.removeFirst().map { $0.isNil ? session.null : $0 })
      } else {
        result.append(try column.values.map { try scriptValue($0, column.field) })
      }
    }
    return result
  }

  private func scriptValue(_ value: Value, _ field: Field) throws -> LuaValue {
    let found = try value.withCell { try FieldCoding(session).value(of: $0, as: field, of: entity) }
    return found.isNil ? session.null : found
  }

  /// The values of one column after another, and of how many rows they are.
  private func askedColumns(
    _ paths: [FieldPath], _ made: (GatheredValues) throws -> ValueColumn
  ) throws -> (columns: [ValueColumn], count: Int) {
    let known = paths.filter { !request.asksFunction(for: $0) }
    let needs = RowNeeds(values: known.map { .field($0) }, always: true, areLent: true)
    let fetching = try Fetching(handle.with { $0.isDistinct = false }, needs)
    let buffer = try fetching.rows(limit: .max)
    guard let rows = try FetchedRows(buffer, of: fetching) else { throw ScriptError(RequestError.tooManyCalls) }
    defer { rows.end() }
    let resolver = try handle.resolver
    var columns: [ValueColumn] = []
    for path in paths {
      guard case .closure(let hook)? = request.computed[path.field]?.expression,
        request.asksFunction(for: path),
        let function = handle.functions[hook]
      else {
        let column = fetching.valueColumns[known.firstIndex(of: path) ?? 0]
        columns.append(
          ValueColumn(
            field: try resolver.field(at: path),
            values: (0..<buffer.count).map { buffer.value($0, column) }))
        continue
      }
      var gathered = GatheredValues(try resolver.field(at: path).name, session)
      for row in 0..<buffer.count { try gathered.add(function.answer(of: rows.borrowed(row))) }
      columns.append(try made(gathered))
    }
    return (columns, buffer.count)
  }

  private func rowValues(of columns: [ValueColumn], count: Int) -> RowValues {
    let result = RowBuffer(columnCount: columns.count)
    for row in 0..<count { result.append(columns.map { $0.values[row] }) }
    return RowValues(rows: result, fields: columns.map(\.field))
  }

  /// The values of rows that a function selects or gives, each once; what is cut is the values, not the rows.
  private func distinctValues(_ paths: [FieldPath]) throws -> RowValues {
    // Says what is wrong with the order before anything runs.
    _ = try sql(.fields(paths))
    let request = handle.with {
      $0.limit = nil
      $0.offset = 0
      $0.isDistinct = false
      if $0.sorts.isEmpty {
        $0.sorts = paths.filter { !handle.request.asksFunction(for: $0) }.map { Sort($0.plain) }
      }
    }
    let all = try Fetching(request, RowNeeds(areBare: true)).rowValues(paths.map(\.asWritten))
    let collations = all.fields.map(\.collation)
    var places: [[Value]: Int] = [:]
    var equals: [[[Value]]] = []
    for row in 0..<all.rows.count {
      let values = paths.indices.map { all.rows.value(row, $0) }
      let key = zip(values, collations).map { $0.key(by: $1) }
      if let place = places[key] {
        for column in values.indices where values[column].mayBeShownOtherwise {
          equals[place][column].append(values[column])
        }
      } else {
        places[key] = equals.count
        equals.append(values.map { [$0] })
      }
    }
    let result = RowBuffer(columnCount: paths.count)
    for values in equals.dropFirst(handle.request.offset).prefix(handle.request.limit ?? .max) {
      result.append(zip(values, collations).map { $0.shown(by: $1) })
    }
    return RowValues(rows: result, fields: all.fields)
  }
}

extension RequestHandle {
  /// The same rows that count once, an order by an expression that is shown being one by what is shown; nil where it is
  /// that already.
  ///
  ///     distinct():sorted_by "lower(name)":pluck "lower(name)"
  fileprivate func sortedByShown(_ paths: [FieldPath]) -> RequestHandle? {
    guard request.isDistinct else { return nil }
    var sorts = request.sorts
    for (place, sort) in sorts.enumerated() where sort.path == nil {
      guard case .value(let value) = sort.key,
        let shown = paths.first(where: { $0.isOwn && request.computed[$0.field]?.expression == value })
      else { continue }
      sorts[place].key = .value(.field(shown.plain))
    }
    return sorts == request.sorts ? nil : with { $0.sorts = sorts }
  }
}

extension FetchRequest {
  /// Whether a function of the script is called for a value.
  func asksFunction(for path: FieldPath) -> Bool {
    path.isOwn && computed[path.field]?.asksScript ?? false
  }
}

extension Entity {
  /// Whether values of these fields tell all rows from each other, so that each counts once as it is.
  fileprivate func hasKey(among paths: [FieldPath]) -> Bool {
    let names = paths.filter { $0.isOwn && $0.inside.isEmpty }.map(\.field)
    return !keySlots.isEmpty && keySlots.allSatisfy { names.contains(fields[$0].name) }
  }
}
