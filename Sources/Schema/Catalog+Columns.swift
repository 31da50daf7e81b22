extension Catalog {
  /// The catalog in which the columns that relations need on the other side are there: places in an order, and the
  /// rule that a `has_one` leads to one row only.
  func withColumnsOfOthers() -> Catalog {
    var result = self
    for entity in entities where entity.hasTable {
      for relation in entity.relations {
        switch relation.kind {
        case .hasOne: result.makeUnique(relation)
        case .hasMany where relation.isOrdered:
          let column = result.addPosition(to: relation.target, of: relation.inverse ?? relation.name)
          result.change(entity.name, relation.name) { $0.positionColumn = column }
        case .manyToMany where relation.isOrdered:
          guard let link = relation.link else { continue }
          let column = result.addPosition(to: link.entity, of: link.near)
          result.change(entity.name, relation.name) { $0.positionColumn = column }
        default: break
        }
      }
    }
    return result
  }

  /// A row that belongs to one with a `has_one` is the only one to do so.
  private mutating func makeUnique(_ relation: Relation) {
    guard let index = entities.firstIndex(where: { $0.name == relation.target }), !entities[index].isReflected,
      let inverse = relation.inverse
    else { return }
    change(relation.target, inverse) { $0.isUnique = true }
    let slots = entities[index].fields.indices.filter { relation.columns.contains(entities[index].fields[$0].column) }
    if slots.count == 1 {
      entities[index].fields[slots[0]].isUnique = true
    } else if !slots.isEmpty {
      let rule = Entity.Index(fields: slots.map { entities[index].fields[$0].name }, isUnique: true)
      if !entities[index].indexes.contains(rule) { entities[index].indexes.append(rule) }
    }
  }

  /// The column for the places in the order of those that belong to one row, which objects do not show; one that was
  /// declared is used.
  private mutating func addPosition(to name: String, of relation: String) -> String {
    let column = "\(relation)_position"
    guard let entity = self[name] else { return column }
    if let declared = entity.field(column) { return declared.column }
    var field = Field(name: column, type: .integer)
    field.relation = relation
    // Those that share its table have the column too, where they have the relation.
    let sharers = Set(sharers(of: entity).map(\.name))
    for index in entities.indices
    where sharers.contains(entities[index].name) && entities[index].relation(relation) != nil
      && !entities[index].hiddenFields.contains(field)
    {
      entities[index].hiddenFields.append(field)
    }
    return column
  }
}
