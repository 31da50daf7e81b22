import Schema

extension ExpressionWriter {
  /// Writes that there is such a row: `"id" IN (SELECT "player_id" FROM "game" WHERE …)`.
  ///
  /// Where the inner statement does not depend on the outer row, it runs once, and no name of it can be one of the
  /// outer's.
  mutating func write(among rows: RelatedRows) throws(QueryError) -> SQL {
    if rows.isCorrelated || rows.between != nil { return try write(existing: rows) }
    var (outer, forms): ([SQL], [TiedColumn]) = ([], [])
    let other = ExpressionWriter(
      resolver: FieldResolver(catalog: resolver.catalog, entity: rows.entity), dialect: dialect, qualifies: false)
    for pair in rows.pairs {
      let inner = pair.reading.expression(.field(Association.path(pair.column, in: rows.entity)))
      let value = try operand(pair, of: rows.entity)
      outer.append(try mustBePlain(pair.value, beside: inner, in: other) ? "+\(value.sql)" : value.sql)
      let isPlain = try other.mustBePlain(inner, beside: pair.value, in: self)
      forms.append(TiedColumn(isPlain: isPlain, isRead: value.isRead))
    }
    let inner = try Self.select(rows, forms, dialect: dialect, catalog: resolver.catalog)
    return outer.count == 1 ? "\(outer[0]) IN (\(inner))" : "(\(outer.joined(by: ", "))) IN (\(inner))"
  }

  /// How a column of other rows is written beside a value: alone, so that neither is converted; and as it is read, where
  /// the value is not of the same type to the database.
  private struct TiedColumn {
    var isPlain: Bool
    var isRead: Bool
  }

  /// A value that other rows are tied to, and whether their column is written beside it as it is read.
  private struct TiedValue {
    var sql: SQL
    var isRead: Bool
  }

  /// A value beside a column of other rows: as the database has both where they are of one type.
  private mutating func operand(_ pair: RelatedRows.Pair, of entity: Entity) throws(QueryError) -> TiedValue {
    guard let other = entity.fields.first(where: { $0.column == pair.column })?.nature, other.isReadOtherwise else {
      return TiedValue(sql: try operand(pair.value), isRead: false)
    }
    if case .field(let path) = pair.value, path.inside.isEmpty, resolver.computed(at: path) == nil,
      try resolver.field(at: path).nature.isRead(as: other)
    {
      return TiedValue(sql: try plainOperand(pair.value), isRead: false)
    }
    // A value that is given takes the type of the column.
    return TiedValue(sql: try operand(pair.value), isRead: pair.value.constant == nil)
  }

  /// A column of rows that are tied to a value.
  private func column(_ column: SQL, of pair: RelatedRows.Pair, in entity: Entity, isRead: Bool) -> SQL {
    guard isRead, let nature = entity.fields.first(where: { $0.column == pair.column })?.nature else {
      return pair.reading.sql(column, in: dialect)
    }
    let read = nature.native.map { dialect.text(of: column, $0) } ?? dialect.double(ofSingle: column)
    return pair.reading.sql(read, in: dialect)
  }

  /// The same where its truth counts, and not only whether it holds: of NULL a database says that it is not in what is
  /// empty, and NULL of all else.
  ///
  ///     NOT ("n" IN (SELECT …) OR ("n" IS NULL AND NULL))   // of n NULL it is NULL, whatever rows there are
  mutating func write(truthOf rows: RelatedRows) throws(QueryError) -> SQL {
    var parts = [try write(among: rows)]
    var unsure: [RelatedRows.Pair] = []
    for pair in rows.ties where try mayBeNull(pair.value) { unsure.append(pair) }
    if rows.isCertain, !unsure.isEmpty {
      for pair in unsure { parts.insert(try write(.not(.isNull(pair.value))), at: parts.count - 1) }
      return "(\(parts.joined(by: " AND ")))"
    }
    for pair in unsure { parts.append("(\(try write(pair.value.falseUnlessNull)))") }
    return parts.count == 1 ? parts[0] : "(\(parts.joined(by: " OR ")))"
  }

