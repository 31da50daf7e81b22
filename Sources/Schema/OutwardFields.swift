/// Fields of the row around related rows, in what is said of those: each mark in front of a path leads one row outward.
///
///     // o.ship_country == c.country, of the orders o of a customer c
///     .comparison(.equal, .field(ship_country), .field(country.outward))
extension FieldPath {
  /// No relation has this name.
  private static let outwardMark = "\u{0}^"

  /// Whether it is a field of a row around the one that is spoken of.
  package var isOutward: Bool { relations.first == Self.outwardMark }

  /// The same field as what is said of rows related to this one has it.
  package var outward: FieldPath {
    var result = self
    result.relations.insert(Self.outwardMark, at: 0)
    return result
  }

  /// The same field as the row around has it.
  package var inward: FieldPath {
    var result = self
    if isOutward { result.relations.removeFirst() }
    return result
  }
}

extension Expression {
  /// The same, as what is said of rows related to this one has it.
  fileprivate var outward: Expression {
    rewritten { part in
      if case .field(let path) = part { .field(path.outward) } else { nil }
    }
  }

  /// The same with the fields of the row around exchanged.
  fileprivate func rewrittenOutward(_ change: (Expression) throws -> Expression?) rethrows -> Expression {
    guard contains(\.isOutwardField) else { return self }
    return try rewritten { part in
      guard case .field(let path) = part, path.isOutward else { return nil }
      return try change(.field(path.inward))?.outward
    }
  }

  private var isOutwardField: Bool {
    if case .field(let path) = self { path.isOutward } else { false }
  }

  /// The fields that it asks of the row that it is said of, also where that is the row around others.
  package var fieldsAsked: Set<FieldPath> {
    var found: Set<FieldPath> = []
    _ = rewritten { part in
      if case .field(let path) = part { found.insert(path) }
      return nil
    }
    return found
  }

  /// Whether it speaks of a row around the one that it is said of.
  package var looksOutward: Bool { contains(\.isOutwardField) && fieldsAsked.contains(where: \.isOutward) }
}

extension Aggregation {
  func rewrittenOutward(_ change: (Expression) throws -> Expression?) rethrows -> Aggregation {
    var result = self
    result.value = try value?.rewrittenOutward(change)
    return result
  }
}

extension RelatedRows {
  /// What is said of the rows, with the fields of the row around exchanged.
  func rewrittenOutward(_ change: (Expression) throws -> Expression?) rethrows -> RelatedRows {
    var result = self
    result.condition = try condition?.rewrittenOutward(change)
    guard var cut else { return result }
    for place in cut.keys.indices { cut.keys[place].value = try cut.keys[place].value.rewrittenOutward(change) }
    result.cut = cut
    return result
  }

  /// Whether something that is said of the rows depends on the row around.
  package var isCorrelated: Bool {
    condition?.looksOutward ?? false || cut?.keys.contains { $0.value.looksOutward } ?? false
  }

  /// The fields of the row around that are named in what is said of the rows.
  package func outwardFields(_ aggregation: Aggregation? = nil) -> Set<FieldPath> {
    let said = [condition, aggregation?.value].compactMap(\.self) + (cut?.keys.map(\.value) ?? [])
    return Set(said.flatMap(\.fieldsAsked).filter(\.isOutward).map(\.inward))
  }
}
