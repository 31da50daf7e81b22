import Schema

/// Turns requests for groups into SELECT statements.
///
/// The inner statement makes a row per group, whose columns are numbered; the outer one decides which, in what order.
package struct SelectGroups {
  let catalog: Catalog
  let entity: Entity
  let dialect: any Dialect

  package init(catalog: Catalog, entity: Entity, dialect: any Dialect) {
    self.catalog = catalog
    self.entity = entity
    self.dialect = dialect
  }

  /// The statement that answers one row per group: its keys, then its aggregates.
  package func statement(_ request: GroupRequest) throws(QueryError) -> SQL {
    let resolver = FieldResolver(catalog: catalog, entity: entity, computed: request.rows.computed)
    let groups = try request.entity(resolver)
    let sums = try request.sumsOfSome(resolver, dialect)
    let columns = groups.fields.enumerated().map { place, field -> SQL in
      let aggregate = place - request.keys.count
      var column = SQL.name(sums.contains(aggregate) ? Self.sumOfSome(field) : field.column)
      if aggregate >= 0, hasExactSum(request.aggregates[aggregate], resolver) { column = .name(Self.exactSum(field)) }
      return field.isNumeric ? "\(column) AS \(name: Select.exact + field.column)" : column
    }.joined(by: ", ")
    var shown = request.groups
    // A key of groups may be NULL, though it tells them apart as the key of rows does, which may not.
    if !dialect.ordersGroups { for place in shown.sorts.indices { shown.sorts[place].settleNulls() } }
    // Groups that nothing else tells apart come in the order of their keys.
    let keys = groups.fields.prefix(request.keys.count)
    if !dialect.ordersGroups || keys.contains(where: \.isPartOfJSON) {
      shown.sorts += keys.flatMap(\.orders)
    }
    let tail = try Select(catalog: Catalog([groups]), entity: groups, dialect: dialect).tail(shown)
    return
      "SELECT \(columns) FROM (\(try body(request, groups, resolver))) AS \(name: groups.table)\(tail)"
  }

  /// The column with the sum of a group that is NULL where there is nothing to add up.
  private static func sumOfSome(_ field: Field) -> String { field.column + " of some" }

  /// The column with the sum of a group that has all its digits.
  private static func exactSum(_ field: Field) -> String { field.column + " in full" }

  /// Whether a sum of decimals is shown with more digits than a number that compares has.
  private func hasExactSum(_ aggregate: GroupRequest.Aggregate, _ resolver: FieldResolver) -> Bool {
    guard dialect.choosesAmongClasses, aggregate.function == .sum, aggregate.written == nil, let path = aggregate.path,
      let field = try? resolver.field(at: path)
    else { return false }
    return field.type == .decimal && field.isStoredAsNumber
  }

  /// The statement that counts the groups.
  package func count(_ request: GroupRequest) throws(QueryError) -> SQL {
    "SELECT count(*) FROM (\(try statement(request)))\(.keyword(dialect.derivedTable))"
  }

  /// A row per group.
  private func body(
    _ request: GroupRequest, _ groups: Entity, _ resolver: FieldResolver
  ) throws(QueryError) -> SQL {
    // Blanks, so that no name of a group is taken for one of these.
    let keys = request.keys.indices.map { SQL.name("group key \($0 + 1)") }
    var fields = request.keys.enumerated().map { ($1.path, name: "group key \($0 + 1)") }
    var rows = request.rows
    var columns: [SQL] = []
    for (place, key) in keys.enumerated() {
      var shown = key
      switch try shownKey(request.keys[place], resolver) {
      case .plain: break
      case .number(let collation): shown = number(key, collation)
      case .mixed: shown = mixedNumber(key)
      case .part(let path):
        let written = "group part \(place + 1)"
        fields.append((path, name: written))
        shown = part(key, written: .name(written))
      }
      columns.append("\(shown) AS \(name: groups.fields[place].column)")
    }
    let sums = try request.sumsOfSome(resolver, dialect)
    for (place, aggregate) in request.aggregates.enumerated() {
      let column = groups.fields[keys.count + place].column
      if let written = aggregate.written {
        let names = written.columns(of: entity)
        for name in names where !fields.contains(where: { $0.name == name }) {
          let path = FieldPath(field: " column \(name)")
          rows.computed[path.field] = ComputedField(
            Field(name: name, type: .any), .written(WrittenExpression(column: name)))
          fields.append((path, name: name))
        }
        columns.append("\(written.sql(of: entity)) AS \(name: column)")
        continue
      }
      guard let path = aggregate.path else {
        columns.append("count(*) AS \(name: column)")
        continue
      }
      let value = "group value \(place + 1)"
      fields.append((path, name: value))
      let valueClass = resolver.valueClass(of: .field(path))
      var number = SQL.name(value)
      if [.sum, .avg].contains(aggregate.function) {
        number = resolver.numberAlone(number, .field(path), in: dialect)
      }
      let made = call(aggregate, number, try resolver.field(at: path), valueClass)
      columns.append("\(made) AS \(name: column)")
      if hasExactSum(aggregate, resolver) {
        let sum = dialect.decimalSum("\(distinct(aggregate))\(number)", scale: 0, isCompared: false)
        let name = Self.exactSum(groups.fields[keys.count + place])
        columns.append("coalesce(\(dialect.shown(decimalSum: sum)), 0) AS \(name: name)")
      }
      if sums.contains(place) {
        let sum = Self.sumOfSome(groups.fields[keys.count + place])
        columns.append("\(sumOfSome(aggregate, .name(value))) AS \(name: sum)")
      }
    }
    let select = Select(catalog: catalog, entity: entity, dialect: dialect)
    // Rows without any value are rows all the same.
    let output: Select.Output = fields.isEmpty ? .rows : .named(fields)
    let inner = try select.statement(rows, plan: FetchPlan(rows.predicate), output: output)
    let all: SQL = "SELECT \(columns.joined(by: ", ")) FROM (\(inner))\(.keyword(dialect.derivedTable))"
    return keys.isEmpty ? all : "\(all) GROUP BY \(keys.joined(by: ", "))"
  }
}