  private func mayBeNull(_ value: Expression) throws(QueryError) -> Bool {
    switch value {
    case .literal(let value): return value == .null
    case .field(let path):
      guard path.relations.isEmpty, resolver.computed(at: path) == nil else { return true }
      let field = try resolver.field(at: path)
      return field.mayBeNaN || !field.isRequired && !field.isPrimaryKey
    default: return true
    }
  }

  /// A condition of rows, where what is unknown is as good as false: there the database may look for what is among other
  /// rows by its index, or for texts by their beginning.
  mutating func write(condition: Expression) throws(QueryError) -> SQL {
    switch condition {
    case .among(let rows): return try write(among: rows)
    case .and(let parts): return try write(parts, separator: " AND ", empty: .truth(true), areConditions: true)
    case .or(let parts): return try write(parts, separator: " OR ", empty: .truth(false), areConditions: true)
    default:
      if let range = try write(beginning: condition) { return range }
      return try write(condition)
    }
  }

  private static func select(
    _ rows: RelatedRows, _ forms: [TiedColumn], dialect: any Dialect, catalog: Catalog
  ) throws(QueryError) -> SQL {
    let resolver = FieldResolver(catalog: catalog, entity: rows.entity)
    var plain = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: false)
    let sql = try plain.writeSelect(rows, forms)
    if plain.plan.joins.isEmpty { return sql }
    var qualified = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: true)
    return try qualified.writeSelect(rows, forms)
  }

  private mutating func writeSelect(_ rows: RelatedRows, _ forms: [TiedColumn]) throws(QueryError) -> SQL {
    let entity = rows.entity
    var conditions: [SQL] = []
    if let kind = entity.kindCondition(of: qualifies ? entity.table : nil) { conditions.append(kind) }
    if let condition = rows.condition { conditions.append("(\(try write(condition: condition)))") }
    let columns = zip(rows.pairs, forms).map { pair, form -> SQL in
      let name: SQL = qualifies ? .column(pair.column, of: entity.table) : .name(pair.column)
      let read = column(name, of: pair, in: entity, isRead: form.isRead)
      return form.isPlain ? "+\(read)" : read
    }
    let mayBeNull = rows.pairs.indices.filter { place in
      let field = entity.fields.first { $0.column == rows.pairs[place].column }
      return field?.isRequired != true && field?.isPrimaryKey != true
    }
    if let cut = rows.cut { return try write(cut, of: rows, columns, conditions, mayBeNull) }
    // With a NULL among them, `NOT IN` would hold for no row.
    for place in mayBeNull { conditions.append("\(columns[place]) IS NOT NULL") }
    return "SELECT \(columns.joined(by: ", ")) \(body(conditions))"
  }

  func body(_ conditions: [SQL]) -> SQL {
    var sql: SQL = "FROM \(plan.source)"
    for join in plan.joins { sql += join }
    return conditions.isEmpty ? sql : "\(sql) WHERE \(conditions.joined(by: " AND "))"
  }

  /// The rows of a request that was cut: what is NULL among them was counted, and is left out then.
  private mutating func write(
    _ cut: RowCut, of rows: RelatedRows, _ columns: [SQL], _ conditions: [SQL], _ mayBeNull: [Int]
  ) throws(QueryError) -> SQL {
    // The keys first: they may join tables.
    let order = try order(of: cut)
    let tail: SQL = "\(body(conditions))\(order)\(dialect.limit(cut.limit, offset: cut.offset))"
    let names = columns.indices.map { SQL.name("\($0 + 1)") }
    let named = zip(columns, names).map { column, name -> SQL in "\(column) AS \(name)" }
    // In brackets of its own, as not every database cuts what stands behind IN.
    let shown = names.joined(by: ", ")
    let inner: SQL = "SELECT \(shown) FROM (SELECT \(named.joined(by: ", ")) \(tail)) AS \(name: "rows")"
    if mayBeNull.isEmpty { return inner }
    return "\(inner) WHERE \(mayBeNull.map { place -> SQL in "\(names[place]) IS NOT NULL" }.joined(by: " AND "))"
  }
}

