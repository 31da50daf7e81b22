import Schema

/// What takes the place of the entity's table: rows that have its columns, and some more.
package enum RequestSource: Hashable, Sendable {
  /// The rows that a relation leads to, and those that it leads to from there, and so on.
  case tree(RowTree)
  /// The rows of a SELECT that a script wrote.
  case written(WrittenRows)

  /// The columns that its rows have beside those of the entity.
  var columns: [String] {
    switch self {
    case .tree(let tree): [tree.depth]
    case .written(let rows): rows.others
    }
  }

  /// The columns of the entity that its rows do not have.
  package var missing: Set<String> {
    if case .written(let rows) = self { rows.missing } else { [] }
  }

  /// Whether they are rows of a table, which can be changed there.
  package var isOfTable: Bool {
    if case .written = self { false } else { true }
  }
}

/// The rows above or below a row: each once, with how many steps it is away.
package struct RowTree: Hashable, Sendable {
  /// The relation of the entity to itself that is followed.
  package var relation: String
  /// The key of the row where it begins, which is not one of them.
  package var start: [Value]
  /// The column that says how many steps a row is away.
  package var depth: String

  package init(relation: String, start: [Value], depth: String) {
    self.relation = relation
    self.start = start
    self.depth = depth
  }
}
