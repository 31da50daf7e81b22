import TestSupport
import Testing

/// Entries of more rows than the terminal has: no key and no change of the window may end the program.
@Suite(.serialized)
struct TallEntryTests {
  private func start(
    columns: UInt16 = 80, rows: UInt16 = 8, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let shell = try PseudoTerminal(
      Program.path, ["--no-init"], environment: environment, columns: columns, rows: rows)
    try shell.waitForPrompt()
    return shell
  }

  /// A table of many lines, which the prompt takes as one entry.
  private func table(lines: Int) -> String {
    "x = {\n" + (1...lines).map { "  \($0)," }.joined(separator: "\n") + "\n} -- "
  }

  /// Beginning, end, and then more than one row.
  private func wander(_ shell: PseudoTerminal) {
    shell.send("\u{1}\u{5}" + String(repeating: "y", count: 200))
  }

  @Test(arguments: [(80, 12), (80, 8), (20, 3), (7, 2)] as [(UInt16, UInt16)])
  func `a pasted entry taller than the terminal is edited and run`(columns: UInt16, rows: UInt16) throws {
    let shell = try start(columns: columns, rows: rows)
    shell.paste(table(lines: 14))
    wander(shell)
    try shell.finish("")
    #expect(try shell.enter("#x + 1000").contains("1014"))
  }

  @Test func `a recalled entry taller than the terminal is edited and run`() throws {
    let shell = try start()
    shell.paste(table(lines: 14))
    try shell.finish("")
    try shell.enter("x = nil")
    shell.send("\u{10}\u{10}")
    wander(shell)
    try shell.finish("")
    #expect(try shell.enter("#x + 1000").contains("1014"))
  }

  @Test func `a tall entry survives any change of the window`() throws {
    let shell = try start(rows: 40)
    shell.paste(table(lines: 30))
    for (columns, rows) in [(80, 6), (9, 6), (1, 1), (200, 3), (80, 60), (40, 12)] as [(UInt16, UInt16)] {
      shell.resize(columns: columns, rows: rows)
      wander(shell)
    }
    try shell.finish("")
    #expect(try shell.enter("#x + 1000").contains("1030"))
  }

  @Test func `an entry that no screen holds is edited and run`() throws {
    let shell = try start()
    shell.paste("x = [[" + String(repeating: "\n", count: 30_000) + "]] -- ")
    wander(shell)
    try shell.finish("", timeout: 60)
    #expect(try shell.enter("#x", timeout: 60).contains("29999"))
  }

  @Test func `a search that finds an entry longer than all before leaves the line as it was`() throws {
    let folder = try TemporaryFolder()
    try folder.write("#moonshell history 1\nx = '" + String(repeating: "q", count: 30_000) + "'\n", to: "history")
    let shell = try start(environment: ["MOONSHELL_HISTORY": folder.file("history")])
    shell.send("21\u{12}qqq\u{7}")
    #expect(try shell.finish(" + 21").contains("42"))
  }

  @Test func `text goes into an empty line after vi's key for its end`() throws {
    let folder = try TemporaryFolder()
    try folder.write("bind -v\n", to: ".editrc")
    let shell = try start(environment: ["HOME": folder.path])
    shell.send("\u{1B}$i21 + 21")
    #expect(try shell.finish("").contains("42"))
  }
}
