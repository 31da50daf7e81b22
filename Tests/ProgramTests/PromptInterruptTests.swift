import Glibc
import Testing

/// Ctrl-C at the prompt: it ends whatever runs, at once, and the session goes on.
@Suite(.serialized) struct PromptInterruptTests {
  @Test(arguments: [
    "while true do end",
    "while true do pcall(function() while true do end end) end",
    "coroutine.wrap(function() while true do end end)()",
    "(('a'):rep(1e5)):find(('.-'):rep(20) .. 'b')",
    "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t",
    "db:query('WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t')",
    "io.read()",
  ])
  func `control c ends what runs`(entry: String) throws {
    let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"], columns: 200)
    try shell.waitForPrompt()
    shell.send(entry + "\r")
    try shell.waitUntil("the entry") { shell.screenText.hasSuffix(entry + "\n") }
    usleepMilliseconds(150)
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(shell.screenText.contains("\ninterrupted"))
    #expect(try shell.enter("21 + 21").contains("42"))
  }

  @Test func `the transaction that an entry began is rolled back and an older one stays`() throws {
    let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"])
    try shell.waitForPrompt()
    shell.send("db:begin() while true do end\r")
    usleepMilliseconds(200)
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(try shell.enter("1").hasSuffix("moon> "))
    #expect(try shell.enter("db:begin()").hasSuffix("moon*> "))
    shell.send("while true do end\r")
    usleepMilliseconds(200)
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(try shell.enter("1").hasSuffix("moon*> "))
  }

  @Test(arguments: ["", ", { on_error = 'skip' }"])
  func `an import that is interrupted leaves nothing`(options: String) throws {
    try withDirectory { directory in
      let file = "\(directory)/rows.csv"
      _ = try Program.shell("(echo n; seq 1000) > \(file)")
      let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"], columns: 200)
      try shell.waitForPrompt()
      // It never comes back from the row in the middle.
      _ = try shell.enter(
        "local test = function(n) if n == 500 then print 'halfway' while true do end end return true end"
          + " P = entity 'P' { n = integer { validate = test } } db:create_all()")
      for begun in [false, true] {
        if begun { _ = try shell.enter("db:begin() P:create { n = 7 }") }
        shell.send("P:import('\(file)'\(options))\r")
        try shell.waitFor("\nhalfway\n")
        shell.send("\u{3}")
        try shell.waitForPrompt()
        let end = begun ? "; the transaction is still open\nmoon*> " : "\nmoon> "
        #expect(shell.screenText.hasSuffix("\ninterrupted\nwhat it had written is rolled back\(end)"))
        #expect(try shell.enter("'rows: ' .. P:count()").contains("rows: \(begun ? 1 : 0)\n"))
        shell.forget()
      }
      #expect(try shell.enter("db:commit()").hasSuffix("moon> "))
      #expect(try shell.enter("'rows: ' .. P:count()").contains("rows: 1\n"))
    }
  }

