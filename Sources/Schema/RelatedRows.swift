/// Rows of another table that a row is compared with: those whose columns have the values of some of its fields.
///
///     // the tags of player 5: "id" IN (SELECT "tag_id" FROM "player_tag" WHERE "player_id" = 5)
package struct RelatedRows: Hashable, Sendable {
  /// A field of the row asked for, and the column of the other table that must have the same value.
  package struct Pair: Hashable, Sendable {
    package var path: FieldPath
    package var column: String

    package init(path: FieldPath, column: String) {
      self.path = path
      self.column = column
    }
  }

  /// The entity whose rows these are, tied to its columns: a catalog need not know it.
  package var entity: Entity
  package var pairs: [Pair]
  /// What else must hold for the other row; its fields are those of `entity`.
  package var condition: Expression?

  package init(entity: Entity, pairs: [Pair], condition: Expression? = nil) {
    self.entity = entity
    self.pairs = pairs
    self.condition = condition
  }
}
