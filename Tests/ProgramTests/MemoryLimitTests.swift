import Testing

/// `--memory-limit`: what a script makes the program hold, in Lua, in rows and in SQLite.
@Suite struct MemoryLimitTests {
  private static let series = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5000000)"

  @Test(arguments: [
    "x = ('x'):rep(1e9)",
    "x = db:query('SELECT zeroblob(900000000) AS b')[1].b",
    "x = db:query('SELECT hex(zeroblob(200000000)) AS b')[1].b",
    "x = db:query('SELECT length(hex(zeroblob(30000000)))')",
    "x = db:query(\"\(series) SELECT group_concat('abcdefghijklmnopqrstuvwxyz') AS s FROM t\")",
    "x = db:query(\"\(series) SELECT n, 'a text of some length ' || n AS s FROM t\")",
    "db:execute(\"CREATE TABLE big AS \(series) SELECT n, 'a text of some length ' || n AS s FROM t\")",
    "x = ('x'):rep(5e7) y = db:query('SELECT zeroblob(15000000) AS b')",
    "x = decode('[' .. ('[[],[1]],'):rep(600000) .. '1]', 'json')",
  ])
  func `what needs more fails in one sentence, and the next entry works`(entry: String) throws {
    let run = try Program.run(
      ["--memory-limit", "64M", "-i"],
      input: "print(pcall(function() \(entry) end))\nx, y = nil\n21 + 21\nprint(#db:query('SELECT 1'))\n")
    #expect(run.output.contains("not enough memory"), "\(run)")
    #expect(run.output.hasSuffix("42\n1\n"), "\(run)")
    let direct = try Program.run(["--memory-limit", "64M", "-e", entry])
    #expect(direct.exit == .exited(1))
    #expect(direct.errors.contains("not enough memory (the limit is 64M)"), "\(direct)")
  }

  @Test func `results that are dropped make room for others`() throws {
    let fill = "db:execute(\"INSERT INTO t (a) \(Self.series) SELECT 'a' FROM t LIMIT 250000\")"
    let loop = """
      T = entity 'T' { a = text {} } db:create_all()
      local _ = \(fill)
      for i = 1, 20 do local rows = T:fetch() assert(#rows == 250000) end
      """
    let run = try Program.run(["--memory-limit", "64M", "-e", loop + "\nprint('done')"])
    #expect(run.output == "done\n", "\(run)")
  }
}
