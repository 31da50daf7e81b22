/// How the server compares the texts of a column `a`, whose collation is `o`, in the database `b`.
enum CollationSQL {
  /// Whether they are in another order than that of their bytes.
  ///
  /// Of its own locale a database says the provider since version 15.
  static let isOfLanguage = """
    a.attcollation <> 0 AND o.collname NOT IN ('C', 'POSIX', 'C.utf8', 'C.UTF-8', 'ucs_basic')
      AND NOT (o.collname = 'default' AND coalesce(to_jsonb(b)->>'datlocprovider', 'c') = 'c'
        AND b.datcollate IN ('C', 'POSIX', 'C.utf8', 'C.UTF-8'))
    """
  /// Its name; nothing of the one by which Moonshell's own are compared.
  static let name = """
    CASE WHEN o.collname NOT IN ('C', 'POSIX') THEN CASE WHEN pg_collation_is_visible(o.oid) THEN '' ELSE
      o.collnamespace::regnamespace::text || '.' END || quote_ident(o.collname) END
    """
  /// Those that somebody has made for columns of a table `c`.
  static let needed = """
    SELECT c.relname, format('CREATE COLLATION IF NOT EXISTS %s (%s)', \(name), CASE o.collprovider
      WHEN 'i' THEN format('provider = icu, locale = %L, deterministic = %s', coalesce(
        to_jsonb(o)->>'colllocale', to_jsonb(o)->>'colliculocale', to_jsonb(o)->>'collcollate'),
        to_jsonb(o)->>'collisdeterministic')
      ELSE format('provider = libc, lc_collate = %L, lc_ctype = %L', o.collcollate, o.collctype) END), NULL
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_collation o ON o.oid = a.attcollation
    WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'f') AND pg_table_is_visible(c.oid)
      AND o.collnamespace <> 'pg_catalog'::regnamespace AND o.collprovider IN ('i', 'c')
    """
  /// Whether texts of other bytes may be equal.
  static let joinsTexts = "a.attcollation <> 0 AND to_jsonb(o)->>'collisdeterministic' = 'false'"
}

/// The sequences of which defaults take numbers.
enum SequenceSQL {
  /// Whether a default `d` takes those of a sequence that belongs to its own column.
  static func isOwn(_ table: String, _ column: String, _ value: String) -> String {
    """
    EXISTS (SELECT 1 FROM pg_depend u JOIN pg_class s ON s.oid = u.refobjid AND s.relkind = 'S'
        JOIN pg_depend w ON w.classid = 'pg_class'::regclass AND w.objid = s.oid AND w.deptype IN ('a', 'i')
        WHERE u.objid = \(value).oid AND u.classid = 'pg_attrdef'::regclass
          AND w.refobjid = \(table).oid AND w.refobjsubid = \(column).attnum)
    """
  }

  /// Whether a default `d` takes those of a sequence that belongs to any column: others are there before their tables.
  static func isOfColumn(_ value: String) -> String {
    """
    EXISTS (SELECT 1 FROM pg_depend u JOIN pg_class s ON s.oid = u.refobjid AND s.relkind = 'S'
        JOIN pg_depend w ON w.classid = 'pg_class'::regclass AND w.objid = s.oid AND w.deptype IN ('a', 'i')
        WHERE u.objid = \(value).oid AND u.classid = 'pg_attrdef'::regclass AND w.refobjsubid > 0)
    """
  }

  /// How the sequence of a numbered column `a` of a table counts, where that is not what such a one does by itself.
  static func numbers(_ table: String) -> String {
    """
    SELECT concat_ws(' ', CASE WHEN q.seqstart <> 1 THEN 'START WITH ' || q.seqstart END,
      CASE WHEN q.seqincrement <> 1 THEN 'INCREMENT BY ' || q.seqincrement END,
      CASE WHEN q.seqmin <> 1 THEN 'MINVALUE ' || q.seqmin END,
      CASE WHEN q.seqmax <> CASE q.seqtypid WHEN 'int2'::regtype THEN 32767 WHEN 'int4'::regtype THEN 2147483647
        ELSE 9223372036854775807 END THEN 'MAXVALUE ' || q.seqmax END,
      CASE WHEN q.seqcache <> 1 THEN 'CACHE ' || q.seqcache END, CASE WHEN q.seqcycle THEN 'CYCLE' END)
    FROM pg_depend w JOIN pg_sequence q ON q.seqrelid = w.objid
    WHERE w.classid = 'pg_class'::regclass AND w.refclassid = 'pg_class'::regclass AND w.deptype IN ('a', 'i')
      AND w.refobjid = \(table).oid AND w.refobjsubid = a.attnum
    """
  }

