import Schema

/// What the table of an entity holds to, which may be less than the entity declares: another program has made it, or it
/// was made before the entity was declared anew, and was not migrated since.
package struct TableTraits: Hashable, Sendable {
  /// False where a column may hold values of another class than its type's.
  package let isStrict: Bool
  /// True where some column may order its texts otherwise than by their bytes.
  package let hasCollations: Bool
  /// False where keys may refer to rows that are not there.
  package let hasKeys: Bool
  /// True of a view, which shows what other tables hold.
  package var isView = false
  /// True of a view whose rows come from several SELECTs: of which class its values are may depend on the rest of a
  /// statement.
  package var hasManySelects = false
  /// The name of the number that rows have beside their key, where that may be NULL; nil where there is none.
  package var rowNumber: String?
  /// The columns that are declared to hold truths, and hold numbers.
  package var truths: Set<FoldedName> = []
  /// The columns that are never NULL; nil = those of which the entity says so.
  private let filled: Set<FoldedName>?

  /// A table that is just as its entity declares it.
  package static let asDeclared = TableTraits.asDeclared(hasCollations: false)

  package static func asDeclared(hasCollations: Bool) -> TableTraits {
    TableTraits(isStrict: true, hasCollations: hasCollations, hasKeys: true, filled: nil)
  }

  /// A table that will be made as its entity declares it.
  package static func asDeclared(by entity: Entity) -> TableTraits {
    .asDeclared(hasCollations: entity.fields.contains { $0.nature.collation != .binary })
  }

  package init(isStrict: Bool, hasCollations: Bool, hasKeys: Bool, filled: Set<FoldedName>?) {
    self.isStrict = isStrict
    self.hasCollations = hasCollations
    self.hasKeys = hasKeys
    self.filled = filled
  }

  /// Whether its table was made as the entity declares it.
  package var isAsDeclared: Bool { filled == nil }

  /// Whether no row goes without a value of a field.
  package func fills(_ field: Field) -> Bool {
    guard let filled else { return field.isRequired || field.isPrimaryKey }
    return filled.contains(FoldedName(field.column))
  }
}
