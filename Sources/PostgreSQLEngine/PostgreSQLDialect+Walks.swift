import Query
import Schema

extension PostgreSQLDialect {
  /// A row for each level: how deep it is, the keys of it and all levels above, and its own, as arrays of each column.
  ///
  /// So each key is met once, where UNION would tell a key at one depth from the same at another.
  package func walk(_ walk: GraphWalk) -> SQL {
    let (levels, depth) = (SQL.name("levels of rows"), SQL.column("depth", of: "levels of rows"))
    let places = Array(walk.keys.indices)
    let (seen, edge) = (places.map { level("seen", $0) }, places.map { level("edge", $0) })
    let row: SQL = "\(name: walk.table) AS \(name: "row")"
    let isStart = zip(walk.keys, walk.start).map { key, value -> SQL in "\(.column(key, of: "row")) = \(value)" }
    let gathered = walk.keys.map { key -> SQL in "array_agg(\(.column(key, of: "row")))" }
    let first: SQL =
      "SELECT 0, \((gathered + gathered).joined(by: ", ")) FROM \(row) WHERE \(isStart.joined(by: " AND ")) HAVING count(*) > 0"
    let ties = walk.keys.map { key -> SQL in "\(.column(key, of: "row")) = \(.column(key, of: "known"))" }
    let found: SQL =
      "SELECT \(columns(walk, of: "next")) FROM \(rows(walk, edge)) JOIN \(row) ON \(ties.joined(by: " AND "))\(walk.step)"
    let new: SQL = "\(found) EXCEPT SELECT \(columns(walk, of: "known")) FROM \(rows(walk, seen))"
    let arrays = places.map { place -> SQL in
      "array_agg(\(.column(walk.keys[place], of: "found"))) AS \(name: "new \(place + 1)")"
    }
    let lateral: SQL =
      "LATERAL (SELECT \(arrays.joined(by: ", ")) FROM (\(new)) AS \(name: "found")) AS \(name: "level")"
    let newest = places.map { SQL.column("new \($0 + 1)", of: "level") }
    let all = zip(seen, newest).map { seen, new -> SQL in "\(seen) || \(new)" }
    let next: SQL =
      "SELECT \(depth) + 1, \((all + newest).joined(by: ", ")) FROM \(levels) CROSS JOIN \(lateral) WHERE \(newest[0]) IS NOT NULL"
    let heads = (["depth"] + places.map { "seen \($0 + 1)" } + places.map { "edge \($0 + 1)" }).map { SQL.name($0) }
    let names = (walk.keys + [walk.depth]).map { SQL.name($0) }.joined(by: ", ")
    let keys: SQL =
      "SELECT \(columns(walk, of: "known")), \(depth) FROM \(levels) CROSS JOIN LATERAL \(rows(walk, edge))"
    let recursion: SQL = "\(levels) (\(heads.joined(by: ", "))) AS (\(first) UNION ALL \(next))"
    return "WITH RECURSIVE \(recursion), \(name: walk.name) (\(names)) AS (\(keys)) "
  }

  private func level(_ column: String, _ place: Int) -> SQL { .column("\(column) \(place + 1)", of: "levels of rows") }

  private func columns(_ walk: GraphWalk, of row: String) -> SQL {
    walk.keys.map { SQL.column($0, of: row) }.joined(by: ", ")
  }

  /// The keys in such arrays, a row each.
  private func rows(_ walk: GraphWalk, _ arrays: [SQL]) -> SQL {
    let names = walk.keys.map { SQL.name($0) }.joined(by: ", ")
    return "unnest(\(arrays.joined(by: ", "))) AS \(name: "known") (\(names))"
  }
}
