import TestSupport
import Testing

/// Databases that other programs made on a server: schemas, types, parts and rules of their own.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignSchemaTests {
  @Test func `a number that a server gives may be a part of a key`() throws {
    let script = try Script(engine: .postgresql)
    try script.expect(
      """
      db:execute "CREATE TABLE part (id BIGSERIAL, at DATE NOT NULL, x TEXT, PRIMARY KEY (id, at)) PARTITION BY RANGE (at)"
      db:execute "CREATE TABLE part_26 PARTITION OF part FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')"
      db:reflect()
      local a, b = Part:create { at = "2026-01-01", x = "a" }, Part:create { at = "2026-01-01", x = "b" }
      b:assign { x = "c" }:save()
      print(a.id, b.id, Part:get { 2, "2026-01-01" }.x, Part:create { id = 9, at = "2026-02-01" }.id, Part:count())
      """, "1 2 c 9 3")
  }

  @Test func `an object without members stays one where it is the default of a column`() throws {
    let script = try Script(engine: .postgresql)
    try script.expect(
      """
      db:execute [[CREATE TABLE u (id SERIAL PRIMARY KEY, a JSONB NOT NULL DEFAULT '{}', b JSON DEFAULT '{"x":{}}', c JSONB DEFAULT '[1]')]]
      db:reflect()
      U:create {}
      local row = db:query "SELECT a::text AS a, b::text AS b, c::text AS c FROM u"[1]
      print(row.a, row.b, row.c, #U:first().c)
      """, #"{} {"x":{}} [1] 1"#)
  }

  private static let made = [
    "CREATE SCHEMA sales", "CREATE SCHEMA \"Odd one\"",
    "CREATE TYPE mood AS ENUM ('sad', 'ok')", "CREATE DOMAIN mail AS text CHECK (VALUE LIKE '%@%')",
    """
    CREATE TABLE customer (id serial PRIMARY KEY, name varchar(80) NOT NULL, mail mail, mood mood DEFAULT 'ok',
      credit numeric(12,2) DEFAULT 0 CHECK (credit >= 0), low int, high int, CHECK (low < high), UNIQUE (name, mail))
    """,
    "CREATE TABLE sales.region (code char(2) PRIMARY KEY, name text)",
    """
    CREATE TABLE "Odd one"."Order" ("Id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      "CustomerId" int NOT NULL REFERENCES customer ON DELETE CASCADE, region char(2) REFERENCES sales.region)
    """,
    "CREATE TABLE measure (at timestamptz NOT NULL, v float8) PARTITION BY RANGE (at)",
    "CREATE TABLE measure_24 PARTITION OF measure FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')",
    "CREATE TABLE sales.customer (id int PRIMARY KEY)",
    "CREATE INDEX ON customer (lower(name))", "CREATE VIEW rich AS SELECT id, name FROM customer WHERE credit > 100",
  ]

  /// What comes behind by its name comes first: a table that another inherits, a view that another reads; and an index of
  /// some rows, said of types that only the server has.
  private static let odd = [
    "CREATE TYPE mood AS ENUM ('sad', 'ok')",
    "CREATE TABLE city (name text PRIMARY KEY, people int)", "CREATE TABLE capital (state text) INHERITS (city)",
    """
    CREATE TABLE "order" (id int PRIMARY KEY, paid boolean NOT NULL DEFAULT false, mood mood, at timestamptz,
      more jsonb DEFAULT '{}', CHECK (paid OR id > 0))
    """,
    "CREATE INDEX unpaid ON \"order\" (at DESC NULLS LAST) WHERE NOT paid",
    "CREATE INDEX happy ON \"order\" (at) WHERE mood = 'ok' AND paid",
    "CREATE TABLE twice (id int PRIMARY KEY, \"Name\" text, name text)",
    "CREATE VIEW z_paid AS SELECT id FROM \"order\" WHERE paid", "CREATE VIEW a_paid AS SELECT * FROM z_paid",
  ]

  /// A database of this name, and a script on it.
  private func script(_ name: String, _ statements: [String] = made) throws -> Script {
    let main = try Script(engine: .postgresql)
    try main.run("db:execute 'CREATE DATABASE \(name)'")
    let location = try PostgreSQLServer.address(ofDatabase: name)
    let maker = try Script(location: location)
    for statement in statements { try maker.run("db:execute [==[\(statement)]==]") }
    let script = try Script(location: location)
    try script.run("db:reflect()")
    return script
  }

  @Test func `a copy takes the tables of all schemas, with the types that they use`() throws {
    _ = try self.script("copy_target", [])
    let rows = [
      "INSERT INTO capital VALUES ('Oslo', 700000, 'Norway')", "INSERT INTO city VALUES ('Bergen', 290000)",
      "INSERT INTO customer (name, mail, credit) VALUES ('Ann', 'a@x', 200)",
      "INSERT INTO sales.region VALUES ('EU', 'Europe')",
      "INSERT INTO \"Odd one\".\"Order\" (\"CustomerId\", region) VALUES (1, 'EU')", "CREATE TABLE nothing ()",
      "CREATE INDEX large ON city (people) WHERE people > 100::bigint",
    ]
    let tables =
      Self.made + Self.odd.filter { !$0.contains("\"order\"") && !$0.contains("TYPE") && !$0.contains("a_paid") }
    let script = try script("copy_source", tables + rows)
    try script.run("other = open [[\(PostgreSQLServer.address(ofDatabase: "copy_target"))]]")
    #expect(
      try script.run("return db:copy_to(other)").contains("that 'capital' inherits from 'city'"))
    try script.expect(
      """
      return City:on(other):count(), Order:on(other):first().customer.name, Region:on(other):count(),
        Rich:on(other):count(), other:query("SELECT mood FROM customer")[1].mood
      """, "2 Ann 1 1 ok")
    #expect(script.failure("other:execute \"INSERT INTO customer (name, mail) VALUES ('x', 'x')\"").contains("mail"))
    // What a file cannot have is left behind, too.
    let left = try script.run("return db:copy_to(open ':memory:')")
    #expect(left.contains("table 'nothing', which has no columns"), "\(left)")
    #expect(left.contains("index 'large'"), "\(left)")
    #expect(left.contains("table 'twice', whose columns differ in nothing but case"), "\(left)")
  }

  @Test func `tables of all schemas are entities, and the one in public hides others of its name`() throws {
    let script = try script("foreign_schemas")
    try script.expect(
      "local t = db:tables() table.sort(t) return table.concat(t, ' ')", "Order customer measure region rich")
    try script.expect(
      """
      Region:create { code = "EU", name = "Europe" }
      local c = Customer:create { name = "Ann", credit = decimal "5" }
      local o = Order:create { customer = c, region = "EU" }
      return c.order:count(), o.customer.name, o.region, Customer:first().mood
      """, "1 Ann EU ok")
    #expect(script.failure("Customer:create { name = 'x', credit = decimal '-1' }").contains("credit"))
    try script.expect("entity 'New' { a = text {} } db:create_all() return New:create { a = 'x' }.id", "1")
    try script.expect(
      "return db:query(\"SELECT schemaname FROM pg_tables WHERE tablename = 'new'\")[1].schemaname", "public")
  }

  @Test func `the source of a schema makes it again with its types, rules, parts and keys`() throws {
    let script = try script("foreign_source")
    let source = try script.run("Region:create { code = 'EU', name = 'Europe' } return db:schema_source()")
    try script.expect(
      source + "\nreturn tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
    // A table of another schema is there.
    try script.expect("return Region:count()", "1")
    let again = try self.script("foreign_again", [])
    try again.run(source)
    try again.expect("return tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
    #expect(again.failure("db:execute \"INSERT INTO customer (name, credit) VALUES ('x', -1)\"").contains("CHECK"))
    #expect(again.failure("db:execute \"INSERT INTO customer (name, mood) VALUES ('x', 'mad')\"").contains("mood"))
    #expect(
      again.failure("db:execute \"INSERT INTO customer (name, low, high) VALUES ('x', 2, 1)\"").contains("low"))
    try again.expect(
      """
      db:execute "INSERT INTO measure VALUES ('2024-05-05', 1)"
      db:execute "INSERT INTO customer (name, credit) VALUES ('Ann', 200)"
      return Measure:count(), Rich:first().name, Customer:first().id
      """, "1 Ann 1")
    #expect(
      again.failure("db:execute 'INSERT INTO \"Order\" (\"CustomerId\") VALUES (77)'").contains("FOREIGN KEY"))
  }

  @Test func `what is made in an order of its own, or of types of the server, is made again`() throws {
    let script = try script("odd_source", Self.odd)
    let source = try script.run("return db:schema_source()")
    let nothing = "nothing to migrate: the tables are as declared"
    try script.expect(source + "\nreturn tostring(db:migrate { dry_run = true })", nothing)
    let again = try self.script("odd_again", [])
    try again.run(source)
    try again.expect("return tostring(db:migrate { dry_run = true })", nothing)
    try again.expect(
      """
      db:execute "INSERT INTO capital VALUES ('Oslo', 700000, 'Norway')"
      db:execute "INSERT INTO twice VALUES (1, 'A', 'b')"
      db:execute "INSERT INTO \\"order\\" VALUES (1, true, 'ok', NULL)"
      return City:count(), APaid:count(), Twice:first().name
      """, "1 1 b")
    try again.expect(
      "return #db:query \"SELECT 1 FROM pg_indexes WHERE indexname IN ('unpaid', 'happy')\"", "2")
    // A statement that names no place in its text says what is missing in the server's words.
    #expect(script.failure("db:execute 'CREATE TABLE x (a int) INHERITS (nowhere)'").contains("\"nowhere\""))
  }

  /// A table whose columns are of other types than Moonshell's, and which a migration changes.
  private static let ruled = [
    "CREATE ROLE ruled_reader",
    "CREATE TABLE place (id int PRIMARY KEY)", "INSERT INTO place VALUES (1)",
    """
    CREATE TABLE ruled (id serial PRIMARY KEY, x int UNIQUE, y int CHECK (y > 0), number serial, name varchar(20),
      place int REFERENCES place ON DELETE CASCADE, at text DEFAULT 'a' || 'b', CHECK (y < x), UNIQUE (y, name))
    """,
    "COMMENT ON TABLE ruled IS 'What is ruled'", "COMMENT ON COLUMN ruled.name IS 'Who it is'",
    "GRANT SELECT ON ruled TO ruled_reader", "GRANT UPDATE (name) ON ruled TO ruled_reader",
    "ALTER TABLE ruled ENABLE ROW LEVEL SECURITY",
    "CREATE POLICY few_rows ON ruled FOR SELECT TO ruled_reader USING (x > 1)",
    "CREATE VIEW shown AS SELECT name FROM ruled", "GRANT SELECT ON shown TO ruled_reader",
    "INSERT INTO ruled (x, y, name, place) VALUES (2, 1, 'Ann', 1)",
  ]

  @Test func `a table that a migration changes keeps what others said of it, also in the next migration`() throws {
    let script = try script("foreign_ruled", Self.ruled)
    try script.run(
      """
      Ruled = entity "Ruled" {
        x = integer {}, y = integer { required = true }, number = integer {}, name = text { required = true },
        home = integer { column = "place" }, at = text {},
      }
      """)
    let plan = try script.run("return tostring(db:migrate())")
    #expect(plan.contains("ruled (Ruled, 1 row)\n  ~ y       is required\n  ~ number  may be NULL\n"), "\(plan)")
    try script.expect("return tostring(db:migrate())", "nothing to migrate: the tables are as declared")
    // A change of one column alone leaves the rest, too.
    try script.run(
      """
      Ruled = entity "Ruled" {
        x = integer {}, y = integer {}, number = integer {}, name = text { required = true },
        home = integer { column = "place" }, at = text {}, more = text { default = "m" },
      }
      db:migrate()
      db:execute "INSERT INTO ruled (x, y, name, place) VALUES (4, 3, 'Bob', 1)"
      """)
    try script.expect("local r = Ruled:get(2) return r.name, r.number, r.at, r.more", "Bob 2 ab m")
    for (values, word) in [
      ("2, 1, 'x', 1", "x"), ("9, 0, 'x', 1", "y"), ("1, 9, 'x', 1", "y"), ("9, 8, 'x', 2", "FOREIGN KEY"),
      ("9, 1, 'Ann', 1", "name"),
    ] {
      let message = script.failure("db:execute \"INSERT INTO ruled (x, y, name, place) VALUES (\(values))\"")
      #expect(message.contains(word), "\(values): \(message)")
    }
    try script.expect(
      """
      local facts = db:query [[SELECT obj_description('ruled'::regclass) AS whole,
        col_description('ruled'::regclass, (SELECT attnum FROM pg_attribute WHERE attrelid = 'ruled'::regclass AND attname = 'name')) AS name,
        has_table_privilege('ruled_reader', 'ruled', 'SELECT')::text AS reads, has_table_privilege('ruled_reader', 'shown', 'SELECT')::text AS sees,
        has_column_privilege('ruled_reader', 'ruled', 'name', 'UPDATE')::text AS names,
        (SELECT count(*) FROM pg_policies WHERE tablename = 'ruled') AS policies]][1]
      print(facts.whole:match "^[%w ]*", facts.name, facts.reads, facts.sees, facts.names, facts.policies)
      """, "What is ruled Who it is true true true 1")
  }

  @Test func `a table that another program made of the types of Moonshell's own is none of its own`() throws {
    let script = try script(
      "foreign_like_own", ["CREATE TABLE plain (id bigint PRIMARY KEY, x bigint UNIQUE, y bigint CHECK (y > 0))"])
    try script.expect(
      """
      Plain = entity "Plain" { x = integer {}, y = integer {} }
      return tostring(db:migrate())
      """, "nothing to migrate: the tables are as declared")
  }

  @Test func `a table that is made anew stays in its schema`() throws {
    let script = try script("schema_kept", ["CREATE SCHEMA sales", "CREATE TABLE sales.region (id int PRIMARY KEY)"])
    try script.expect(
      """
      Own = entity "Own" { x = integer {}, y = integer { generated = "x + 2" } }
      db:create_all()
      Own:create { x = 1 }
      db:execute "ALTER TABLE own SET SCHEMA sales"
      Own = entity "Own" { x = integer {}, y = integer { generated = "x + 3" } }
      print((db:migrate { dry_run = true }:sql():find('CREATE TABLE IF NOT EXISTS sales."moonshell_new_own"', 1, true)) ~= nil)
      """, "true")
    try script.run("db:migrate()")
    try script.expect(
      """
      print(db:query "SELECT relnamespace::regnamespace::text AS n FROM pg_class WHERE relname = 'own'"[1].n, Own:first().y)
      print(db:migrate { dry_run = true })
      """,
      """
      sales 4
      nothing to migrate: the tables are as declared
      """)
  }

  @Test(arguments: [true, false]) func `a copy names the tables that stood in another schema`(isServer: Bool) throws {
    let name = "schema_copied_\(isServer)"
    let script = try self.script(
      name,
      [
        "CREATE SCHEMA sales", "CREATE TABLE sales.region (id int PRIMARY KEY)",
        "CREATE TABLE town (id int PRIMARY KEY)",
      ])
    var target = ":memory:"
    if isServer {
      try script.run("db:execute 'CREATE DATABASE \(name)_target'")
      target = try PostgreSQLServer.address(ofDatabase: name + "_target")
    }
    let report = try script.run("return tostring(db:copy_to(open '\(target)'))")
    #expect(report.contains("left behind: that 'region' stands in the schema sales"), "\(report)")
    #expect(!report.contains("'town'"), "\(report)")
  }
}
