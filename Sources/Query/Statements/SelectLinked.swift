import Schema

/// Turns a `many_to_many` of many rows at once into one SELECT: each row of the other side, and whose it is.
///
///     SELECT "tag"."id", "tag"."name", "player_tag"."player_id" FROM "player_tag" JOIN "tag" ON …
package struct SelectLinked {
  private let tie: Association

  private let dialect: any Dialect

  package init(_ tie: Association, dialect: any Dialect) {
    self.tie = tie
    self.dialect = dialect
  }

  /// The statement for the rows of the owner with these keys: all fields of the target, then the key.
  ///
  /// The rows of one key follow each other.
  package func statement(keys: KeySet) -> SQL {
    let (table, target) = (tie.table.table, tie.target.table)
    let near = tie.near.map { SQL.column($0, of: table) }
    let columns = tie.target.rowColumns.map { SQL.column($0, of: target) } + near
    let join = tie.far.indices.map { place -> SQL in
      let reference = tie.farReadings[place].sql(.column(tie.far[place], of: table), in: dialect)
      return "\(.column(tie.targetColumns[place], of: target)) = \(reference)"
    }
    let owners = zip(near, tie.nearReadings).map { $1.sql($0, in: dialect) }
    var order = tie.target.keySlots.map { SQL.column(tie.target.fields[$0].column, of: target) }
    if let position = tie.relation.positionColumn {
      order.insert("\(.column(position, of: table)) NULLS LAST", at: 0)
    }
    let body: SQL =
      "FROM \(name: table) JOIN \(name: target) ON \(join.joined(by: " AND ")) WHERE (\(keys.condition(owners)))"
    let kind: SQL = tie.target.kindCondition(of: target).map { " AND \($0)" } ?? SQL()
    order.insert(contentsOf: near, at: 0)
    let ordered: SQL = " ORDER BY \(order.joined(by: ", "))"
    return "SELECT \(columns.joined(by: ", ")) \(body)\(kind)\(ordered)"
  }
}
