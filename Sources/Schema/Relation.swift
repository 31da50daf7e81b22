/// A link from one entity to another.
package struct Relation: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// N:1; this side has the column.
    case belongsTo = "belongs_to"
    /// 1:N; the other side has the column.
    case hasMany = "has_many"
    /// 1:1; the other side has the column.
    case hasOne = "has_one"
    /// N:M; a table between the two has both columns.
    case manyToMany = "many_to_many"

    /// Whether one row may lead to several.
    package var isToMany: Bool { self == .hasMany || self == .manyToMany }
  }

  /// What happens to rows that refer to a row which is deleted, or whose key changes.
  package enum DeleteRule: String, Hashable, Sendable, CaseIterable {
    case nullify, cascade, restrict
  }

  package var name: String
  package var kind: Kind
  package var target: String
  /// The name of the relation on the other side, where it was said.
  package var inverse: String?
  package var onDelete: DeleteRule?
  /// What happens to rows that refer to one whose key changes; nil = the change is refused.
  package var onUpdate: DeleteRule?
  package var isRequired = false
  package var isUnique = false
  /// Whether its columns are the primary key, or part of it.
  package var isPrimaryKey = false
  /// The columns that hold the key: on this side for `belongsTo`, else on the other, filled when the catalog is resolved.
  package var columns: [String] = []
  /// The fields of the other side that a `belongs_to` was said to refer to; empty = its primary key.
  package var references: [String] = []
  /// The columns of the other side that `columns` refer to; empty = its primary key.
  package var targetColumns: [String] = []
  /// What it was called before, so that a migration can rename its column.
  package var formerName: String?
  package var position: SourcePosition?
  /// Whether its key may refer to a row that is not there, as nobody looks after keys in tables of other programs.
  package var mayDangle = false
  /// Whether it was copied from the entity that this one extends; without another side it is left out.
  package var isInherited = false

  /// Whether the rows have an order of their own, which is kept in a column.
  package var isOrdered = false
  /// The entity whose rows are the links of a `manyToMany`, where it was said.
  package var through: String?
  /// The name of the table of links, where it was said.
  package var table: String?
  /// How a `manyToMany` leads to the other side; filled when the catalog is resolved.
  package var link: Link?
  /// The column that keeps the place of each row, from 1; filled when the catalog is resolved.
  package var positionColumn: String?

  /// Where a relation of an existing table leads, whatever entity is of that table by now; nil where a script said it.
  package var origin: Origin?

  /// The tables that a relation of an existing table leads to.
  package struct Origin: Hashable, Sendable {
    package var table: String
    /// What leads back from there, where the other side has the key; else nothing.
    package var way: [Relation] = []
    /// The table of links between the two.
    package var links: String?

    package init(table: String, way: [Relation] = [], links: String? = nil) {
      (self.table, self.way, self.links) = (table, way, links)
    }
  }

  /// Whether who is linked is linked from both sides: `friends = many_to_many("Person", { inverse = "friends" })`.
  package var isSymmetric: Bool { kind == .manyToMany && through == nil && inverse == name }

  /// The way over the links of a `manyToMany`.
  package struct Link: Hashable, Sendable {
    /// The entity whose rows are the links.
    package var entity: String
    /// Its `belongs_to` that leads to this side.
    package var near: String
    /// Its `belongs_to` that leads to the other side.
    package var far: String

    package init(entity: String, near: String, far: String) {
      self.entity = entity
      self.near = near
      self.far = far
    }
  }

  package init(name: String, kind: Kind, target: String) {
    self.name = name
    self.kind = kind
    self.target = target
  }

  /// Whether a `belongs_to` refers to the primary key of its target.
  package func isToKey(of target: Entity) -> Bool {
    referencedColumns(of: target) == target.keySlots.map { target.fields[$0].column }
  }

  /// The columns that the key's columns refer to, of the entity that has what is referred to.
  package func referencedColumns(of target: Entity) -> [String] {
    targetColumns.isEmpty ? target.keySlots.map { target.fields[$0].column } : targetColumns
  }

  /// The rule that the foreign key gets: what was said, else restrict where the key is required, else nullify.
  package var deleteRule: DeleteRule { onDelete ?? (isRequired ? .restrict : .nullify) }
}

extension Entity {
  /// Whether each row leads to one by a relation: it says so, or its columns hold no NULL.
  package func requires(_ relation: Relation) -> Bool {
    if relation.isRequired || relation.isPrimaryKey { return true }
    guard relation.kind == .belongsTo else { return false }
    let keys = fields.filter { relation.columns.contains($0.column) }
    return !keys.isEmpty && keys.count == relation.columns.count
      && keys.allSatisfy { $0.isRequired || $0.isPrimaryKey }
  }
}
