import Schema

extension Entity {
  /// The slots of selected fields in the entity's order, and those of the key: without it an object has no row.
  ///
  /// Where rows are of several kinds, an object needs its own, too.
  ///
  /// Relations that are loaded along need their columns too.
  package func slots(selected names: [String], columns: Set<String> = []) -> [Int] {
    let kindSlot = kindSlot
    return fields.indices.filter {
      fields[$0].isPrimaryKey || $0 == kindSlot || names.contains(fields[$0].name)
        || columns.contains(fields[$0].column)
    }
  }

  /// The names of the fields that a name selects: itself, or the columns of a relation to one row.
  ///
  /// - Throws: `QueryError` for a name that is no column of the entity.
  package func selection(of name: String) throws(QueryError) -> [String] {
    if let field = field(name) { return [field.name] }
    guard let relation = relation(name) else {
      throw .unknownField(entity: self.name, name: name, candidates: memberNames)
    }
    guard relation.kind == .belongsTo else {
      throw .relationIsToMany(entity: self.name, name: name, path: name)
    }
    return fields.filter { relation.columns.contains($0.column) }.map(\.name)
  }
}
