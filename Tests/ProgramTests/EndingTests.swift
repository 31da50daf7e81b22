import Glibc
import Testing

/// How the program ends, and what it says then.
@Suite struct EndingTests {
  @Test func `the end of a script is exit code 0 and os exit passes its own`() throws {
    #expect(try Program.run(["-e", "x = 1"]) == Program.Run(output: "", errors: "", exit: .exited(0)))
    #expect(try Program.run(["-e", "io.write('out') os.exit(7)"]).exit == .exited(7))
    #expect(try Program.run(["-e", "io.write('out') os.exit(false)"]).output == "out")
  }

  @Test func `an error is exit code 1 and its transaction is rolled back`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); moonshell $d/a.db -e 'CREATE TABLE t(a)'
      moonshell $d/a.db -e 'db:begin() local n = db:execute("INSERT INTO t VALUES (1)") error("no")'; echo $?
      moonshell $d/a.db -e 'print(T:count())'
      """)
    #expect(run.output == "1\n0\n")
    #expect(run.errors.hasPrefix("moonshell: (command line):1: no\n"))
  }

  @Test func `a transaction that is left open is rolled back and says so`() throws {
    let run = try Program.run(["-e", "db:begin()"])
    #expect(
      run == Program.Run(output: "", errors: "moonshell: the open transaction is rolled back\n", exit: .exited(0)))
  }

  @Test(arguments: [
    "while true do end",
    "while true do pcall(function() while true do end end) end",
    "coroutine.wrap(function() while true do end end)()",
    "(('a'):rep(1e5)):find(('.-'):rep(20) .. 'b')",
    "db:query('WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t')",
  ])
  func `an interrupt ends a script by the signal itself`(code: String) throws {
    let run = try Program.run(["-e", "io.write('ready') io.flush()", "-e", code], signal: SIGINT)
    #expect(run.exit == .signalled(SIGINT) && run.output == "ready")
    #expect(run.errors.contains("interrupted"))
  }

  @Test func `a closed pipe ends it silently`() throws {
    let run = try Program.shell("moonshell -e 'for i = 1, 1e6 do print(i) end' | head -1; exit 0")
    #expect(run == Program.Run(output: "1\n", errors: "", exit: .exited(0)))
  }

  @Test func `what cannot be written is an error`() throws {
    let run = try Program.shell("moonshell -e 'print(1)' > /dev/full")
    #expect(run == Program.Run(output: "", errors: "moonshell: cannot write to standard output\n", exit: .exited(1)))
  }

  @Test func `a database that cannot be used is one line and exit code 1`() throws {
    let run = try Program.shell(
      """
      cd $(mktemp -d) && moonshell() { "$OLDPWD/\(Program.path)" "$@"; }
      echo 'this is no database at all' > text.db
      moonshell text.db -e 1; echo $?; moonshell . -e 1; echo $?; moonshell none/a.db -e 1; echo $?
      """)
    #expect(run.output == "1\n1\n1\n")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("moonshell: ") })
  }
}
