import Testing

@testable import Shell

@Suite struct BlockTests {
  /// What a block prints in a mode, and how it ends.
  private func run(_ block: String, mode: String = "box", _ script: String = Prompt.sample) throws -> (String, Bool) {
    let prompt = try Prompt(script)
    prompt.runner.settings.mode = mode
    var isDone = false
    let text = prompt.runner.output.captured {
      isDone = prompt.runner.runBlock(block, name: "(command line)") == .done
    }
    return (text, isDone)
  }

  @Test(arguments: [
    ("Player", ["expression"]), ("x = 1", ["other"]), ("f()", ["call"]), ("f(), g()", ["expression"]),
    ("local a <const>, b = 1, 2\na + b", ["other", "expression"]), ("f \"a\" g { 1 }", ["call", "call"]),
    ("a.b[1]:c().d = 5 print(1)", ["other", "call"]), ("for i = 1, 3 do print(i) end x", []),
    ("for i = 1, 3 do print(i) end\nx", ["other", "expression"]),
    ("repeat f() until x == 1 print(2)", ["other", "call"]),
    ("function f() if a then return 1 end end f()", ["other", "call"]),
    ("-- a\n[[x]]; 'y'", ["expression", "expression"]),
    ("SELECT 1", []), ("return 5", ["other"]), ("goto done ::done::", ["other", "other"]),
    ("x = function() end y()", ["other", "call"]),
    ("-x", ["expression"]), ("not f()", ["expression"]), ("while true do break end", ["other"]), ("x =", []),
    ("(f)(1)", ["call"]),
  ])
  func `the statements of a chunk are told apart`(_ text: String, _ kinds: [String]) {
    var reader = LuaStatements(text)
    #expect((reader.read() ?? []).map { "\($0.kind)" } == kinds)
  }

  @Test(arguments: [
    ("1 + 1", "2\n"), ("local a = 5\na\na + 1", "5\n6\n"), ("x = 1\nprint(x)", ""), ("return 7", "7\n"),
    ("nil", "nil\n"), ("string.rep('a', 3)", "aaa\n"), ("function f() end f()", ""), ("io.flush()", ""),
    ("require 'string'", ""), ("require(\"math\")\n1", "1\n"), ("require 'math'.pi > 3", "true\n"),
    ("select('#', ...)", "0\n"),
    ("p.name\n_", "Zerator\nZerator\n"), ("-- a remark", ""), ("x = 1\n.mode\nx + 1", "box\n2\n"),
    ("SELECT name FROM team;\n_[1].name", "╭──────╮\n│ name │\n├──────┤\n│ Red  │\n╰──────╯\nRed\n"),
    ("SELECT name\nFROM team", "╭──────╮\n│ name │\n├──────┤\n│ Red  │\n╰──────╯\n"),
    ("y = { 1,\n  2 }\n#y\n.mode", "2\nbox\n"), ("Player\n  :count()", "2\n"),
  ])
  func `a block shows what its expressions give`(_ block: String, _ expected: String) throws {
    let (text, isDone) = try run(block)
    #expect(text == expected)
    #expect(isDone)
  }

  @Test(arguments: [
    ("p.name\np.age", "Zerator\n20\n"), ("x = 1\nprint(x)\n.mode", "box\n"),
    ("moon> p.name\nmoon> p\n  ... .age", "Zerator\n20\n"),
    ("SELECT count(*) AS n\nFROM team", "╭───╮\n│ n │\n├───┤\n│ 1 │\n╰───╯\n"),
    ("function f()\n  return 5\nend\nf()", "5\n"), ("{ 1,\n  2 }", "{ 1, 2 }\n"),
  ])
  func `a paste is a block, without the prompts in it`(_ paste: String, _ expected: String) throws {
    let prompt = try Prompt(Prompt.sample)
    prompt.runner.isPrompting = true
    #expect(prompt.runner.entryJudge()(paste, paste))
    #expect(prompt.runner.output.captured { _ = prompt.runner.runTyped(paste) } == expected)
  }

