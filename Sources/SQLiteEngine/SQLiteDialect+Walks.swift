import Query
import Schema

extension SQLiteDialect {
  /// A row for each level: how deep it is, the keys of all levels above, and its own, as lists in JSON.
  ///
  /// So each key is met once, where UNION would tell a key at one depth from the same at another.
  package func walk(_ walk: GraphWalk) -> SQL {
    let levels = SQL.name("levels of rows")
    let (depth, seen, edge) = (level("depth"), level("seen"), level("edge"))
    let row: SQL = "\(name: walk.table) AS \(name: "row")"
    let isStart = zip(walk.keys, walk.start).map { key, value -> SQL in "\(.column(key, of: "row")) = \(value)" }
    let first: SQL =
      "SELECT 0, '[]', json_array(\(element(walk.keys, of: "row"))) FROM \(row) WHERE \(isStart.joined(by: " AND "))"
    let all: SQL =
      "CASE \(seen) WHEN '[]' THEN \(edge) ELSE substr(\(seen), 1, length(\(seen)) - 1) || ',' || substr(\(edge), 2) END"
    let ties = zip(walk.keys, parts(walk)).map { key, part -> SQL in "\(.column(key, of: "row")) = \(part)" }
    let found: SQL = """
      SELECT \(columns(walk.keys, of: "next")) FROM json_each(\(edge)) AS \(name: "known") \
      JOIN \(row) ON \(ties.joined(by: " AND "))\(walk.step)
      """
    let known: SQL = "SELECT \(parts(walk).joined(by: ", ")) FROM json_each"
    let new: SQL =
      "\(found) EXCEPT \(known)(\(seen)) AS \(name: "known") EXCEPT \(known)(\(edge)) AS \(name: "known")"
    let gathered: SQL =
      "(SELECT json_group_array(\(element(walk.keys, of: "found"))) FROM (\(new)) AS \(name: "found"))"
    let next: SQL = "SELECT \(depth) + 1, \(all), \(gathered) FROM \(levels) WHERE \(edge) <> '[]'"
    let columns: SQL = "(\(name: "depth"), \(name: "seen"), \(name: "edge"))"
    let names = (walk.keys + [walk.depth]).map { SQL.name($0) }.joined(by: ", ")
    let values: SQL = "SELECT \(parts(walk).joined(by: ", ")), \(depth) FROM \(levels)"
    let rows: SQL = "\(values) JOIN json_each(\(edge)) AS \(name: "known")"
    return
      "WITH RECURSIVE \(levels) \(columns) AS (\(first) UNION ALL \(next)), \(name: walk.name) (\(names)) AS (\(rows)) "
  }

  private func level(_ column: String) -> SQL { .column(column, of: "levels of rows") }

  /// A key in the list of keys: several columns are a list in it.
  private func element(_ keys: [String], of row: String) -> SQL {
    keys.count == 1 ? .column(keys[0], of: row) : "json_array(\(columns(keys, of: row)))"
  }

  private func columns(_ keys: [String], of row: String) -> SQL {
    keys.map { SQL.column($0, of: row) }.joined(by: ", ")
  }

  /// The values of a key in such a list.
  private func parts(_ walk: GraphWalk) -> [SQL] {
    let value = SQL.column("value", of: "known")
    if walk.keys.count == 1 { return [value] }
    return walk.keys.indices.map { "json_extract(\(value), \(.written("'$[\($0)]'")))" }
  }
}
