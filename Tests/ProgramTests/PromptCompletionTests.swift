import Testing

/// Tab at the prompt.
@Suite(.serialized) struct PromptCompletionTests {
  private func start(columns: UInt16 = 80) throws -> PseudoTerminal {
    let shell = try PseudoTerminal(
      Program.path, ["--no-init"], environment: ["NO_COLOR": "1"], columns: columns, rows: 24)
    try shell.waitForPrompt()
    _ = try shell.enter("Player = entity 'Player' { name = text {}, age = integer {} } db:create_all()")
    _ = try shell.enter("Player:create { name = 'Ann', age = 20 }")
    return shell
  }

  @Test(arguments: [
    ("prin\t(21 + 21)", "42"), ("Pla\t:coun\t()", "1"), ("Player:where { na\t = 'Ann' }:count()", "1"),
    ("Player:plu\t 'na\t'", "Ann"), ("SELECT ag\t FROM pla\t", "20"), (".mod\t", "box"),
    ("('x'):upp\t()", "X"), ("Player:upd\t { age = 21 }", "1"), ("Player:where { age = 20 }:upd\t { age = 22 }", "1"),
  ])
  func `what is certain is inserted`(typed: String, answer: String) throws {
    #expect(try start().enter(typed).contains(answer))
  }

  @Test func `pressed twice it lists what is possible`() throws {
    let shell = try start()
    shell.send("string.\t\t")
    try shell.waitFor("upper")
    #expect(shell.screenText.contains("format") && shell.screenText.contains("gsub"))
    #expect(try shell.finish("len 'four'").contains("4"))
  }

  @Test func `a long list is cut with a count`() throws {
    let shell = try start(columns: 40)
    _ = try shell.enter("t = {} for i = 1, 500 do t['name' .. i] = i end")
    shell.send("t.\t\t")
    try shell.waitFor(" more\n")
    #expect(try shell.finish("name7").contains("7"))
  }

  @Test func `control c drops a line that is being completed`() throws {
    let shell = try start()
    shell.send("string.\t\t\t\u{3}")
    try shell.waitForPrompt()
    #expect(try shell.enter("1 + 1").contains("2"))
  }

  @Test func `in a continuation line it indents`() throws {
    let shell = try start()
    _ = try shell.enter("s = [[")
    _ = try shell.enter("\tx]]")
    #expect(try shell.enter("#s").contains("3"))
  }
}
