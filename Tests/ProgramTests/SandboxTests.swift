import Glibc
import TestSupport
import Testing

/// `--sandbox`: what is inside reaches the database, the standard streams and what was granted.
@Suite struct SandboxTests {
  /// What this kernel offers, as the program's own probe says.
  private static let offer = (try? Program.run(["--sandbox", "-e", "x = 1"]))?.exit == .exited(0)
  private static let offersGrants =
    (try? Program.run(["--sandbox", "--allow-read", "/tmp", "-e", "x = 1"]))?.exit == .exited(0)

  @Test(.disabled(if: offer)) func `a kernel that cannot promise it is refused with the reason`() throws {
    let run = try Program.run(["--sandbox", "-e", "print(1)"])
    #expect(run.exit == .exited(2) && run.output == "")
    #expect(run.errors.hasPrefix("moonshell: --sandbox"))
  }

  @Test(.disabled(if: offersGrants)) func `grants need Landlock`() throws {
    let run = try Program.run(["--sandbox", "--allow-read", "/tmp", "-e", "print(1)"])
    #expect(run.exit == .exited(2) && run.errors.hasPrefix("moonshell: --"))
  }

  @Test(.enabled(if: offer)) func `no script reaches more than the database`() throws {
    try withDirectory { folder in
      try write("canary\n", to: "\(folder)/canary.txt")
      let script = "\(folder)/hostile.lua"
      try write(Self.script(HostileScripts.all, folder), to: script)
      let run = try Program.run(
        ["--sandbox", "\(folder)/shop.db", script], environment: ["CANARY": "canary", "TMPDIR": folder])
      #expect(run.output.hasSuffix("tried \(HostileScripts.all.count)\n"), "\(run)")
      let reached = run.output.split(separator: "\n").filter { $0.hasPrefix("reached: ") }
      #expect(reached == [])
      #expect(run.exit == .exited(0))
      let rest = try Program.shell("cd \(folder); cat canary.txt; ls")
      #expect(rest.output == "canary\ncanary.txt\nhostile.lua\nshop.db\n")
    }
  }

  @Test(.enabled(if: offersGrants)) func `a grant of folders opens no pipe of the program`() throws {
    try withDirectory { folder in
      let script = """
        for n = 0, 20 do
          local path = "/proc/self/fd/" .. n
          for _, mode in ipairs { "r", "w" } do
            local file, words = io.open(path, mode)
            if file then print("open", n, mode) end
            if words and words:find "^/proc" and not words:find "%-%-allow" and not words:find "No such file" then print(words) end
          end
          if pcall(io.lines, path) then print("lines", n) end
        end
        """
      let run = try Program.run(["--sandbox", "--allow-read", folder, "--allow-write", folder, "-e", script])
      #expect(run.exit == .exited(0) && run.output == "", "\(run)")
    }
  }

  /// A script that tries each chunk by itself; Lua's functions and the database are as they were for each.
  private static func script(_ chunks: [String], _ folder: String) -> String {
    let base = folder.split(separator: "/").last ?? ""
    let tries = chunks.map { "attempt [==[\($0)]==]" }.joined(separator: "\n")
    return """
      folder, base = '\(folder)', '\(base)'
      canary, fresh, database = folder .. '/canary.txt', folder .. '/fresh', folder .. '/shop.db'
      Thing = entity 'Thing' { n = integer {} }
      db:create_all()
      local count, path = 0, package.path
      function attempt(chunk)
        count = count + 1
        local ok, result = pcall(assert(load(chunk)))
        if ok and result then print('reached: ' .. chunk) end
        package.path = path
        io.input(io.stdin) io.output(io.stdout)
      end
      \(tries)
      print('tried ' .. count)
      """
  }

  @Test(.enabled(if: offer)) func `no system call reaches more than the database`() throws {
    try withDirectory { folder in
      let program = "\"$OLDPWD/.build/debug/Intruder\""
      let run = try Program.shell(
        "cd \(folder); echo canary > canary.txt; \(program) hostile.db canary.txt; cat canary.txt; ls")
      #expect(run.output == "tried 62\ncanary\ncanary.txt\n" && run.errors == "")
    }
  }

