import Schema

extension WrittenExpression {
  /// The place of a row among those that have the same values in some columns, counted from 1 in the order of a key.
  ///
  ///     row_number() OVER (PARTITION BY "team_id" ORDER BY "id")
  package static func place(among columns: [String], by key: [String]) -> WrittenExpression {
    let (columns, key) = (list(columns), list(key))
    return WrittenExpression(
      [.text("row_number() OVER (PARTITION BY ")] + columns + [.text(" ORDER BY ")] + key + [.text(")")],
      reach: .window)
  }

  private static func list(_ columns: [String]) -> [Part] {
    columns.enumerated().flatMap { $0 == 0 ? [Part.column($1)] : [.text(", "), .column($1)] }
  }
}
