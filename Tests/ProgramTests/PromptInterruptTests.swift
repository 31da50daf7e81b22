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
  func controlCEndsWhatRuns(entry: String) throws {
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

  @Test func theTransactionThatAnEntryBeganIsRolledBackAndAnOlderOneStays() throws {
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
  func anImportThatIsInterruptedLeavesNothing(options: String) throws {
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
        #expect(
          shell.screenText.contains("statement was kept\n" + (begun ? "the transaction is still open" : "moon> ")))
        #expect(try shell.enter("'rows: ' .. P:count()").contains("rows: \(begun ? 1 : 0)\n"))
        shell.forget()
      }
      #expect(try shell.enter("db:commit()").hasSuffix("moon> "))
      #expect(try shell.enter("'rows: ' .. P:count()").contains("rows: 1\n"))
    }
  }
}