  @Test(
    .enabled(if: offer),
    arguments: [
      "execve", "socket", "kill", "tgkill", "ptrace", "process_vm_readv", "mount", "unshare", "chroot",
      "io_uring_setup",
    ])
  func `a call that is never allowed ends the inside, and the outside names it`(call: String) throws {
    let run = try Program.shell(".build/debug/Intruder /tmp/none.db /tmp \(call)")
    #expect(run.exit == .exited(1) && run.output == "")
    let words = "it asked the system for what is not allowed (\(call))"
    #expect(run.errors == "moonshell: the sandbox ended the script: \(words)\n")
  }

  @Test(.enabled(if: offer)) func `the outside says why the inside died`() throws {
    let crash = try Program.shell(".build/debug/Intruder /tmp/none.db /tmp crash")
    #expect(crash.exit == .exited(1) && crash.errors.contains("it crashed (signal"))
    let loop = try Program.shell(".build/debug/Intruder /tmp/none.db /tmp loop")
    #expect(loop.errors == "moonshell: the sandbox ended the script: it ran longer than 0.2 s\n")
  }

  @Test(.enabled(if: offer), arguments: ["WAL", "DELETE", "TRUNCATE", "PERSIST", "MEMORY"])
  func `a database works in every journal mode`(mode: String) throws {
    try withDirectory { folder in
      let run = try Program.shell(
        """
        cd \(folder); m="$OLDPWD/\(Program.path)"
        "$m" shop.db -e 'local _ = db:query("PRAGMA journal_mode = \(mode)")' -e 'T = entity "T" { n = integer {} } db:create_all()'
        "$m" --sandbox shop.db -e 'local _ = db:query("PRAGMA journal_mode = \(mode)")' \\
          -e 'for i = 1, 20 do T:create { n = i } end local _ = db:execute("UPDATE t SET n = n + 1")'
        "$m" --sandbox shop.db -e 'local _ = db:execute("CREATE INDEX i ON t(n)"), db:execute("VACUUM")'
        "$m" --sandbox --read-only shop.db -e 'print(T:count(), T:sum "n")'
        "$m" --sandbox --read-only shop.db -e 'print(pcall(db.execute, db, "DELETE FROM t") and "deleted")'
        "$m" shop.db -e 'print(db:query("PRAGMA integrity_check")[1].integrity_check, T:count())'; ls *.db
        """)
      #expect(run.output == "20\t230\nfalse\nok\t20\nshop.db\n", "\(run)")
    }
  }

  @Test(.enabled(if: offer)) func `a database that is not there is made when it is first written`() throws {
    try withDirectory { folder in
      let run = try Program.shell(
        """
        cd \(folder); m="$OLDPWD/\(Program.path)"
        "$m" --sandbox new.db -e 'print(1)'; ls
        "$m" --sandbox new.db -e 'T = entity "T" { n = integer {} } db:create_all() local _ = T:create { n = 5 }'; ls
        ln -s new.db link.db; "$m" --sandbox link.db -e 'print(T:count())'
        "$m" --sandbox "$PWD/link.db" -e 'local _ = T:create { n = 6 } print(T:count())'; ls
        """)
      #expect(run.output == "1\nnew.db\n1\n2\nlink.db\nnew.db\n", "\(run)")
    }
  }

  @Test(.enabled(if: offer)) func `what is refused names the option that would allow it`() throws {
    try withDirectory { folder in
      let run = try Program.shell(
        """
        cd \(folder); m="$OLDPWD/\(Program.path)"; echo 'return 1' > t1.lua
        cat > s.lua <<'END'
        print(select(2, io.tmpfile()))
        print(select(2, pcall(require, "t1")))
        END
        "$m" --sandbox shop.db s.lua; printf '.backup q.db\\n' | "$m" --sandbox shop.db 2>&1; ls
        """)
      #expect(run.output.contains("the sandbox does not write it (--allow-write /tmp)"), "\(run)")
      #expect(run.output.contains("the sandbox reads no file but the database (--allow-read FOLDER)"), "\(run)")
      #expect(run.output.contains("the sandbox does not open it (--allow-read and --allow-write "), "\(run)")
      #expect(!run.output.contains("q.db\n"), "\(run)")
    }
  }

