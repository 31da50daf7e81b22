import Glibc
import Testing

/// Commands and results that need a person at a terminal.
@Suite(.serialized) struct PromptCommandTests {
  private func start(_ environment: [String: String] = [:], rows: UInt16 = 24) throws -> PseudoTerminal {
    let shell = try PseudoTerminal(
      Program.path, ["--no-init"], environment: environment.merging(["NO_COLOR": "1"]) { first, _ in first },
      columns: 100, rows: rows)
    try shell.waitForPrompt()
    return shell
  }

  private func write(_ text: String, to path: String) {
    guard let file = fopen(path, "we") else { return }
    defer { fclose(file) }
    fputs(text, file)
  }

  @Test func `the last entry is edited and runs again`() throws {
    let shell = try start(["EDITOR": "sed -i s/1/20/g"])
    _ = try shell.enter("1 + 1")
    shell.send(".edit\r")
    try shell.waitFor("moon> 20 + 20")
    try shell.waitFor("40\n")
    try shell.waitForPrompt()
    shell.send("\u{1B}[A")
    #expect(try shell.enter("").contains("40"))
    #expect(try shell.enter("'still here'").contains("still here"))
  }

  @Test func `an editor that fails runs nothing`() throws {
    let shell = try start(["VISUAL": "false"])
    _ = try shell.enter("ran = (ran or 0) + 1")
    #expect(try shell.enter(".edit").contains(".edit: 'false' failed: nothing is run"))
    #expect(try shell.enter("'ran ' .. ran").contains("ran 1"))
  }

  @Test func `the history is listed and searched`() throws {
    try withDirectory { directory in
      let shell = try start(["MOONSHELL_HISTORY": "\(directory)/history"])
      _ = try shell.enter("first = 1")
      _ = try shell.enter("second = 2")
      _ = try shell.enter(" secret = 3")
      let all = try shell.enter(".history")
      #expect(all.contains("1  first = 1\n    2  second = 2\n") && !all.contains("secret"))
      #expect(try !shell.enter(".history SECOND").contains("first"))
    }
  }

