import Schema

/// A total order of a request's rows, by which a page begins behind the last row of the one before.
///
/// Unlike OFFSET it costs the same for every page, and rows that come and go meanwhile shift nothing.
///
///     (score DESC, id) behind (3, 7)   // score <= 3 AND (score < 3 OR score = 3 AND id > 7)
package struct Keyset {
  package let sorts: [Sort]
  private let resolver: FieldResolver

  /// - Throws: `QueryError.noKey` where nothing makes the order total.
  package init(_ request: FetchRequest, resolver: FieldResolver) throws(QueryError) {
    let entity = resolver.entity
    guard !entity.keySlots.isEmpty else { throw .noKey(entity: entity.name) }
    let sorted = Set(request.sorts.compactMap(\.ownField))
    let keys = entity.keySlots.map { entity.fields[$0].name }.filter { !sorted.contains($0) }
    sorts = request.sorts + keys.map { Sort(FieldPath(field: $0)) }
    self.resolver = resolver
  }

  /// What tells this order from another: a cursor of that would be of no use here.
  package var fingerprint: UInt64 { Self.fingerprint(of: sorts, resolver.entity) }

  /// Functions are alike: the same text of a script makes another one each time.
  package static func fingerprint(of sorts: [Sort], _ entity: Entity) -> UInt64 {
    let words = sorts.map { sort in
      let name = sort.path?.description ?? (sort.asksScript ? "()" : "\(sort.key)")
      return "\(name) \(sort.isDescending) \(sort.areNullsFirst) \(sort.ignoresCase) \(sort.isNumeric)"
    }
    // FNV-1a (Fowler, Noll, Vo), 64 bits: the same in every run.
    return (entity.name + "\n" + words.joined(separator: "\n")).utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }

  /// The rows behind the one that has these values.
  package func condition(behind values: [Value]) throws(QueryError) -> Expression {
    var branches: [Expression] = []
    var equal: [Expression] = []
    for (sort, value) in zip(sorts, values) {
      guard case .value(let key) = sort.key else { continue }
      if let behind = try self.behind(value, sort, key) { branches.append(.and(equal + [behind])) }
      equal.append(self.equal(value, sort, key))
    }
    let any = Expression.or(branches)
    guard let first = sorts.first, let bound = bound(values[0], first), sorts.count > 1 else { return any }
    // Says nothing new, but an index can begin there.
    return .and([bound, any])
  }

  /// What comes behind a value in one key; nil when nothing can.
  private func behind(_ value: Value, _ sort: Sort, _ key: Expression) throws(QueryError) -> Expression? {
    if value == .null { return sort.areNullsFirst ? .not(.isNull(key)) : nil }
    let beyond = Expression.comparison(
      sort.isDescending ? .less : .greater, sort.key(of: key), self.key(value, sort))
    guard !sort.areNullsFirst, try resolver.canBeNull(key) else { return beyond }
    return .or([beyond, .isNull(key)])
  }

  private func equal(_ value: Value, _ sort: Sort, _ key: Expression) -> Expression {
    value == .null ? .isNull(key) : .comparison(.equal, sort.key(of: key), self.key(value, sort))
  }

  private func bound(_ value: Value, _ sort: Sort) -> Expression? {
    guard value != .null, let key = sort.expression else { return nil }
    let bound = Expression.comparison(sort.isDescending ? .atMost : .atLeast, key, self.key(value, sort))
    if sort.areNullsFirst { return bound }
    // What has no value comes last, and is looked for by itself (`Select.candidates`).
    guard let name = sort.ownField, resolver.entity.field(name)?.mayBeNaN == true else { return nil }
    return .or([bound, .isNull(key)])
  }

  /// What is compared of a value as the column has it.
  private func key(_ value: Value, _ sort: Sort) -> Expression {
    var literal = Expression.literal(value)
    if !sort.isExact, value.isText, let path = sort.path, let field = try? resolver.field(at: path) {
      literal = literal.folded(by: field.nature.collation, isText: true)
    }
    return sort.key(of: literal)
  }
}
