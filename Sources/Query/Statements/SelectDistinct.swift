import Schema

/// Values that count once, in an order that is not theirs: a database may order them only by what it shows.
///
///     SELECT * FROM (SELECT DISTINCT "name" FROM "player") AS "values"("value 1") ORDER BY lower("value 1")
extension Select {
  /// What follows `AS` around the values; nil where they can be ordered as they are selected.
  func orderAround(
    _ request: FetchRequest, _ output: Output, _ writer: inout ExpressionWriter
  ) throws(QueryError) -> SQL? {
    guard case .fields(let paths) = output, request.isDistinct, !dialect.choosesAmongClasses else { return nil }
    let sorts = request.sorts.filter { !$0.isImplicit }
    var areLoose: [Bool] = []
    for path in paths { areLoose.append(try writer.isLoose(.field(path.plain))) }
    // What is in a document is bound: said again it would be another expression.
    var isSaidAgain = sorts.contains { !$0.isExact } || areLoose.contains(true)
    for path in paths where try !resolver.settled(path).inside.isEmpty { isSaidAgain = true }
    guard isSaidAgain else { return nil }
    try checkShown(sorts, paths, writer.resolver)
    let names = paths.indices.map { "value \($0 + 1)" }
    var outer = ExpressionWriter(resolver: resolver, dialect: dialect, qualifies: false)
    var keys: [SQL] = []
    for sort in sorts + paths.map({ Sort($0.plain) }) {
      guard let place = paths.firstIndex(where: { $0.plain == sort.path }) else { continue }
      let key: SQL
      if areLoose[place] {
        key = dialect.order(of: [], in: .name(names[place]), sort.functions) ?? .name(names[place])
      } else {
        let value = Expression.written(WrittenExpression([.column(names[place])]))
        let collation = try resolver.field(at: paths[place]).nature.collation
        let folded = value.folded(by: collation, isText: true)
        key = try sort.isExact ? .name(names[place]) : outer.writeCompared(sort.key(of: folded))
      }
      keys.append(outer.directed(key, isDescending: sort.isDescending, nulls: sort.nulls))
    }
    let columns = names.map { SQL.name($0) }.joined(by: ", ")
    return "\(name: "values")(\(columns)) ORDER BY \(keys.joined(by: ", "))"
  }

  /// Refuses an order by what is not shown: of rows that count once it is not one value.
  func checkShown(_ sorts: [Sort], _ paths: [FieldPath], _ resolver: FieldResolver) throws(QueryError) {
    let plain = paths.map(\.plain)
    if let other = sorts.first(where: { sort in sort.path.map { !plain.contains($0) } ?? true }) {
      throw .distinctSort(other.path.map(resolver.shown), values: paths.map(resolver.shown))
    }
  }
}
