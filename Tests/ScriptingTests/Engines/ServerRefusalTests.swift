import TestSupport
import Testing

/// What only a server refuses is said with the names of the entity and of the fields.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ServerRefusalTests {
  private func script(_ statements: String...) throws -> Script {
    let script = try Script(engine: .postgresql)
    for statement in statements { try script.run("db:execute [==[\(statement)]==]") }
    try script.run("db:reflect()")
    return script
  }

  @Test func `a row for which there is no partition`() throws {
    let script = try script(
      "CREATE TABLE part (id int, at date NOT NULL, PRIMARY KEY (id, at)) PARTITION BY RANGE (at)",
      "CREATE TABLE part_24 PARTITION OF part FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')")
    let words = "Part: at: no partition of the table takes '2020-01-01': make one for it first"
    #expect(script.failure("Part:create { id = 1, at = '2020-01-01' }") == words)
    try script.run("p = Part:create { id = 1, at = '2024-01-01' }")
    #expect(
      script.failure("db:add { Part { id = 2, at = '2024-02-02' }, Part { id = 1, at = '2020-01-01' } }") == words)
    try script.expect("return Part:count()", "1")
  }

  @Test func `a row that another excludes`() throws {
    let script = try script(
      """
      CREATE TABLE booking (id serial PRIMARY KEY, during int4range,
        CONSTRAINT no_overlap EXCLUDE USING gist (during WITH &&))
      """)
    try script.run("Booking:create { during = '[1,5)' }")
    #expect(
      script.failure("Booking:create { during = '[2,3)' }")
        == "Booking: during: the rule 'no_overlap' of the table lets '[2,3)' not stand beside a row that is there")
  }

  @Test func `a key to a table that is hidden behind another of its name`() throws {
    let script = try script(
      "CREATE SCHEMA IF NOT EXISTS hidden_place", "DROP TABLE IF EXISTS hidden_place.target CASCADE",
      "CREATE TABLE hidden_place.target (code text PRIMARY KEY)", "CREATE TABLE target (id serial PRIMARY KEY)",
      "CREATE TABLE owner (id serial PRIMARY KEY, code text REFERENCES hidden_place.target)")
    #expect(
      script.failure("Owner:create { code = 'x' }")
        == "Owner: code: there is no row with 'x' that the key 'owner_code_fkey' of the table could refer to")
  }

  @Test func `a number that the database has made is named as such`() throws {
    let script = try script(
      "CREATE SEQUENCE tag_number", "CREATE TABLE tag (id int PRIMARY KEY DEFAULT nextval('tag_number'), n int)",
      "INSERT INTO tag VALUES (1, 1)")
    #expect(script.failure("Tag:create { n = 1 }") == "Tag: id: the next number that the database has exists already")
  }

  @Test func `a mean beyond real numbers is no integer`() throws {
    let script = try script(
      "CREATE TABLE big (id int PRIMARY KEY, r double precision)", "INSERT INTO big VALUES (1, 1.7e308), (2, 1.7e308)")
    for word in ["avg", "sum"] {
      #expect(script.failure("return Big:\(word) 'r'").contains("refuses to reckon beyond the largest real number"))
    }
  }

  @Test func `a rule of several columns that has a name`() throws {
    let script = try script(
      """
      CREATE TABLE span (id serial PRIMARY KEY, low int, high int, age int CONSTRAINT is_old CHECK (age > 18),
        CONSTRAINT span_ok CHECK (low < high))
      """)
    #expect(
      script.failure("Span:create { low = 2, high = 1 }")
        == "Span: a value breaks a rule of the table: CHECK (span_ok: low < high)")
    #expect(script.failure("Span:create { age = 2 }").hasPrefix("Span: age: 2 breaks a rule of the table: CHECK ("))
  }

  @Test(arguments: ["json", "jsonb"])
  func `a document with a character that is none`(type: String) throws {
    let script = try script("CREATE TABLE doc (id serial PRIMARY KEY, a int, more \(type))")
    let words = "Doc: more: PostgreSQL cannot store a text that holds the character NUL: use a field of type data"
    for source in [#"Doc:create { more = { a = "x\0y" } }"#, #"db:add { Doc { a = 1 }, Doc { more = { "\0" } } }"#] {
      #expect(script.failure(source) == words)
    }
    try script.run("Doc:create { a = 1, more = { 1 } }")
    #expect(script.failure(#"local d = Doc:first() d.more = { b = "\0" } db:add(d)"#) == words)
  }

  @Test func `numbers with which the server does not reckon are integers all the same`() throws {
    let script = try script("CREATE TABLE number (id serial PRIMARY KEY, o oid)")
    try script.expect(
      """
      db:add { Number { o = 4294967295 }, Number { o = 5 }, Number {} }
      local n = Number:where { o = 5 }:first()
      return Number:sum "o", Number:avg "o", Number:max "o", n.id, Number:where("o + 1 > 6"):count(),
        Number:where(function(n) return n.o and n.o * 2 > 100 end):count(), Number:sorted_by("-o"):first().o
      """, "4294967300 2147483650.0 4294967295 2 1 1 4294967295")
  }

  @Test func `a regular expression that the server would read otherwise`() throws {
    let script = try Script(schema: players, engine: .postgresql)
    let quoted = script.failure("return Player:where { name = is.matching [[it's \\d]] }:count()")
    #expect(quoted.contains("not for '\\d'; say"), "\(quoted)")
    let failure = script.failure("return Player:where { name = is.matching '(?<=a)b' }:count()")
    #expect(failure.hasSuffix("say the regular expression with these, or test it in a function"), "\(failure)")
    #expect(failure.contains("alone: not for '(?<='; say"), "\(failure)")
  }
}
