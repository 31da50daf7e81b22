import SQLText
import Schema
import Store

/// What the server's catalogs say of the tables of the schema, as far as it is needed to run statements.
struct CatalogFacts {
  struct Table {
    var name: String
    /// The column by which the database numbers rows, and the sequence that it takes the numbers of.
    var keyColumn: String?
    var sequence: String?
    /// Whether rows come into it as they are given: nobody has made a trigger or a rule, of its parts neither.
    var isPlain: Bool
    /// Whether a trigger or a rule does more with rows that are written: any table may change by that.
    var runsTriggers: Bool
    /// Whether the server may find it worth several processes to read it.
    var isLarge: Bool
  }

  /// By their names in lower case.
  private(set) var tables: [String: Table] = [:]
  /// By their names: there may be several that differ in nothing but case.
  private var spelled: [String: Table] = [:]
  /// The tables whose rows change when those of a table go, or get another key.
  private var followingEnd: [String: [String]] = [:]
  private var followingKey: [String: [String]] = [:]
  /// The tables that a view reads.
  private var sources: [String: [String]] = [:]
  /// What stands before the name of a type among tables, where rules are looked up.
  static let ofType = "type "
  /// The columns of unique constraints and indexes, and the texts of CHECKs, by their names.
  private(set) var keys: [String: [String]] = [:]
  private(set) var checks: [String: String] = [:]

  /// The nodes that keep the parts of a table, by its name and theirs in lower case.
  private(set) var nodes: [String: [String: String]] = [:]
  /// The columns by which it is told on which of them a row lies, in lower case.
  private(set) var places: [String: Set<String>] = [:]
  /// The tables of which all parts lie on nodes, by their names in lower case.
  private(set) var spread: [String: SpreadTable] = [:]

  /// Whether there are functions that may set how values are read.
  private(set) var haveFunctionsThatSet = false

  /// - Parameter rows: the answers to `texts`, in order.
  init(_ rows: [[[String?]]]) {
    haveFunctionsThatSet = rows.last?.first?.first == "t"
    for row in rows[0] {
      guard let name = row[0] else { continue }
      spelled[name] = Table(
        name: name, keyColumn: row[1], sequence: row[2], isPlain: row[3] == "t" && row[5] != "t",
        runsTriggers: row[5] == "t", isLarge: row[4] == "t")
      tables[name.lowercased()] = spelled[name]
    }
    for row in rows[1] {
      guard let parent = row[0]?.lowercased(), let child = row[1]?.lowercased() else { continue }
      if row[2] == "t" { followingEnd[parent, default: []].append(child) }
      if row[3] == "t" { followingKey[parent, default: []].append(child) }
    }
    for row in rows[2] {
      if let view = row[0], let table = row[1] { sources[view.lowercased(), default: []].append(table.lowercased()) }
    }
    for row in rows[3] {
      if let name = row[0], let column = row[1] { keys[name, default: []].append(column) }
    }
    for row in rows[4] {
      if let table = row[0], let name = row[1], let text = row[2] { checks[table + "." + name] = text }
    }
    for row in rows[5] {
      guard let table = row[0]?.lowercased(), let part = row[1]?.lowercased() else { continue }
      nodes[table, default: [:]][part] = row[2]
      places[table] = Set(
        SQLToken.all(in: row[3] ?? "", syntax: .postgreSQL).filter { $0.kind == .word || $0.kind == .name }.map(
          \.normal))
      spread[table, default: SpreadTable()].parts.append(row[1] ?? "")
      spread[table]?.key = row[3] ?? ""
      // Where its rows come to lie is only told row by row.
      tables[table]?.isPlain = false
      if let name = tables[table]?.name { spelled[name]?.isPlain = false }
    }
    let counts = Dictionary(rows[5].map { ($0[0]?.lowercased() ?? "", Int($0[4] ?? "") ?? 0) }) { first, _ in first }
    spread = spread.filter { $0.value.parts.count == counts[$0.key] }
  }

  /// The first table that a statement changes.
  func target(of shape: StatementText) -> Table? {
    shape.spelledTarget.flatMap { spelled[$0] } ?? shape.targets.first.flatMap { tables[$0] }
  }

  /// All tables of these names in lower case.
  private func names(_ folded: [String]) -> [String] {
    if spelled.count == tables.count { return folded.map { tables[$0]?.name ?? $0 } }
    return folded.flatMap { name in
      let found = spelled.keys.filter { $0.lowercased() == name }.sorted()
      return found.isEmpty ? [name] : found
    }
  }

