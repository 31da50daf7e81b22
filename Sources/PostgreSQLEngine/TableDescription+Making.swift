import Encodings
import Query

/// What the catalogs say beside columns, keys and indexes that a statement needs which makes a table.
struct MakingFacts {
  /// The statements that make types, by the types' names as columns have them.
  private let types: [String: String]
  /// The statements that make the parts of a table, by its name.
  private let parts: [String: [String]]
  private let tails: [String: String]

  /// - Parameters: as the server answers the statements of these names.
  init(types: [[String?]], parts: [[String?]], tails: [[String?]]) {
    self.types = Dictionary(types.map { ($0[0] ?? "", $0[1] ?? "") }) { first, _ in first }
    self.parts = Dictionary(grouping: parts) { $0[0] ?? "" }.mapValues { $0.map { $0[1] ?? "" } }
    self.tails = Dictionary(tails.map { ($0[0] ?? "", $0[1] ?? "") }) { first, _ in first }
  }

  /// What follows the parentheses of the statement: ` PARTITION BY RANGE (at)`.
  func tail(of table: String) -> String { tails[table].map { " " + $0 } ?? "" }

  fileprivate func parts(of table: String) -> [String] { parts[table] ?? [] }

  fileprivate func types(of columns: [TableDescription.Column]) -> [String] {
    columns.compactMap { column in
      let type = column.declaredType.hasSuffix("[]") ? String(column.declaredType.dropLast(2)) : column.declaredType
      return types[type].map { TableDescription.made(unlessThere: $0) }
    }
  }

  static let types = """
    SELECT format_type(t.oid, NULL), CASE t.typtype
      WHEN 'e' THEN format('CREATE TYPE %s AS ENUM (%s)', format_type(t.oid, NULL),
        (SELECT string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid))
      WHEN 'd' THEN concat_ws(' ', format('CREATE DOMAIN %s AS', format_type(t.oid, NULL)),
        format_type(t.typbasetype, t.typtypmod), 'DEFAULT ' || t.typdefault, CASE WHEN t.typnotnull THEN 'NOT NULL' END,
        (SELECT string_agg(pg_get_constraintdef(oid), ' ' ORDER BY conname) FROM pg_constraint
          WHERE contypid = t.oid AND contype = 'c'))
      ELSE format('CREATE TYPE %s AS (%s)', format_type(t.oid, NULL),
        (SELECT string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
          FROM pg_attribute WHERE attrelid = t.typrelid AND attnum > 0 AND NOT attisdropped)) END
    FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
    WHERE (t.typtype IN ('e', 'd') OR c.relkind = 'c')
      AND t.typnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = t.oid AND e.deptype = 'e')
    """

  static let parts = """
    SELECT p.relname, format('CREATE %sTABLE IF NOT EXISTS %I PARTITION OF %I %s%s',
      CASE WHEN s.srvname IS NULL THEN '' ELSE 'FOREIGN ' END, c.relname, p.relname,
      pg_get_expr(c.relpartbound, c.oid), ' SERVER ' || quote_ident(s.srvname))
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
    LEFT JOIN pg_foreign_table f ON f.ftrelid = c.oid LEFT JOIN pg_foreign_server s ON s.oid = f.ftserver
    WHERE c.relispartition AND pg_table_is_visible(p.oid) ORDER BY c.oid
    """

  static let tails = """
    SELECT c.relname, coalesce('PARTITION BY ' || pg_get_partkeydef(c.oid),
      format('INHERITS (%s)', (SELECT string_agg(i.inhparent::regclass::text, ', ' ORDER BY i.inhseqno)
        FROM pg_inherits i WHERE i.inhrelid = c.oid)))
    FROM pg_class c WHERE pg_table_is_visible(c.oid) AND NOT c.relispartition
      AND (c.relkind = 'p' OR EXISTS (SELECT 1 FROM pg_inherits i WHERE i.inhrelid = c.oid AND c.relkind = 'r'))
    """
}

extension TableDescription {
  /// The lines between the parentheses of the statement that makes the table, but for keys to others.
  func ownLines(_ constraints: [[String?]], _ dialect: any Dialect) -> [String] {
    var lines = columns.map { "  \(dialect.quoted($0.name)) \($0.definition ?? "")" }
    if !primaryKey.isEmpty { lines.append("  PRIMARY KEY (\(primaryKey.map(dialect.quoted).joined(separator: ", ")))") }
    for row in constraints {
      let columnCount = (row[3] ?? "").split(separator: "\u{1F}").count
      // Those of one column stand behind it.
      if row[1] == "x" || ["u", "c"].contains(row[1]) && columnCount != 1 { lines.append("  \(row[7] ?? "")") }
    }
    return lines
  }

  /// Takes the statements that make the table, and what belongs to it, where they are missing.
  ///
  /// Keys to other tables come last, when all of them are there.
  mutating func takeMaking(
    _ constraints: [[String?]], _ indexes: [[String?]], _ facts: MakingFacts, _ dialect: any Dialect
  ) {
    let name = dialect.quoted(name)
    if isView {
      making.table = [
        sql.hasPrefix("CREATE VIEW")
          ? "CREATE OR REPLACE" + sql.dropFirst(6)
          : sql.replacing("CREATE MATERIALIZED VIEW", with: Self.kept, maxReplacements: 1)
      ]
      return
    }
    saysMore = !isStrict
    let lines = ownLines(constraints, dialect).joined(separator: ",\n")
    making.table =
      facts.types(of: columns) + ["CREATE TABLE IF NOT EXISTS \(name) (\n\(lines)\n)\(facts.tail(of: self.name))"]
      + facts.parts(of: self.name)
    making.indexes = indexes.filter { $0[5] != "t" }.compactMap { row in
      row[8]?.replacing("INDEX ", with: "INDEX IF NOT EXISTS ", maxReplacements: 1)
    }
    // A table in parts is one: what refers from its parts is made with them.
    making.keys = constraints.filter { $0[1] == "f" }.map { row in
      let key = "ALTER TABLE \(name) ADD CONSTRAINT \(dialect.quoted(row[2] ?? "")) \(row[7] ?? "")"
      return Self.made(unlessThere: key)
    }
  }

  private static let kept = "CREATE MATERIALIZED VIEW IF NOT EXISTS"

  /// A statement that does nothing where the thing is there, for those that have no words for that.
  static func made(unlessThere statement: String) -> String {
    "DO $do$ BEGIN\n\(statement);\nEXCEPTION WHEN duplicate_object THEN NULL; END $do$"
  }
}
