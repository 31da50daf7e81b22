import Schema

/// Turns a tree into the statement for its rows: the columns of the entity, then the depth.
///
/// There are three ways, as the one that a database cannot get wrong is dear for most trees.
///
///     reports   // each row has one boss: it is met once, and a circle leads back to the start, which is left out
///     boss      // one row at each depth: a circle is seen as it comes by a row that was marked (Brent, 1980)
///     friends   // rows are met again and again: each level is what is next to the one before and was not seen yet
struct SelectTree {
  private let tree: RowTree
  private let entity: Entity
  private let tie: Association
  private let dialect: any Dialect

  /// Blanks, so that no table or column of a script is called so.
  private static let name = "tree of rows"
  private static let depthName = "depth of row"
  private var known: SQL { .name(Self.name) }
  private var depth: SQL { .column(Self.depthName, of: Self.name) }

  init(_ tree: RowTree, of entity: Entity, in catalog: Catalog, dialect: any Dialect) throws(QueryError) {
    guard let relation = entity.relation(tree.relation) else {
      throw .unknownRelation(entity: entity.name, name: tree.relation, path: tree.relation, candidates: [])
    }
    self.tree = tree
    self.entity = entity
    self.dialect = dialect
    tie = try Association(relation, of: entity, in: catalog)
  }

  private var keys: [String] { entity.keySlots.map { entity.fields[$0].column } }

  func statement() -> SQL {
    let columns = entity.rowColumns.map { SQL.column($0, of: "next") }.joined(by: ", ")
    let head: SQL = "\(with)SELECT \(columns), \(depth) AS \(name: tree.depth)"
    return
      "\(head) FROM \(rows) AS \(known) JOIN \(name: entity.table) AS \(name: "next") ON \(equal("next", Self.name))"
  }

  /// Whether no more than one row leads to a row.
  private var isKeyed: Bool { Set(tie.relation.kind == .belongsTo ? tie.near : tie.ownColumns) == Set(keys) }

  private var with: SQL {
    switch tie.relation.kind {
    case .hasMany where isKeyed, .hasOne where isKeyed: below
    case .belongsTo where isKeyed: above
    default:
      dialect.walk(
        GraphWalk(
          name: Self.name, depth: Self.depthName, table: entity.table, keys: keys, start: tree.start, step: step))
    }
  }

  /// The keys of the rows, each once.
  private var rows: SQL {
    let columns = keys.map { SQL.name($0) }.joined(by: ", ")
    let least: SQL = "min(\(name: Self.depthName)) AS \(name: Self.depthName)"
    return "(SELECT \(columns), \(least) FROM \(known) WHERE \(name: Self.depthName) > 0 GROUP BY \(columns))"
  }

  /// That two rows are the same.
  private func equal(_ left: String, _ right: String) -> SQL {
    keys.map { key -> SQL in "\(.column(key, of: left)) = \(.column(key, of: right))" }.joined(by: " AND ")
  }

  // MARK: One row leads to each

  /// What rows must have for the next step, beside their keys.
  private var carried: [String] { keys + tie.ownColumns.filter { !keys.contains($0) } }

  private var below: SQL {
    let columns = carried.map { SQL.column($0, of: "next") }.joined(by: ", ")
    let isStart = keys.indices.map { place -> SQL in "\(.column(keys[place], of: "next")) = \(tree.start[place])" }
    let table: SQL = "\(name: entity.table) AS \(name: "next")"
    let first: SQL = "SELECT \(columns), 0 FROM \(table) WHERE \(isStart.joined(by: " AND "))"
    let join: SQL = "\(known) JOIN \(table) ON \(ties(from: Self.name))"
    let others: SQL = "SELECT \(columns), \(depth) + 1 FROM \(join) WHERE NOT (\(isStart.joined(by: " AND ")))"
    let names = (carried + [Self.depthName]).map { SQL.name($0) }.joined(by: ", ")
    return "WITH RECURSIVE \(known) (\(names)) AS (\(first) UNION ALL \(others)) "
  }

  // MARK: One row after another

  /// Before names of columns that hold the key of the marked row.
  private static let mark = "mark "

  /// The marked row is the one at depth 0, 1, 3, 7, 15 and so on.
  private var above: SQL {
    let columns = carried.map { SQL.column($0, of: "next") }
    let table: SQL = "\(name: entity.table) AS \(name: "next")"
    let isStart = keys.indices.map { place -> SQL in "\(.column(keys[place], of: "next")) = \(tree.start[place])" }
    let marks = keys.map { SQL.column($0, of: "next") }
    let start: SQL = "SELECT \((columns + ["0"] + marks).joined(by: ", ")) FROM \(table)"
    let first: SQL = "\(start) WHERE \(isStart.joined(by: " AND "))"
    let isMarked: SQL = "((\(depth) + 1) & \(depth)) = 0"
    let next = keys.map { key -> SQL in
      "CASE WHEN \(isMarked) THEN \(.column(key, of: Self.name)) ELSE \(.column(Self.mark + key, of: Self.name)) END"
    }
    let values: SQL = "SELECT \((columns + ["\(depth) + 1"] + next).joined(by: ", "))"
    let isKnown = zip(keys, next).map { key, mark -> SQL in "\(.column(key, of: "next")) = \(mark)" }
    let ends: SQL = "NOT (\(isKnown.joined(by: " AND "))) AND NOT (\(isStart.joined(by: " AND ")))"
    let others: SQL = "\(values) FROM \(known) JOIN \(table) ON \(ties(from: Self.name)) WHERE \(ends)"
    let names = (carried + [Self.depthName] + keys.map { Self.mark + $0 }).map { SQL.name($0) }.joined(by: ", ")
    return "WITH RECURSIVE \(known) (\(names)) AS (\(first) UNION ALL \(others)) "
  }

  // MARK: One step

  /// That a row of the table is next to one whose columns these are.
  private func ties(from row: String) -> SQL {
    var conditions = zip(tie.near, tie.ownColumns).map { near, own -> SQL in
      "\(.column(near, of: "next")) = \(.column(own, of: row))"
    }
    if let kind = entity.kindCondition(of: "next") { conditions.append(kind) }
    return conditions.joined(by: " AND ")
  }

  /// What joins a row, `row`, with those next to it, `next`.
  private var step: SQL {
    guard tie.relation.kind == .manyToMany else {
      return " JOIN \(name: entity.table) AS \(name: "next") ON \(ties(from: "row"))"
    }
    var near = zip(tie.near, tie.ownColumns).map { near, own -> SQL in
      "\(.column(near, of: "link")) = \(.column(own, of: "row"))"
    }
    if let kind = tie.table.kindCondition(of: "link") { near.append(kind) }
    var far = zip(tie.far, tie.targetColumns).map { far, own -> SQL in
      "\(.column(own, of: "next")) = \(.column(far, of: "link"))"
    }
    if let kind = entity.kindCondition(of: "next") { far.append(kind) }
    return " JOIN \(name: tie.table.table) AS \(name: "link") ON \(near.joined(by: " AND "))"
      + " JOIN \(name: entity.table) AS \(name: "next") ON \(far.joined(by: " AND "))"
  }
}

/// A walk over rows that may be met again and again, level by level.
package struct GraphWalk: Sendable {
  /// The name of what it makes: of each row that is met its key, and how far away it is; of the first one that is 0.
  package let name: String
  /// The column of that.
  package let depth: String
  /// The table of the rows, and the columns of its key.
  package let table: String
  package let keys: [String]
  /// The key of the row where it begins.
  package let start: [Value]
  /// What joins a row of the table, `row`, with those next to it, `next`.
  package let step: SQL
}
