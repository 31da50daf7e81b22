import Glibc
import Testing

/// What a person at the prompt sees.
@Suite(.serialized) struct PromptTests {
  private func start(_ arguments: [String] = [], columns: UInt16 = 80, _ environment: [String: String] = [:]) throws
    -> PseudoTerminal
  {
    let shell = try PseudoTerminal(
      Program.path, ["--no-init"] + arguments,
      environment: environment.merging(["NO_COLOR": "1"]) { first, _ in first }, columns: columns, rows: 50)
    try shell.waitForPrompt()
    return shell
  }

  /// What an entry prints, without its echo and the next prompt.
  private func answer(_ shell: PseudoTerminal, _ entry: String) throws -> String {
    let lines = try shell.enter(entry).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().dropLast().joined(separator: "\n")
  }

  @Test func `a banner says where one is unless quiet`() throws {
    let shell = try start()
    #expect(
      shell.screenText.contains(
        "on a database in memory\n.tour shows it in five minutes, .help lists what there is, Ctrl-D leaves\n"))
    #expect(try start(["scripts/examples/books.csv"]).screenText.contains("Books:limit(5) shows rows, .help lists"))
    #expect(try start(["--quiet"]).screenText == "moon> ")
    #expect(try start(["/tmp/moonshell-is-not-there.db"]).screenText.contains("is-not-there.db, a new file\n"))
  }

  @Test func `values print`() throws {
    let shell = try start()
    #expect(try answer(shell, "return 1, nil, 'x'") == "1\nnil\nx")
    #expect(try answer(shell, "=6 * 7") == "42")
    #expect(try answer(shell, "_ + 1") == "43")
    #expect(try answer(shell, "x = 5") == "")
    #expect(try answer(shell, "{ 1, 'a\\0b', k = { true } }") == "{ 1, \"a\\0b\", k = { true } }")
    #expect(try answer(shell, "'a\\27[2Jb'") == "a\\27[2Jb")
    #expect(try answer(shell, "function f() end") == "")
    #expect(try answer(shell, "f").contains("function (entry 7:1)"))
    #expect(try answer(shell, "t = {} t.t = t") == "")
    #expect(try answer(shell, "t") == "{ t = { … itself … } }")
  }

  @Test func `errors show the line and where in it`() throws {
    let shell = try start()
    #expect(
      try answer(shell, "local a = 1; prnt(a)")
        == "attempt to call a nil value (global 'prnt')\n  1 | local a = 1; prnt(a)\n                   ^^^^\nDid you mean 'print'?"
    )
    _ = try answer(shell, "function f() local a; return a.b end")
    #expect(
      try answer(shell, "f()").hasPrefix(
        "entry 2:1: attempt to index a nil value (local 'a')\n  1 | function f() local a; return a.b end\n"))
  }

  @Test(arguments: [40, 80, 200] as [UInt16])
  func `tables fit the window`(columns: UInt16) throws {
    let shell = try start(columns: columns)
    let text = try shell.enter("SELECT hex(zeroblob(30)) AS a, '日本語日本語日本語日本語' AS b, 1 AS c")
    let rules = text.split(separator: "\n").filter { $0.hasPrefix("╭") || $0.hasPrefix("╰") }
    #expect(rules.count == 2 && rules.allSatisfy { $0.count <= Int(columns) })
  }

  @Test func `a long list shows its ends and a long request its beginning`() throws {
    let shell = try start()
    _ = try shell.enter("P = entity 'P' { n = integer {} } db:create_all()")
    _ = try shell.enter("l = {} for i = 1, 100 do l[i] = P { n = i } end db:add(l)")
    let list = try answer(shell, "P:all():fetch()")
    #expect(list.contains("… 60 more") && list.contains("100 rows, 40 shown"))
    let request = try answer(shell, "P:all()")
    #expect(request.contains("│ 40 │ 40 │") && !request.contains("│ 41 │") && request.contains("100 rows, 40 shown"))
    _ = try shell.enter(".limit 3")
    #expect(try answer(shell, "P:all():fetch()").contains("… 97 more"))
    #expect(try !answer(shell, "P:get(1)").contains("row"))
  }

  @Test func `the prompt tells of a transaction and leaving rolls it back`() throws {
    let shell = try start()
    #expect(try shell.enter("db:begin()").hasSuffix("moon*> "))
    #expect(try shell.enter("db:rollback()").hasSuffix("moon> "))
    #expect(try shell.enter("BEGIN").hasSuffix("moon*> "))
    shell.send("\u{4}")
    #expect(try shell.waitForExit() == .exited(0))
    #expect(shell.screenText.hasSuffix("the open transaction is rolled back\n"))
  }

  @Test func `an unfinished entry goes on`() throws {
    let shell = try start()
    #expect(try shell.enter("function f()").hasSuffix("  ... "))
    #expect(try shell.enter("return 7").hasSuffix("  ... "))
    #expect(try shell.enter("end").hasSuffix("moon> "))
    #expect(try answer(shell, "f()") == "7")
    #expect(try shell.enter("SELECT *").hasSuffix("  ... "))
    #expect(try shell.enter("FROM (SELECT 8 AS n)").hasSuffix("  ... "))
    #expect(try shell.enter(";").contains("│ 8 │"))
  }

  @Test func `a command inside of an unfinished entry is answered with a hint`() throws {
    let shell = try start()
    _ = try shell.enter("t = {")
    #expect(
      try answer(shell, ".help")
        == ".help was left out: the entry above is not finished. Finish it, or drop it with Ctrl-C"
    )
    #expect(try shell.enter("7 }").hasSuffix("moon> "))
    #expect(try answer(shell, "t[1]") == "7")
    _ = try shell.enter("SELECT 8 AS n,")
    #expect(try answer(shell, ".mode csv").hasPrefix(".mode was left out: "))
    #expect(try shell.enter("9 AS m;").contains("│ 8 │ 9 │"))
    _ = try shell.enter("s = [[")
    #expect(
      try answer(shell, "exit")
        == "exit became part of the entry above, which is not finished. Finish it, or drop it with Ctrl-C")
    #expect(try shell.enter(".helper]]").hasSuffix("moon> "))
    #expect(try answer(shell, "#s") == "12")
    _ = try shell.enter(".pager off")
    _ = try shell.enter("x = (")
    shell.send("\u{3}")
    try shell.waitForPrompt()
    #expect(try shell.enter(".help").contains("Commands"))
  }

  @Test(arguments: [".quit", ".exit", ".q", "exit", "quit()", "\\q"])
  func `the words of other shells leave`(word: String) throws {
    let shell = try start()
    shell.send(word + "\r")
    #expect(try shell.waitForExit() == .exited(0))
  }

  @Test func `overwriting a word warns once`() throws {
    let shell = try start()
    #expect(try answer(shell, "json = 5") == "json is now yours; the word of the language is still moon.json")
    #expect(try answer(shell, "json = 6") == "")
  }

  @Test func `a function that can never find a row says why behind what it found`() throws {
    let shell = try start()
    _ = try shell.enter(#"entity "T" { price = decimal { scale = 2 } } db:create_all() T:create { price = "0.99" }"#)
    let note = #"note: price is a decimal, which is never == a number: write decimal "0.99""#
    #expect(try shell.enter("T:where(function(t) return t.price == 0.99 end)").contains(note))
    #expect(try answer(shell, "T:where(function(t) return t.price == 0.99 end):count()") == "0\n" + note)
    #expect(try answer(shell, #"T:where(function(t) return t.price == decimal "0.99" end):count()"#) == "1")
  }

  @Test func `the history is private and in the state directory`() throws {
    var template = Array("/tmp/moonshell-tests-XXXXXX".utf8CString)
    let made = mkdtemp(&template) != nil
    #expect(made)
    let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let arguments = ["-c", "unset MOONSHELL_HISTORY; exec \(Program.path) --no-init"]
    let shell = try PseudoTerminal("/bin/sh", arguments, environment: ["XDG_STATE_HOME": directory])
    try shell.waitForPrompt()
    _ = try shell.enter("1 + 1")
    let file = "\(directory)/moonshell/history"
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    shell.send("\u{1B}[A")
    #expect(try shell.enter("").contains("2"))
    unlink(file)
    rmdir("\(directory)/moonshell")
    rmdir(directory)
  }
}

func usleepMilliseconds(_ count: UInt32) { usleep(count * 1000) }
