import Query
import Schema
import Store

extension PostgreSQLEngine {
  package func users(of column: String, in table: String) throws(StoreError) -> [ColumnUser] {
    let names: [Value] = [.text(dialect.quoted(table)), .text(PostgreSQLDialect.fitting(column))]
    return try rows(UserSQL.all, names).map { ColumnUser(words: $0[0] ?? "", drop: $0[1] ?? "", make: $0[2]) }
  }
}

private enum UserSQL {
  /// Indexes, keys and CHECKs go, and are made, with the column by themselves.
  static let all = """
    SELECT words, drop_it, make_it FROM (
      SELECT DISTINCT format('view %s', v.oid::regclass) AS words,
        format('DROP %sVIEW %s', CASE v.relkind WHEN 'm' THEN 'MATERIALIZED ' ELSE '' END, v.oid::regclass) AS drop_it,
        format('CREATE %sVIEW %s AS %s', CASE v.relkind WHEN 'm' THEN 'MATERIALIZED ' ELSE '' END, v.oid::regclass,
          rtrim(btrim(pg_get_viewdef(v.oid), E' \\n'), ';')) AS make_it
      FROM used u JOIN pg_rewrite r ON u.classid = 'pg_rewrite'::regclass AND r.oid = u.objid
      JOIN pg_class v ON v.oid = r.ev_class AND v.relkind IN ('v', 'm')
      UNION ALL
      SELECT format('trigger %I', t.tgname), format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass),
        pg_get_triggerdef(t.oid)
      FROM used u JOIN pg_trigger t ON u.classid = 'pg_trigger'::regclass AND t.oid = u.objid AND NOT t.tgisinternal
      UNION ALL
      SELECT format('policy %I', p.polname), format('DROP POLICY %I ON %s', p.polname, p.polrelid::regclass), NULL
      FROM used u JOIN pg_policy p ON u.classid = 'pg_policy'::regclass AND p.oid = u.objid
      UNION ALL
      SELECT DISTINCT format('column %I', a.attname),
        format('ALTER TABLE %s DROP COLUMN %I', a.attrelid::regclass, a.attname),
        format('ALTER TABLE %s ADD COLUMN %I %s GENERATED ALWAYS AS (%s) STORED', a.attrelid::regclass, a.attname,
          format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid))
      FROM used u JOIN pg_attrdef d ON d.adrelid = u.refobjid
      JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum AND a.attgenerated <> ''
      WHERE a.attnum <> u.refobjsubid
        AND (u.classid = 'pg_attrdef'::regclass AND u.objid = d.oid
          OR u.classid = 'pg_class'::regclass AND u.objid = d.adrelid AND u.objsubid = a.attnum)
    ) AS found ORDER BY 1
    """.withUses
}

extension String {
  /// The statement with what depends on the column under the name `used`.
  fileprivate var withUses: String {
    """
    WITH used AS (
      SELECT d.* FROM pg_depend d JOIN pg_attribute c ON c.attrelid = d.refobjid AND c.attnum = d.refobjsubid
      WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = to_regclass($1) AND c.attname = $2
    )
    \(self)
    """
  }
}
