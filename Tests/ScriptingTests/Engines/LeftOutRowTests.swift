import TestSupport
import Testing

/// Rows that a trigger of a server leaves out in silence: what becomes of those of a file, `OthersSchemaTests` asks.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct LeftOutRowTests {
  private static let leftOut =
    "the database left the row out: a trigger, or a rule ON CONFLICT IGNORE of 'trg', ignores it"

  private func script(_ statements: String...) throws -> Script {
    let script = try Script(engine: .postgresql)
    let trigger = [
      "CREATE TABLE trg (id bigserial PRIMARY KEY, a int)" + (statements.isEmpty ? "" : " PARTITION BY RANGE (id)"),
      """
      CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.a = 0 THEN RETURN NULL; END IF; RETURN NEW; END $$
      """,
    ]
    let tables = statements.isEmpty ? ["trg"] : ["part"]
    for statement in trigger + statements
      + tables.map({ "CREATE TRIGGER leave BEFORE INSERT ON \($0) FOR EACH ROW EXECUTE FUNCTION leave()" })
    {
      try script.run("db:execute [==[\(statement)]==]")
    }
    try script.run("db:reflect()")
    return script
  }

  @Test func `a new object does not take the key of another`() throws {
    let script = try script()
    try script.run("a = Trg:create { a = 5 } b = Trg { a = 0 }")
    #expect(script.failure("db:add(b)").contains(Self.leftOut))
    try script.expect("return b.id, b:is_new(), Trg:count(), a.id", "nil true 1 1")
    try script.run("b.a = 7 db:add(b)")
    try script.expect("return b:is_new(), b.id ~= a.id, Trg:get(a.id).a, Trg:count()", "false true 5 2")
  }

  @Test func `of several none is written where one is left out`() throws {
    let script = try script()
    try script.run("Trg:create { a = 1 }")
    #expect(script.failure("db:add { Trg { a = 2 }, Trg { a = 0 }, Trg { a = 3 } }").contains(Self.leftOut))
    try script.expect("return Trg:count()", "1")
    try script.expect(
      "db:add { Trg { a = 2 }, Trg { a = 3 } } return table.concat(Trg:sorted_by('id'):pluck('a'), ' ')", "1 2 3")
    let within = script.failure(
      "db:transaction(function() db:add { Trg { a = 8 }, Trg { a = 0 }, Trg { a = 9 } } end)")
    #expect(within.contains(Self.leftOut))
    try script.expect("return Trg:count()", "3")
  }

  @Test func `nor where a trigger of a part leaves it out`() throws {
    let script = try script("CREATE TABLE part PARTITION OF trg FOR VALUES FROM (0) TO (1000)")
    #expect(script.failure("db:add { Trg { a = 2 }, Trg { a = 0 }, Trg { a = 3 } }").contains("left the row out"))
    try script.expect("return Trg:count()", "0")
  }

  @Test func `nor is one that is inserted or updated another kind of row`() throws {
    let script = try script()
    #expect(script.failure("db:add(Trg { id = 5, a = 0 }, { upsert = true })").contains(Self.leftOut))
  }

  @Test func `an import says which row it is, and takes in none`() throws {
    let script = try script()
    let files = try TemporaryFolder()
    try files.write("a\n1\n0\n3\n", to: "rows.csv")
    let failure = script.failure("return Trg:import [[\(files.path)/rows.csv]]")
    #expect(failure.contains(Self.leftOut), "\(failure)")
    try script.expect("return Trg:count()", "0")
  }
}
