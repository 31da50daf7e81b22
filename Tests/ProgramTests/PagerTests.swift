import Glibc
import Testing

/// Results that are longer than the screen, and the program that shows them.
///
/// Where a pager is to get Ctrl-C it is one process and no shell that starts another: between `vfork` and `exec`, Debian's
/// `sh` lets a signal pass.
@Suite(.serialized) struct PagerTests {
  private func start(pager: String) throws -> PseudoTerminal {
    let shell = try PseudoTerminal(
      Program.path, ["--no-init"], environment: ["NO_COLOR": "1", "PAGER": pager], columns: 100)
    try shell.waitForPrompt()
    return shell
  }

  private func numbers(to count: Int) -> String {
    "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT \(count)) SELECT n FROM t"
  }

  @Test func `a result longer than the screen is paged`() throws {
    let shell = try start(pager: "sed s/^/paged:/")
    let entry = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 30) SELECT n FROM t"
    #expect(try shell.enter(entry).contains("paged:│ 30 │"))
    _ = try shell.enter(".pager off")
    #expect(try !shell.enter(entry).contains("paged:"))
    _ = try shell.enter(".pager on")
    #expect(try shell.enter(entry).contains("paged:│ 30 │"))
    #expect(try !shell.enter("SELECT 1 AS n").contains("paged:"))
    #expect(try shell.enter(".pager").contains("on"))
    _ = try shell.enter(".pager off")
    #expect(try !shell.enter(entry).contains("paged:"))
  }

  @Test func `without the pager the result comes as it is`() throws {
    let shell = try start(pager: "no-such-pager -x")
    _ = try shell.enter(".pager on")
    let text = try shell.enter(numbers(to: 30))
    #expect(text.contains("│ 30 │") && text.contains("the pager 'no-such-pager' cannot be run"))
  }

  @Test func `a pager that is left ends the printing`() throws {
    let shell = try start(pager: "head -1")
    _ = try shell.enter(".pager on")
    _ = try shell.enter(".mode csv")
    let text = try shell.enter(
      "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t LIMIT 200000) SELECT n FROM t", timeout: 30)
    #expect(!text.contains("199999"))
    #expect(try shell.enter("1 + 1").contains("2"))
  }

  @Test func `a pager has the keys until it ends`() throws {
    // It shows what it gets, and then what is typed.
    let shell = try start(pager: "cat - /dev/tty")
    _ = try shell.enter(".pager on")
    for _ in 0..<2 {
      shell.send(numbers(to: 100) + "\r")
      try shell.waitFor("│       100 │")
      shell.send("typed\r")
      try shell.waitFor("typed\ntyped\n")
      // Ctrl-C is for the pager: it ends, and the prompt is back.
      shell.send("\u{3}")
      try shell.waitForPrompt()
      #expect(try shell.enter("'still ' .. 'here'").contains("\nstill here"))
      #expect(!shell.screenText.contains("interrupted"))
      shell.forget()
    }
  }

  @Test func `a pager may make something else of control c however often it is pressed`() throws {
    let shell = try start(pager: "trap '' INT; cat - /dev/tty")
    _ = try shell.enter(".pager on")
    shell.send(numbers(to: 100) + "\r")
    try shell.waitFor("│       100 │")
    shell.send("\u{3}\u{3}\u{3}typed\r")
    try shell.waitFor("typed\ntyped\n")
    shell.send("\u{4}")
    try shell.waitForPrompt()
    #expect(!shell.screenText.contains("interrupted"))
    #expect(try shell.enter("1 + 1").contains("2"))
  }

  @Test func `control c ends the printing into a pager that waits`() throws {
    // Like `less` it takes a screen of rows, and no more before a key is pressed.
    let shell = try start(pager: "trap '' INT; head -2 > /dev/tty; read key < /dev/tty; wc -l")
    _ = try shell.enter(".pager on")
    _ = try shell.enter(".mode csv")
    shell.send(numbers(to: 200_000) + "\r")
    try shell.waitFor("n\n1\n")
    shell.send("\u{3}")
    shell.send("\r")
    try shell.waitForPrompt()
    #expect(shell.screenText.contains("interrupted"))
    #expect(try shell.enter("1 + 1").contains("2"))
  }

  @Test func `what was printed is whole though control c came meanwhile`() throws {
    // It takes so much at first that there is room for five blocks of 16 KiB, and not for the rest.
    let shell = try start(
      pager: "trap '' INT; head -c 32374 > /dev/null; echo ready > /dev/tty; read key < /dev/tty; wc -c")
    _ = try shell.enter(".pager on")
    shell.send("local lines = {} for i = 1, 16395 do lines[i] = 'abcde' end return table.unpack(lines)\r")
    try shell.waitFor("ready\n")
    try shell.waitUntil("a program that waits") { isAsleep(shell.process) }
    shell.send("\u{3}")
    shell.send("\r")
    try shell.waitForPrompt()
    #expect(shell.screenText.contains("\n\(16395 * 6 - 32374)\n"))
    #expect(!shell.screenText.contains("interrupted"))
  }

  /// Whether a process waits for something, as Linux tells.
  private func isAsleep(_ process: pid_t) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "re") else { return false }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 256)
    let count = fread(&line, 1, line.count, file)
    // `1234 (moonshell) S …`
    return String(decoding: line.prefix(count), as: UTF8.self).contains(") S ")
  }
}
