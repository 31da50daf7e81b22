/// A link from one entity to another.
package struct Relation: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// N:1; this side has the column.
    case belongsTo = "belongs_to"
    /// 1:N; the other side has the column.
    case hasMany = "has_many"
    /// 1:1; the other side has the column.
    case hasOne = "has_one"
  }

  /// What happens to rows that refer to a deleted row.
  package enum DeleteRule: String, Hashable, Sendable, CaseIterable {
    case nullify, cascade, restrict
  }

  package var name: String
  package var kind: Kind
  package var target: String
  /// The name of the relation on the other side, where it was said.
  package var inverse: String?
  package var onDelete: DeleteRule?
  package var isRequired = false
  package var isUnique = false
  /// The columns that hold the key: on this side for `belongsTo`, else on the other, filled when the catalog is resolved.
  package var columns: [String] = []
  /// The columns of the other side that `columns` refer to; empty = its primary key.
  package var targetColumns: [String] = []
  /// What it was called before, so that a migration can rename its column.
  package var formerName: String?
  package var position: SourcePosition?
  /// Whether it was copied from the entity that this one extends; without another side it is left out.
  package var isInherited = false

  package init(name: String, kind: Kind, target: String) {
    self.name = name
    self.kind = kind
    self.target = target
  }

  /// The rule that the foreign key gets: what was said, else restrict where the key is required, else nullify.
  package var deleteRule: DeleteRule { onDelete ?? (isRequired ? .restrict : .nullify) }
}
