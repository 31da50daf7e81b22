import Schema

/// What equal values are shown as, of which a group has one: `1` where one of them is an integer, `1.0` where all are real
/// numbers. Which row of a group a database takes a value from is its own affair.
extension SelectGroups {
  /// How the values of a key are equal, as far as they are shown otherwise.
  enum ShownKey {
    /// There are no others to choose from.
    case plain
    /// Integers beside real numbers, each of a class of its own, and texts that compare so.
    case number(Collation)
    /// The same, where digits behind the point make real numbers of them.
    case mixed
    /// Parts of JSON, as they are written at a path.
    case part(FieldPath)
  }

  func shownKey(_ key: GroupRequest.Key, _ resolver: FieldResolver) throws(QueryError) -> ShownKey {
    var path = key.path
    if path.part == .key {
      path.part = .json
      return .part(path)
    }
    let field = try resolver.field(at: path)
    // A column of bytes converts no number.
    let holdsBoth = field.storage == .any || field.isLoose && field.storage == .data
    guard holdsBoth, !field.isPartOfJSON, field.type != .decimal, field.type != .wideDecimal else {
      return .plain
    }
    if dialect.choosesAmongClasses { return .number(field.collation) }
    return resolver.valueClass(of: .field(path)) == .mixed ? .mixed : .plain
  }

  func number(_ key: SQL, _ collation: Collation) -> SQL {
    let isInteger = dialect.call(Kernel.isInteger, [key]) ?? "NULL"
    // What a function gives compares by bytes.
    let clause = collation.joinsTexts ? dialect.clause(ofWhole: collation) : SQL()
    return "coalesce(min(CASE WHEN \(isInteger) THEN \(key) END), min(\(key)))\(clause)"
  }

  func mixedNumber(_ key: SQL) -> SQL {
    "coalesce(min(CASE WHEN \(dialect.isInteger(mixed: key)) THEN \(key) END), min(\(key)))"
  }

  /// - Parameter key: as all of them would be written alike, a whole number without a fraction.
  func part(_ key: SQL, written: SQL) -> SQL {
    let first: SQL = "substr(\(key), 1, 1) IN ('-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9')"
    let isWhole: SQL = "replace(replace(replace(\(key), '.', ''), 'e', ''), 'E', '') = \(key)"
    let areReal: SQL = "max(CASE WHEN \(written) = \(key) THEN 1 ELSE 0 END) = 0"
    return "CASE WHEN \(first) AND \(isWhole) AND \(areReal) THEN \(key) || '.0' ELSE \(key) END"
  }

  /// The statement for values that count once; nil where equal ones are shown alike.
  package func distinct(_ request: FetchRequest, _ keys: [GroupRequest.Key]) throws(QueryError) -> SQL? {
    var rows = request
    (rows.isDistinct, rows.sorts, rows.limit, rows.offset) = (false, [], nil, 0)
    var groups = GroupRequest(rows, keys: keys)
    let resolver = FieldResolver(catalog: catalog, entity: entity, computed: rows.computed)
    var areAlike = true
    for key in keys {
      if case .plain = try shownKey(key, resolver) { continue }
      areAlike = false
    }
    if areAlike { return nil }
    let sorts = request.sorts.filter { !$0.isImplicit }
    let paths = keys.map(\.path)
    try Select(catalog: catalog, entity: entity, dialect: dialect).checkShown(sorts, paths, resolver)
    for var sort in sorts {
      guard let place = paths.firstIndex(where: { $0.plain == sort.path }) else { continue }
      sort.key = .value(.field(FieldPath(field: keys[place].name)))
      groups.groups.sorts.append(sort)
    }
    for key in keys {
      let sort = Sort(FieldPath(field: key.name))
      if !groups.groups.sorts.contains(where: { $0.path == sort.path && $0.isExact }) {
        groups.groups.sorts.append(sort)
      }
    }
    (groups.groups.limit, groups.groups.offset) = (request.limit, request.offset)
    return try statement(groups)
  }
}
