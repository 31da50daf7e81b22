/// A table of a database that holds nothing but links, with the relations that are noted in it.
///
///     a_b (a_id /* links of bs */, b_id)     // the links of A.bs; of no relation of B anything is noted
package struct LinkTable: Hashable, Sendable {
  /// One of the two keys.
  package struct End: Hashable, Sendable {
    /// The table that it refers to.
    package var table: FoldedName
    /// The relation of that table's entity which leads over the links; nil where none is noted.
    package var relation: String?

    package init(table: String, relation: String?) {
      self.table = FoldedName(table)
      self.relation = relation
    }
  }

  package var name: String
  /// In the order of their columns.
  package var first: End
  package var second: End

  package init(name: String, first: End, second: End) {
    (self.name, self.first, self.second) = (name, first, second)
  }

  /// Whether a relation is noted at all: tables of older versions have none.
  package var isNoted: Bool { first.relation != nil || second.relation != nil }

  var folded: FoldedName { FoldedName(name) }
}
