import TestSupport
import Testing

/// The source and the copies of databases whose tables and types lie in several schemas.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignSourceSchemaTests {
  @Test func `a type of another schema is found where it is, and made where it is not`() throws {
    let script = try Script.ofOthers(
      "source_types",
      [
        "CREATE SCHEMA s", "CREATE SCHEMA r", "CREATE TYPE s.st AS ENUM ('x')",
        "CREATE DOMAIN s.pos AS int CHECK (VALUE > 0)",
        "CREATE TYPE r.odd AS ENUM ('y')", "CREATE TYPE s.odd AS ENUM ('z')",
        "CREATE TABLE s.t (id serial PRIMARY KEY, a s.st, p s.pos, o s.odd, n real DEFAULT 'NaN')",
        "CREATE TABLE r.u (id int PRIMARY KEY, o r.odd)",
      ])
    // The schemas are searched by those who connect when there are tables in them.
    let location = try PostgreSQLServer.address(ofDatabase: "source_types")
    let late = try Script(location: location)
    try late.run("db:reflect()")
    let source = try late.run("return db:schema_source()")
    #expect(source.contains("CREATE TABLE"), "\(source)")
    try late.expect(
      source + "\nreturn tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
    try late.expect("return db:query([[SELECT count(*) AS n FROM pg_type WHERE typname IN ('st', 'pos')]])[1].n", "2")
    try script.run("db:execute 'CREATE DATABASE source_types_new'")
    let fresh = try Script(location: try PostgreSQLServer.address(ofDatabase: "source_types_new"))
    try fresh.run(source)
    try fresh.expect("return db:query([[SELECT count(*) AS n FROM pg_type WHERE typname = 'odd']])[1].n", "2")
    try script.run("db:execute 'CREATE DATABASE source_types_copy'")
    try late.run("other = open [[\(PostgreSQLServer.address(ofDatabase: "source_types_copy"))]]")
    #expect(try late.run("return tostring(db:copy_to(other))").contains("copied 0 rows of 2 entities"))
  }

  @Test func `a copy says which tables it leaves behind, and takes comments or says that it does not`() throws {
    let script = try Script.ofOthers(
      "copy_hidden",
      [
        "CREATE SCHEMA hr", "CREATE TABLE public.t (id int PRIMARY KEY)", "CREATE TABLE hr.t (id int PRIMARY KEY)",
        "CREATE TABLE hr.only (id int PRIMARY KEY, t int REFERENCES hr.t)",
        "COMMENT ON TABLE public.t IS 'all of them'",
        "COMMENT ON COLUMN hr.only.id IS 'its number'", "INSERT INTO hr.t VALUES (1)",
        "INSERT INTO public.t VALUES (1)",
        "CREATE DATABASE copy_hidden_to",
      ])
    let late = try Script(location: try PostgreSQLServer.address(ofDatabase: "copy_hidden"))
    try late.run("db:reflect()")
    let file = try late.run("return tostring(db:copy_to(open ':memory:'))")
    #expect(file.contains("table 'hr.t', which is hidden behind another 't'"), "\(file)")
    #expect(file.contains("comments of T") && file.contains("comments of Only"), "\(file)")
    try late.run("other = open [[\(PostgreSQLServer.address(ofDatabase: "copy_hidden_to"))]]")
    let report = try late.run("return tostring(db:copy_to(other))")
    #expect(report.contains("table 'hr.t', which is hidden") && !report.contains("comments"), "\(report)")
    #expect(report.contains("key 'only_t_fkey' to hr.t"), "\(report)")
    try late.expect(
      "return other:query([[SELECT obj_description('t'::regclass) AS c, col_description('only'::regclass, 1) AS d]])[1].c",
      "all of them")
    _ = script
  }

  @Test func `what a constraint says beside its rule is kept, and types and tables come in an order that works`() throws
  {
    let statements = [
      "CREATE TYPE mood AS ENUM ('a', 'b')",
      """
      CREATE TABLE zcity (id int PRIMARY KEY, m mood, u int UNIQUE NULLS NOT DISTINCT, c int CHECK (c > 0) NO INHERIT,
        d int UNIQUE DEFERRABLE INITIALLY DEFERRED)
      """,
      "CREATE TABLE capital (n int) INHERITS (zcity)",
      "CREATE TABLE acity (id int PRIMARY KEY DEFERRABLE, z int REFERENCES zcity)",
      "CREATE VIEW aview AS SELECT * FROM zcity",
    ]
    let source = try Script.ofOthers("said_rules", statements)
    let expected = try source.run(Self.rules)
    #expect(expected.contains("NULLS NOT DISTINCT") && expected.contains("NO INHERIT"), "\(expected)")
    for (name, text) in [("said_rules_lua", "db:schema_source()"), ("said_rules_sql", "generate 'sql'")] {
      let made = try source.run("return \(text)")
      let copy = try Script.ofOthers(name, name.hasSuffix("sql") ? Self.statements(made) : [])
      if name.hasSuffix("lua") { try copy.run(made) }
      #expect(try copy.run(Self.rules) == expected, "\(made)")
    }
  }

  /// Those of a text; blocks of code have semicolons of their own.
  private static func statements(_ text: String) -> [String] {
    var all: [String] = []
    for part in text.split(separator: ";\n") {
      if let last = all.last, last.hasPrefix("DO $do$"), !last.hasSuffix("END $do$") {
        all[all.count - 1] += ";\n" + part
      } else {
        all.append(String(part))
      }
    }
    return all
  }

  private static let rules = """
    local list = {}
    for _, row in ipairs(db:query [[SELECT conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) AS r FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace ORDER BY 1]]) do list[#list + 1] = row.r end
    return table.concat(list, "; ")
    """
}
