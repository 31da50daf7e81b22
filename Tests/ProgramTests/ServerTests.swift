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
}
