extension Catalog {
  /// The entities that share the table of one, itself included, in the order of their definition.
  package func sharers(of entity: Entity) -> [Entity] {
    guard let root = entity.sharing?.root else { return [entity] }
    return entities.filter { $0.sharing?.root == root }
  }

  /// The entity whose table another one's rows are in: mostly itself.
  package func tableOwner(of entity: Entity) -> Entity {
    entity.sharing.flatMap { self[$0.root] } ?? entity
  }

  /// Whether the rows of an entity are rows of another one, too.
  package func isKind(_ name: String, of other: String) -> Bool {
    name == other || lineage(of: name).contains(other)
  }

  /// An entity, and those that it extends in the same table.
  func lineage(of name: String) -> [String] {
    var result = [name]
    while let parent = self[result[result.count - 1]]?.sharing?.parent, !result.contains(parent) {
      result.append(parent)
    }
    return result
  }

  /// The catalog in which each entity that shares a table knows whose rows are its own.
  func withKinds() -> Catalog {
    guard entities.contains(where: { $0.sharing != nil }) else { return self }
    return Catalog(entities.map(withKinds))
  }

  private func withKinds(_ entity: Entity) -> Entity {
    guard var sharing = entity.sharing else { return entity }
    let sharers = sharers(of: entity)
    let kinds = sharers.filter { isKind($0.name, of: entity.name) }
    let concrete = kinds.filter { !$0.isAbstract }.map(\.name)
    var seen = Set(entity.fields.map { FoldedName($0.column) })
    sharing.kinds = concrete
    sharing.others = kinds.flatMap(\.fields).map(\.column).filter { seen.insert(FoldedName($0)).inserted }
    sharing.isPart = sharers.contains { !$0.isAbstract && !concrete.contains($0.name) }
    var result = entity
    result.sharing = sharing
    if let slot = entity.kindSlot {
      result.fields[slot].choices = concrete.map { Field.Choice(label: $0, stored: .text($0)) }
    }
    return result
  }
}

/// Two fields of entities that share a table, which want the same column to be different things.
package struct ColumnClash: Hashable, Sendable {
  /// The field of the entity that was asked about.
  package var field: Field
  /// The other entity and its field.
  package var entity: String
  package var other: Field
}

extension Catalog {
  /// The first column of an entity that another one in the same table has as something else.
  package func columnClash(of entity: Entity) -> ColumnClash? {
    let parent = entity.sharing?.parent.flatMap { self[$0] }
    for other in sharers(of: entity) where other.name != entity.name {
      for field in entity.fields where field.name != Sharing.field {
        // What both have of the same parent is the same, and may be on its way to be something else.
        if other.name != parent?.name, parent?.fields.contains(where: { $0.column == field.column }) == true {
          continue
        }
        guard let theirs = other.fields.first(where: { FoldedName($0.column) == FoldedName(field.column) }) else {
          continue
        }
        let isSame = entity.target(of: field) == other.target(of: theirs) && field.fitsColumn(of: theirs)
        if !isSame { return ColumnClash(field: field, entity: other.name, other: theirs) }
      }
    }
    return nil
  }
}

extension Entity {
  /// The entity that the key in a field leads to.
  fileprivate func target(of field: Field) -> String? {
    field.relation.flatMap { relation($0)?.target }
  }
}

extension Field {
  /// Whether one column can hold the values of both.
  fileprivate func fitsColumn(of other: Field) -> Bool {
    type == other.type && storage == other.storage && scale == other.scale
      && keepsScale == other.keepsScale && isUnique == other.isUnique
      && isPrimaryKey == other.isPrimaryKey && nature.collation == other.nature.collation
  }
}
