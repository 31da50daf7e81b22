import Schema

extension Relation {
  /// The columns of the owner's and the target's table that are equal for related rows.
  package func columnPairs(owner: Entity, target: Entity) -> [(owner: String, target: String)] {
    let keyed = kind == .belongsTo ? target : owner
    return zip(columns, referencedColumns(of: keyed)).map { kind == .belongsTo ? ($0, $1) : ($1, $0) }
  }

  /// For each of these pairs, how the key sees the reference.
  package func readings(owner: Entity, target: Entity) -> [ReferenceReading] {
    let (referring, keyed) = kind == .belongsTo ? (owner, target) : (target, owner)
    return columnPairs(owner: owner, target: target).map { pair in
      let (reference, key) = kind == .belongsTo ? (pair.owner, pair.target) : (pair.target, pair.owner)
      guard let reference = referring.fields.first(where: { $0.column == reference }),
        let key = keyed.fields.first(where: { $0.column == key })
      else { return .plain }
      return ReferenceReading(reference.nature, of: key.nature, isTyped: !referring.isReflected)
    }
  }
}

extension ReferenceReading {
  /// The reference as the key sees it.
  package func expression(_ reference: Expression) -> Expression {
    kernels.reduce(reference) { .kernel($1, [$0]) }
  }

  /// The reference as the key sees it, in a database that has such columns.
  func sql(_ reference: SQL, in dialect: any Dialect) -> SQL {
    kernels.reduce(reference) { dialect.call($1, [$0]) ?? $0 }
  }
}
