import Query
import Schema
import Store

/// What others said of a table that is made anew, and its declaration does not say.
///
/// Comments, rights and policies are kept of any table; rules, keys to other tables, and defaults that only the server
/// can tell, where another program made it.
struct KeptParts {
  fileprivate var rules: [Rule] = []
  fileprivate var defaults: [Default] = []
  fileprivate var comments: [(column: String?, text: String)] = []
  fileprivate var rights: [(column: String?, statement: String)] = []

  /// A constraint: its name, what it says, and the columns that it is about.
  fileprivate struct Rule {
    var name: String
    var text: String
    var columns: Set<String>
    var isKey: Bool

    init(_ row: [String?]) {
      (name, text, isKey) = (row[0] ?? "", row[1] ?? "", row[3] == "f")
      columns = Set((row[2] ?? "").split(separator: "\u{1F}").map(String.init))
    }
  }

  fileprivate struct Default {
    var column: String
    var text: String
    /// The sequence that goes with the column, and so with the table.
    var sequence: String?
  }
}

extension PostgreSQLEngine {
  /// - Parameter table: as it is called in a statement.
  func keptParts(of table: String, isForeign: Bool) throws(StoreError) -> KeptParts {
    var parts = KeptParts()
    if isForeign {
      parts.rules = try rules(of: table)
      let constant = Set(try columns(of: table).filter { $0.defaultValue != nil }.map(\.name))
      for row in try rows(KeptSQL.defaults, [.text(table)]) where !constant.contains(row[0] ?? "") {
        parts.defaults.append(.init(column: row[0] ?? "", text: row[1] ?? "", sequence: row[2]))
      }
    }
    parts.comments = try comments(of: table)
    // That it is another program's is noted: its columns will be of Moonshell's own types.
    if isForeign, !parts.comments.contains(where: { $0.column == nil && $0.text.notes(PostgreSQLDialect.foreign) }) {
      let others = parts.comments.first { $0.column == nil }.map { $0.text + "\n" } ?? ""
      parts.comments.removeAll { $0.column == nil }
      parts.comments.append((nil, others + PostgreSQLDialect.remarkMark + PostgreSQLDialect.foreign))
    }
    parts.rights = try rights(of: table)
    return parts
  }

  /// The statements that give others the rights that they have on a table or a view.
  func rights(of table: String) throws(StoreError) -> [(column: String?, statement: String)] {
    try rows(KeptSQL.rights, [.text(table)]).map { ($0[1], $0[0] ?? "") }
  }

  /// Takes sequences from the table that goes, where the one that takes its place goes on with them.
  func release(_ parts: inout KeptParts, for new: String) throws(StoreError) {
    let columns = try self.columns(of: new)
    parts.defaults.removeAll { kept in
      guard let column = columns.first(where: { $0.name == kept.column }) else { return true }
      return column.defaultSQL != nil || column.isNumbered || column.isGenerated
    }
    for kept in parts.defaults {
      if let sequence = kept.sequence { try rows("ALTER SEQUENCE \(sequence) OWNED BY NONE") }
    }
  }

  /// Says again of a new table, which stands in the old one's place, what is still about columns of it.
  func keep(_ parts: KeptParts, of table: String) throws(StoreError) {
    for kept in parts.defaults {
      let column = dialect.quoted(kept.column)
      try rows("ALTER TABLE \(table) ALTER \(column) SET DEFAULT \(kept.text)")
      if let sequence = kept.sequence { try rows("ALTER SEQUENCE \(sequence) OWNED BY \(table).\(column)") }
    }
    let made = try rules(of: table)
    let columns = Set(try self.columns(of: table).map(\.name))
    for rule in parts.rules where rule.columns.isSubset(of: columns) {
      // A declared key takes the place of another of the same columns.
      if made.contains(where: { $0.text == rule.text || $0.isKey && rule.isKey && $0.columns == rule.columns }) {
        continue
      }
      let name = made.contains { $0.name == rule.name } ? "" : "CONSTRAINT \(rule.name) "
      try rows("ALTER TABLE \(table) ADD \(name)\(rule.text)")
    }
    try keep(parts.comments, of: table, columns)
    for right in parts.rights where right.column.map({ columns.contains($0) }) ?? true { try rows(right.statement) }
  }

