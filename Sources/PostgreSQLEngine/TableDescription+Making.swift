import Encodings
import Query
import Schema

/// What the catalogs say beside columns, keys and indexes that a statement needs which makes a table.
struct MakingFacts {
  /// The statements that make types, by the types' names as columns have them.
  private let types: [String: String]
  /// The types that one of them is made of, by its name.
  private let partsOfTypes: [String: [String]]
  /// The statements that make the parts of a table, by its name.
  private let parts: [String: [String]]
  private let tails: [String: String]
  /// The tables whose columns a table inherits, and the views that a view reads, by its name.
  private let parents: [String: [String]]

  /// The schemas of the tables and views that are in another than the one in which they are made.
  private let elsewhere: [String: String]

  /// The statements that make what columns of a table need beside types, by its name.
  private let needed: [String: [String]]

  /// - Parameters: as the server answers the statements of these names.
  init(
    types: [[String?]], parts: [[String?]], tails: [[String?]], elsewhere: [[String?]], needed: [[String?]]
  ) {
    self.needed = Dictionary(grouping: needed) { $0[0] ?? "" }.mapValues { $0.compactMap { $0[1] } }
    self.elsewhere = Dictionary(elsewhere.map { ($0[0] ?? "", $0[1] ?? "") }) { first, _ in first }
    self.types = Dictionary(types.map { ($0[0] ?? "", TableDescription.making(type: $0)) }) { first, _ in first }
    partsOfTypes = Dictionary(types.map { ($0[0] ?? "", ($0[2] ?? "").split(separator: "\u{1F}").map(String.init)) }) {
      first, _ in first
    }
    self.parts = Dictionary(grouping: parts) { $0[0] ?? "" }.mapValues { $0.map { $0[1] ?? "" } }
    self.tails = Dictionary(tails.map { ($0[0] ?? "", $0[1] ?? "") }) { first, _ in first }
    parents = Dictionary(tails.map { ($0[0] ?? "", ($0[2] ?? "").split(separator: "\u{1F}").map(String.init)) }) {
      first, _ in first
    }
  }

  /// What follows the parentheses of the statement: ` PARTITION BY RANGE (at)`.
  func tail(of table: String) -> String { tails[table].map { " " + $0 } ?? "" }

  fileprivate func parents(of table: String) -> [String] { parents[table] ?? [] }

  fileprivate func parts(of table: String) -> [String] { parts[table] ?? [] }

  fileprivate func needed(by table: String) -> [String] { needed[table] ?? [] }

  fileprivate func types(of columns: [TableDescription.Column]) -> [String] {
    var made: Set<String> = []
    return columns.flatMap { statements(making: $0.declaredType, &made) }
  }

  /// What a type is made of comes before it.
  private func statements(making type: String, _ made: inout Set<String>) -> [String] {
    let type = type.hasSuffix("[]") ? String(type.dropLast(2)) : type
    guard let statement = types[type], made.insert(type).inserted else { return [] }
    let parts = (partsOfTypes[type] ?? []).flatMap { statements(making: $0, &made) }
    return parts + [statement]
  }

  /// The statement that makes a table where it is missing: `IF NOT EXISTS` looks into one schema alone.
  fileprivate func creation(of table: String, quoted: String, _ body: String) -> String {
    guard elsewhere[table] != nil else { return "CREATE TABLE IF NOT EXISTS \(quoted) \(body)" }
    let isMissing = "to_regclass(\(Value.text(quoted).description)) IS NULL"
    return "DO $do$ BEGIN\nIF \(isMissing) THEN CREATE TABLE \(quoted) \(body); END IF;\nEND $do$"
  }

  /// The schema of a table, where it is another than the one in which tables are made.
  func otherSchema(of table: String) -> String? { elsewhere[table] }

  /// The schema before a name, `other.`, where it is another than the one in which tables are made.
  func schema(of table: String) -> String { elsewhere[table].map { $0 + "." } ?? "" }

  static let elsewhere = """
    SELECT c.relname, quote_ident(n.nspname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm') AND pg_table_is_visible(c.oid)
      AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      AND c.relnamespace IS DISTINCT FROM current_schema()::regnamespace
    """

