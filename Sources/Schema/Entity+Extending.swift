extension Entity {
  /// The entity with the fields, relations and indexes of another in front; its own of the same names take their place.
  package func extending(_ parent: Entity) -> Entity {
    var result = self
    result.missingParent = nil
    let ownNames = Set((allFields.map(\.name)) + relations.map(\.name))
    let isKeyed = !keySlots.isEmpty
    func isReplaced(_ field: Field) -> Bool {
      // A key that was added by default gives way to a declared one.
      ownNames.contains(field.relation ?? field.name) || isKeyed && field.isPrimaryKey && field.position == nil
    }
    result.fields = merged(parent.fields, fields, isReplaced)
    result.transients = merged(parent.transients, transients, isReplaced)
    let inherited = parent.relations.filter { !ownNames.contains($0.name) }.map { relation in
      var copy = relation
      copy.isInherited = true
      return copy
    }
    result.relations = inherited + relations
    let kept = parent.indexes.filter { index in
      (index.members + index.fieldsInExpressions).allSatisfy { result.field($0) != nil || result.relation($0) != nil }
    }
    result.indexes = kept + indexes
    result.rules = parent.rules + rules.filter { rule in !parent.rules.contains { $0.says(rule) } }
    return result
  }

  /// Those of the parent in their order, replaced where there is one of the same name, then the rest.
  private func merged(_ inherited: [Field], _ own: [Field], _ isReplaced: (Field) -> Bool) -> [Field] {
    var rest = own
    var result: [Field] = []
    for field in inherited {
      if let place = rest.firstIndex(where: { $0.name == field.name }) {
        result.append(rest.remove(at: place))
      } else if !isReplaced(field) {
        result.append(field)
      }
    }
    return result + rest
  }
}
