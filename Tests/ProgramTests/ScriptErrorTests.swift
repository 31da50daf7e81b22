import Testing

/// What errors of scripts look like: the place, the line with a mark, the cause, a suggestion, the calls.
@Suite struct ScriptErrorTests {
  private func errors(_ code: String) throws -> String {
    let run = try Program.run(["-"], input: code)
    #expect(run.exit == .exited(1))
    return run.errors
  }

  @Test func `a name that does not exist is marked and the nearest suggested`() throws {
    #expect(
      try errors("Player = entity 'Player' { age = integer {} }\ndb:create_all()\nPlayer:where { agee = 1 }\n") == """
        moonshell: stdin:3: Player has no field 'agee'. Did you mean 'age'?
          3 | Player:where { agee = 1 }
                             ^^^^
        stack traceback:
        \t[C]: in method 'where'
        \tstdin:3: in main chunk

        """)
    #expect(
      try errors("local count = 1\nPlyer = nil\nprnt(count)\n") == """
        moonshell: stdin:3: attempt to call a nil value (global 'prnt')
          3 | prnt(count)
              ^^^^
        Did you mean 'print'?
        stack traceback:
        \tstdin:3: in main chunk

        """)
    #expect(try errors("string.fromat('x')").contains("            ^^^^^^\nDid you mean 'format'?\n"))
    #expect(try errors("x = ('x'):uper()").contains("Did you mean 'upper'?\n"))
  }

  @Test func `the mark is where the operation is`() throws {
    #expect(
      try errors("local e, ok = {}\nprint(e, 'e' .. e)").contains("  2 | print(e, 'e' .. e)\n                      ^\n")
    )
    #expect(try errors("x = = 1").contains("unexpected symbol near '='\n  1 | x = = 1\n          ^\n"))
    #expect(try errors("x = { 1, 2 3 }").contains("'}' expected near '3'\n  1 | x = { 1, 2 3 }\n                 ^\n"))
  }

  @Test func `of a long line the part around the mark is shown`() throws {
    let filling = String(repeating: "x = 1; ", count: 10_000)
    let lines = try errors(filling + "nothing(); " + filling).split(separator: "\n")
    #expect(lines.count == 5 && lines.allSatisfy { $0.count <= 400 })
    #expect(lines[1].hasPrefix("  1 | …") && lines[1].hasSuffix("…"))
    let mark = lines[2].prefix { $0 == " " }.count
    #expect(lines[1].dropFirst(mark).hasPrefix("nothing();"))
  }

  @Test func `a binary file is no script`() throws {
    let run = try Program.shell(
      "d=$(mktemp -d); moonshell $d/a.db -e 'db:execute \"CREATE TABLE t (a)\"'; moonshell $d/b.db $d/a.db")
    #expect(
      run.errors.hasSuffix(
        "/a.db is no script: it is binary (a database is named before a script, not after it)\n"))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.exit == .exited(1))
  }

  @Test func `an error joined to text gets a hint`() throws {
    let text = try errors("local ok, err = pcall(db.query, db, 'nope')\nerror('failed: ' .. err)")
    #expect(text.contains("errors and objects are joined to text by tostring: \"failed: \" .. tostring(err)\n"))
  }

  @Test func `any value can be raised`() throws {
    #expect(
      try errors("error({ code = 1 })").hasPrefix("moonshell: an error was raised that is no text: { code = 1 }\n"))
    #expect(try errors("error()").hasPrefix("moonshell: an error was raised without a value: error(nil)\n"))
    #expect(
      try errors("error(setmetatable({}, { __tostring = function() return 'own' end }))").hasPrefix("moonshell: own\n"))
    #expect(try errors("error('a\\27[2Jb')").contains("a\\27[2Jb"))
  }

  @Test func `an error in a coroutine has its own place once`() throws {
    #expect(
      try errors("local f = coroutine.wrap(function()\n  local x = nil + 1\nend)\nf()\n").hasPrefix(
        "moonshell: stdin:2: attempt to perform arithmetic on a nil value\n  2 |   local x = nil + 1\n"))
  }

  @Test func `an error in a validation is an error of the row`() throws {
    let text = try errors(
      "P = entity 'P' { n = integer { validate = function(v) return v.x.y end } }\ndb:create_all()\nP:create { n = 1 }\n"
    )
    #expect(text.contains("P: n: "))
  }

  @Test func `a stack overflow is short`() throws {
    let text = try errors("local function f() return 1 + f() end\nf()\n")
    #expect(text.hasPrefix("moonshell: stdin:1: stack overflow\n"))
    #expect(text.split(separator: "\n").count < 10)
  }

  @Test(arguments: ["1024", "8192"])
  func `what fills the stack of the process is an error too`(kilobytes: String) throws {
    let run = try Program.shell(
      """
      ulimit -s \(kilobytes); moonshell --no-init - <<'END'
      local co
      for i = 1, 30000 do
        local previous = co
        co = coroutine.create(function()
          local x <close> = setmetatable({}, { __close = function()
            if previous then assert(coroutine.close(previous)) end
          end })
          coroutine.yield()
        end)
        coroutine.resume(co)
      end
      print(coroutine.close(co))
      END
      """)
    #expect(run.exit == .exited(0) && run.output.contains("C stack overflow"))
  }
}