  /// The tables and views of these names, and what these views read.
  func read(by names: Set<String>) -> [String] {
    self.names(reached(from: names.filter { tables[$0] != nil }, sources).sorted().filter { tables[$0] != nil })
  }

  /// These tables, and those that keys take along; where a trigger may write to others, all that there are.
  func written(by shape: StatementText) -> [String] {
    let direct = Set(shape.targets + shape.targets.flatMap { sources[$0] ?? [] })
    let ended = Set(shape.emptied + shape.emptied.flatMap { sources[$0] ?? [] })
    let all = reached(from: direct, followingKey).union(reached(from: ended, followingEnd))
    if all.contains(where: { tables[$0]?.runsTriggers == true }) { return spelled.keys.sorted() }
    return names(all.sorted())
  }

  private func reached(from start: Set<String>, _ edges: [String: [String]]) -> Set<String> {
    var result = start
    var open = Array(start)
    while let name = open.popLast() {
      for next in edges[name] ?? [] where result.insert(next).inserted { open.append(next) }
    }
    return result
  }

  static let texts = [
    """
    WITH RECURSIVE below (root, child) AS (
      SELECT inhparent, inhrelid FROM pg_inherits
      UNION SELECT b.root, i.inhrelid FROM below b JOIN pg_inherits i ON i.inhparent = b.child
    )
    SELECT c.relname, a.attname,
      CASE WHEN a.attname IS NOT NULL THEN pg_get_serial_sequence(c.oid::regclass::text, a.attname) END,
      c.relkind IN ('r', 'p'),
      c.relkind = 'p' OR c.relkind IN ('r', 'm') AND pg_relation_size(c.oid) > 8 << 20,
      c.relkind NOT IN ('v', 'm') AND c.relhasrules
        OR EXISTS (SELECT 1 FROM pg_trigger g WHERE NOT g.tgisinternal
          AND (g.tgrelid = c.oid OR g.tgrelid IN (SELECT b.child FROM below b WHERE b.root = c.oid)))
    FROM pg_class c
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary AND i.indnkeyatts = 1
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] AND a.atttypid IN (20, 21, 23)
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND pg_table_is_visible(c.oid)
      AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    """,
    """
    SELECT p.relname, t.relname, c.confdeltype IN ('c', 'n', 'd'), c.confupdtype IN ('c', 'n', 'd')
    FROM pg_constraint c
    JOIN pg_class p ON p.oid = c.confrelid JOIN pg_class t ON t.oid = c.conrelid
    WHERE c.contype = 'f' AND (c.confdeltype IN ('c', 'n', 'd') OR c.confupdtype IN ('c', 'n', 'd'))
      AND pg_table_is_visible(t.oid)
    """,
    """
    SELECT DISTINCT v.relname, t.relname FROM pg_rewrite r
    JOIN pg_class v ON v.oid = r.ev_class AND v.relkind IN ('v', 'm')
    JOIN pg_depend d ON d.objid = r.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> v.oid
    JOIN pg_class t ON t.oid = d.refobjid
    WHERE v.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    """,
    """
    SELECT c.relname, a.attname FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid
    CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY k(number, place)
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
    WHERE i.indisunique AND k.place <= i.indnkeyatts AND pg_table_is_visible(c.oid)
      AND c.relnamespace <> 'pg_catalog'::regnamespace AND c.relname NOT LIKE 'pg_toast%'
    ORDER BY c.relname, k.place
    """,
    """
    SELECT t.relname, c.conname, pg_get_constraintdef(c.oid) FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
    WHERE c.contype = 'c' AND pg_table_is_visible(t.oid)
    UNION ALL
    SELECT '\(ofType)' || t.typname, c.conname, pg_get_constraintdef(c.oid)
    FROM pg_constraint c JOIN pg_type t ON t.oid = c.contypid WHERE c.contype = 'c'
    """,
    """
    SELECT p.relname, c.relname, s.srvname, pg_get_partkeydef(p.oid),
      (SELECT count(*) FROM pg_inherits a WHERE a.inhparent = p.oid)
    FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
    JOIN pg_foreign_table f ON f.ftrelid = c.oid JOIN pg_foreign_server s ON s.oid = f.ftserver
    WHERE c.relispartition AND pg_table_is_visible(p.oid) ORDER BY c.oid
    """,
    // What is not text in a body of SQL is the number of the function there: 2078 is set_config.
    """
    SELECT EXISTS (SELECT 1 FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
      WHERE p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        AND l.lanname NOT IN ('internal', 'c') AND (p.prosrc ~* 'set_config|extra_float_digits|bytea_output'
          OR to_jsonb(p)->>'prosqlbody' LIKE '%:funcid 2078 %'))
    """,
  ]
}
