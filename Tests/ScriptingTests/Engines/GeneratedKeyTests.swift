import TestSupport
import Testing

/// Keys that a server makes by itself alone, unless a statement says otherwise: what is given for them is taken.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct GeneratedKeyTests {
  private static let table = "CREATE TABLE t (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text UNIQUE)"

  private func script(_ declaration: String = "db:reflect()") throws -> Script {
    let script = try Script(engine: .postgresql)
    try script.run("db:execute [[\(Self.table)]] \(declaration)")
    return script
  }

  @Test(arguments: ["db:reflect()", "T = entity 'T' { name = text { unique = true } }"])
  func `a new row may be given its key, and later ones go on behind it`(declaration: String) throws {
    let script = try script(declaration)
    try script.expect(
      """
      local a, b = T:create { id = 5, name = "a" }, T:create { name = "b" }
      db:add { T { id = 20, name = "c" }, T { id = 21, name = "d" } }
      return a.id, b.id, T:create { name = "e" }.id
      """, "5 6 22")
  }

  @Test func `so may one that is inserted or updated by its key, whether something is to be updated or not`() throws {
    let script = try script()
    try script.expect(
      """
      db:add(T { id = 5, name = "a" }, { upsert = true })
      db:add(T { id = 5, name = "b" }, { upsert = true })
      db:add(T { id = 5 }, { upsert = true })
      db:add(T { id = 9, name = "b" }, { upsert = true, on = "name" })
      return T:count(), T:get(5).name
      """, "1 b")
  }

  @Test func `an import takes the keys of its file`() throws {
    let script = try script()
    let files = try TemporaryFolder()
    try files.write("id,name\n8,x\n9,y\n", to: "t.csv")
    try script.expect(
      "return T:import [[\(files.path)/t.csv]], T:get(8).name, T:get(9).name, T:create { name = 'z' }.id", "2 x y 10")
  }

  @Test func `a row keeps the key that it has`() throws {
    let script = try script()
    let words =
      "is made by the database alone (GENERATED ALWAYS), and stays what it is: make a new T with the other value"
    try script.run("t = T:create { name = 'a' }")
    #expect(script.failure("t.id = 7 db:add(t)") == "T: id: " + words)
  }
}
