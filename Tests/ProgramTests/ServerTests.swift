import TestSupport
import Testing

/// The program on a server: what it loads, what Ctrl-C ends, and what becomes of a lost connection.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ServerTests {
  private static let loaded = "print(io.open('/proc/self/maps'):read('a'):find('libpq', 1, true) ~= nil)"

  @Test func `the library of a server is loaded by its address and not before`() throws {
    #expect(try Program.run(["--no-init", "-e", Self.loaded]).output == "false\n")
    let address = try PostgreSQLServer.address(of: "loading")
    #expect(try Program.run(["--no-init", address, "-e", Self.loaded]).output == "true\n")
    let later = try Program.run(["--no-init", "-e", "\(Self.loaded) db:open '\(address)' \(Self.loaded)"])
    #expect(later.output == "false\ntrue\n", "\(later)")
  }

  private static let rows = "SELECT n, repeat('x', 200) AS s FROM generate_series(1, 300000) AS n"

  @Test func `a stream holds a few of its rows, and rows that are kept count as memory of the script`() throws {
    let address = try PostgreSQLServer.address(of: "streaming")
    let stream = """
      do
      local function peak() return tonumber(io.open("/proc/self/status"):read "a":match "VmHWM:%s+(%d+)") end
      db:execute "CREATE VIEW v AS \(Self.rows)"
      V = db:from_sql "SELECT * FROM v"
      local function sum(busy)
        local sum = 0
        for r in V:iterate() do
          if busy and r.n % 10000 == 0 then db:query "SELECT 1" end
          sum = sum + r.n + #r.s
        end
        return sum
      end
      for r in V:iterate() do if r.n > 1000 then break end end
      local before = peak()
      print(sum(), sum(true), peak() - before < 24 * 1024)
      end
      """
    #expect(try Program.run(["--no-init", address, "-e", stream]).output == "45060150000\t45060150000\ttrue\n")
    let kept = try Program.run(["--no-init", "--memory-limit", "64M", address, "-e", "x = db:query [[\(Self.rows)]]"])
    #expect(kept.exit == .exited(1) && kept.errors.contains("not enough memory (the limit is 64M)"), "\(kept)")
  }

  @Test func `control c ends what runs on the server and the session goes on`() throws {
    let address = try PostgreSQLServer.address(of: "interrupting")
    let shell = try PseudoTerminal(Program.path, ["--no-init", address], environment: ["NO_COLOR": "1"], columns: 200)
    try shell.waitForPrompt()
    for entry in ["SELECT pg_sleep(76)", "db:query 'SELECT pg_sleep(76)'"] {
      shell.send(entry + "\r")
      try shell.waitUntil("the entry") { shell.screenText.hasSuffix(entry + "\n") }
      usleepMilliseconds(200)
      shell.send("\u{3}")
      try shell.waitForPrompt()
      #expect(shell.screenText.contains("\ninterrupted"))
    }
    let ask = "SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%sleep(76)%'"
    #expect(try shell.enter("db:query([[\(ask) AND pid <> pg_backend_pid()]])[1].n").contains("\n0\n"))
  }

  @Test func `a prompt outlives its connection and says what became of the work`() throws {
    let address = try PostgreSQLServer.address(of: "losing")
    let shell = try PseudoTerminal(Program.path, ["--no-init", address], environment: ["NO_COLOR": "1"], columns: 250)
    try shell.waitForPrompt()
    _ = try shell.enter("T = entity 'T' { a = integer {} } db:create_all() kept = T { a = 7 }")
    let own = try shell.enter("SELECT 'own ' || pg_backend_pid() AS own")
    let key = try #require(own.firstMatch(of: /own (\d+)/)?.output.1)
    let end = "db:query 'SELECT pg_terminate_backend(\(key), 5000)'"
    #expect(try shell.enter("db:begin() T:create { a = 1 }").hasSuffix("moon*> "))
    let run = try Program.run(["--no-init", address, "-e", end])
    #expect(run.exit == .exited(0), "\(run)")
    #expect(try shell.enter("T:count()").contains("the open transaction is rolled back"))
    // What is not saved is still there.
    let next = try shell.enter("kept:save() and T:count()")
    #expect(next.contains("connected to postgres://") && next.contains("\n1\n"), "\(next)")
  }

  @Test(arguments: [
    "SELECT '2020-01-01'::timestamp with time zone", "SELECT 1 EXCEPT ALL SELECT 2", "SELECT normalize('a', nfc)",
    "SELECT 'a' IS NORMALIZED", "SELECT 1 x ORDER BY x NULLS LAST", "SELECT 1 UNION ALL VALUES (2)",
  ])
  func `a statement that the server takes waits for no table`(statement: String) throws {
    let address = try PostgreSQLServer.address(ofDatabase: "postgres")
    let run = try Program.run(["--no-init", address], input: "\(statement)\nprint('next')\n")
    #expect(run.exit == .exited(0) && run.output.hasSuffix("next\n"), "\(run)")
    let open = try Program.run(["--no-init", address], input: "SELECT x\nFROM (VALUES (5)) v(x);\nprint('next')\n")
    #expect(open.output.contains("5") && open.output.hasSuffix("next\n"), "\(open)")
  }
}
