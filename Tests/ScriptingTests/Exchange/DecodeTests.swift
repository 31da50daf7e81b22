import Testing

@testable import Model

/// Texts that become objects.
@Suite struct DecodeTests {
  @Test func `a list gives a list and a document an object`() throws {
    let script = try Script(schema: players)
    try script.expect(
      #"""
      local list = Player:decode('[{"name":"Ann"},{"name":"Bob","rank":"pro"}]', "json")
      print(#list, list[2].name, list[2].rank, list[1]:is_new(), list:map("name")[1])
      local one = Player:decode('{"name":"Cid"}', "json")
      print(one.name, one.rank) one:save() print(one.rank, Player:count())
      """#, "2 Bob pro true Ann\nCid nil\namateur 1")
  }

  @Test func `nothing is tested before it is saved but types`() throws {
    let script = try Script(schema: players)
    try script.expect(#"print(Player:decode('{"name":"","age":99}', "json").age)"#, "99")
    #expect(
      script.failure(#"Player:decode('[{"name":"A"},\n{"name":3,"age":"x"}]', "json")"#) == """
        line 2: element 2: Player: name: expected text, not the integer 3
        line 2: element 2: Player: age: expected an integer, not the text 'x'
        """)
  }

  @Test(arguments: [
    ("i", "1.5", "expected an integer, not the number 1.5"),
    ("i", "9223372036854775808", "expected an integer, not the number 9223372036854775808"),
    ("small", "40000", "expected an integer of 16 bits (-32768 to 32767), not the integer 40000"),
    ("r", #""x""#, "expected a number, not the text 'x'"),
    ("d", "1e3", #"expected a decimal, such as decimal "0.10" or the text "0.10", not the number 1e3"#),
    ("b", #""yes""#, "expected true or false, not the text 'yes'"),
    ("day", #""2023-02-29""#, "expected a date such as 2024-02-29, not the text '2023-02-29'"),
    ("bytes", #""?""#, "expected bytes as base64, not the text '?'"),
    ("rank", #""chief""#, "expected one of 'pro', 'amateur', not the text 'chief'"),
    ("t", "[1]", "expected text, not a list"), ("t", "{}", "expected text, not an object"),
    ("t", #""a\u0000""#, "expected valid UTF-8 without NUL, not the text 'a\\0'"),
  ])
  func `what a field does not take is refused`(field: String, value: String, words: String) throws {
    let script = try Script(schema: everyType)
    script.session.lua.setGlobal("text", .string("{\"\(field)\":\(value)}"))
    #expect(script.failure("Thing:decode(text, 'json')") == "Thing: \(field): \(words)")
  }

  @Test func `related objects are saved with their own`() throws {
    let script = try Script(schema: players)
    try script.expect(
      #"""
      local t = Team:decode('{"name":"Red","players":[{"name":"Ann"},{"name":"Bob","age":99}]}', "json")
      print(pcall(t.save, t)) print(t:is_new(), Team:count(), Player:count())
      t = Team:decode('{"name":"Red","players":[{"name":"Ann"},{"name":"Bob"}]}', "json")
      db:add(t) print(t.id, Player:count(), Player:first().team.name)
      t:save() print(Player:count())
      """#, "false Team: players[2]: age: 99 is not between 18 and 24\ntrue 0 0\n1 2 Red\n2")
  }

  @Test func `files are read as texts are`() throws {
    let files = try FileScript(schema: players)
    try files.write("p.json", #"{"name":"Ann"}"#)
    try files.write("p.csv", "name,age\nAnn,20\nBob,x\n")
    #expect(try files.run("print(Player:read(dir .. '/p.json').name)") == "Ann")
    #expect(
      files.failure("Player:read(dir .. '/p.csv')")
        == "p.csv:3: Player: age: expected an integer, not the text 'x'")
    #expect(files.failure("Player:read(dir .. '/x.json')") == "cannot open 'x.json': no such file or directory")
  }

  @Test func `a boolean takes no number, as in an object that a script makes`() throws {
    let script = try Script(schema: everyType)
    for number in ["0", "1", "2"] {
      #expect(
        script.failure("Thing:decode('{\"b\":\(number)}', 'json')")
          == "Thing: b: expected true or false, not the integer \(number)")
    }
    try script.expect("print(Thing:decode('{\"b\":true}', 'json').b)", "true")
  }
}
