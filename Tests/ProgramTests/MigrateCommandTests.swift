import Testing

/// `.migrate`: it shows what it would do, and asks.
@Suite(.serialized) struct MigrateCommandTests {
  /// A prompt in which the declared entity has a field more than its table, which has a row.
  private func start() throws -> PseudoTerminal {
    let shell = try PseudoTerminal(Program.path, ["--no-init"], environment: ["NO_COLOR": "1"], columns: 120)
    try shell.waitForPrompt()
    _ = try shell.enter("Book = entity 'Book' { title = text {} } db:create_all()")
    _ = try shell.enter("Book:create { title = 'Moon' }")
    return shell
  }

  private let newField = "Book = entity 'Book' { title = text {}, pages = integer { default = 7 } }"

  @Test(arguments: ["y", "yes", " Y "])
  func `what is agreed to is done`(answer: String) throws {
    let shell = try start()
    _ = try shell.enter(newField)
    shell.send(".migrate\r")
    try shell.waitFor("Change the database like this? (y/N) ")
    #expect(shell.screenText.contains("+ pages"))
    #expect(try shell.finish(answer).contains("\ndone\n"))
    #expect(try shell.enter("'pages: ' .. Book:first().pages").contains("pages: 7"))
    #expect(try shell.enter(".migrate").contains("nothing to migrate"))
  }

  @Test(arguments: ["n", "", "what?", "no\u{4}"])
  func `whatever is no clear yes changes nothing`(answer: String) throws {
    let shell = try start()
    _ = try shell.enter(newField)
    shell.send(".migrate\r")
    try shell.waitFor("(y/N) ")
    #expect(try shell.finish(answer).contains("\nnothing was changed\n"))
    #expect(try !shell.enter(".schema").contains("pages"))
  }

  @Test func `control c is no agreement`() throws {
    let shell = try start()
    _ = try shell.enter(newField)
    shell.send(".migrate\r")
    try shell.waitFor("(y/N) ")
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(shell.screenText.contains("\ninterrupted\n"))
    #expect(try !shell.enter(".schema").contains("pages"))
  }

  @Test func `a loss is refused without a question`() throws {
    let shell = try start()
    _ = try shell.enter("Book = entity 'Book' { pages = integer {} }")
    let text = try shell.enter(".migrate")
    #expect(text.contains("nothing was changed:\n") && text.contains("Book.title") && !text.contains("(y/N)"))
    #expect(try shell.enter("SELECT title FROM book").contains("Moon"))
  }

  @Test func `where nobody answers it is done`() throws {
    let run = try Program.run(
      ["--no-init"],
      input: """
        Book = entity 'Book' { title = text {} } db:create_all()
        \(newField)
        .migrate
        Book:create { title = 'Moon' }.pages
        """)
    #expect(run.output.contains("+ pages") && run.output.hasSuffix("\n7\n") && run.exit == .exited(0))
  }
}
