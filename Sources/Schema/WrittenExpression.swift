/// A value in the database's own words: text, and between it columns of the row's own table and values.
///
///     sql("price > ? * 2", 10)   // column price, text " > ", value 10, text " * 2"
package struct WrittenExpression: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case text(String)
    /// What may be a column of the row's own table, and how it was written, which it stays where it is none.
    case name(String, written: String)
    case column(String)
    case value(Value)
  }

  /// What it is made of.
  package enum Reach: Hashable, Sendable {
    /// One row.
    case row
    /// All rows that are selected, of which each has a value of its own: `rank() OVER (…)`.
    case window
    /// All rows that are selected, which have one value together: `count(*)`.
    case aggregate
  }

  package var parts: [Part]
  package var reach: Reach

  package init(_ parts: [Part], reach: Reach = .row) {
    self.parts = parts
    self.reach = reach
  }

  /// A column that no field of the entity holds.
  package init(column: String) {
    self.init([.column(column)])
  }

  /// Its text as it was given, with `?` for values.
  package var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .name(_, let written): written
      case .column(let name): name
      case .value: "?"
      }
    }.joined()
  }

  /// Whether it is one column and nothing else.
  package var isColumn: Bool {
    if parts.count == 1, case .column = parts[0] { true } else { false }
  }
}

/// What a database says in its own words is asked of it, and not of rows in memory.
package struct WrittenExpressionError: Error, CustomStringConvertible {
  package let expression: WrittenExpression

  package var description: String {
    "sql(\"\(expression.text)\") is asked of the database: rows in memory cannot tell. Say it in the request, with"
      + " where, sorted_by or annotate"
  }
}
