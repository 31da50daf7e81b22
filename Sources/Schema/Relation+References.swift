/// What a `belongs_to` refers to: the primary key of its target, or other fields that tell its rows apart.
///
///     team = belongs_to("Team", { references = "name" })
extension Relation {
  /// The slots of the target's fields that the columns refer to; nil where it does not have one of them.
  package func referencedSlots(in target: Entity) -> [Int]? {
    if references.isEmpty { return target.keySlots }
    let slots = references.compactMap { target.slot(ofMember: $0) }
    return slots.count == references.count ? slots : nil
  }

  /// The same, checked.
  ///
  /// - Throws: `SchemaError` where the target does not have such a field, or where several rows may have the same value.
  func checkedSlots(in target: Entity, of owner: Entity) throws(SchemaError) -> [Int] {
    if let missing = references.first(where: { target.slot(ofMember: $0) == nil }) {
      let names = target.fields.map(\.name)
      throw .unknownReference(
        entity: owner.name, relation: name, target: target.name, field: missing, candidates: names)
    }
    let slots = referencedSlots(in: target) ?? []
    if !references.isEmpty, !target.isUnique(slots) {
      throw .referenceNotUnique(entity: owner.name, relation: name, target: target.name, fields: references)
    }
    return slots
  }
}

extension Entity {
  /// The slot of a field, or of the only column of a relation.
  fileprivate func slot(ofMember name: String) -> Int? {
    if let slot = slot(of: name) { return slot }
    guard let relation = relation(name), relation.kind == .belongsTo, relation.columns.count == 1 else { return nil }
    return fields.firstIndex { $0.column == relation.columns[0] }
  }

  /// Whether no two rows have the same values in some fields.
  package func isUnique(_ slots: [Int]) -> Bool {
    if Set(slots) == Set(keySlots) { return true }
    if slots.count == 1, fields[slots[0]].isUnique { return true }
    return indexes.contains { index in
      index.isUnique && index.isPlain && Set(index.fields.map { self.slot(ofMember: $0) }) == Set(slots)
    }
  }
}
