import Schema

/// Turns changes of a relation's contents and their order into statements.
///
/// Places count from 1. Every statement concerns the rows that belong to the owner's row with a key.
package struct ChangeAssociation {
  private let tie: Association
  private let key: [Value]

  private let dialect: any Dialect

  package init(_ tie: Association, key: [Value], dialect: any Dialect) {
    self.tie = tie
    self.key = key
    self.dialect = dialect
  }

  private var table: SQL { .name(tie.table.table) }
  private var position: SQL { .name(tie.relation.positionColumn ?? "") }

  // MARK: Contents

  /// The statement that links a row of the target; it does nothing where they are linked.
  package func link(_ member: [Value]) -> SQL {
    let columns = (tie.near + tie.far).map { SQL.name($0) }.joined(by: ", ")
    let values = (stored(key, tie.near) + stored(member, tie.far)).joined(by: ", ")
    if (tie.nearReadings + tie.farReadings).allSatisfy(\.isAsStored) {
      return "INSERT INTO \(table)(\(columns)) VALUES (\(values)) ON CONFLICT DO NOTHING"
    }
    // The link's own columns do not know all references that are equal to a key.
    return "INSERT INTO \(table)(\(columns)) SELECT \(values) WHERE NOT EXISTS (\(find(member))) ON CONFLICT DO NOTHING"
  }

  /// Keys as the columns that refer to them store them.
  private func stored(_ values: [Value], _ columns: [String]) -> [SQL] {
    zip(values, columns).map { value, column in
      let field = tie.table.fields.first { $0.column == column }
      return "\(field.map { value.reference(in: $0.nature) } ?? value)"
    }
  }

  /// The statement that deletes the link to a row of the target.
  package func unlink(_ member: [Value]) -> SQL {
    "DELETE FROM \(table) WHERE \(owned()) AND \(equal(tie.far, tie.farReadings, member))"
  }

  /// The statement that answers a row where a row of the target is among the contents: its place, if it has one.
  package func find(_ member: [Value]) -> SQL {
    let shown: SQL = tie.relation.positionColumn == nil ? "1" : position
    return "SELECT \(shown) FROM \(table) WHERE \(owned()) AND \(equal(tie.far, tie.farReadings, member))"
  }

  /// The statement that answers the key of the owner's row to which a row of the target belongs.
  package func findOwner(of member: [Value]) -> SQL {
    let columns = tie.near.map { SQL.name($0) }.joined(by: ", ")
    return "SELECT \(columns) FROM \(table) WHERE \(equal(tie.far, tie.farReadings, member))"
  }

  /// The statement that makes rows that belong to the owner's row belong to none, save one of them.
  package func release(except member: [Value]?) -> SQL {
    let settings = tie.near.map { column -> SQL in "\(name: column) = NULL" }.joined(by: ", ")
    return "UPDATE \(table) SET \(settings) WHERE \(owned())\(others(than: member))"
  }

  /// The statement that answers a row where others than a row of the target belong to the owner's row.
  package func findOthers(than member: [Value]?) -> SQL {
    "SELECT 1 FROM \(table) WHERE \(owned())\(others(than: member))"
  }

  private func others(than member: [Value]?) -> SQL {
    member.map { member -> SQL in " AND NOT (\(equal(tie.far, tie.farReadings, member)))" } ?? SQL()
  }

  // MARK: Order

  /// The statement that answers how many rows there are, how many different places they have, the first and the last.
  package func extent() -> SQL {
    "SELECT count(*), count(DISTINCT \(position)), min(\(position)), max(\(position)) FROM \(table) WHERE \(members())"
  }

  /// The statement that gives the rows the places 1, 2, 3, … in the order in which they are read.
  package func renumber() -> SQL {
    let keys = tie.far.enumerated().map { place, column -> SQL in "\(name: column) AS \(name: "key \(place + 1)")" }
    let order = ([position + " NULLS LAST"] + tie.far.map { SQL.name($0) }).joined(by: ", ")
    let numbered: SQL =
      "SELECT \(keys.joined(by: ", ")), row_number() OVER (ORDER BY \(order)) AS \(name: "place") FROM \(table) WHERE \(members())"
    let same = tie.far.enumerated().map { place, column -> SQL in
      "\(.column(column, of: tie.table.table)) = \(.column("key \(place + 1)", of: "numbered"))"
    }
    let place = SQL.column("place", of: "numbered")
    return
      "UPDATE \(table) SET \(position) = \(place) FROM (\(numbered)) AS \(name: "numbered") WHERE \(members()) AND \(same.joined(by: " AND ")) AND (\(position) IS NULL OR \(position) <> \(place))"
  }

  /// The statement that moves the rows from a place on further down.
  package func makeRoom(at place: Int, for count: Int) -> SQL {
    "UPDATE \(table) SET \(position) = \(position) + \(.integer(Int64(count))) WHERE \(members()) AND \(position) >= \(.integer(Int64(place)))"
  }

  /// The statement that gives one row its place.
  package func put(_ member: [Value], at place: Int) -> SQL {
    "UPDATE \(table) SET \(position) = \(.integer(Int64(place))) WHERE \(owned()) AND \(equal(tie.far, tie.farReadings, member))"
  }

  /// The statement that moves the row at a place to another, and those between the two by one.
  package func move(from: Int, to: Int) -> SQL {
    let (start, end) = (Value.integer(Int64(from)), Value.integer(Int64(to)))
    let (low, high) = (Value.integer(Int64(min(from, to))), Value.integer(Int64(max(from, to))))
    let step = Value.integer(from < to ? -1 : 1)
    return
      "UPDATE \(table) SET \(position) = CASE \(position) WHEN \(start) THEN \(end) ELSE \(position) + \(step) END WHERE \(members()) AND \(position) BETWEEN \(low) AND \(high)"
  }

  /// The statement that exchanges two rows.
  package func swap(_ first: Int, _ second: Int) -> SQL {
    let (first, second) = (Value.integer(Int64(first)), Value.integer(Int64(second)))
    return
      "UPDATE \(table) SET \(position) = CASE \(position) WHEN \(first) THEN \(second) ELSE \(first) END WHERE \(members()) AND \(position) IN (\(first), \(second))"
  }

  // MARK: Conditions

  private func owned() -> SQL { equal(tie.near, tie.nearReadings, key) }

  /// A link that has lost its other end has no place.
  private func members() -> SQL {
    let ends = tie.far.filter { column in
      guard let field = tie.table.fields.first(where: { $0.column == column }) else { return false }
      return !field.isRequired && !field.isPrimaryKey
    }
    return ends.reduce(owned()) { $0 + " AND \(.column($1, of: tie.table.table)) IS NOT NULL" }
  }

  /// Qualified, as a statement may read the table under another name, too.
  private func equal(_ columns: [String], _ readings: [ReferenceReading], _ values: [Value]) -> SQL {
    zip(zip(columns, readings), values)
      .map { column, value -> SQL in
        "\(column.1.sql(.column(column.0, of: tie.table.table), in: dialect)) = \(value)"
      }
      .joined(by: " AND ")
  }
}