  @Test(.enabled(if: offer)) func `a file of rows on the command line is read as a database is`() throws {
    try withDirectory { folder in
      let run = try Program.shell(
        """
        cd \(folder); m="$OLDPWD/\(Program.path)"; printf 'name;age\nJos\\351;3\nAnn;5\n' > people.csv
        "$m" --sandbox people.csv -e 'print(People:count(), People:first().name)'
        "$m" --sandbox people.csv -e 'People:create { name = "Cid" } print(People:count())' -e 'print(io.open "people.csv")'
        wc -l < people.csv; ls
        """)
      #expect(run.output.hasPrefix("2\tJosé\n"), "\(run)")
      #expect(run.output.contains("\n3\nnil\tpeople.csv: the sandbox does not read it"), "\(run)")
      #expect(run.output.hasSuffix("13\n3\npeople.csv\n"), "\(run)")
    }
  }

  /// What makes or opens another database, with FILE for its path.
  private static let others = [
    "VACUUM INTO 'FILE'", "ATTACH 'FILE' AS x", ".backup FILE", "db:execute [[VACUUM INTO 'FILE']]",
    "db:execute [[ATTACH 'FILE' AS x]] db:execute 'CREATE TABLE x.t(a)'", "open('FILE'):execute 'CREATE TABLE t(a)'",
  ]

  @Test(.enabled(if: offersGrants), arguments: others)
  func `another database is reached in a folder that is granted, and nowhere else`(chunk: String) throws {
    try withDirectory { folder in
      let entry = chunk.replacing("FILE", with: "\(folder)/out/new.db")
      try write(entry, to: "\(folder)/entry")
      let run = try Program.shell(
        """
        cd \(folder); m="$OLDPWD/\(Program.path)"; mkdir out
        "$m" shop.db -e 'local _ = db:execute "CREATE TABLE t(n)"'
        "$m" --sandbox shop.db -e "$(cat entry)"; echo $?
        "$m" --sandbox --allow-write out --allow-read entry shop.db -e "$(cat entry)"; echo $?; ls out
        "$m" --sandbox --allow-read $PWD/out --allow-write $PWD/out shop.db -e "$(cat entry)" > said; echo $?; ls out
        """)
      // A database is read where it is written, and one that may not be leaves nothing behind.
      #expect(run.output == "1\n1\n0\nnew.db\n", "\(run)")
      let words = "the sandbox does not open it (--allow-read and --allow-write \(folder)/out)"
      #expect(run.errors.ranges(of: words).count == 2, "\(run)")
    }
  }

  @Test(.enabled(if: offersGrants)) func `a database in a folder for reading is attached for reading`() throws {
    try withDirectory { folder in
      let run = try Program.shell(
        """
        cd \(folder); m="$OLDPWD/\(Program.path)"; mkdir in
        "$m" in/a.db -e 'local _ = db:execute "CREATE TABLE t(n)", db:execute "INSERT INTO t VALUES (7)", db:query "PRAGMA journal_mode = DELETE"'
        "$m" --sandbox --allow-read "$PWD/in" --csv -e "ATTACH '$PWD/in/a.db' AS x" -e "SELECT n FROM x.t" \
          -e "INSERT INTO x.t VALUES (8)"; echo $?; ls in
        """)
      #expect(run.output == "n\n7\n1\na.db\n" && run.errors.contains("reading only"), "\(run)")
    }
  }

