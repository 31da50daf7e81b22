import Testing

@testable import Model

/// Files that become rows.
@Suite struct ImportTests {
  private func importing(_ name: String, _ text: String, schema: String = players) throws -> FileScript {
    let files = try FileScript(schema: schema)
    try files.write(name, text)
    return files
  }

  @Test func `columns are fields by name`() throws {
    let files = try importing(
      "p.csv", "active,name,rank,team,avatar,age\r\ntrue,Ann,pro,,\"{\"\"a\"\":[1]}\",20\r\n0,\"B,ob\",amateur,,,\r\n")
    #expect(
      try files.run(
        """
        print(Player:import(dir .. "/p.csv"))
        for p in Player:iterate() do print(p.id, p.name, p.age, p.score, p.active, p.rank, p.avatar and p.avatar.a[1]) end
        """) == "2\n1 Ann 20 0 true pro 1\n2 B,ob nil 0 false amateur nil")
  }

  @Test func `an empty cell takes no default, and after_decode says what it becomes`() throws {
    func schema(_ hook: String) -> String {
      "P = entity 'P' { name = text {}, rank = text { required = true, default = 'amateur' }\(hook) } db:create_all()"
    }
    let text = "name,rank\nAnn,\nBob,pro\n"
    let plain = try importing("p.csv", text, schema: schema(""))
    #expect(plain.failure("P:import(dir .. '/p.csv')").contains("P: rank: is required"))
    let hook = ", after_decode = function(p) if p.rank == nil then p.rank = 'amateur' end end"
    let hooked = try importing("p.csv", text, schema: schema(hook))
    #expect(
      try hooked.run("P:import(dir .. '/p.csv') return table.concat(P:pluck 'rank', ' ')") == "amateur pro")
    let missing = try importing("p.csv", "name\nAnn\n", schema: schema(""))
    #expect(try missing.run("P:import(dir .. '/p.csv') return P:first().rank") == "amateur")
  }

  @Test func `all that is wrong with a row is said, each at its place`() throws {
    let schema = """
      P = entity "P" {
        a = integer { validate = is.less(10) }, b = integer { validate = is.at_least(0) },
        c = text { required = true, validate = is.length(1) }, d = text { default = function(p) return p.c:upper() end },
        e = text { validate = function(v, p) return p.a > 0, "needs a" end },
      }
      db:create_all()
      """
    let csv = try importing("p.csv", "a,b,c,e\n1,2,x,\n300,y,,k\nq,-5,\"z\nz\",\n1,-1,xx,\n", schema: schema)
    #expect(
      csv.failure("P:import(dir .. '/p.csv')") == """
        p.csv:3:1: P: a: 300 is not less than 10
        p.csv:3:5: P: b: expected an integer, not the text 'y'
        p.csv:3:7: P: c: is required
        p.csv:4:1: P: a: expected an integer, not the text 'q'
        p.csv:4:3: P: b: -5 is not at least 0
        p.csv:4:7: P: c: 'z\\10z' does not have 1 character
        p.csv:6:3: P: b: -1 is not at least 0
        p.csv:6:6: P: c: 'xx' does not have 1 character
        nothing was imported: 3 rows are wrong
        """)
    let json = try importing("p.json", #"[{ "a": "x", "b": -1, "c": "zz" }]"#, schema: schema)
    #expect(
      json.failure("P:import(dir .. '/p.json')") == """
        p.json:1: element 1: P: a: expected an integer, not the text 'x'
        p.json:1: element 1: P: b: -1 is not at least 0
        p.json:1: element 1: P: c: 'zz' does not have 1 character
        """)
  }

  @Test func `a field is known by the name that it had before`() throws {
    let schema = """
      Team = entity "Team" { name = text {} }
      P = entity "P" {
        score = integer { renamed_from = "points" }, side = belongs_to("Team", { renamed_from = "team" }),
      }
      db:create_all()
      Team:create { name = "Red" }
      """
    let files = try importing("p.csv", "points,team\n3,1\n", schema: schema)
    #expect(try files.run("P:import(dir .. '/p.csv') return P:first().score, P:first().side.name") == "3 Red")
    #expect(
      try files.run(
        #"""
        for _, text in ipairs { '{"points": 4, "team": 1}', '{"points": 4, "score": 5, "side": 1}', '{"score": 5, "points": 4, "side": 1}' } do
          local p = P:decode(text, "json")
          print(p.score, p.side.name)
        end
        """#) == "4 Red\n5 Red\n5 Red")
    try files.write("q.csv", "points,score\n3,4\n")
    #expect(files.failure("P:import(dir .. '/q.csv')").contains("stands twice"))
  }

  @Test func `an empty field is null and empty text is itself`() throws {
    let files = try importing("t.csv", "t,i,bytes,word\n,,,\n\"\",\"\",\"\",\"\"\n", schema: everyType)
    #expect(
      try files.run(
        """
        Thing:import(dir .. "/t.csv")
        for x in Thing:iterate() do print(x.t, x.i, x.bytes, x.word) end
        """) == "nil nil nil nil\n nil  ")
  }

  @Test func `every format comes in`() throws {
    for (name, text) in [
      ("p.tsv", "name\tage\nAnn\t20\n"), ("p.json", "[{\"name\":\"Ann\",\"age\":20}]"),
      ("p.jsonl", "{\"name\":\"Ann\",\"age\":20}\n"), ("p.json", "{\"name\":\"Ann\",\"age\":20}"),
      (
        "p.plist",
        "<plist><array><dict><key>name</key><string>Ann</string><key>age</key><integer>20</integer></dict></array></plist>"
      ),
    ] {
      let files = try importing(name, text)
      #expect(
        try files.run(
          """
          print(Player:import(dir .. "/\(name)"))
          local p = Player:first() print(p.name, p.age, p.score, p.rank)
          """) == "1\nAnn 20 0 amateur")
    }
  }

  @Test func `a row that is refused keeps all rows out and says where`() throws {
    let files = try importing("p.csv", "name,age\nAnn,20\n\"two\nlines\",21\nBob,99\n")
    #expect(files.failure("Player:import(dir .. '/p.csv')") == "p.csv:5:5: Player: age: 99 is not between 18 and 24")
    #expect(try files.run("print(Player:count())") == "0")
    #expect(
      try files.run(
        """
        local ok, err = pcall(Player.import, Player, dir .. "/p.csv")
        print(ok, err.kind, err.file_line, err.column, err.field, err.value)
        """) == "false ValidationError 5 5 age 99")
  }

  @Test func `an earlier conflict is told before a later mistake`() throws {
    let files = try importing("p.csv", "name,age\nAnn,20\nAnn,21\nBob,x\n")
    #expect(
      files.failure("Player:import(dir .. '/p.csv')") == """
        p.csv:3: Player: name: 'Ann' exists already (id 1)
        p.csv:4:5: Player: age: expected an integer, not the text 'x'
        nothing was imported: 2 rows are wrong
        """)
  }

  @Test func `rows that are refused are skipped and reported`() throws {
    let files = try importing(
      "p.csv", "name,age,team\nAnn,20,\nBob,x,\nCid\n,21,\nAnn,21,\nDan,22,9\nEve,99,\nFay,23,\n")
    #expect(
      try files.run(
        """
        local count, skipped = Player:import(dir .. "/p.csv", { on_error = "skip" })
        print(count)
        for _, s in ipairs(skipped) do print(s.line, s.column, s.message) end
        print(table.concat(Player:pluck "name", " "))
        print(skipped[6].field, skipped[6].value, skipped[6].rule)
        print(skipped[1].rule, skipped[4].rule, skipped[5].rule)
        for _, s in ipairs(skipped) do
          assert(s.rule)
          rows = (rows or "") .. (s.row and s.row.name .. "|" .. s.row.age .. "|" .. s.row.team .. "\\n" or "-\\n")
        end
        print(rows)
        """) == """
          2
          3 5 Player: age: expected an integer, not the text 'x'
          4 nil the row has 1 field, but there are 3 columns
          5 1 Player: name: is required
          6 nil Player: name: 'Ann' exists already (id 1)
          7 nil Player: team: there is no Team 9
          8 5 Player: age: 99 is not between 18 and 24
          Ann Fay
          age 99 is not between 18 and 24
          expected an integer, not the text 'x' 'Ann' exists already (id 1) there is no Team 9
          Bob|x|
          -
          |21|
          Ann|21|
          Dan|22|9
          Eve|99|

          """)
  }

  @Test func `a number that no double holds is no infinity`() throws {
    let files = try importing("r.csv", "x\n1e400\n")
    #expect(
      files.failure("R = entity 'R' { x = real {} } db:create_all() R:import(dir .. '/r.csv')")
        == "r.csv:2:1: R: x: expected a number, not the text '1e400'")
    try files.script.expect("print(R:decode('x\\ninf\\n', 'csv')[1].x)", "inf")
  }

  @Test func `documents are skipped by their number`() throws {
    let files = try importing(
      "p.json", "[{\"name\":\"Ann\"},\n 7,\n {\"name\":\"Bob\",\"age\":1.5},\n {\"name\":\"Cid\"}]")
    #expect(
      files.failure("Player:import(dir .. '/p.json')")
        == """
        p.json:2: element 2: expected an object for Player, not the integer 7
        p.json:3: element 3: Player: age: expected an integer, not the number 1.5
        nothing was imported: 2 rows are wrong
        """)
    #expect(
      try files.run(
        """
        local count, skipped = Player:import(dir .. "/p.json", { on_error = "skip" })
        print(count)
        for _, s in ipairs(skipped) do print(s.element, s.line, s.message) end
        print(skipped[1].row, skipped[2].row.name, skipped[2].row.age)
        """) == """
          2
          2 2 expected an object for Player, not the integer 7
          3 3 Player: age: expected an integer, not the number 1.5
          nil Bob 1.5
          """)
  }

  @Test func `a file that is broken is refused as a whole`() throws {
    for (name, text, words) in [
      ("p.csv", "name,age\nAnn,20\n\"Bob,20\n", "p.csv:3:1: the quote that begins here is never closed"),
      ("p.csv", "team,team_id\n1,2\n", "p.csv:1:1: the column 'team' and 'team_id' stands twice"),
      ("p.csv", "", "p.csv: it is empty: the first line names the columns"),
      ("p.json", "[{\"name\":\"Ann\"},\n{]", "p.json:2:2: expected a name in quotes, not ']'"),
      ("p.bplist", "hello", "p.bplist: it is no binary property list"),
    ] {
      let files = try importing(name, text)
      for options in ["", ", { on_error = 'skip' }"] {
        #expect(files.failure("Player:import(dir .. '/\(name)'\(options))") == words)
        #expect(try files.run("print(Player:count())") == "0")
      }
    }
  }

  @Test func `a row that is there is updated by upsert`() throws {
    let files = try importing("p.csv", "name,age\nAnn,21\nBob,22\n")
    #expect(
      try files.run(
        """
        Player:create { name = "Ann", age = 20, score = 5 }
        print(Player:import(dir .. "/p.csv", { upsert = true, on = "name" }))
        for p in Player:iterate() do print(p.id, p.name, p.age, p.score) end
        """) == "2\n1 Ann 21 5\n2 Bob 22 0")
    #expect(
      files.failure("Player:import(dir .. '/p.csv', { upsert = true, on = 'age' })")
        == "Player: rows can be upserted on a unique field only, which 'age' is not ('id', 'name')")
  }

  @Test func `functions of the schema see each row`() throws {
    let files = try importing(
      "t.csv", "name,size\na,1\nb,2\n",
      schema: """
        T = entity "T" {
          name = text { validate = function(v, o) return v ~= "b" or o.size ~= 2, "b may not be " .. o.size end },
          size = integer {}, twice = integer { default = function(o) return o.size * 2 end },
        }
        db:create_all()
        """)
    #expect(files.failure("T:import(dir .. '/t.csv')") == "t.csv:3:1: T: name: 'b' b may not be 2")
    #expect(
      try files.run(
        """
        print((T:import(dir .. "/t.csv", { on_error = "skip" })))
        print(T:first().name, T:first().twice)
        """) == "1\na 2")
  }

  @Test func `before save and after decode see objects`() throws {
    let files = try importing(
      "t.csv", "name,extra\na,1\nb,2\nc,3\n",
      schema: """
        T = entity "T" {
          name = text {}, note = text {},
          before_save = function(t) if t.name == "b" then error("no b") end t.name = t.name:upper() end,
          after_decode = function(t, document) t.note = document.extra end,
        }
        db:create_all()
        """)
    #expect(files.failure("T:import(dir .. '/t.csv')") == "t.csv:3: schema.lua:4: no b")
    #expect(try files.run("print(T:count())") == "0")
    #expect(
      try files.run(
        """
        local count, skipped = T:import(dir .. "/t.csv", { on_error = "skip" })
        print(count, #skipped, skipped[1].line)
        for t in T:iterate() do print(t.name, t.note) end
        """) == "2 1 3\nA 1\nC 3")
  }

  @Test func `objects in objects come in`() throws {
    let files = try importing(
      "t.json",
      """
      [{"name":"Red","players":[{"name":"Ann","age":20},{"name":"Bob"}]},
       {"name":"Blue","players":[]}]
      """)
    #expect(
      try files.run(
        """
        print(Team:import(dir .. "/t.json"))
        for p in Player:iterate() do print(p.name, p.age, p.team.name) end
        """) == "2\nAnn 20 Red\nBob nil Red")
    try files.write(
      "p.json",
      #"[{"name":"Cid","team":{"id":1,"name":"Red"}},{"name":"Dan","team":{"name":"New"}},{"name":"Eve","team":2}]"#)
    #expect(
      try files.run(
        """
        print(Player:import(dir .. "/p.json"), Team:count())
        for p in Player:where { name = is.at_least "Cid" }:iterate() do print(p.name, p.team.name) end
        """) == "3 3\nCid Red\nDan New\nEve Blue")
  }

  @Test func `what is wrong inside says where inside`() throws {
    let files = try importing("t.json", #"[{"name":"Red","players":[{"name":"Ann"},{"name":4,"age":"x"}]}]"#)
    #expect(
      files.failure("Team:import(dir .. '/t.json')") == """
        t.json:1: element 1: Team: players[2]: Player: name: expected text, not the integer 4
        t.json:1: element 1: Team: players[2]: Player: age: expected an integer, not the text 'x'
        """)
    try files.write("u.json", #"[{"name":"Red","players":{"name":"Ann"}}]"#)
    #expect(
      files.failure("Team:import(dir .. '/u.json')")
        == "u.json:1: element 1: Team: players: expected a list of objects, not an object")
    #expect(try files.run("print(Team:count(), Player:count())") == "0 0")
  }

  @Test func `names that no field takes are refused in one report, whatever the format`() throws {
    let files = try importing(
      "p.jsonl",
      """
      {"name":"Ann","nick":1,"agee":20}
      {"name":"Bob","nick":1,"age":"x"}
      """)
    var said = ""
    files.script.session.diagnostics = { said += $0 }
    let names = """
      p.jsonl:1: element 1: no field of Player is called 'nick'.
      p.jsonl:1: element 1: no field of Player is called 'agee'. Did you mean 'age'?
      say which fields they are, { columns = { nick = "…" } }, or leave them out, { ignore = true }
      """
    let row = "p.jsonl:2: element 2: Player: age: expected an integer, not the text 'x'"
    #expect(files.failure("Player:import(dir .. '/p.jsonl')") == row + "\n" + names)
    #expect(files.failure("Player:import(dir .. '/p.jsonl', { on_error = 'skip' })") == names)
    #expect(try files.run("return Player:count()") == "0")
    #expect(
      try files.run(
        "return Player:import(dir .. '/p.jsonl', { columns = { agee = 'age', nick = false }, on_error = 'skip' })"
      ).hasPrefix("1"))
    #expect(try files.run("return Player:first().age") == "20")
    let list = "<dict><key>name</key><string>Cid</string><key>agee</key><integer>1</integer></dict>"
    try files.write("p.plist", "<plist><array>\(list)</array></plist>")
    #expect(files.failure("Player:import(dir .. '/p.plist')").contains("is called 'agee'. Did you mean 'age'?"))
    #expect(said == "")
    #expect(try files.run("return Player:import(dir .. '/p.plist', { ignore = true })") == "1")
    #expect(said == "")
  }

  @Test func `what the functions of an entity write and take beside its fields is no mistake`() throws {
    let files = try FileScript(
      schema: """
        A = entity "A" { n = text {}, before_encode = function(a, t) t.more = "x" return t end }
        db:create_all()
        A:create { n = "1" }
        for _, format in ipairs { "json", "csv", "plist" } do A:export(dir .. "/a." .. format) end
        """)
    var said = ""
    files.script.session.diagnostics = { said += $0 }
    for format in ["json", "csv", "plist"] {
      #expect(try files.run("A:all():delete() return A:import(dir .. '/a.\(format)')") == "1")
      #expect(said.hasSuffix("/a.\(format): A has no field 'more': it is left out.\n"))
      said = ""
    }
  }

  @Test func `a mapping to what is no field, or the wrong way round, is told so`() throws {
    let files = try importing("p.csv", "Full name,age\nAnn,20\n")
    #expect(
      files.failure("Player:import(dir .. '/p.csv', { columns = { ['Full name'] = 'nmae' } })").hasPrefix(
        "option 'columns': 'Full name' cannot be 'nmae': Player has no such field. Did you mean 'name'? It has "))
    #expect(
      files.failure("Player:import(dir .. '/p.csv', { columns = { ['Full name'] = 'name', age = 'name' } })")
        == "option 'columns': 'Full name' and 'age' cannot both be 'name'")
    #expect(
      files.failure("Player:import(dir .. '/p.csv', { columns = { name = 'Full name' } })")
        == "option 'columns': 'name' cannot be 'Full name': Player has no such field. The name in the file stands first:"
        + " { columns = { [\"Full name\"] = \"name\" } }")
    #expect(
      files.failure("Player:import(dir .. '/p.csv', { header = true, columns = { 'nmae', 'age' } })").hasPrefix(
        "option 'columns': '1' cannot be 'nmae'"))
    try files.write("p.json", #"[{"Full":"Ann"}]"#)
    #expect(
      files.failure("Player:import(dir .. '/p.json', { columns = { name = 'Full' } })").hasSuffix(
        "stands first: { columns = { Full = \"name\" } }"))
  }

  @Test func `options and paths that are wrong are refused`() throws {
    let files = try importing("p.csv", "name\nAnn\n")
    #expect(
      files.failure("Player:import(dir .. '/p.csv', { upser = true })")
        .hasPrefix("import: unknown option 'upser'. Did you mean 'upsert'? Options are "))
    #expect(
      files.failure("Player:import(dir .. '/p.csv', { on_error = 'ignore' })")
        == "import: option 'on_error' is \"skip\" or \"stop\", not the text 'ignore'")
    #expect(
      files.failure("Player:import(dir .. '/p.csv', { format = 'cvs' })")
        == "import: unknown format 'cvs'. Did you mean 'csv'? There are csv, tsv, json, jsonl, plist, bplist")
    #expect(
      files.failure("Player:import('players')")
        == "import: the ending of 'players' says no format: name one, as in { format = \"csv\" }"
        + " (csv, tsv, json, jsonl, plist, bplist)")
    #expect(files.failure("Player:import(7)") == "import takes the path of a file, not the integer 7")
    #expect(
      files.failure("Player:import(dir .. '/none.csv')") == "cannot open 'none.csv': no such file or directory")
    #expect(files.script.kindOfFailure("Player:import(dir .. '/none.csv')") == "FileError")
    #expect(try files.run("print(Player:import(dir .. '/p.csv', { format = 'CSV' }))") == "1")
  }

  @Test func `requests that are observed see the rows once`() throws {
    let files = try importing("p.csv", "name\nAnn\nBob\n")
    #expect(
      try files.run(
        """
        Player:all():observe(function(rows) print("rows", #rows) end)
        Player:import(dir .. "/p.csv")
        """) == "rows 0\nrows 2")
  }

  @Test func `of lines that are no JSON the others come in, and each is reported`() throws {
    let files = try importing(
      "p.jsonl",
      """
      {"name":"Ann","age":20}
      {"name":"Bob","age":
      {"name":"Cid","age":21}

      {"name":"Dan" "age":21} {
      {"name":"Eve","age":22} 5
      nonsense
      {"name":"Fay","age":22}
      {"name":"Gil",
      """)
    try files.script.expect(
      """
      local count, skipped = Player:import(dir .. "/p.jsonl", { on_error = "skip" })
      print(count, table.concat(Player:all():pluck "name", " "))
      for _, entry in ipairs(skipped) do print(entry.line, entry.element, entry.message) end
      """,
      """
      3 Ann Cid Fay
      2 2 expected a value, not the end of the line
      5 4 expected ',' or '}', not '"'
      6 5 expected the end of the line, not '5'
      7 6 expected the word 'null', not 'o'
      9 8 expected a name in quotes, not the end
      """)
    #expect(
      files.failure("Player:all():delete() Player:import(dir .. '/p.jsonl')")
        == """
        p.jsonl:2: element 2: expected a value, not the end of the line
        p.jsonl:5: element 4: expected ',' or '}', not '"'
        p.jsonl:6: element 5: expected the end of the line, not '5'
        p.jsonl:7: element 6: expected the word 'null', not 'o'
        p.jsonl:9: element 8: expected a name in quotes, not the end
        nothing was imported: 5 rows are wrong
        """)
  }

  @Test func `a file of which no column is a field is refused`() throws {
    let files = try importing("p.csv", "1,2\n3,4\n")
    #expect(
      files.failure("Player:import(dir .. '/p.csv')").hasPrefix(
        "p.csv:1: none of its columns ('1', '2') is a field of Player: the first line names the columns. Player has id, name"
      ))
  }

  @Test func `rows that are updated take along what stands in their documents`() throws {
    let files = try FileScript(
      schema: """
        A = entity "A" { name = text { unique = true }, items = has_many("I", { ordered = true }), gs = many_to_many "G", pass = has_one "P" }
        I = entity "I" { n = text {}, a = belongs_to "A" }
        G = entity "G" { label = text {}, as = many_to_many "A" }
        P = entity "P" { no = text {}, a = belongs_to "A" { unique = true } }
        db:create_all()
        function show(name)
          local a = A:where { name = name }:first()
          local items = table.concat(a.items:fetch():map "n", "")
          return a.id, items, table.concat(a.gs:sorted_by "id":fetch():map "label", ""), a.pass and a.pass.no, P:count()
        end
        """)
    try files.write("a.json", #"[{"name":"a","items":[{"n":"1"},{"n":"2"}],"gs":[{"label":"g"}],"pass":{"no":"7"}}]"#)
    #expect(try files.run("return A:import(dir .. '/a.json', { upsert = true, on = 'name' })") == "1")
    #expect(try files.run("return show 'a'") == "1 12 g 7 1")
    // What comes with its key is what is there.
    try files.write(
      "b.json",
      #"[{"name":"a","items":[{"id":2,"n":"y"},{"id":1,"n":"x"}],"gs":[{"id":1,"label":"h"}],"pass":{"no":"8"}}]"#)
    #expect(try files.run("return A:import(dir .. '/b.json', { upsert = true, on = 'name' })") == "1")
    #expect(try files.run("return show 'a'") == "1 yx h 8 1")
    try files.write("c.json", #"[{"id":1,"name":"c","pass":{"id":9,"no":"9"}},{"id":5,"name":"d","gs":[{"id":1}]}]"#)
    #expect(try files.run("return A:import(dir .. '/c.json', { upsert = true })") == "2")
    #expect(try files.run("return show 'c'") == "1 yx h 9 2")
    #expect(try files.run("return show 'd'") == "5  h nil 2")
    #expect(try files.run("return I:count(), G:count()") == "2 1")
  }

  @Test func `a document without any field of the entity is refused`() throws {
    let files = try FileScript(
      schema: """
        A = entity "A" { name = text {} }
        B = entity "B" { name = text {}, before_save = function() end }
        db:create_all()
        """)
    try files.write("a.json", #"[{"name":"a"},{"x":1,"y":2},{}]"#)
    for entity in ["A", "B"] {
      let failure = files.failure("\(entity):import(dir .. '/a.json')")
      #expect(failure.contains("none of its names ('x', 'y') is a field of \(entity), which has "), "\(failure)")
      #expect(try files.run("return \(entity):count()") == "0")
      #expect(
        try files.run("\(entity):import(dir .. '/a.json', { on_error = 'skip' }) return \(entity):count()") == "2")
    }
  }

  @Test func `a column named as the version of documents is a column`() throws {
    let files = try FileScript(
      schema:
        "db:execute 'CREATE TABLE m (id INTEGER PRIMARY KEY, _version INTEGER)' db:reflect() M:create { _version = 7 }")
    #expect(
      try files.run(
        """
        local path = dir .. "/m.json"
        M:export(path)
        M:all():delete()
        return M:import(path), M:first()._version, M:first():encode "json"
        """) == #"1 7 {"id":1,"_version":7}"#)
  }
}