extension ExpressionWriter {
  /// The order in which rows are cut, with the blank before it.
  private mutating func order(of cut: RowCut) throws(QueryError) -> SQL {
    var keys: [SQL] = []
    for key in cut.keys {
      let nulls = key.areNullsFirst.map { $0 ? Sort.Nulls.first : .last }
      let mayBeNull = try resolver.canBeNull(key.value)
      let sql = try writeSorted(key.value)
      keys.append(directed(sql, isDescending: key.isDescending, nulls: nulls, mayBeNull: mayBeNull))
    }
    return keys.isEmpty ? SQL() : " ORDER BY \(keys.joined(by: ", "))"
  }

  /// The value of the first of the rows; NULL without any.
  private mutating func write(first aggregation: Aggregation, of rows: RelatedRows) throws(QueryError) -> SQL {
    let outer = try outerValues(of: rows)
    var inner = try inner(rows, aggregation)
    let value = try aggregation.value.map { expression throws(QueryError) in try inner.write(expression) } ?? "NULL"
    let cut = rows.cut ?? RowCut(keys: [], limit: 1, offset: 0)
    let order = try inner.order(of: cut)
    let body = try inner.writeTied(rows, to: outer)
    // A column alone would make numbers of texts that it is compared with outside, where columns convert.
    let bare: SQL = dialect.choosesAmongClasses ? "+\(value)" : value
    return "(SELECT \(bare) \(body)\(order)\(dialect.limit(1, offset: 0)))"
  }
}

/// Statements that depend on the row around them.
extension ExpressionWriter {
  /// Writes what is made of such rows:
  /// `(SELECT count(*) FROM "game" WHERE "game"."player_id" = "player"."id")`.
  mutating func write(_ aggregation: Aggregation, of rows: RelatedRows) throws(QueryError) -> SQL {
    if aggregation.function == .median { return try write(median: aggregation, of: rows) }
    if let list = aggregation.list { return try write(list, aggregation, of: rows) }
    if aggregation.fold == .first { return try write(first: aggregation, of: rows) }
    if let fold = aggregation.fold { return try write(fold, aggregation, of: rows) }
    let outer = try outerValues(of: rows)
    var inner = try inner(rows, aggregation)
    var value: SQL = "*"
    let isExtreme = [.min, .max].contains(aggregation.function)
    if let expression = aggregation.value {
      value = try isExtreme || aggregation.isDistinct ? inner.writeOrdered(expression) : inner.write(expression)
      if aggregation.function == .sum || aggregation.function == .avg {
        value = inner.resolver.numberAlone(value, expression, in: dialect)
      }
    }
    if try makesGroups(aggregation, of: rows), outer.count == 1, !outer[0].isRead {
      return try inner.write(
        grouped: inner.make(aggregation, of: value), of: value, aggregation, rows, to: outer[0].sql)
    }
    var body = try inner.writeTied(rows, to: outer)
    // What is made of the row around alone would be made of all rows around.
    if let expression = aggregation.value, expression.looksOutward, expression.fieldsAsked.allSatisfy(\.isOutward) {
      body = "FROM (SELECT \(value) AS \(name: "value") \(body)) AS \(name: "rows")"
      value = .name("value")
    }
    let made = try inner.make(aggregation, of: value)
    guard aggregation.function == .sum, !aggregation.isNullOfNothing else { return "(SELECT \(made) \(body))" }
    guard inner.resolver.mayAddUpToNoNumber(aggregation) else { return "coalesce((SELECT \(made) \(body)), 0)" }
    return "(SELECT \(dialect.sum(made, of: value)) \(body))"
  }

