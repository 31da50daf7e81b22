import Testing

/// The driver itself, on programs that every system has.
@Suite struct PseudoTerminalTests {
  @Test func `what is typed arrives and what is written is seen`() throws {
    let terminal = try PseudoTerminal("/bin/cat")
    terminal.send("hello\r")
    try terminal.waitFor("hello\nhello\n")
    terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `control c comes from the terminal`() throws {
    let terminal = try PseudoTerminal("/bin/sh", ["-c", "echo ready; exec sleep 60"])
    try terminal.waitFor("ready")
    terminal.send("\u{3}")
    #expect(try terminal.waitForExit() == .signalled(2))
  }

  @Test func `a window has a size`() throws {
    let terminal = try PseudoTerminal("/bin/stty", ["size"], columns: 97, rows: 31)
    try terminal.waitFor("31 97")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `waiting in vain ends and shows the screen`() throws {
    let terminal = try PseudoTerminal("/bin/cat")
    #expect(throws: PseudoTerminal.Failure.self) { try terminal.waitFor("never", timeout: 0.1) }
  }
}
