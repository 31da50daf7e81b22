import TestSupport
import Testing

/// What engines say of themselves, and what they refuse.
@Suite struct CapabilityTests {
  @Test func `a database tells what it can do and why not what it cannot`() throws {
    let script = try Script(engine: .sqlite)
    try script.expect(
      "local c = db:capabilities() return c.undo, c.any_columns, c.shards", "true true a file is one node")
    #expect(try script.run("print(db:capabilities())").contains("shards                      no: a file is one node"))
  }

  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
  func `what a server refuses names the capability that it is for`() throws {
    let script = try Script(schema: "T = entity 'T' { t = text {} } db:create_all()", engine: .postgresql)
    let refusals: [(String, String)] = [
      ("entity 'A' { x = any {} } db:create_all()", "any_columns"),
      (#"db:execute("INSERT INTO t (t) VALUES (?)", "a\0b")"#, "nul_in_texts"),
    ]
    for (source, name) in refusals {
      try script.expect(
        """
        local _, e = pcall(function() \(source) end)
        local why = db:capabilities().\(name)
        return e.capability, e.message:find(why, 1, true) ~= nil
        """, "\(name) true")
    }
    try script.expect("return #db:tables()", "1")
  }
}
