import Glibc
import TestSupport
import Testing

/// Editing at the prompt: what keys, pastes and signals do.
///
/// Entries are Lua whose value tells what has arrived.
@Suite(.serialized)
struct PromptEditingTests {
  private static let program = ".build/debug/moonshell"

  private func start(_ environment: [String: String] = [:]) throws -> PseudoTerminal {
    let shell = try PseudoTerminal(PromptEditingTests.program, ["--no-init"], environment: environment)
    try shell.waitForPrompt()
    return shell
  }

  @Test func `control c drops the line and its continuation lines`() throws {
    let shell = try start()
    try shell.enter("x = {")
    shell.send("1,\u{3}")
    try shell.waitForPrompt()
    #expect(try shell.enter("21 + 21").contains("42"))
  }

  @Test func `the word that ends a block goes a step back`() throws {
    let shell = try start()
    for line in ["for n = 1, 2 do", "  if n == 1 then", "  x = n", "else", "  y = { n,", "}", "end", "end"] {
      try shell.enter(line)
    }
    let lines = [
      "for n = 1, 2 do", "  if n == 1 then", "    x = n", "  else", "    y = { n,", "    }", "  end", "end",
    ]
    // Behind the first they stand below the text, which follows its number.
    let shown = try shell.enter(".history")
    #expect(shown.contains(lines.joined(separator: "\n       ") + "\n"), "\(shown)")
  }

  @Test(arguments: [[:], ["MOONSHELL_EDITOR": "plain"]] as [[String: String]])
  func `no key asks for a command of the library that reads the keys`(environment: [String: String]) throws {
    let shell = try start(environment)
    for key in ["\u{1B}x", "\u{1B}X"] {
      shell.send(key + "\"\u{1B}\r")
      usleepMilliseconds(100)
      shell.send("\u{3}")
      try shell.waitForPrompt()
      #expect(try shell.enter("'øØ' == '\\u{f8}\\u{d8}', 21 + 21").contains("true\n42\n"))
      usleepMilliseconds(150)
    }
  }

  @Test func `the keys of vi ask for none, either`() throws {
    let folder = try TemporaryFolder()
    try folder.write("bind -v\n", to: ".editrc")
    let shell = try start(["HOME": folder.path])
    shell.send("\u{1B}:\"\r")
    usleepMilliseconds(100)
    // What is typed while the line is dropped goes with it.
    shell.forget()
    shell.send("\u{3}")
    try shell.waitFor("^C")
    try shell.waitForPrompt()
    usleepMilliseconds(200)
    #expect(try shell.enter("21 + 21").contains("42"))
  }

  @Test func `control d leaves from an empty line and deletes inside text`() throws {
    let shell = try start()
    shell.send("x1 + 41\u{1}\u{4}")  // Ctrl-A goes to the beginning.
    #expect(try shell.enter("").contains("42"))
    shell.send("\u{4}")
    #expect(try shell.waitForExit() == .exited(0))
  }

  @Test func `a paste of many lines is one entry with its tabs`() throws {
    let shell = try start()
    shell.paste("s = [[a\n\tprin\tb\nc]]\n")
    try shell.enter("")
    #expect(try shell.enter("#s").contains("11"))
  }

  @Test func `a paste that comes in pieces is one entry`() throws {
    let shell = try start()
    for character in "\u{1B}[200~s = [[a\r\tb]]\u{1B}[201~" {
      shell.send(String(character))
      usleep(30_000)
    }
    try shell.enter("")
    #expect(try shell.enter("#s").contains("4"))
  }

  @Test func `a paste runs nothing while it is searched or interrupted`() throws {
    // At Ctrl-C a terminal throws away what was not read yet: on a busy machine the keys that follow may be among it.
    // Then nothing comes back, and that is asked once more of another shell; a paste that runs fails at once.
    do {
      try pasteWhileSearchingAndInterrupting()
    } catch is PseudoTerminal.Failure {
      try pasteWhileSearchingAndInterrupting()
    }
  }

  private func pasteWhileSearchingAndInterrupting() throws {
    let shell = try start()
    shell.send("\u{12}zz")
    shell.paste("ran = 1\nran = 1\nran = 1")
    shell.send("\u{3}")
    try shell.waitForPrompt()
    shell.send("\u{1B}[200~ran = 1\rran = 1\r")
    usleep(100_000)
    shell.send("\u{3}ran = 1\rran = 1\u{1B}[201~")
    try shell.waitForPrompt()
    #expect(try shell.enter("type(ran)").contains("nil"))
  }

  @Test func `too large a paste is refused whole`() throws {
    let shell = try start()
    shell.paste(String(repeating: "0123456789\n", count: 120_000))
    try shell.waitFor("Nothing was pasted", timeout: 60)
    #expect(try shell.finish("21 + 21").contains("42"))
  }

  @Test(arguments: ["C.UTF-8", "", "de_DE.ISO-8859-1"])
  func `text is UTF 8 whatever the locale says`(locale: String) throws {
    let shell = try start(["LANG": locale])
    #expect(try shell.enter("#'é日本😀\u{7F}'").contains("8"))
  }

  @Test func `a signal that ends the program is seen by its parent`() throws {
    let shell = try start()
    shell.send("abc")
    kill(shell.process, SIGTERM)
    #expect(try shell.waitForExit() == .signalled(SIGTERM))
  }

  @Test func `a line survives any change of the window`() throws {
    let shell = try start()
    shell.send("#'some text that is longer than a narrow window'")
    for (columns, rows) in [(1, 1), (2, 200), (7, 2), (500, 24), (80, 24)] as [(UInt16, UInt16)] {
      shell.resize(columns: columns, rows: rows)
      usleep(20_000)
    }
    #expect(try shell.enter("").contains("45"))
  }
}
