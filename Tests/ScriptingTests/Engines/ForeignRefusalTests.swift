import TestSupport
import Testing

/// What is said where a server refuses something: which field, and what to do.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ForeignRefusalTests {
  private func script() throws -> Script {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute [[CREATE TABLE person (id int PRIMARY KEY, name text, ip inet, n numeric(10,3))]]
      db:execute [[CREATE UNIQUE INDEX person_lower_name ON person (lower(name))]]
      db:execute [[INSERT INTO person VALUES (1, 'Ann', NULL, NULL)]]
      db:reflect()
      """)
    return script
  }

  @Test func `a value that is not taken is named with its field`() throws {
    let script = try script()
    #expect(script.failure("Person:create { id = 2, ip = '1.2.3' }").contains("Person: ip: invalid input syntax"))
    #expect(script.failure("Person:create { id = 2, n = '0.12345' }").contains("3 digits behind the point (10 in all)"))
    #expect(
      script.failure("Person:create { id = 2, name = 'ANN' }").contains("Person: lower(name): 'ann' exists already"))
    let words = script.failure("db:execute [[INSERT INTO person VALUES (2, 'ann')]]")
    #expect(
      words.contains("'person_lower_name' is unique, and it has this entry already: lower(name) 'ann'"), "\(words)")
  }

  @Test func `a statement that was cancelled did not wait for a lock, nor did one that took too long`() throws {
    let script = try script()
    try script.run("db:execute 'SET statement_timeout = 50'")
    let late = script.failure("db:query 'SELECT pg_sleep(5)'")
    #expect(late.contains("longer than statement_timeout allows") && !late.contains("is locked"), "\(late)")
    try script.run("db:execute 'SET statement_timeout = 0'")
    try script.run(
      """
      db:execute [[CREATE FUNCTION stop() RETURNS void LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_cancel_backend(pg_backend_pid()); PERFORM pg_sleep(5); END $$]]
      """)
    let ended = script.failure("db:query 'SELECT stop()'")
    #expect(ended.contains("was cancelled in the server") && !ended.contains("timeout"), "\(ended)")
    #expect(!ended.contains("is locked"), "\(ended)")
  }

  @Test func `a table that is named with its schema is said how to name`() throws {
    let script = try script()
    let words = script.failure("P = entity 'P' { table = 'hr.person', name = text {} } return P:count()")
    #expect(words.contains("say \"person\" alone") && words.contains("search_path%3Dhr%2Cpublic"), "\(words)")
  }

  @Test func `a key to rows that are not there is named, for a database that would not have it`() throws {
    let script = try script()
    try script.run(
      """
      db:execute [[CREATE TABLE pet (id int PRIMARY KEY, owner int)]]
      db:execute [[INSERT INTO pet VALUES (1, 9)]]
      db:execute [[ALTER TABLE pet ADD CONSTRAINT pet_owner FOREIGN KEY (owner) REFERENCES person NOT VALID]]
      """)
    let words = script.failure("db:copy_to(open ':memory:')")
    #expect(words.contains("copy_to: 1 row of Pet refers to no row of person by 'owner'"), "\(words)")
    // A server keeps such a key as it is.
    try script.run("other = open [[\(PostgreSQLServer.address(of: "refusal_target"))]]")
    try script.expect(
      "return tostring(db:copy_to(other)):match 'copied %d rows of %d entities'", "copied 2 rows of 2 entities")
  }

  @Test func `a value of another size than its column is named with its field`() throws {
    let script = try script()
    try script.run(
      "db:execute [[CREATE TABLE size (id int PRIMARY KEY, b bit(4), v bit varying(8), r real)]] db:reflect()")
    #expect(script.failure("Size:create { id = 1, b = '01011' }").contains("Size: b: '01011' does not fit"))
    #expect(script.failure("Size:create { id = 1, v = '010110001' }").contains("Size: v: '010110001' does not fit"))
    #expect(script.failure("Size:create { id = 1, r = 1e300 }").contains("Size: r: 1e+300 does not fit"))
    #expect(script.failure("Size:create { id = 1, r = 1e-300 }").contains("Size: r: 1e-300 does not fit"))
    try script.run("Size:create { id = 1, b = '0101', v = '1', r = 0.5 }")
  }
}