  /// What is made of a value of the rows that this writes.
  func make(_ aggregation: Aggregation, of value: SQL) throws(QueryError) -> SQL {
    let (name, isExtreme) = (aggregation.function.rawValue, [.min, .max].contains(aggregation.function))
    // Of equal values the least is the least of all.
    let all: SQL = aggregation.isDistinct && !isExtreme ? "DISTINCT \(value)" : value
    guard let expression = aggregation.value else { return dialect.aggregate(name, all) }
    let valueClass = resolver.valueClass(of: expression)
    if isExtreme {
      guard case .field(let path) = expression, !resolver.isComputed(path) else {
        return valueClass == .data ? dialect.extreme(name, ofBytes: all) : dialect.aggregate(name, all)
      }
      return dialect.extreme(name, all, of: try resolver.field(at: path))
    }
    if aggregation.function == .avg, case .field(let path) = expression, !resolver.isComputed(path),
      let field = try? resolver.field(at: path), field.type == .decimal, field.isStoredAsNumber
    {
      return dialect.numberOrNull(dialect.decimalMean(value, aggregation.isDistinct ? "DISTINCT " : SQL()))
    }
    // Infinities of both signs have none.
    if aggregation.function == .avg { return dialect.numberOrNull(dialect.aggregate(name, all)) }
    guard aggregation.function == .sum else { return dialect.aggregate(name, all) }
    if let digits = aggregation.digits {
      if !aggregation.isShown { return dialect.decimalSum(all, scale: digits, isCompared: true) }
      return dialect.shown(decimalSum: dialect.decimalSum(all, scale: digits, isCompared: false))
    }
    if valueClass == .mixed || valueClass == .wide {
      let number = valueClass == .wide ? dialect.stored(wide: value) : value
      return dialect.mixedSum(number, aggregation.isDistinct ? "DISTINCT " : SQL())
    }
    if valueClass.isWhole { return dialect.wholeSum(all) }
    let sum = dialect.aggregate(name, all)
    return valueClass == .real && !aggregation.isNullOfNothing ? dialect.numberOrNull(sum) : sum
  }

  /// What a member is computed by; anything else is what it is.
  private func meaning(of expression: Expression) -> Expression {
    guard case .field(let path) = expression else { return expression }
    return resolver.computed(at: path)?.expression ?? expression
  }

  /// The sum of decimals of rows as a column of its own, which has more digits than a number that compares; nil for
  /// anything else.
  mutating func write(shownSum expression: Expression) throws(QueryError) -> SQL? {
    guard dialect.choosesAmongClasses, case .reckoned(var sum, let rows) = meaning(of: expression),
      sum.function == .sum,
      sum.digits != nil
    else { return nil }
    sum.isShown = true
    return try write(.reckoned(sum, rows))
  }

  /// The sum of real numbers of rows as a column of its own, NULL where there are none; nil for anything else, and where
  /// the sum of nothing can be the integer 0 among real numbers.
  mutating func write(sumOfSome expression: Expression) throws(QueryError) -> SQL? {
    guard !dialect.choosesAmongClasses, case .reckoned(var sum, let rows) = meaning(of: expression),
      sum.function == .sum,
      sum.digits == nil, sum.list == nil, sum.fold == nil, let value = sum.value,
      !FieldResolver(catalog: resolver.catalog, entity: rows.entity).valueClass(of: value).isWhole
    else { return nil }
    sum.isNullOfNothing = true
    return try write(.reckoned(sum, rows))
  }

