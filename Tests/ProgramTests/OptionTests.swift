import Testing

private let modes = "box, table, line, json, jsonl, csv, tsv, markdown, html, lua, insert"

/// The command line: options, DATABASE, SCRIPT, and what belongs to whom.
@Suite struct OptionTests {
  @Test func `help is a result and explains database and script`() throws {
    let run = try Program.run(["--help"])
    #expect(run.exit == .exited(0) && run.errors == "")
    #expect(run.output.contains("USAGE: moonshell [OPTIONS] [DATABASE] [SCRIPT [ARG...]]"))
    for word in [
      "DATABASE  ", "SCRIPT    ", "--memory-limit <SIZE>", "--time-limit <SECONDS>", "--busy-timeout <SECONDS>",
    ] {
      #expect(run.output.contains(word))
    }
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 && !$0.contains("\u{1B}") })
    #expect(try Program.run(["-h"]) == run)
  }

  @Test func `the version begins with a line with those of the libraries`() throws {
    let run = try Program.run(["--version"])
    #expect(run.exit == .exited(0) && run.errors == "")
    let line = run.output.split(separator: "\n").first ?? ""
    #expect(
      line.wholeMatch(of: /moonshell \d+\.\d+\.\d+ \(Lua 5\.4\.\d+, SQLite 3\.\d+\.\d+, libedit\)/) != nil)
  }

  @Test func `the version tells the faults of the Lua that was found, a line each`() throws {
    let lines = try Program.run(["--version"]).output.split(separator: "\n")
    guard lines[0].contains("Lua 5.4.4") else { return }
    #expect(lines[1] == "This Lua has faults that a newer one has not ('Lua' in the manual says more):")
    #expect(lines.contains { $0.hasPrefix("  bit operators: ") })
    #expect(lines.contains { $0.hasPrefix("  utf8.codes: ") })
    #expect(lines.allSatisfy { $0.count <= 120 })
  }

  @Test(arguments: [
    (["--colr"], "unknown option '--colr'. Did you mean '--color'?"),
    (["-x"], "unknown option '-x'."),
    (["-echo"], "unknown option '-echo'. Did you mean '--echo'?"),
    (["-e"], "missing value for '-e <CHUNK>'"),
    (["--mode"], "missing value for '--mode <MODE>'"),
    (["--mode", "bx"], "there is no mode 'bx'. Did you mean 'box'? The modes are \(modes)"),
    (["--memory-limit", "6Q"], "--memory-limit is a number with K, M or G behind it, such as 64M, not '6Q'"),
    (["--memory-limit", "10"], "--memory-limit is 1M at least, not '10'"),
    (["--memory-limit", "1023K"], "--memory-limit is 1M at least, not '1023K'"),
    (["--memory-limit=9999999999G"], "--memory-limit: '9999999999G' is too large"),
    (["--time-limit", "-1"], "--time-limit is a number of seconds above 0, not '-1'"),
    (["--time-limit", "soon"], "--time-limit is a number of seconds above 0, not 'soon'"),
    (["--busy-timeout", "-1"], "--busy-timeout is a number of seconds, not '-1'"),
    (["--busy-timeout", "inf"], "--busy-timeout is a number of seconds, not 'inf'"),
    (["--busy-timeout=a while"], "--busy-timeout is a number of seconds, not 'a while'"),
    (["--color", "x"], "--color is auto, always or never, not 'x'"),
    (["--color=auto=x"], "--color is auto, always or never, not 'auto=x'"),
    (["--mode="], "missing value for '--mode <MODE>'"),
    (["--mode", ""], "there is no mode ''. The modes are \(modes)"),
    (["--quiet=yes"], "'--quiet' takes no value"),
    (["-qx"], "unknown option '-qx'."),
    (["-qe"], "missing value for '-e <CHUNK>'"),
    (["--Quiet"], "unknown option '--Quiet'. Did you mean '--quiet'?"),
    (["--\u{1B}[2J"], "unknown option '--\\27[2J'."),
    (["--nonsense", "--mode", "bx"], "unknown option '--nonsense'."),
  ])
  func `a mistake is three lines and exit code 2`(arguments: [String], words: String) throws {
    let run = try Program.run(arguments)
    #expect(run.exit == .exited(2) && run.output == "")
    #expect(
      run.errors == """
        moonshell: \(words)
        usage: moonshell [OPTIONS] [DATABASE] [SCRIPT [ARG...]]
        moonshell --help says more

        """)
  }

  @Test func `who asks for help beside a mistake gets it`() throws {
    let help = try Program.run(["--help"])
    #expect(try Program.run(["--colr", "-h"]) == help)
    #expect(try Program.run(["-h", "--mode"]) == help)
    #expect(try Program.run(["--mode", "--help"]).exit == .exited(2))
  }

  @Test func `the last of two values counts`() throws {
    let run = try Program.run(["--mode=csv", "--mode", "jsonl", "--no-init"], input: "SELECT 1 AS n\n")
    #expect(run == Program.Run(output: "{\"n\":1}\n", errors: "", exit: .exited(0)))
  }

  @Test func `help is as wide as the terminal`() throws {
    let shell = try PseudoTerminal(Program.path, ["--help"], columns: 60, rows: 60)
    #expect(try shell.waitForExit() == .exited(0))
    let lines = String(decoding: shell.output, as: UTF8.self).split(separator: "\r\n")
    let options = lines.drop { $0 != "OPTIONS:" }
    #expect(options.count > 20 && options.allSatisfy { $0.count <= 60 })
  }

  @Test func `chunks run in order and share their globals`() throws {
    let run = try Program.run(["-e", "x = 1", "--execute", "x = x + 1", "--execute=print(x)"])
    #expect(run == Program.Run(output: "2\n", errors: "", exit: .exited(0)))
  }

  @Test func `short options stand together and a chunk behind its letter`() throws {
    let two = Program.Run(output: "2\n", errors: "", exit: .exited(0))
    #expect(try Program.run(["-e1+1"]) == two)
    #expect(try Program.run(["-qe", "1 + 1"]) == two)
    #expect(try Program.run(["-qe1 + 1"]) == two)
    #expect(try Program.run(["-qi"], input: "1 + 1\n") == two)
    #expect(try Program.run(["--memory-limit", "1M", "-e", "1 + 1"]) == two)
  }

  @Test func `an empty chunk does nothing`() throws {
    #expect(try Program.run(["-e", ""]) == Program.Run(output: "", errors: "", exit: .exited(0)))
    #expect(try Program.run(["--execute", "", "-e", "print(1)"]).output == "1\n")
  }

  @Test func `a chunk may begin with a hyphen`() throws {
    #expect(try Program.run(["-e", "-- a comment\nprint(1)"]).output == "1\n")
    #expect(try Program.run(["-e", ""]) == Program.Run(output: "", errors: "", exit: .exited(0)))
  }

  @Test func `what follows the script belongs to it`() throws {
    let run = try Program.shell(
      #"echo 'print(arg[0], #arg, ...)' | moonshell --quiet - --mode nonsense -e"#)
    #expect(run == Program.Run(output: "-\t3\t--mode\tnonsense\t-e\n", errors: "", exit: .exited(0)))
  }

  @Test func `without a script arg is the program alone`() throws {
    #expect(try Program.run(["-e", "print(#arg, arg[0])"]).output == "0\t\(Program.path)\n")
  }

  @Test func `a first argument is a script by its name or its first bytes`() throws {
    let run = try Program.shell(
      """
      cd $(mktemp -d) && moonshell() { "$OLDPWD/\(Program.path)" "$@"; }
      printf '#!/usr/bin/env moonshell\\nprint("run", ...)' > tool; echo 'print("lua", ...)' > s.lua
      moonshell tool x; moonshell s.lua y; moonshell new.db tool z; moonshell -- new.db s.lua
      """)
    #expect(run.errors == "")
    #expect(run.output == "run\tx\nlua\ty\nrun\tz\nlua\n")
  }

  @Test func `a missing script leaves no database behind`() throws {
    let run = try Program.shell("d=$(mktemp -d); moonshell $d/new.db $d/nope.lua; code=$?; ls $d; exit $code")
    #expect(run.exit == .exited(1) && run.output == "")
    #expect(run.errors.hasSuffix("nope.lua: no such file or directory\n"))
  }

  @Test func `limits are kept`() throws {
    let memory = try Program.run(["--memory-limit", "8M", "-e", "s = ('x'):rep(1e8)"])
    #expect(memory.exit == .exited(1))
    #expect(memory.errors == "moonshell: not enough memory (the limit is 8M)\n")
    let time = try Program.run([
      "--time-limit", "0.1", "-e", "while true do pcall(function() while true do end end) end",
    ])
    #expect(time.exit == .exited(1))
    #expect(time.errors.hasPrefix("moonshell: (command line):1: time limit reached\n"))
  }

  @Test(arguments: ["db:execute [=[INSERT INTO t VALUES (1)]=]", "INSERT INTO t VALUES (1)"])
  func `a wait for a lock that the time limit ends says what was locked`(entry: String) throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); moonshell $d/a.db -e 'CREATE TABLE t (a)'
      inner="$PWD/\(Program.path) --time-limit 0.3 $d/a.db -e '\(entry)'"
      moonshell $d/a.db -e 'BEGIN IMMEDIATE' -e "os.execute([[$inner]])"; rm -r $d
      """)
    #expect(run.errors.contains("the time limit was reached while another process had /"), "\(run.errors)")
    #expect(run.errors.contains("/a.db locked: nothing of the statement was kept"), "\(run.errors)")
  }

  @Test func `an endless statement of a script is stopped by its time limit which is said`() throws {
    let endless = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t"
    let run = try Program.run(["--time-limit", "0.1", "-e", "db:query '\(endless)'"])
    #expect(run.exit == .exited(1))
    #expect(run.errors.contains("the time limit was reached: nothing of the statement was kept\n"))
    for code in ["while true do end", "db:query '\(endless)'"] {
      let run = try Program.run(["--time-limit", "0.1", "-"], input: "local function spin() \(code) end\nspin()")
      #expect(run.errors.contains("stack traceback:\n") && run.errors.hasSuffix("\tstdin:2: in main chunk\n"))
    }
  }

  @Test func `statements are echoed to standard error`() throws {
    let run = try Program.run(["--echo", "-e", "local rows = db:query('SELECT 1 WHERE 1 = ?', 2)"])
    #expect(run.output == "" && run.errors == "SELECT 1 WHERE 1 = ?  -- 2\n")
  }

  @Test func `a database for reading only is not written`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); moonshell $d/a.db -e 'CREATE TABLE t(a)'
      moonshell --read-only $d/a.db -e 'print(T:count()) db:execute("INSERT INTO t VALUES (1)")'
      """)
    #expect(run.exit == .exited(1) && run.output == "0\n")
    #expect(run.errors.contains("it was opened for reading only"))
  }

  @Test func `reading only holds for every database that is opened`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); moonshell $d/a.db -e 'CREATE TABLE t(a)'
      moonshell --read-only -e 'a = ...' -e "b = open('$d/a.db')" -e 'b:execute("INSERT INTO t VALUES (1)")'
      moonshell --read-only $d/a.db -e "db:open('$d/a.db')" -e 'db:execute("INSERT INTO t VALUES (1)")'
      moonshell --read-only $d/b.db -e 'print("never")'; ls $d
      """)
    #expect(run.output == "a.db\n")
    #expect(run.errors.matches(of: /opened for reading only/).count == 2)
    #expect(run.errors.contains("b.db: no such file"))
  }

  @Test func `a database that is not there is made when something is written`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); moonshell $d/a.db -e 'print(#db:query("SELECT 1"))'; ls $d
      moonshell $d/a.db -e 'local n = db:execute("CREATE TABLE t(a)") os.exit(0)'; ls $d
      """)
    #expect(run == Program.Run(output: "1\na.db\n", errors: "", exit: .exited(0)))
  }

  @Test func `colours are for terminals or on demand`() throws {
    #expect(try !Program.run(["-e", "error('x')"]).errors.contains("\u{1B}"))
    #expect(try Program.run(["--color", "always", "-e", "error('x')"]).errors.contains("\u{1B}[1;31m"))
  }

  @Test func `a mistake in init ends a pipe, and a chunk`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); mkdir $d/moonshell; export XDG_CONFIG_HOME=$d
      echo 'error("mine", 0)' > $d/moonshell/init.lua
      moonshell -e 'print(1)' 2> /dev/null; echo $?
      echo 'print(1)' | moonshell
      """)
    #expect(run.output == "1\n" && run.errors.hasPrefix("moonshell: mine\n") && run.exit == .exited(1))
  }

  @Test func `init runs before all but scripts, and on demand before those`() throws {
    let run = try Program.shell(
      """
      d=$(mktemp -d); mkdir $d/moonshell; export XDG_CONFIG_HOME=$d
      echo 'v = "own"' > $d/moonshell/init.lua; echo 'v = "named"' > $d/named.lua
      echo 'v' | moonshell; echo 'v' | moonshell --no-init; echo 'v' | moonshell --init $d/named.lua
      moonshell -e 'print(v)'; echo 'print(v)' > $d/s.lua; moonshell $d/s.lua; moonshell --init $d/named.lua -e 'print(v)'; echo v | moonshell -i -e 'print(1)'
      """)
    #expect(run == Program.Run(output: "own\nnil\nnamed\nown\nnil\nnamed\n1\nown\n", errors: "", exit: .exited(0)))
  }
}