  @Test func `two shells keep each others history`() throws {
    try withDirectory { directory in
      let environment = ["MOONSHELL_HISTORY": "\(directory)/history"]
      let (one, two) = (try start(environment), try start(environment))
      for number in 1...5 {
        _ = try one.enter("one = \(number)")
        _ = try two.enter("two = {\n")
        _ = try two.enter("\(number) }")
      }
      let three = try start(environment)
      let text = try three.enter(".history")
      for number in 1...5 { #expect(text.contains("one = \(number)\n") && text.contains("\n       \(number) }\n")) }
    }
  }

  @Test func `the persons own keys are read`() throws {
    try withDirectory { directory in
      write("moonshell:bind -s ^T \"21 + 21\"\n", to: "\(directory)/.editrc")
      let shell = try start(["HOME": directory])
      #expect(try shell.enter("\u{14}").contains("42"))
    }
  }

  @Test func `a dumb terminal gets no escapes`() throws {
    let shell = try start(["TERM": "dumb", "MOONSHELL_PROMPT_MARK": "1"])
    _ = try shell.enter("1 + 1")
    shell.send("string.\t\t")
    try shell.waitFor("upper")
    shell.send("\u{3}")
    try shell.waitForPrompt()
    let codes = String(decoding: shell.output, as: UTF8.self).replacing("\u{1B}]133;B\u{1B}\\", with: "")
    #expect(!codes.contains("\u{1B}"))
    #expect(try shell.enter("SELECT 1 AS n").contains("│ 1 │"))
  }

  @Test func `the first rows are shown while the rest is counted`() throws {
    let shell = try start(rows: 60)
    _ = try shell.enter("P = entity 'P' { n = integer {} } db:create_all()")
    _ = try shell.enter("l = {} for i = 1, 100 do l[i] = P { n = i } end db:add(l)")
    _ = try shell.enter("asked = 0")
    // The function never comes back from the row after those that are shown, and says so past every buffer.
    let notice = "io.stderr:write 'one' io.stderr:write ' more\\n'"
    shell.send(
      "P:where(function(p) asked = asked + 1 if asked > 40 then \(notice) while true do end end return true end)\r")
    try shell.waitFor("one more\n")
    shell.send("\u{3}")
    try shell.waitForPrompt()
    let text = shell.screenText
    let (shown, counted) = (text.firstRange(of: "│ 40 │ 40 │"), text.firstRange(of: "one more\n"))
    #expect(try #require(shown).upperBound < #require(counted).lowerBound)
    #expect(try shell.enter("'asked ' .. asked").contains("\nasked 41"))
  }

  @Test func `long work says how to end it`() throws {
    let shell = try start()
    shell.send("while true do end\r")
    try shell.waitFor("still at work · Ctrl-C cancels", timeout: 60)
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(try shell.enter("1 + 1").contains("2"))
  }

  @Test func `an interrupted entry says what became of its transaction`() throws {
    let shell = try start()
    shell.send("db:begin() print 'begun' while true do end\r")
    try shell.waitFor("\nbegun\n")
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(shell.screenText.contains("interrupted\nthe transaction that it had begun is rolled back\n"))
    _ = try shell.enter("db:begin()")
    shell.send("print 'at work' while true do end\r")
    try shell.waitFor("\nat work\n")
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(shell.screenText.contains("interrupted\nthe transaction is still open: db:commit() or db:rollback()\n"))
  }

  @Test func `what others commit is watched until control c`() throws {
    try withDirectory { directory in
      let file = "\(directory)/a.db"
      let schema = "P = entity 'P' { name = text {} } db:create_all()"
      let shell = try PseudoTerminal(Program.path, ["--no-init", file], environment: ["NO_COLOR": "1"])
      try shell.waitForPrompt()
      _ = try shell.enter(schema)
      shell.send(".watch P:all()\r")
      try shell.waitFor("\nwatching: Ctrl-C ends it\n")
      _ = try Program.run(["--no-init", file, "-e", schema + " P:create { name = 'Ann' }"])
      try shell.waitFor("+ [1]")
      shell.send("\u{3}")
      try shell.waitForPrompt()
      #expect(!shell.screenText.contains("interrupted"))
      #expect(try shell.enter("P:count()").contains("1"))
    }
  }

  @Test func `what is wrong with several objects is a table`() throws {
    let shell = try start()
    _ = try shell.enter("P = entity 'P' { n = integer { validate = is.at_least(18) } } db:create_all()")
    let text = try shell.enter("db:add(P { n = 1 }, P { n = 20 }, P { n = 3 })")
    #expect(text.contains("nothing was saved:\n") && text.contains("│      1 │ n     │     1 │ is not at least 18 │"))
    #expect(text.contains("│      3 │ n     │     3 │"))
    #expect(try shell.enter("P:create { n = 1 }").contains("P: n: 1 is not at least 18\n"))
    #expect(try shell.enter("P:count()").contains("0"))
  }

  @Test(arguments: [
    ("tables", "nil\nDid you mean '.tables'?"), ("mode csv", "Did you mean '.mode csv'?"),
    ("\\dt", "│ p    │ table │    0 │"),
    ("show tables", "│ p    │ table │    0 │"), (".schema P", "CREATE TABLE"), (".schema p", "CREATE TABLE"),
    ("P.size", "P.size: 'size' is a field of its objects: say P:pluck \"size\" for all values"),
    ("SELECT nme FROM p", "Did you mean 'name'?"), ("SELECT 1 FROM pp", "Did you mean 'p'?"),
  ])
  func `the habits of newcomers are answered`(entry: String, answer: String) throws {
    let shell = try start()
    _ = try shell.enter("P = entity 'P' { name = text {}, size = real {} } db:create_all()")
    #expect(try shell.enter(entry).contains(answer))
  }

  @Test func `the tour goes on with enter`() throws {
    let shell = try start(rows: 60)
    #expect(try shell.enter(".tour").contains("1/12"))
    #expect(try shell.enter("5 + 5").contains("10"))
    for step in 2...12 {
      shell.send("\r")
      try shell.waitFor("\n\(step)/12")
      try shell.waitForPrompt()
    }
    shell.send("\r")
    try shell.waitFor("That was the tour")
    try shell.waitForPrompt()
    #expect(try shell.enter("Player:count()").contains("2"))
  }
}