  /// Sequences and collations that belong to no table.
  static let needed =
    "\(SequenceSQL.needed) UNION \(CollationSQL.needed) UNION \(DomainSQL.extensions) ORDER BY 1, 2"

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
          FROM pg_attribute WHERE attrelid = t.typrelid AND attnum > 0 AND NOT attisdropped)) END,
      CASE t.typtype WHEN 'd' THEN format_type(t.typbasetype, NULL) WHEN 'c' THEN
        (SELECT string_agg(format_type(atttypid, NULL), E'\\x1f' ORDER BY attnum)
          FROM pg_attribute WHERE attrelid = t.typrelid AND attnum > 0 AND NOT attisdropped) END,
      CASE WHEN NOT pg_type_is_visible(t.oid) THEN format('CREATE SCHEMA IF NOT EXISTS %s; ', t.typnamespace::regnamespace) END
    FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
    WHERE (t.typtype IN ('e', 'd') OR c.relkind = 'c')
      AND t.typnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = t.oid AND e.deptype = 'e')
    ORDER BY t.oid
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
        FROM pg_inherits i WHERE i.inhrelid = c.oid))),
      (SELECT string_agg(p.relname, E'\\x1f') FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent
        WHERE i.inhrelid = c.oid)
    FROM pg_class c WHERE pg_table_is_visible(c.oid) AND NOT c.relispartition
      AND (c.relkind = 'p' OR EXISTS (SELECT 1 FROM pg_inherits i WHERE i.inhrelid = c.oid AND c.relkind = 'r'))
    UNION ALL
    SELECT v.relname, NULL, string_agg(DISTINCT t.relname, E'\\x1f')
    FROM pg_rewrite r JOIN pg_class v ON v.oid = r.ev_class AND v.relkind IN ('v', 'm')
    JOIN pg_depend d ON d.objid = r.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> v.oid
    JOIN pg_class t ON t.oid = d.refobjid AND t.relkind IN ('v', 'm')
    WHERE v.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) GROUP BY v.relname
    """
}

extension TableDescription {
  /// The lines between the parentheses of the statement that makes the table, but for keys to others.
  func ownLines(_ constraints: [[String?]], _ dialect: any Dialect) -> [String] {
    var lines = columns.map { "  \(dialect.quoted($0.name)) \($0.definition ?? "")" }
    let keyRule = constraints.first { $0[1] == "p" }.flatMap { $0[7] }
    if !primaryKey.isEmpty {
      let key = "PRIMARY KEY (\(primaryKey.map(dialect.quoted).joined(separator: ", ")))"
      let name = constraints.first { $0[1] == "p" }.map { named($0, []) } ?? ""
      lines.append("  \(name)\(keyRule?.saysMoreThanRule == true ? keyRule ?? key : key)")
    }
    for row in constraints {
      if row[1] != "p", row[7]?.saysMoreThanRule == true, row[1] != "f" {
        lines.append("  CONSTRAINT \(dialect.quoted(row[2] ?? "")) \(row[7] ?? "")")
        continue
      }
      let columns = (row[3] ?? "").split(separator: "\u{1F}").map(String.init)
      // Those of one column stand behind it.
      if row[1] == "x" || ["u", "c"].contains(row[1]) && columns.count != 1 {
        lines.append("  \(named(row, columns))\(row[7] ?? "")")
      }
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
    making.parents = facts.parents(of: self.name)
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
    making.needed = facts.needed(by: self.name) + facts.types(of: columns)
    making.table =
      making.needed
      + [facts.creation(of: self.name, quoted: name, "(\n\(lines)\n)\(facts.tail(of: self.name))")]
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

  /// The statement that makes a type where none of that name is found.
  ///
  /// It may be in any schema that is searched; what is hidden there behind another stays in its own schema.
  ///
  /// - Parameter row: as the server answers `MakingFacts.types`.
  static func making(type row: [String?]) -> String {
    let isMissing = "to_regtype(\(Value.text(row[0] ?? "").description)) IS NULL"
    return "DO $do$ BEGIN\nIF \(isMissing) THEN \(row[3] ?? "")\(row[1] ?? ""); END IF;\nEND $do$"
  }

  /// A statement that does nothing where the thing is there, for those that have no words for that.
  static func made(unlessThere statement: String) -> String {
    "DO $do$ BEGIN\n\(statement);\nEXCEPTION WHEN duplicate_object THEN NULL; END $do$"
  }
}

extension String {
  /// Whether a constraint says more than its rule, which only a line of its own can say.
  var saysMoreThanRule: Bool {
    hasSuffix(" NO INHERIT") || hasPrefix("UNIQUE NULLS NOT DISTINCT") || hasSuffix(" DEFERRABLE")
      || hasSuffix(" DEFERRABLE INITIALLY DEFERRED")
  }
}