extension SelectGroups {
  private func distinct(_ aggregate: GroupRequest.Aggregate) -> SQL { aggregate.isDistinct ? "DISTINCT " : SQL() }

  private func sumOfSome(_ aggregate: GroupRequest.Aggregate, _ value: SQL) -> SQL {
    dialect.aggregate("sum", "\(distinct(aggregate))\(value)")
  }

  /// What a function makes of a column; that of a decimal is a decimal, however it is stored.
  private func call(_ aggregate: GroupRequest.Aggregate, _ value: SQL, _ field: Field, _ valueClass: ValueClass) -> SQL
  {
    let distinct = distinct(aggregate)
    if aggregate.function == .avg, field.type == .decimal, field.isStoredAsNumber {
      return dialect.decimalMean(value, distinct)
    }
    if aggregate.function == .sum, field.type == .decimal, field.isStoredAsNumber {
      return "coalesce(\(dialect.decimalSum("\(distinct)\(value)", scale: field.scale, isCompared: true)), 0)"
    }
    if [.min, .max].contains(aggregate.function) {
      return dialect.extreme(aggregate.function.rawValue, value, of: field)
    }
    var call = dialect.aggregate(aggregate.function.rawValue, "\(distinct)\(value)")
    if aggregate.function == .avg || aggregate.function == .sum && valueClass == .real {
      call = dialect.numberOrNull(call)
    }
    // The sum of nothing is 0.
    if aggregate.function == .sum {
      if valueClass.isWhole { call = dialect.wholeSum("\(distinct)\(value)") }
      if valueClass == .mixed || valueClass == .wide { call = dialect.mixedSum(value, distinct) }
      call = field.mayHoldInfinities(valueClass) ? dialect.sum(call, of: value) : "coalesce(\(call), 0)"
    }
    guard field.type == .decimal else { return call }
    switch aggregate.function {
    case .avg:
      return "(\(call) / 1\(.keyword(String(repeating: "0", count: field.scale))).0)"
    default: return call
    }
  }
}

extension Field {
  /// In what order the values of a key come; those of JSON that are as large are told apart by their text.
  fileprivate var orders: [Sort] {
    var path = FieldPath(field: name)
    let own = Sort(path, nulls: .first)
    guard isPartOfJSON else { return [own] }
    path.part = .json
    return [own, Sort(path, nulls: .first)]
  }
}

extension WrittenExpression {
  /// The columns of an entity that it names.
  fileprivate func columns(of entity: Entity) -> [String] {
    parts.compactMap { if case .name(let name, _) = $0 { entity.column(spelled: name) } else { nil } }
  }

  /// Its SQL over rows that have these columns.
  fileprivate func sql(of entity: Entity) -> SQL {
    var sql = SQL()
    for part in parts {
      switch part {
      case .text(let text): sql += .written(text)
      case .name(let name, let written): sql += entity.column(spelled: name).map(SQL.name) ?? .written(written)
      case .column(let name): sql += .name(name)
      case .value(let value): sql += "\(value)"
      }
    }
    return sql
  }
}

extension Select {
  /// What follows FROM in a statement that reads one table: ` WHERE … ORDER BY … LIMIT …`.
  func tail(_ request: FetchRequest) throws(QueryError) -> SQL {
    var resolver = resolver
    resolver.computed = request.computed
    var writer = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: false)
    var result = SQL()
    if let predicate = request.predicate { result += " WHERE \(try writer.write(condition: predicate))" }
    result += try order(request, .rows, &writer)
    if request.limit != nil || request.offset > 0 { result += limit(request) }
    return result
  }
}