  /// What belongs to no table, and is there before it: `c` is the table.
  static let needed = """
    SELECT c.relname, format('CREATE SEQUENCE IF NOT EXISTS %s AS %s INCREMENT %s MINVALUE %s MAXVALUE %s START %s CACHE %s%s',
      s.oid::regclass, format_type(q.seqtypid, NULL), q.seqincrement, q.seqmin, q.seqmax, q.seqstart, q.seqcache,
      CASE WHEN q.seqcycle THEN ' CYCLE' ELSE '' END), s.oid::regclass::text
    FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid
    JOIN pg_depend u ON u.objid = d.oid AND u.classid = 'pg_attrdef'::regclass
    JOIN pg_class s ON s.oid = u.refobjid AND s.relkind = 'S' JOIN pg_sequence q ON q.seqrelid = s.oid
    WHERE pg_table_is_visible(c.oid)
      AND NOT EXISTS (SELECT 1 FROM pg_depend w WHERE w.classid = 'pg_class'::regclass AND w.objid = s.oid
        AND w.deptype IN ('a', 'i') AND w.refobjsubid > 0)
    """
}

/// What domains are made of, which may be domains.
enum DomainSQL {
  private static func levels(of type: String) -> String {
    """
    WITH RECURSIVE d(base, modifier) AS (
      SELECT \(type).typbasetype, \(type).typtypmod WHERE \(type).typtype = 'd'
      UNION ALL SELECT n.typbasetype, n.typtypmod FROM d JOIN pg_type n ON n.oid = d.base AND n.typtype = 'd')
    """
  }

  /// What is asked of the type at the bottom of a domain; NULL of a type that is none.
  static func base(_ asked: String, of type: String) -> String {
    // Most types are none: the levels are not asked of them.
    "CASE WHEN \(type).typtype = 'd' THEN "
      + "(\(levels(of: type)) SELECT \(asked) FROM d JOIN pg_type n ON n.oid = d.base AND n.typtype <> 'd') END"
  }

  /// All domains with the type at the bottom: `domains(type, base, modifier, required, checked)`, required where one of the
  /// levels takes no NULL, checked where one has CHECKs.
  static let all = """
    WITH RECURSIVE levels(type, base, modifier, required, checked) AS (
      SELECT t.oid, t.typbasetype, t.typtypmod, t.typnotnull, \(hasChecks("t")) FROM pg_type t WHERE t.typtype = 'd'
      UNION ALL SELECT l.type, n.typbasetype, n.typtypmod, l.required OR n.typnotnull, l.checked OR \(hasChecks("n"))
        FROM levels l JOIN pg_type n ON n.oid = l.base AND n.typtype = 'd'),
    domains AS (
      SELECT l.type, l.base, l.modifier, l.required, l.checked FROM levels l JOIN pg_type n ON n.oid = l.base AND n.typtype <> 'd')
    """

  private static func hasChecks(_ type: String) -> String {
    "EXISTS (SELECT 1 FROM pg_constraint k WHERE k.contypid = \(type).oid AND k.contype = 'c')"
  }

  /// The extensions that something of a table `c` needs: types, functions of defaults and indexes.
  static let extensions = """
    SELECT DISTINCT c.relname, format('CREATE EXTENSION IF NOT EXISTS %I', x.extname), NULL
    FROM pg_class c CROSS JOIN LATERAL (
      SELECT 'pg_type'::regclass AS classid, y.type AS objid FROM (
        WITH RECURSIVE y(type) AS (
          SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          UNION SELECT p.part FROM y JOIN pg_type t ON t.oid = y.type
            CROSS JOIN LATERAL (VALUES (t.typelem), (t.typbasetype)) p(part) WHERE p.part <> 0)
        SELECT type FROM y) y
      UNION ALL
      SELECT u.refclassid, u.refobjid FROM (
        SELECT 'pg_attrdef'::regclass, oid FROM pg_attrdef WHERE adrelid = c.oid
        UNION ALL SELECT 'pg_constraint'::regclass, oid FROM pg_constraint WHERE conrelid = c.oid
        UNION ALL SELECT 'pg_class'::regclass, indexrelid FROM pg_index WHERE indrelid = c.oid) o(class, id)
      JOIN pg_depend u ON u.classid = o.class AND u.objid = o.id
    ) n
    JOIN pg_depend e ON e.classid = n.classid AND e.objid = n.objid AND e.deptype = 'e'
    JOIN pg_extension x ON e.refclassid = 'pg_extension'::regclass AND x.oid = e.refobjid
    WHERE c.relkind IN ('r', 'p', 'f') AND pg_table_is_visible(c.oid)
      AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    """
}

