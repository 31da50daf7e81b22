import TestSupport
import Testing

/// Columns of a server whose numbers come of a sequence that many share, and whose texts compare by rules of their own.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignDefaultTests {
  private static let made = [
    "CREATE SEQUENCE numbers START 5",
    "CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    """
    CREATE TABLE odd (id serial PRIMARY KEY, e int DEFAULT nextval('numbers'), s text COLLATE ci UNIQUE,
      d varchar(9) COLLATE "de-x-icu")
    """,
    "CREATE TABLE keyed (id int PRIMARY KEY DEFAULT nextval('numbers'), a int)",
    "INSERT INTO odd (s) VALUES ('a')",
  ]

  private func script(_ name: String, _ statements: [String] = made) throws -> Script {
    try Script.ofOthers(name, statements)
  }

  @Test func `the source of the schema has the sequence and the rules`() throws {
    let script = try script("default_source")
    try script.expect("return Odd:create { s = 'b' }.e, Keyed:create { a = 1 }.id, Keyed:create { a = 1 }.id", "6 7 8")
    let source = try script.run("return db:schema_source()")
    for words in [
      "\"e\" integer DEFAULT nextval('numbers'::regclass)", "\"s\" text UNIQUE COLLATE ci",
      "\"d\" character varying(9) COLLATE \"de-x-icu\"",
    ] { #expect(source.contains(words), "\(words): \(source)") }
    let again = try self.script("default_again", [])
    try again.run(source)
    try again.expect("return tostring(db:migrate { dry_run = true })", "nothing to migrate: the tables are as declared")
    try again.expect("return Odd:create { s = 'a' }.e, Keyed:create { a = 1 }.id", "5 6")
    #expect(again.failure("Odd:create { s = 'A' }").contains("exists already"))
  }

  @Test func `a copy goes on with the numbers of a sequence`() throws {
    let script = try script("default_from")
    _ = try self.script("default_to", [])
    try script.run("other = open [[\(PostgreSQLServer.address(ofDatabase: "default_to"))]] db:copy_to(other)")
    try script.expect(
      """
      other:execute "INSERT INTO odd (s) VALUES ('b')"
      other:execute "INSERT INTO odd (e, s) VALUES (NULL, 'c')"
      return other:query("SELECT e FROM odd WHERE s = 'B'")[1].e
      """, "6")
  }

  @Test func `a copy counts the keys of a sequence that belongs to nobody as it does`() throws {
    let script = try script(
      "default_steps",
      [
        "CREATE SEQUENCE steps START 1000 INCREMENT 10",
        "CREATE TABLE bill (no bigint PRIMARY KEY DEFAULT nextval('steps'), a int)",
        "CREATE TABLE owned (no bigserial PRIMARY KEY, a int)",
        "CREATE TABLE borrowing (no bigint PRIMARY KEY DEFAULT nextval('owned_no_seq'), a int)",
        "INSERT INTO bill (a) VALUES (1), (2)",
      ])
    _ = try self.script("default_steps_to", [])
    try script.run("other = open [[\(PostgreSQLServer.address(ofDatabase: "default_steps_to"))]] db:copy_to(other)")
    try script.expect(
      """
      other:execute "INSERT INTO bill (a) VALUES (3)"
      other:execute "INSERT INTO borrowing (a) VALUES (3)"
      return table.concat(Bill:on(other):sorted_by("no"):pluck "no", " "), Borrowing:on(other):count()
      """, "1000 1010 1020 1")
  }
}
