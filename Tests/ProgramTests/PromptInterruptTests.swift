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
}