/// Statements that ask the catalogs about tables.
enum TableSQL {
  static let visible = """
    pg_table_is_visible(t.oid)
      AND t.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = t.oid AND e.deptype = 'e')
    """

  // Domains are read once: asked of each column, they would make the server compile the statement, which takes longer than
  // to run it.
  static let columns = """
    \(DomainSQL.all)
    SELECT t.relname, t.relkind, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, col_description(t.oid, a.attnum),
      CASE WHEN o.collname IN ('C', 'POSIX') THEN 'C' END,
      format_type(m.base, m.modifier),
      CASE WHEN t.relkind IN ('v', 'm') THEN pg_get_viewdef(t.oid) END, obj_description(t.oid, 'pg_class'),
      \(CollationSQL.isOfLanguage),
      (SELECT string_agg(l.enumlabel, E'\\x1f' ORDER BY l.enumsortorder) FROM pg_enum l
        WHERE l.enumtypid = coalesce(m.base, y.oid)),
      t.relkind NOT IN ('v', 'm') AND coalesce(m.required, false), y.typdefault,
      \(SequenceSQL.isOwn("t", "a", "d")), CASE WHEN a.attcollation <> y.typcollation THEN \(CollationSQL.name) END,
      \(CollationSQL.joinsTexts), t.relhastriggers AND \(rewrites),
      CASE WHEN a.attidentity <> '' OR d.oid IS NOT NULL THEN (\(SequenceSQL.numbers("t"))) END,
      coalesce(m.checked, false)
    FROM pg_class t
    LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_type y ON y.oid = a.atttypid
    LEFT JOIN domains m ON m.type = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
    LEFT JOIN pg_collation o ON o.oid = a.attcollation
    JOIN pg_database b ON b.datname = current_database()
    WHERE t.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT t.relispartition AND

    """
  /// Whether a trigger of the table `t` may change a row before it is inserted or updated: of each row, before, and of
  /// one of the two.
  private static let rewrites = """
    EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = t.oid AND g.tgtype & 3 = 3 AND g.tgtype & 20 <> 0
      AND NOT g.tgisinternal AND g.tgenabled <> 'D')
    """
  /// Those of the schemas that are searched which stand behind another of their name.
  static let hidden = """
    SELECT t.relname, t.relnamespace::regnamespace::text FROM pg_class t
    WHERE t.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT t.relispartition AND NOT pg_table_is_visible(t.oid)
      AND t.relnamespace::regnamespace::name = ANY (current_schemas(false))
    ORDER BY t.relname COLLATE "C", 2
    """
  /// Whether a table `table` is the one of a name: the one that is spelled so, or else any but for case.
  static func isNamed(_ table: String, _ name: String) -> String {
    """
    lower(\(table).relname) = lower(\(name)) AND (\(table).relname = \(name) OR NOT EXISTS (
      SELECT 1 FROM pg_class e WHERE e.relname = \(name) AND pg_table_is_visible(e.oid)
        AND e.relkind IN ('r', 'p', 'v', 'm', 'f')))
    """
  }

  static let columnOrder = "\nORDER BY t.relname COLLATE \"C\", a.attnum"

  /// Keys to tables that are hidden behind others of their names lead nowhere.
  static let constraints = """
    SELECT t.relname, c.contype, c.conname,
      (SELECT string_agg(a.attname, E'\\x1f' ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY k(number, place)
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number),
      p.relname,
      (SELECT string_agg(a.attname, E'\\x1f' ORDER BY k.place) FROM unnest(c.confkey) WITH ORDINALITY k(number, place)
        JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number),
      c.confdeltype, pg_get_constraintdef(c.oid), c.confupdtype
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid LEFT JOIN pg_class p ON p.oid = c.confrelid
    WHERE c.contype IN ('p', 'f', 'c', 'u', 'x') AND (p.oid IS NULL OR pg_table_is_visible(p.oid)) AND

    """
  static let constraintOrder = "\nORDER BY c.oid"
  static let indexOrder = "\nORDER BY x.oid"

  static let indexes = """
    SELECT t.relname, x.relname, i.indisunique, i.indpred IS NOT NULL OR i.indexprs IS NOT NULL,
      CASE WHEN i.indexprs IS NULL THEN
        (SELECT string_agg(a.attname, E'\\x1f' ORDER BY k.place)
          FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(number, place)
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number WHERE k.place <= i.indnkeyatts) END,
      EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u', 'x')),
      pg_get_indexdef(i.indexrelid), i.indisprimary AND i.indnkeyatts = 1, pg_get_indexdef(i.indexrelid, 0, true)
    FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE NOT t.relispartition AND

    """
}
