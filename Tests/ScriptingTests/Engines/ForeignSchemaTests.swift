import TestSupport
import Testing

/// Databases that other programs made on a server: schemas, types, parts and rules of their own.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignSchemaTests {
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

  /// A database of this name, and a script on it.
  private func script(_ name: String, _ statements: [String] = made) throws -> Script {
    let main = try Script(engine: .postgresql)
    try main.run("db:execute 'CREATE DATABASE \(name)'")
    let address = try PostgreSQLServer.address(of: "x").replacing("/postgres?", with: "/\(name)?")
    let location = String(address.prefix { $0 != "&" })
    let maker = try Script(location: location)
    for statement in statements { try maker.run("db:execute [==[\(statement)]==]") }
    let script = try Script(location: location)
    try script.run("db:reflect()")
    return script
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
    let source = try script.run("return db:schema_source()")
    try script.expect(
      source + "\nreturn tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
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
}