  /// What Moonshell noted in a comment is said anew; what people wrote stays above it.
  private func keep(
    _ comments: [(column: String?, text: String)], of table: String, _ columns: Set<String>
  ) throws(StoreError) {
    let made = try self.comments(of: table)
    for comment in comments where comment.column.map({ columns.contains($0) }) ?? true {
      let isOfTable = comment.column == nil
      var lines = comment.text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { isOfTable || !$0.hasPrefix(PostgreSQLDialect.remarkMark) }
      if lines.isEmpty { continue }
      if let noted = made.first(where: { $0.column == comment.column }) { lines.append(noted.text[...]) }
      let thing = comment.column.map { "COLUMN \(table).\(dialect.quoted($0))" } ?? "TABLE \(table)"
      try rows("COMMENT ON \(thing) IS \(Value.text(lines.joined(separator: "\n")))")
    }
  }

  private func rules(of table: String) throws(StoreError) -> [KeptParts.Rule] {
    try rows(KeptSQL.rules, [.text(table)]).map { KeptParts.Rule($0) }
  }

  private func comments(of table: String) throws(StoreError) -> [(column: String?, text: String)] {
    try rows(KeptSQL.comments, [.text(table)]).map { ($0[0], $0[1] ?? "") }
  }
}

extension String {
  /// Whether a comment holds a note of Moonshell's.
  func notes(_ word: String) -> Bool {
    split(separator: "\n").contains { $0 == PostgreSQLDialect.remarkMark + word }
  }
}

extension TableDescription.Column {
  /// Whether the database gives it numbers by itself.
  fileprivate var isNumbered: Bool { definition?.contains("AS IDENTITY") == true }
}

private enum KeptSQL {
  static let rules = """
    SELECT quote_ident(c.conname), pg_get_constraintdef(c.oid),
      (SELECT string_agg(a.attname, E'\\x1f') FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)),
      c.contype
    FROM pg_constraint c WHERE c.conrelid = $1::text::regclass AND c.contype IN ('u', 'x', 'c', 'f') ORDER BY c.oid
    """

  static let defaults = """
    SELECT a.attname, pg_get_expr(d.adbin, d.adrelid), pg_get_serial_sequence($1::text, a.attname)
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    WHERE d.adrelid = $1::text::regclass AND a.attgenerated = ''
    ORDER BY a.attnum
    """

  static let comments = """
    SELECT a.attname, d.description FROM pg_description d
    LEFT JOIN pg_attribute a ON a.attrelid = d.objoid AND a.attnum = d.objsubid AND d.objsubid > 0
    WHERE d.classoid = 'pg_class'::regclass AND d.objoid = $1::text::regclass AND (d.objsubid = 0 OR NOT a.attisdropped)
    ORDER BY d.objsubid
    """

  /// Whose it is, who may do what with it, and which rows they may see: the last of all that is said of a table, since it
  /// may keep out who says it.
  static let rights = """
    SELECT said, column_name FROM (
      SELECT 1, format('ALTER TABLE %s OWNER TO %I', $1::text, pg_get_userbyid(relowner)), NULL
      FROM pg_class WHERE oid = $1::text::regclass AND pg_get_userbyid(relowner) <> current_user
      UNION ALL
      SELECT 2, format('GRANT %s ON %s TO %s%s', g.privilege_type, $1::text,
          CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END,
          CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' END), NULL
      FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) g WHERE c.oid = $1::text::regclass AND g.grantee <> c.relowner
      UNION ALL
      SELECT 3, format('GRANT %s (%I) ON %s TO %s%s', g.privilege_type, a.attname, $1::text,
          CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END,
          CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' END), a.attname
      FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) g
      WHERE a.attrelid = $1::text::regclass AND a.attnum > 0 AND NOT a.attisdropped
      UNION ALL
      SELECT 4, format('CREATE POLICY %I ON %s AS %s FOR %s TO %s%s%s', p.polname, $1::text,
          CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
          CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE'
            ELSE 'ALL' END,
          (SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(r)) END, ', ')
            FROM unnest(p.polroles) r),
          ' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')',
          ' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')'), NULL
      FROM pg_policy p WHERE p.polrelid = $1::text::regclass
      UNION ALL
      SELECT 5, format('ALTER TABLE %s %s ROW LEVEL SECURITY', $1::text, word), NULL
      FROM pg_class c CROSS JOIN LATERAL (VALUES ('ENABLE', c.relrowsecurity), ('FORCE', c.relforcerowsecurity)) s(word, is_so)
      WHERE c.oid = $1::text::regclass AND is_so
    ) AS t(place, said, column_name) ORDER BY place, said
    """
}