  @Test func `control c goes back to where the entry began`() throws {
    try withDirectory { directory in
      let file = "\(directory)/a.db"
      let shell = try PseudoTerminal(Program.path, ["--no-init", file], environment: ["NO_COLOR": "1"], columns: 200)
      try shell.waitForPrompt()
      _ = try shell.enter("P = entity 'P' { n = integer {} } db:create_all()")
      for begun in [false, true] {
        if begun { _ = try shell.enter("db:begin() P:create { n = 1 }") }
        for entry in [
          "P:create { n = 2 } P:create { n = 3 } print 'written' while true do end",
          "db:transaction(function() P:create { n = 4 } end) print 'written' while true do end",
          "db:execute 'INSERT INTO p (n) VALUES (5)' print 'written' os.execute 'true' while true do end",
        ] {
          shell.forget()
          shell.send(entry + "\r")
          try shell.waitFor("\nwritten\n")
          usleepMilliseconds(50)
          shell.send("\u{3}")
          try shell.waitForPrompt()
          let waits = entry.contains("os.execute")
          let state = begun ? "; the transaction is still open\na moon*> " : "\na moon> "
          if !waits { #expect(shell.screenText.hasSuffix("interrupted\nwhat it had written is rolled back" + state)) }
        }
        // What was written before another program ran is there for it to see.
        #expect(try shell.enter("'rows: ' .. P:count()").contains("rows: \(begun ? 3 : 1)\n"))
      }
      #expect(try shell.enter("db:commit()").hasSuffix("moon> "))
      #expect(try Program.run([file, "-e", "print(P:count())"]).output == "3\n")
    }
  }

  @Test func `what an entry wrote lasts when it ends the program`() throws {
    try withDirectory { directory in
      let file = "\(directory)/a.db"
      let shell = try PseudoTerminal(Program.path, ["--no-init", file], environment: ["NO_COLOR": "1"])
      try shell.waitForPrompt()
      shell.send("P = entity 'P' { n = integer {} } db:create_all() P:create { n = 1 } os.exit(3)\r")
      #expect(try shell.waitForExit() == .exited(3))
      #expect(try Program.run([file, "-e", "print(P:count())"]).output == "1\n")
    }
  }

  @Test(arguments: ["P:all():results():watch()", ".watch P:all()"])
  func `a watch ends silently`(entry: String) throws {
    let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"])
    try shell.waitForPrompt()
    _ = try shell.enter("P = entity 'P' { n = integer {} } db:create_all()")
    shell.send(entry + "\r")
    usleepMilliseconds(300)
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(!shell.screenText.contains("interrupted"))
  }

  @Test func `the transaction that SQLite itself rolls back is named`() throws {
    let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"], columns: 200)
    try shell.waitForPrompt()
    _ = try shell.enter("CREATE TABLE t (n)")
    _ = try shell.enter("BEGIN")
    _ = try shell.enter("INSERT INTO t VALUES (1)")
    let entry = "INSERT INTO t WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r"
    shell.send(entry + "\r")
    try shell.waitUntil("the entry") { shell.screenText.hasSuffix(entry + "\n") }
    usleepMilliseconds(200)
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(shell.screenText.hasSuffix("the transaction that was open is rolled back, all of it\nmoon!> "))
  }

  @Test func `two signals for one press end no program`() throws {
    let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"], columns: 200)
    try shell.waitForPrompt()
    shell.send("local n = 0 while true do n = n + 1 pcall(function() while true do end end) end\r")
    usleepMilliseconds(200)
    kill(shell.process, SIGINT)
    usleepMilliseconds(5)
    kill(shell.process, SIGINT)
    try shell.waitForPrompt()
    #expect(try shell.enter("21 + 21").contains("\n42\n"))
  }

  @Test func `two signals for one press drop one line`() throws {
    let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"], columns: 200)
    try shell.waitForPrompt()
    for typed in ["", "dropped"] {
      usleepMilliseconds(200)
      shell.forget()
      shell.send(typed)
      if !typed.isEmpty { try shell.waitFor(typed) }
      for _ in 1...2 {
        kill(shell.process, SIGINT)
        usleepMilliseconds(5)
      }
      #expect(try shell.enter("21 + 21").contains("42\n"))
      #expect(shell.screenText.ranges(of: "^C").count == 1, "\(shell.screenText)")
    }
    // What is typed behind the first is dropped by the second, however soon it comes.
    usleepMilliseconds(200)
    kill(shell.process, SIGINT)
    try shell.waitForPrompt()
    shell.send("error 'run'")
    try shell.waitFor("error 'run'")
    kill(shell.process, SIGINT)
    try shell.waitForPrompt()
    #expect(try !shell.enter("21 + 21").contains("run'"))
  }

  @Test func `a key counts though the parent ignores its signal`() throws {
    let command = "trap '' INT; exec \(Program.path) --no-init"
    let shell = try PseudoTerminal("/bin/sh", ["-c", command], environment: ["NO_COLOR": "1"], columns: 200)
    try shell.waitForPrompt()
    shell.send("while true do end\r")
    usleepMilliseconds(200)
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(shell.screenText.contains("interrupted"))
  }
}