  @Test(arguments: [
    ("moon> x = 1\nx + 41", "x = 1\nx + 41"),
    ("moon> for i = 1, 2 do\n  print(i)\nend", "for i = 1, 2 do\n  print(i)\nend"),
    ("-- my notes\nmoon> x = 2", "-- my notes\nx = 2"), ("\nmoon> x = 2", "\nx = 2"),
    ("x = 1\nshop (read-only) moon*> x", "x = 1\nx"),
    ("moon> f(\n  ... 5)\nmoon> g {\n  1 }\nmoon> x", "f(\n5)\ng {\n  1 }\nx"), ("x > 1", "x > 1"),
  ])
  func `prompts are dropped and lines kept`(_ paste: String, _ typed: String) throws {
    let prompt = try Prompt(Prompt.sample)
    let text = prompt.runner.withoutPrompts(paste)
    #expect(text.text == typed && text.note == nil)
  }

  @Test(arguments: [
    ("moon> p.name\nZerator\nmoon> p.age\n20", "p.name\np.age", 2), ("moon> Player\n╭──╮\n│ a │", "Player", 2),
    ("moon> x = 1\n\nmoon> x\n1", "x = 1\nx", 1),
  ])
  func `what was printed between prompts is left out, and that is said`(
    _ paste: String, _ typed: String, _ count: Int
  ) throws {
    let prompt = try Prompt(Prompt.sample)
    let text = prompt.runner.withoutPrompts(paste)
    #expect(text.text == typed && text.leftOut == count)
    #expect(prompt.runner.output.captured { _ = prompt.runner.runTyped(paste) }.contains("printed, and left out\n"))
  }

  @Test func `a bare keyword of SQL in a block is SQL, unless the block has a variable of that name`() throws {
    let rolledBack = "begin;\nPlayer:create { name = 'Tmp' }:is_new()\nrollback;\nPlayer:count()"
    #expect(try run(rolledBack).0 == "false\n2\n")
    #expect(try run("local commit = 5\ncommit").0 == "5\n")
  }

  @Test(arguments: ["f()\nfor i = 1, 2 do", "x = 1\nSELECT 'a", ".mode\nfunction f()"])
  func `a paste that breaks off goes on`(_ paste: String) throws {
    let prompt = try Prompt(Prompt.sample)
    prompt.runner.isPrompting = true
    #expect(!prompt.runner.entryJudge()(paste, paste))
  }

  @Test func `the first error ends a block, and says where`() throws {
    let (text, isDone) = try run("x = 1\n.mode\nSELECT nix FROM team\n.tables")
    #expect(!isDone)
    #expect(text.hasPrefix("box\nmoonshell: (command line):3: no such column: 'nix'\n"))
    #expect(!text.contains("player"))
  }

  @Test(arguments: [
    ("5", "5\n"), ("nil", "null\n"), ("'a\\nb'", "\"a\\nb\"\n"), ("{ 1, { a = true } }", "[1,{\"a\":true}]\n"),
    ("1 // 0.0", "\"inf\"\n"), ("decimal '0.10'", "\"0.10\"\n"), ("{ x = null }", "{\"x\":null}\n"),
    ("{ p }", "[{\"id\":1,\"name\":\"Zerator\",\"score\":0,\"age\":20,\"team_id\":1}]\n"),
    ("Player:pluck('name')", "[\"Zerator\",\"Maghla\"]\n"),
    ("Player:limit(1):values('name', 'age')", "[{\"name\":\"Zerator\",\"age\":20}]\n"),
    ("db:query('SELECT name, age, NULL AS x FROM player LIMIT 1')", "[{\"name\":\"Zerator\",\"age\":20,\"x\":null}]\n"),
    ("{ { b = true, a = 1 } }", "[{\"a\":1,\"b\":true}]\n"),
    ("Player:group_by('team'):aggregate { n = 'count' }:fetch()", "[{\"team\":1,\"n\":2}]\n"),
  ])
  func `with json every value is one text`(_ block: String, _ expected: String) throws {
    #expect(try run(block, mode: "json").0 == expected)
  }

