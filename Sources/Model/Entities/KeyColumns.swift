import Schema

/// The columns of a `belongs_to` whose target has a key of several: one for each, named after it.
///
///     shop = belongs_to "Shop"   -- Shop has the key (land, number): shop_land, shop_number
extension Entity {
  /// The entity with as many columns for its relations as their targets' keys have; `target` finds an entity that is
  /// known.
  func withKeyColumns(_ target: (String) -> Entity?) -> Entity {
    var result = self
    for (place, relation) in relations.enumerated() where relation.hasPlainColumn {
      let other = relation.target == name ? self : target(relation.target)
      guard let other, other.missingParent == nil, let keySlots = relation.referencedSlots(in: other),
        keySlots.count > 1,
        let slot = result.fields.firstIndex(where: { $0.column == relation.columns[0] })
      else { continue }
      var plain = result.fields[slot]
      plain.isUnique = false
      let keys = keySlots.map { other.fields[$0].column }
      let fields = keys.map { key in
        var field = plain
        (field.name, field.column) = ("\(relation.name)_\(key)", "\(relation.name)_\(key)")
        return field
      }
      result.fields.replaceSubrange(slot...slot, with: fields)
      result.relations[place].columns = fields.map(\.column)
      if relation.isUnique { result.indexes.append(.init(fields: fields.map(\.name), isUnique: true)) }
    }
    return result.withTypesOfKeys(target)
  }

  /// The entity whose relations' columns are of the types of the keys that they refer to, as far as these are known.
  private func withTypesOfKeys(_ target: (String) -> Entity?) -> Entity {
    var result = self
    for (place, relation) in relations.enumerated() where relation.kind == .belongsTo && relation.targetColumns.isEmpty
    {
      // A key of its own may be one that is set here.
      guard let other = relation.target == name ? result : target(relation.target), other.missingParent == nil,
        let keys = relation.referencedSlots(in: other), keys.count == relation.columns.count
      else { continue }
      if !relation.references.isEmpty { result.relations[place].targetColumns = keys.map { other.fields[$0].column } }
      for (column, key) in zip(relation.columns, keys) {
        guard let slot = result.fields.firstIndex(where: { $0.column == column }) else { continue }
        result.fields[slot].holdKeys(of: other.fields[key])
      }
    }
    return result
  }

  /// The targets of relations whose columns depend on an entity that is not known yet.
  func targetsToCome(_ target: (String) -> Entity?) -> Set<String> {
    Set(relations.filter { $0.kind == .belongsTo && $0.target != name && target($0.target) == nil }.map(\.target))
  }
}

extension Relation {
  /// Whether its key has the one column that it gets unless something else is said or needed.
  fileprivate var hasPlainColumn: Bool { kind == .belongsTo && columns == [name + "_id"] }
}
