import Schema

/// Turns requests into SELECT statements.
package struct Select {
  let resolver: FieldResolver
  let dialect: any Dialect
  /// Which rows alone, by the first column of the order; nil = all.
  var part: Part?

  package init(catalog: Catalog, entity: Entity, dialect: any Dialect) {
    resolver = FieldResolver(catalog: catalog, entity: entity)
    self.dialect = dialect
  }

  /// What the rows of a SELECT hold.
  package enum Output {
    /// All fields of the entity in order, then one column per flag of the plan.
    case rows
    /// The fields in these slots, then one column per flag of the plan.
    case slots([Int])
    /// These fields.
    case fields([FieldPath])
    /// What rows are ordered by in these sorts.
    case keys([Sort])
    /// These fields under names of their own.
    case named([(FieldPath, name: String)])
    /// All columns that there are, and these values under names of their own.
    case everything([(WrittenExpression, name: String)])
    /// The number of rows.
    case count
    /// 1 where there is a row.
    case exists
    /// `sum`, `avg`, `min` or `max` of a field.
    case aggregate(Aggregate, FieldPath)
    /// The number of rows, or what is made of a field, then 1 where a condition holds for one of them.
    ///
    /// For requests that take all rows, each once.
    case checked((Aggregate, FieldPath)?, Expression)
  }

  package enum Aggregate: String, Sendable, CaseIterable {
    case sum, avg, min, max
  }

  /// The statement for a request.
  ///
  /// A plan with a residual is neither ordered by LIMIT nor cut by it: the rows are
  /// decided one by one.
  package func statement(_ request: FetchRequest, plan: FetchPlan, output: Output) throws(QueryError) -> SQL {
    if let (outer, around, inner, windows) = around(request, plan, output) {
      let named = windows.enumerated().map { ($1, name: Self.windowColumn($0)) }
      let rows = try written(inner, FetchPlan(inner.predicate), .everything(named), from: table(of: inner))
      return try written(outer, around, output, from: "(\(rows)) AS \(name: resolver.entity.table)")
    }
    return try written(request, plan, output, from: table(of: request))
  }

  /// Written twice at most: only after the first time is it known whether a second table is read.
  func written(
    _ request: FetchRequest, _ plan: FetchPlan, _ output: Output, from source: SQL
  ) throws(QueryError) -> SQL {
    let candidates = try candidates(request, plan, output)
    let plain = try written(request, plan, output, from: source, candidates, qualifies: false)
    return plain.hasJoins
      ? try written(request, plan, output, from: source, candidates, qualifies: true).sql : plain.sql
  }

  private func written(
    _ request: FetchRequest, _ plan: FetchPlan, _ output: Output, from source: SQL, _ candidates: [SQL]?,
    qualifies: Bool
  ) throws(QueryError) -> (sql: SQL, hasJoins: Bool) {
    var resolver = resolver
    resolver.computed = request.computed
    resolver.missing = request.source?.missing ?? []
    var writer = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: qualifies)
    let isCut = plan.isWhole && (request.limit != nil || request.offset > 0)
    // How many there are does not depend on their order.
    let isOrdered = (output.isOrdered || isCut && output.isAggregate) && !output.isOneValue(of: request)
    let columns = try columns(output, plan, of: request, &writer)
    let condition = try condition(plan, of: request, candidates, &writer)
    if isOrdered, plan.isWhole, let order = try orderAround(request, output, &writer) {
      var rows: SQL = "SELECT DISTINCT \(columns) FROM \(source)"
      for join in writer.plan.joins { rows += join }
      let sql: SQL = "SELECT * FROM (\(rows)\(condition)) AS \(order)"
      return (isCut ? sql + limit(request) : sql, !writer.plan.joins.isEmpty)
    }
    let order = isOrdered ? try self.order(request, output, &writer) : SQL()
    var sql: SQL = "FROM \(source)"
    for join in writer.plan.joins { sql += join }
    sql += "\(condition)\(order)"
    if isCut { sql += limit(request) }
    let head = head(output, columns, sql, isCut: isCut, of: request, rows: try rows(request, &writer))
    return (head, !writer.plan.joins.isEmpty)
  }

  /// The table that is read, or what takes its place under its name.
  private func table(of request: FetchRequest) throws(QueryError) -> SQL {
    let entity = resolver.entity
    guard let source = request.source else { return .name(entity.table) }
    switch source {
    case .tree(let tree):
      let rows = try SelectTree(tree, of: entity, in: resolver.catalog, dialect: dialect).statement()
      return "(\(rows)) AS \(name: entity.table)"
    case .written(let rows): return "(\(SelectWritten.statement(rows, of: entity))) AS \(name: entity.table)"
    }
  }

  /// Which rows: those of the entity's kinds that the plan's condition selects.
  private func condition(
    _ plan: FetchPlan, of request: FetchRequest, _ candidates: [SQL]?, _ writer: inout ExpressionWriter
  ) throws(QueryError) -> SQL {
    let kind = resolver.entity.kindCondition(of: writer.qualifies ? resolver.entity.table : nil)
    let among = candidates.flatMap { statements in
      dialect.isAmong(column(resolver.entity.fields[resolver.entity.keySlots[0]].column, writer), statements)
    }
    let others = try [kind, among, partCondition(request, &writer)].compactMap { $0 }
    guard let expression = plan.condition else {
      return others.isEmpty ? SQL() : " WHERE \(others.joined(by: " AND "))"
    }
    let condition = try writer.write(condition: expression)
    return others.isEmpty ? " WHERE \(condition)" : " WHERE \(others.joined(by: " AND ")) AND (\(condition))"
  }

  /// A count of a cut request counts the rows of the cut; so do the other aggregates.
  private func head(
    _ output: Output, _ columns: SQL, _ body: SQL, isCut: Bool, of request: FetchRequest, rows: SQL
  ) -> SQL {
    // Rows that have a key are distinct as they are.
    let isReduced = request.isDistinct && resolver.entity.keySlots.isEmpty
    let distinct: SQL = request.isDistinct ? "DISTINCT " : SQL()
    switch output {
    case .rows, .slots, .named, .keys, .everything:
      return isReduced ? "SELECT DISTINCT \(columns) \(body)" : "SELECT \(columns) \(body)"
    case .fields: return "SELECT \(distinct)\(columns) \(body)"
    case .checked: return "SELECT \(columns) \(body)"
    case .count:
      if isReduced { return "SELECT count(*) FROM (SELECT DISTINCT \(rows) \(body))\(derived)" }
      return isCut ? "SELECT count(*) FROM (SELECT 1 \(body))\(derived)" : "SELECT count(*) \(body)"
    case .exists:
      if isReduced, isCut { return "SELECT 1 FROM (SELECT DISTINCT \(rows) \(body))\(derived)" }
      return isCut ? "SELECT 1 \(body)" : "SELECT 1 \(body) LIMIT 1"
    case .aggregate(let aggregate, let path):
      let mark = mark(path, 1, of: request, isMade: true)
      guard isCut || isReduced else { return "SELECT \(call(aggregate, path, columns, of: request))\(mark) \(body)" }
      let selected: SQL = isReduced ? "DISTINCT \(rows), \(columns)" : columns
      let made: SQL = "\(call(aggregate, path, .name(alias), of: request))\(mark)"
      return "SELECT \(made) FROM (SELECT \(selected) AS \(name: alias) \(body))\(derived)"
    }
  }

  /// What a function makes of the values of a field, which the request may compute.
  private func call(_ aggregate: Aggregate, _ path: FieldPath, _ value: SQL, of request: FetchRequest) -> SQL {
    var resolver = resolver
    resolver.computed = request.computed
    let field = try? resolver.field(at: path)
    guard [.sum, .avg].contains(aggregate), let field else {
      let isStored = !resolver.isComputed(path) || field?.isPartOfJSON == true
      return dialect.extreme(aggregate.rawValue, value, of: isStored ? field : nil)
    }
    let isDecimal = field.type == .decimal && field.isStoredAsNumber
    let value = resolver.numberAlone(value, .field(path), in: dialect)
    if aggregate == .avg { return isDecimal ? dialect.decimalMean(value, SQL()) : dialect.aggregate("avg", value) }
    guard isDecimal else {
      let valueClass = resolver.valueClass(of: .field(path))
      if valueClass == .mixed || valueClass == .wide { return dialect.mixedSum(value, SQL()) }
      return valueClass.isWhole ? dialect.wholeSum(value) : dialect.aggregate("sum", value)
    }
    return dialect.decimalSum(value, scale: field.scale, isCompared: false)
  }

  /// What follows a SELECT that rows are counted of.
  private var derived: SQL { .keyword(dialect.derivedTable) }

  /// The name of the value that an aggregate is made of: an order must not take it for a column.
  private var alias: String {
    let taken = resolver.entity.fields.map { $0.column.lowercased() }
    var result = "value"
    while taken.contains(result) { result += "_" }
    return result
  }

  private func rows(_ writer: ExpressionWriter) -> SQL {
    let columns = resolver.entity.rowColumns
    // A view that cannot be read has none that are known: the database says why.
    return columns.isEmpty ? "*" : columns.map { column($0, writer) }.joined(by: ", ")
  }

  /// The same, where rows without a key count once: as what they are read as, where the database has another equality
  /// for a column, or none.
  private func rows(_ request: FetchRequest, _ writer: inout ExpressionWriter) throws(QueryError) -> SQL {
    let entity = resolver.entity
    let isReduced = request.isDistinct && entity.keySlots.isEmpty
    if isReduced, entity.fields.contains(where: \.isEqualOtherwise) {
      return try entity.rowColumns.map { name throws(QueryError) -> SQL in try once(name, &writer) }.joined(by: ", ")
    }
    guard case .written? = request.source, entity.fields.contains(where: \.isNumeric) else { return rows(writer) }
    return entity.rowColumns.map { exactly($0, writer) }.joined(by: ", ")
  }

  /// A column of rows that a person's statement gives: of no table, so that decimals have to say that each digit counts.
  private func exactly(_ name: String, _ writer: ExpressionWriter) -> SQL {
    let isDecimal = resolver.entity.fields.contains { $0.column == name && $0.isNumeric }
    return isDecimal ? "\(column(name, writer)) AS \(name: Self.exact + name)" : column(name, writer)
  }

  /// A column of rows that count once.
  private func once(_ name: String, _ writer: inout ExpressionWriter) throws(QueryError) -> SQL {
    guard let field = resolver.entity.fields.first(where: { $0.column == name }), field.isEqualOtherwise else {
      return column(name, writer)
    }
    return "\(try writer.writeOrdered(.field(FieldPath(field: field.name)))) AS \(name: name)"
  }

  private func column(_ column: String, _ writer: ExpressionWriter) -> SQL {
    writer.qualifies ? .column(column, of: resolver.entity.table) : .name(column)
  }

  private func columns(
    _ output: Output, _ plan: FetchPlan, of request: FetchRequest, _ writer: inout ExpressionWriter
  ) throws(QueryError) -> SQL {
    switch output {
    case .count, .exists: return "1"
    case .aggregate(let aggregate, let path):
      if [.min, .max].contains(aggregate) { return try ordered(path, &writer) }
      return try writer.write(stored: .field(path))
    case .fields(let paths):
      var written: [SQL] = []
      for (place, path) in paths.enumerated() { written.append(try shown(path, place + 1, of: request, &writer)) }
      return try written.joined(by: ", ") + flags(plan, &writer)
    case .keys(let sorts):
      var written: [SQL] = []
      for case .value(let value) in sorts.map(\.key) {
        if case .field(let path) = value, case let mark = mark(path, written.count + 1, of: request, isMade: false),
          !mark.isEmpty
        {
          written.append("\(try writer.write(stored: value))\(mark)")
          continue
        }
        if case .field(var path) = value, try writer.isLoose(value) {
          path.part = .json
          written.append(try writer.write(.field(path)))
        } else {
          // Where a row is in the order, a decimal says with every digit, or the next page would begin with it again.
          let isMade = if case .field = value { false } else { !dialect.choosesAmongClasses }
          let mark: SQL = isMade ? " AS \(name: "\(Self.exact)value \(written.count + 1)")" : SQL()
          written.append("\(try writer.write(stored: value))\(mark)")
        }
      }
      return written.joined(by: ", ")
    case .named(let fields):
      var written: [SQL] = []
      for field in fields {
        let value = try writer.stored(try writer.writeCompared(field.0), .field(field.0))
        written.append("\(value) AS \(name: field.name)")
      }
      return written.joined(by: ", ")
    case .everything(let values):
      var written = [rows(writer)] + (request.source?.columns ?? []).map { column($0, writer) }
      for value in values { written.append("\(try writer.write(.written(value.0))) AS \(name: value.name)") }
      return written.joined(by: ", ")
    case .rows:
      return try rows(request, &writer) + flags(plan, &writer)
    case .slots(let slots):
      return try slots.map { column(resolver.entity.fields[$0].column, writer) }.joined(by: ", ") + flags(plan, &writer)
    case .checked(let aggregate, let condition):
      var value: SQL = "count(*)"
      if let (aggregate, path) = aggregate {
        let isExtreme = aggregate == .min || aggregate == .max
        let said = try isExtreme ? ordered(path, &writer) : writer.write(stored: .field(path))
        value = "\(call(aggregate, path, said, of: request))\(mark(path, 1, of: request, isMade: true))"
      }
      return "\(value), \(dialect.anyTrue(try writer.write(condition)))"
    }
  }

  /// A value that rows show, under a name of its own where it is made of columns: a database that calls it by one of them,
  /// or by the function that makes it, would take it for the column of that name in the order.
  private func shown(
    _ path: FieldPath, _ place: Int, of request: FetchRequest, _ writer: inout ExpressionWriter
  ) throws(QueryError) -> SQL {
    let mark = mark(path, place, of: request, isMade: false)
    if mark.isEmpty, !request.isDistinct, let sum = try writer.write(sumOfSome: .field(path)) {
      return "\(sum) AS \(name: Self.sumOfSome + "value \(place)")"
    }
    if !request.isDistinct, let sum = try writer.write(shownSum: .field(path)) { return sum + mark }
    let value = try request.isDistinct ? ordered(path, &writer) : writer.write(stored: .field(path))
    guard mark.isEmpty, !dialect.choosesAmongClasses, writer.resolver.isComputed(path) else { return value + mark }
    return "\(value) AS \(name: Self.made + "value \(place)")"
  }

  /// A value of which the least is taken, or each once.
  private func ordered(_ path: FieldPath, _ writer: inout ExpressionWriter) throws(QueryError) -> SQL {
    try writer.stored(try writer.writeOrdered(.field(path)), .field(path))
  }

  private func flags(_ plan: FetchPlan, _ writer: inout ExpressionWriter) throws(QueryError) -> SQL {
    var result = SQL()
    for (place, flag) in plan.flags.enumerated() {
      let sum = try writer.write(sumOfSome: flag)
      let shown = if let sum { sum } else { try writer.write(shownSum: flag) }
      let value = if let shown { shown } else { try writer.write(stored: flag) }
      result += ", \(value)"
      // A name, so that no column of the order is taken for it.
      if !dialect.choosesAmongClasses {
        let mark = sum != nil ? Self.sumOfSome : isDecimal(flag, writer.resolver) ? Self.exact : ""
        result += " AS \(name: (mark.isEmpty ? Self.made : mark) + "flag \(place + 1)")"
      }
    }
    return result
  }

  /// Whether it is read with every digit: a field of decimals, or what a member is computed by that is one.
  private func isDecimal(_ flag: Expression, _ resolver: FieldResolver) -> Bool {
    if case .field(let path) = flag, let field = try? resolver.field(at: path) { return field.isNumeric }
    return resolver.computed.values.contains { $0.field.isNumeric && $0.expression == flag }
  }

  /// What the names of columns begin with that a statement makes, and that no order means.
  private static let made = "moonshell: "

  /// The name of a column of decimals that the statement makes, so that it is read with every digit; nothing of others.
  ///
  /// - Parameter isMade: whether the statement makes it of a field, and does not give the field's own.
  private func mark(_ path: FieldPath, _ place: Int, of request: FetchRequest, isMade: Bool) -> SQL {
    var resolver = resolver
    resolver.computed = request.computed
    guard let field = try? resolver.field(at: path), field.isNumeric,
      isMade || field.mayBeNaN || resolver.isComputed(path)
    else { return SQL() }
    return " AS \(name: "\(Self.exact)value \(place)")"
  }

  /// What the names of columns begin with that are read with every digit, as those of tables are.
  package static let exact = "moonshell: exact, "

  /// What the names of columns begin with in which NULL is the sum of nothing: it reads as the integer 0.
  package static let sumOfSome = "moonshell: sum, "

  /// The sorts, then the primary key, so that the order is total.
  func order(
    _ request: FetchRequest, _ output: Output, _ writer: inout ExpressionWriter
  ) throws(QueryError) -> SQL {
    let sorts = request.databaseSorts
    var keys: [SQL] = []
    for (place, sort) in sorts.enumerated() {
      guard let expression = sort.expression else { continue }
      if place == 0, part != nil {
        if let key = try partKey(sort, &writer) { keys.append(key) }
        continue
      }
      let mayBeNull = try writer.resolver.canBeNull(expression)
      let shown = shownPlace(of: sort, request, output, writer.resolver)
      let key = if let shown { shown } else { try writer.writeSorted(expression) }
      keys.append(
        writer.directed(key, isDescending: sort.isDescending, nulls: sort.nulls, mayBeNull: mayBeNull))
    }
    if request.isDistinct, case .fields(let paths) = output {
      let said = zip(keys, sorts).filter { !$1.isImplicit }.map(\.0)
      return try distinctOrder(said, request.sorts.filter { !$0.isImplicit }, paths, &writer)
    }
    let sorted = Set(sorts.compactMap(\.ownField))
    for slot in resolver.entity.keySlots where !sorted.contains(resolver.entity.fields[slot].name) {
      let key = Expression.field(FieldPath(field: resolver.entity.fields[slot].name))
      // Numbers of rows are no texts.
      keys.append(try slot == resolver.entity.automaticKeySlot ? writer.write(key) : writer.writeCompared(key))
    }
    // An index that is read backwards would turn round those whose key is NULL.
    if !sorts.isEmpty, request.source == nil, let number = resolver.entity.rowNumber {
      keys.append(column(number, writer))
    }
    return keys.isEmpty ? SQL() : " ORDER BY \(keys.joined(by: ", "))"
  }

  /// The place of a computed value that counts once among those that are shown, where the database orders them by these
  /// alone: its values are bound, and said again it would be another expression.
  private func shownPlace(
    of sort: Sort, _ request: FetchRequest, _ output: Output, _ resolver: FieldResolver
  ) -> SQL? {
    guard request.isDistinct, !dialect.choosesAmongClasses, case .fields(let paths) = output, sort.isExact,
      let path = sort.path, resolver.computed(at: path) != nil
    else { return nil }
    return paths.firstIndex { $0.plain == path }.map { .keyword(String($0 + 1)) }
  }

  /// Values that count once have no row any more: they are ordered by themselves.
  private func distinctOrder(
    _ keys: [SQL], _ sorts: [Sort], _ paths: [FieldPath], _ writer: inout ExpressionWriter
  ) throws(QueryError) -> SQL {
    let plain = paths.map(\.plain)
    try checkShown(sorts, paths, writer.resolver)
    var keys = keys
    for (place, path) in plain.enumerated() where !sorts.contains(where: { $0.path == path && $0.isExact }) {
      let isMeant = try writer.meaning(of: [.field(path)]) != nil
      let isSaidOtherwise = isMeant || paths[place].part != nil && !dialect.choosesAmongClasses
      let isComputed = path.relations.isEmpty && writer.resolver.computed[path.field] != nil
      // It is shown as a text, in whose order numbers are not.
      let isPart = try writer.resolver.field(at: path).isPartOfJSON
      if !(isPart && dialect.choosesAmongClasses), isSaidOtherwise || isComputed {
        // Its values are bound: said again it would be another expression.
        keys.append(writer.directed(.keyword(String(place + 1)), isDescending: false, nulls: nil))
        continue
      }
      keys.append(writer.directed(try writer.write(.field(path)), isDescending: false, nulls: nil))
    }
    return " ORDER BY \(keys.joined(by: ", "))"
  }

  func limit(_ request: FetchRequest) -> SQL {
    dialect.limit(request.limit, offset: request.offset)
  }
}

extension Field {
  /// Whether its database has another equality for its values than that of what is read of them, or none.
  fileprivate var isEqualOtherwise: Bool { nature.native == .other || nature.native == .document }
}

extension Sort {
  /// The entity's own field that it sorts by, value for value.
  var ownField: String? {
    guard isExact, let path, path.relations.isEmpty else { return nil }
    return path.field
  }
}

extension Select.Output {
  fileprivate var isOrdered: Bool {
    switch self {
    case .rows, .slots, .fields: true
    default: false
    }
  }

  /// Whether it is one value of all rows, which have no order then.
  fileprivate func isOneValue(of request: FetchRequest) -> Bool {
    guard case .fields(let paths) = self else { return false }
    return paths.contains { path in
      guard path.relations.isEmpty, case .written(let written)? = request.computed[path.field]?.expression else {
        return false
      }
      return written.reach == .aggregate
    }
  }

  fileprivate var isAggregate: Bool {
    switch self {
    case .aggregate, .named: true
    default: false
    }
  }
}
