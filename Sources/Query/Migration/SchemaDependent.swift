import Schema

/// What a table is used by beside its own text: it breaks where a column that it uses goes.
package struct SchemaDependent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case view
    case trigger
    /// A column that the database computes.
    case column
  }

  package var kind: Kind
  package var name: String
  /// The table that it belongs to; its own name of a view.
  package var table: String
  /// How often its text uses each name.
  package var uses: [FoldedName: Int]
  /// Whether it copies whole rows, so that it counts on all columns of a table.
  package var copiesRows: Bool

  package init(kind: Kind, name: String, table: String, uses: [FoldedName: Int], copiesRows: Bool) {
    (self.kind, self.name, self.table, self.uses, self.copiesRows) = (kind, name, table, uses, copiesRows)
  }

  /// Whether it uses a column that goes.
  func uses(_ gone: GoneColumns) -> Bool {
    let isOwn = kind != .view && gone.tables.contains(FoldedName(table))
    let mentions = gone.tables.reduce(0) { $0 + uses[$1, default: 0] }
    let isNamed = gone.columns.contains { uses[$0] != nil }
    if kind == .column { return isOwn && isNamed && !gone.columns.contains(FoldedName(name)) }
    if isOwn { return isNamed || copiesRows && mentions > 1 }
    // A view of whole rows shows those columns that there are.
    return mentions > 0 && (isNamed || copiesRows && kind == .trigger)
  }

  /// Whether it uses a table or a view that goes as a whole; what belongs to a table goes with it.
  func uses(whole name: FoldedName) -> Bool {
    FoldedName(table) != name && kind != .column && uses[name] != nil
  }

  /// Its kind and its name: `trigger tr`.
  var words: String {
    switch kind {
    case .view: "view \(name)"
    case .trigger: "trigger \(name)"
    case .column: "column \(table).\(name)"
    }
  }
}

/// The columns that a table loses.
struct GoneColumns {
  /// The names of the table, the former ones too.
  var tables: Set<FoldedName>
  var columns: Set<FoldedName>
}