  /// All values, in the order of the relation, or of the rows' keys; of equal ones, where they count once, the first.
  private mutating func write(
    _ list: Aggregation.List, _ aggregation: Aggregation, of rows: RelatedRows
  ) throws(QueryError) -> SQL {
    guard let expression = aggregation.value else { return "NULL" }
    let outer = try outerValues(of: rows)
    var inner = try inner(rows, aggregation)
    let value = try inner.write(expression)
    let body = try inner.writeTied(rows, to: outer)
    let item = SQL.name("item")
    let base = inner.plan.base
    let columns = rows.entity.keySlots.map { SQL.column(rows.entity.fields[$0].column, of: base) }
    let place = try inner.place(of: rows, tiedTo: outer).map { aggregation.isDistinct ? "min(\($0))" : $0 }
    let keys = columns.map { key -> SQL in aggregation.isDistinct ? "min(\(key))" : key }
    // By its place: where the value holds others, writing it again would be another value to some databases.
    let groups: SQL = aggregation.isDistinct ? " GROUP BY 1" : SQL()
    // What is sorted by cannot name the row around everywhere: the place stands as the second column.
    let parts = (place == nil ? [] : ["2"]) + keys
    let order: SQL = parts.isEmpty ? SQL() : " ORDER BY \(parts.joined(by: ", "))"
    let shown: SQL = place.map { "\(value) AS \(item), \($0)" } ?? "\(value) AS \(item)"
    let items: SQL = "SELECT \(shown) \(body)\(groups)\(order)"
    return "(SELECT \(dialect.list(of: item, list)) FROM (\(items)) AS \(name: "rows"))"
  }

  /// The place of a row in an ordered relation, as something to sort by: it is the row's own, or that of the link to it.
  private mutating func place(of rows: RelatedRows, tiedTo outer: [TiedValue]) throws(QueryError) -> SQL? {
    if rows.between == nil {
      return rows.position.map { "coalesce(\(SQL.column($0, of: plan.base)), 9223372036854775807)" }
    }
    guard let links = rows.between, links.between == nil, let position = links.position else { return nil }
    var middle = ExpressionWriter(inside: plan, of: links.entity, dialect: dialect)
    var body = try middle.writeTied(links, to: outer)
    for pair in rows.pairs {
      let value = try middle.operand(pair, of: rows.entity)
      let own = column(.column(pair.column, of: plan.base), of: pair, in: rows.entity, isRead: value.isRead)
      body = "\(body) AND \(own) = \(value.sql)"
    }
    return "(SELECT coalesce(min(\(SQL.column(position, of: middle.plan.base))), 9223372036854775807) \(body))"
  }

  /// What a loop gathers of all values, in the order of the rows' keys: the function sees to that order, as it may be any.
  private mutating func write(
    _ fold: Aggregation.Fold, _ aggregation: Aggregation, of rows: RelatedRows
  ) throws(QueryError) -> SQL {
    let outer = try outerValues(of: rows)
    var inner = try inner(rows, aggregation)
    let value = try aggregation.value.map { expression throws(QueryError) in try inner.write(expression) } ?? "NULL"
    let body = try inner.writeTied(rows, to: outer)
    let (item, base) = (SQL.name("item"), inner.plan.base)
    let keys = rows.entity.keySlots.map { SQL.column(rows.entity.fields[$0].column, of: base) }
    let order: SQL = keys.isEmpty ? SQL() : " ORDER BY \(keys.joined(by: ", "))"
    let items: SQL = "SELECT \(value) AS \(item) \(body)\(order)"
    return "(SELECT \(dialect.fold(fold, item) ?? "NULL") FROM (\(items)) AS \(name: "rows"))"
  }

