import Glibc
import Testing

/// Two programs at one database: who waits is told why, and may stop waiting.
@Suite(.serialized) struct LockTests {
  /// A prompt on a file in which another one holds the lock for writing.
  private func withLock(_ body: (_ holder: PseudoTerminal, _ shell: PseudoTerminal) throws -> Void) throws {
    try withDirectory { directory in
      let file = "\(directory)/a.db"
      let holder = try PseudoTerminal(Program.path, ["--no-init", file], environment: ["NO_COLOR": "1"])
      try holder.waitForPrompt()
      _ = try holder.enter("CREATE TABLE t (a)")
      _ = try holder.enter("BEGIN IMMEDIATE")
      let shell = try PseudoTerminal(Program.path, ["--no-init", file], environment: ["NO_COLOR": "1"], columns: 160)
      try shell.waitForPrompt()
      try body(holder, shell)
    }
  }

  private let notice = "a.db: Ctrl-C to cancel\n"

  @Test func `a wait says what for and goes on until the lock is free`() throws {
    try withLock { holder, shell in
      shell.send("db:execute 'INSERT INTO t VALUES (1)'\r")
      try shell.waitFor(notice, timeout: 60)
      #expect(shell.screenText.contains("\n… waiting for another process that holds a lock on /"))
      _ = try holder.enter("COMMIT")
      try shell.waitForPrompt()
      #expect(try shell.enter("SELECT count(*) AS n FROM t").contains("│ 1 │"))
    }
  }

  @Test func `a wait that control c ends leaves an older transaction open`() throws {
    try withLock { holder, shell in
      _ = try shell.enter("BEGIN")
      shell.send("INSERT INTO t VALUES (1)\r")
      try shell.waitFor(notice, timeout: 60)
      shell.send("\u{3}")
      try shell.waitForPrompt()
      #expect(
        shell.screenText.contains("interrupted\nthe transaction is still open: db:commit() or db:rollback()\na moon*> ")
      )
      _ = try holder.enter("ROLLBACK")
      _ = try shell.enter("INSERT INTO t VALUES (2)")
      #expect(try shell.enter("COMMIT").hasSuffix("moon> "))
      #expect(try shell.enter("SELECT a FROM t").contains("│ 2 │"))
    }
  }

  @Test func `a transaction that had to wait and was interrupted is over`() throws {
    try withLock { holder, shell in
      shell.send("db:transaction(function() db:execute 'INSERT INTO t VALUES (1)' end)\r")
      try shell.waitFor(notice, timeout: 60)
      shell.send("\u{3}")
      try shell.waitForPrompt()
      #expect(shell.screenText.contains("interrupted: nothing of the statement was kept\na moon> "))
      _ = try holder.enter("COMMIT")
      #expect(try shell.enter("SELECT count(*) AS n FROM t").contains("│ 0 │"))
    }
  }

  @Test func `a script waits a short time and says nothing into a pipe`() throws {
    try withDirectory { directory in
      let file = "\(directory)/a.db"
      let holder = try PseudoTerminal(Program.path, ["--no-init", file])
      try holder.waitForPrompt()
      _ = try holder.enter("CREATE TABLE t (a)")
      _ = try holder.enter("BEGIN IMMEDIATE")
      let run = try Program.run([file, "-e", "db:execute 'INSERT INTO t VALUES (1)'"])
      #expect(run.exit == .exited(1) && run.output.isEmpty)
      #expect(run.errors.contains("is locked by another process (waited 2 s)") && !run.errors.contains("waiting"))
    }
  }

  @Test func `how long others are waited for can be said`() throws {
    try withDirectory { directory in
      let file = "\(directory)/a.db"
      let holder = try PseudoTerminal(Program.path, ["--no-init", file])
      try holder.waitForPrompt()
      _ = try holder.enter("CREATE TABLE t (a)")
      _ = try holder.enter("BEGIN IMMEDIATE")
      let insert = "db:execute 'INSERT INTO t VALUES (1)'"
      for (seconds, words) in [("0", "is locked by another process:"), ("0.3", "(waited 0.3 s)")] {
        let run = try Program.run(["--busy-timeout", seconds, file, "-e", insert])
        #expect(run.exit == .exited(1) && run.errors.contains(words), "\(run.errors)")
      }
      // Longer than is usual, until the other one is done.
      let waiting = try PseudoTerminal(
        "/bin/sh", ["-c", "\"$0\" --busy-timeout 120 \"$1\" -e \"$2\"; echo ended $?", Program.path, file, insert])
      usleep(2_500_000)
      _ = try holder.enter("COMMIT")
      try waiting.waitFor("ended 0", timeout: 60)
      #expect(try Program.run([file, "-e", "db:query('SELECT count(*) AS n FROM t')[1].n"]).output == "1\n")
    }
  }
}