  @Test(.enabled(if: offersGrants)) func `what is granted can be read and written, and nothing beside it`() throws {
    try withDirectory { folder in
      let run = try Program.shell(
        """
        cd \(folder); m="$OLDPWD/\(Program.path)"; mkdir in out; echo 7 > in/a.txt; echo 8 > secret.txt
        printf 'n\\n5\\n' > in/t.csv; ln -s ../secret.txt in/link.txt
        cat > s.lua <<'END'
        T = entity "T" { n = integer {} } db:create_all()
        print(io.open("in/a.txt"):read(), (io.open("in/a.txt", "w")), select(2, io.open("in/link.txt")))
        print(T:import("in/t.csv") ~= nil, T:count())
        T:export("out/t.csv") T:export("out/t.csv")
        print(io.open("out/x.txt", "w"):write("x") ~= nil, (io.open("out/x.txt")))
        print(os.rename("out/x.txt", "out/y.txt"), (os.rename("out/y.txt", "y.txt")), (os.remove("in/a.txt")))
        print(pcall(T.export, T, "t.csv"))
        END
        "$m" --sandbox --allow-read in --allow-write out shop.db s.lua; ls out; cat out/t.csv
        """)
      let denied = "cannot write 't.csv': the sandbox does not write it (--allow-write .)"
      #expect(
        run.output.hasPrefix("7\tnil\tin/link.txt: the sandbox does not read it (--allow-read in/link.txt)\t13\n"),
        "\(run)")
      #expect(run.output.contains("true\t1\ntrue\tnil\ntrue\tnil\tnil\nfalse\t\(denied)"), "\(run)")
      #expect(run.output.hasSuffix("t.csv\ny.txt\nid,n\n1,5\n"), "\(run)")
    }
  }

  @Test(arguments: [
    (["--allow-read", "/nonexistent/x", "--sandbox"], "--allow-read: there is no '/nonexistent/x'"),
    (
      ["--sandbox", "--allow-write", "/tmp/no-such-file.csv"],
      "--allow-write: there is no '/tmp/no-such-file.csv'; allow its folder: --allow-write '/tmp/'"
    ),
    (["--allow-write", "/tmp"], "--allow-write is for --sandbox: without it, scripts reach every file"),
  ])
  func `a grant that means nothing is a mistake`(arguments: [String], words: String) throws {
    let run = try Program.run(arguments)
    #expect(run.exit == .exited(2) && run.errors.hasPrefix("moonshell: \(words)\n"), "\(run)")
  }

  @Test(.enabled(if: offer && PostgreSQLServer.isInstalled))
  func `a server is reached by the connection that was there before the walls`() throws {
    let owner = try PostgreSQLServer.address(of: "sandbox")
    let role = "CREATE ROLE walled LOGIN; GRANT ALL ON SCHEMA sandbox TO walled"
    let made = try Program.run([
      owner, "-e", "for _, s in ipairs { [[\(role.replacing("; ", with: "]], [["))]] } do db:execute(s) end",
    ])
    #expect(made.exit == .exited(0), "\(made)")
    // Whoever may reach files of the server finds a way that no word of a statement shows.
    let refused = try Program.run(["--sandbox", owner, "-e", "print(1)"])
    #expect(refused.exit == .exited(2) && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("reaches files, programs or the network from the server"), "\(refused)")
    #expect(refused.errors.contains("it is a superuser, or may become one"), "\(refused)")
    let address = owner.replacing("postgres://postgres@", with: "postgres://walled@")
    let make = "T = entity 'T' { a = text {} } db:create_all() T:create { a = 'x' } "
    let tries = """
      print(T:first().a, (io.open '/etc/passwd'))
      print(select(2, pcall(db.open, db, 'postgres://nobody@localhost/x')))
      """
    let run = try Program.run(["--sandbox", address, "-e", make + tries])
    #expect(run.exit == .exited(0) && run.output.contains("x\tnil\n"), "\(run)")
    #expect(run.output.contains("reaches the server of the command line, once, and no other"), "\(run)")
    for text in ["COPY (SELECT 1) TO PROGRAM 'id'", "COPY t FROM '/etc/passwd'", "SELECT pg_read_file('x')"] {
      let file = try Program.run(["--sandbox", address, "-e", "db:execute [[\(text)]]"])
      #expect(file.errors.contains("inside the sandbox a statement reaches no file and no program"), "\(file)")
    }
    // What is under way on the server ends there, too.
    let long = try Program.run(["--sandbox", "--time-limit", "1", address, "-e", "db:query 'SELECT pg_sleep(77)'"])
    #expect(long.exit == .exited(1) && long.errors.contains("time limit"), "\(long)")
    let ask =
      "SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%(77)%' AND pid <> pg_backend_pid()"
    let rest = try Program.run([owner, "-e", "print(db:query [[\(ask)]][1].n)"])
    #expect(rest.output == "0\n", "\(rest)")
  }

  @Test(.enabled(if: offer)) func `endings are those of the script`() throws {
    #expect(try Program.run(["--sandbox", "-e", "os.exit(7)"]).exit == .exited(7))
    #expect(try Program.run(["--sandbox", "-e", "error('x')"]).exit == .exited(1))
    let loop = "io.write('ready') io.flush() while true do end"
    #expect(try Program.run(["--sandbox", "-e", loop], signal: SIGINT).exit == .signalled(SIGINT))
    #expect(try Program.run(["--sandbox", "-e", loop], signal: SIGTERM).exit == .signalled(SIGTERM))
    let run = try Program.run(["--sandbox", "--time-limit", "0.2", "-e", "while true do end"])
    #expect(run.exit == .exited(1) && run.errors.contains("time limit reached"))
    #expect(try Program.run(["--sandbox"], input: "1 + 1\n").output == "2\n")
  }

  @Test(.enabled(if: offer)) func `a prompt edits, completes, and begins anew when its inside has died`() throws {
    let shell = try PseudoTerminal(
      Program.path, ["--no-init", "--sandbox"], environment: ["NO_COLOR": "1"], columns: 120)
    try shell.waitForPrompt()
    #expect(shell.screenText.contains(" on a database in memory (sandbox)\n"))
    #expect(try shell.enter("21 + 21").contains("42"))
    #expect(try shell.enter("io.open 'x'").contains("--allow-read x"))
    shell.send("string.up\t('a')\r")
    try shell.waitForPrompt()
    #expect(shell.screenText.contains("A\n"))
    let inside = try #require(Self.child(of: shell.process))
    kill(inside, SIGSEGV)
    try shell.waitFor("A new session: variables are gone, the data is not.")
    try shell.waitForPrompt()
    #expect(try shell.enter("6 * 7").contains("42"))
    shell.send(".quit\r")
    #expect(try shell.waitForExit() == .exited(0))
  }

  @Test(.enabled(if: offer)) func `what is typed at a prompt stays out of the database`() throws {
    try withDirectory { folder in
      let path = "\(folder)/shop.db"
      let made = try Program.run([path, "-e", "T = entity 'T' { n = integer {} } db:create_all() T:create { n = 7 }"])
      #expect(made.exit == .exited(0))
      let shell = try PseudoTerminal(Program.path, ["--no-init", "--sandbox", path], columns: 120)
      try shell.waitForPrompt()
      _ = try shell.enter("x = 5")
      #expect(try shell.enter("T:first().n + x").contains("12"))
      shell.send("\u{4}")
      #expect(try shell.waitForExit() == .exited(0))
      #expect(try Program.run([path, "-e", "print(T:count(), T:first().n)"]).output == "1\t7\n")
    }
  }

  private static func child(of process: pid_t) -> pid_t? {
    let run = try? Program.shell("cat /proc/\(process)/task/\(process)/children")
    return run.flatMap { pid_t($0.output.split(separator: " ").first ?? "") }
  }
}

private func write(_ text: String, to path: String) throws {
  guard let file = fopen(path, "we") else { throw PseudoTerminal.Failure.system("fopen", errno) }
  fputs(text, file)
  fclose(file)
}