  /// The mean of the middle two, or of the middle one twice.
  private mutating func write(median: Aggregation, of rows: RelatedRows) throws(QueryError) -> SQL {
    guard let expression = median.value else { return "NULL" }
    let outer = try outerValues(of: rows)
    var inner = try inner(rows, median)
    var known = rows
    known.condition = Expression.not(.isNull(expression)).and(rows.condition ?? .and([]))
    let value = inner.resolver.numberAlone(try inner.write(expression), expression, in: dialect)
    // What is no number is NULL only now.
    let isAlone = dialect.choosesAmongClasses && inner.resolver.mayBeNoNumber(expression)
    let body = try inner.writeTied(known, to: outer)
    let distinct: SQL = median.isDistinct ? "DISTINCT " : SQL()
    let (number, place, count) = (SQL.name("number"), SQL.name("place"), SQL.name("count"))
    let numbers: SQL = "SELECT \(distinct)\(value) AS \(number) \(body)"
    let rest: SQL = isAlone ? " WHERE \(number) IS NOT NULL" : SQL()
    let places: SQL =
      "SELECT \(number), row_number() OVER (ORDER BY \(number)) AS \(place), count(*) OVER () AS \(count) FROM (\(numbers)) AS \(name: "numbers")\(rest)"
    return
      "(SELECT \(dialect.numberOrNull("avg(\(number))")) FROM (\(places)) AS \(name: "places") WHERE \(place) IN ((\(count) + 1) / 2, (\(count) + 2) / 2))"
  }

  /// Writes that there is such a row: `EXISTS (SELECT 1 FROM "game" WHERE "game"."player_id" = "player"."id" AND …)`.
  private mutating func write(existing rows: RelatedRows) throws(QueryError) -> SQL {
    let outer = try outerValues(of: rows)
    var inner = try inner(rows)
    return "EXISTS (SELECT 1 \(try inner.writeTied(rows, to: outer)))"
  }

  /// The values of the row around them that tie the rows to it.
  private mutating func outerValues(of rows: RelatedRows) throws(QueryError) -> [TiedValue] {
    var first = rows
    while let between = first.between { first = between }
    let isQualified = qualifies
    qualifies = true
    defer { qualifies = isQualified }
    var values: [TiedValue] = []
    for pair in first.pairs { values.append(try operand(pair, of: first.entity)) }
    return values
  }

  /// What follows the columns of a SELECT of these rows.
  private mutating func writeTied(_ rows: RelatedRows, to outer: [TiedValue]) throws(QueryError) -> SQL {
    var conditions: [SQL] = []
    func columns(_ values: [TiedValue]) -> [SQL] {
      zip(rows.pairs, values).map { pair, value in
        column(.column(pair.column, of: plan.base), of: pair, in: rows.entity, isRead: value.isRead)
      }
    }
    if let between = rows.between {
      var middle = ExpressionWriter(inside: plan, of: between.entity, dialect: dialect)
      var values: [TiedValue] = []
      for pair in rows.pairs { values.append(try middle.operand(pair, of: rows.entity)) }
      let columns = columns(values)
      let inner: SQL = "SELECT \(values.map(\.sql).joined(by: ", ")) \(try middle.writeTied(between, to: outer))"
      conditions.append(
        columns.count == 1 ? "\(columns[0]) IN (\(inner))" : "(\(columns.joined(by: ", "))) IN (\(inner))")
    } else {
      // The key stands on the left: there a column says how texts compare.
      for (pair, (column, value)) in zip(rows.pairs, zip(columns(outer), outer)) {
        conditions.append(rows.converts(pair) ? "\(value.sql) = +\(column)" : "\(value.sql) = \(column)")
      }
    }
    if let kind = rows.entity.kindCondition(of: plan.base) { conditions.append(kind) }
    if let condition = rows.condition { conditions.append("(\(try write(condition: condition)))") }
    return body(conditions)
  }
}

extension RelatedRows {
  /// Whether the column of a pair would convert a value that is known: beside the key's column it converts nothing.
  fileprivate func converts(_ pair: Pair) -> Bool {
    guard let value = pair.value.constant, let field = entity.fields.first(where: { $0.column == pair.column }) else {
      return false
    }
    return field.nature.conversion.changes(value)
  }
}

extension Expression {
  /// The value that it is, however that compares; nil for what depends on a row.
  fileprivate var constant: Value? {
    switch self {
    case .literal(let value): value
    case .kernel(let kernel, let operands) where kernel.collation != nil: operands.first?.constant
    default: nil
    }
  }
}
