/// A mistake in a schema, or a value that its schema refuses.
///
/// The words are in `SchemaError+Words.swift`; the layer above adds the place in the script.
package enum SchemaError: Error, Hashable, Sendable {
  /// A value was compared with a field that could never hold it.
  case operand(field: String, type: String, value: String, expected: String)
  /// The `encode` function of a field makes nothing that is stored of a value that the field was compared with.
  case encoding(field: String, value: String, reason: String)
  case testNeedsText(test: String, field: String, type: String)
  case testNeedsDays(test: String, field: String, type: String)
  /// A regular expression is not valid; `offset` is the number of characters before the mistake.
  case pattern(String, reason: String, offset: Int)
  /// The search for a regular expression was given up.
  case searchTooLong(pattern: String)
  /// A relation leads to an entity that was not defined.
  case missingEntities([MissingEntity])
  case unknownInverse(entity: String, relation: String, inverse: String, target: String, candidates: [String])
  case ambiguousInverse(entity: String, relation: String, target: String, candidates: [String])
  case noInverse(entity: String, relation: String, target: String)
  case targetWithoutKey(entity: String, relation: String, target: String)
  /// What `references` names is no field of the other side.
  case unknownReference(entity: String, relation: String, target: String, field: String, candidates: [String])
  /// Several rows of the other side may have the same value in what `references` names.
  case referenceNotUnique(entity: String, relation: String, target: String, fields: [String])
  case abstractTarget(entity: String, relation: String, target: String)
  case circularParents(entity: String, parent: String)
  /// What an entity extends was only made of an existing table.
  case parentWithoutDefinition(entity: String, parent: String)
  case sharedTable(table: String, first: String, second: String)

  /// What `through` names has no `belongs_to` to one of the sides.
  case throughWithoutKey(entity: String, relation: String, through: String, target: String)
  /// What `through` names has several `belongs_to` to one of the sides.
  case ambiguousThrough(entity: String, relation: String, through: String, target: String, candidates: [String])
  /// The two sides of a `many_to_many` name different tables or entities for their links.
  case otherLink(entity: String, relation: String, inverse: String)
  /// A relation names itself as its other side.
  case ownInverse(entity: String, relation: String)
  /// The table of links that a relation makes is that of an entity.
  case linkTable(entity: String, relation: String, table: String, owner: String)

  package struct MissingEntity: Hashable, Sendable {
    package var name: String
    package var entity: String
    /// The relation that leads to it; empty for an entity that extends it or holds documents of it.
    package var relation: String
    /// The field whose documents are of it.
    package var field: String
    package var suggestion: String?
    /// Where it is named.
    package var position: SourcePosition?

    package init(
      name: String, entity: String, relation: String, field: String = "", suggestion: String?,
      position: SourcePosition? = nil
    ) {
      self.position = position
      self.name = name
      self.entity = entity
      self.relation = relation
      self.field = field
      self.suggestion = suggestion
    }
  }
}