  @Test func `with json a table within itself is named, not gone through again`() throws {
    let text = try run("(function() local t = { a = 1 } t.me, t.you = { t }, { t } return t end)()", mode: "json").0
    let pattern = #/\{"a":1,"me":\["(table: 0x[0-9a-f]+)"\],"you":\["(table: 0x[0-9a-f]+)"\]\}\n/#
    let named = try #require(text.wholeMatch(of: pattern), "\(text.prefix(200))")
    #expect(named.1 == named.2)
  }

  @Test(arguments: [
    ("5", "5\n"), ("nil", "\n"), ("'a,b'", "\"a,b\"\n"), ("true", "true\n"), ("{ 1, 'x' }", "1\nx\n"), ("{}", "[]\n"),
    ("db:query('SELECT name, age FROM player LIMIT 1')", "name,age\nZerator,20\n"),
    ("{ { b = true, id = 1 } }", "id,b\n1,true\n"), ("db:query('SELECT 1 AS a WHERE 0')", "a\n"),
  ])
  func `in csv a single value is a row without header`(_ block: String, _ expected: String) throws {
    #expect(try run(block, mode: "csv").0 == expected)
  }

  @Test func `lists of tables with equal keys are tables, others are Lua`() throws {
    #expect(try run("{ { b = 2, id = 1 }, { id = 3, b = { 4 } } }").0.contains("│  3 │ [4] │"))
    #expect(try run("{ { a = 1 }, { b = 2 } }").0 == "{ { a = 1 }, { b = 2 } }\n")
    #expect(try run("{ { 1, 2 } }").0 == "{ { 1, 2 } }\n")
    #expect(try run("db:query('SELECT 1 AS a WHERE 0')").0.contains("(no rows)"))
  }

  @Test func `show prints as the prompt does, in any mode`() throws {
    #expect(try run("for _, t in ipairs(Team:fetch()) do show(t, 'csv') end").0 == "id,name\n1,Red\n")
    #expect(try run("show(Team:values('name'), 'json') show(5)").0 == "[{\"name\":\"Red\"}]\n5\n")
    let (text, isDone) = try run("show(5, 'jsn')")
    #expect(!isDone && text.contains("Did you mean 'json'? The modes are box, table"))
  }

  @Test func `indexes and databases are listed`() throws {
    #expect(try run(".indexes Team", mode: "csv").0.contains("team,"))
    #expect(try run(".indexes Nothing", mode: "csv").0 == "table,index,columns,unique\n")
    #expect(try run(".databases", mode: "csv").0.hasPrefix("name,location,state\ndb,"))
  }

  @Test func `an address with a password is not kept in the history`() {
    let history = History(file: nil)
    #expect(!history.add("other = open 'postgres://ann:secret@host/shop'"))
    #expect(
      "open 'postgres://ann:secret@host/shop', 'a://b:c@d'".hidingPasswords
        == "open 'postgres://ann:******@host/shop', 'a://b:*@d'")
    #expect(
      "open 'postgres://ann:x@host/shop?sslmode=on&password=secret'".hidingPasswords
        == "open 'postgres://ann:*@host/shop?sslmode=on&password=******'")
    #expect("open 'postgres://ann@host/shop:x@y'".hidingPasswords == "open 'postgres://ann@host/shop:x@y'")
    #expect(history.add("other = open 'postgres://ann@host/shop'"))
    #expect(history.add("print 'https://host:80/'"))
  }

  @Test func `settings are what the commands set`() throws {
    #expect(try run("settings.mode = 'csv'\nsettings.limit = 'all'\n.limit\nsettings.limit").0 == "all\nall\n")
    #expect(
      try run("settings.null = '-'\nsettings.timer\nTeam:select('name')", mode: "csv").0 == "false\nid,name\n1,Red\n")
    #expect(try run("settings.mode = 'bx'").0.contains("settings.mode takes one of box, table, line"))
    #expect(try run("settings.limt = 5").0.contains("no setting 'limt'. Did you mean 'limit'?"))
  }
}
