import Testing

@testable import Model

/// Entities that fit files.
@Suite struct InferenceTests {
  private func inferred(_ name: String, _ text: String, _ options: String = "nil") throws -> String {
    let files = try FileScript(schema: "")
    try files.write(name, text)
    return try files.run("print(infer(dir .. '/\(name)', \(options)))")
  }

  @Test func `nothing is guessed in silence`() throws {
    let text = """
      id,name,age,zip,price,born,seen,ok,note,note,plus,big,mixed
      1,Ann,20,01234,1.50,2001-02-03,2024-01-01T10:00:00Z,true,,x,+1,9223372036854775808,1.9
      2,"B,ob",,55555,2.25,1999-01-01,2024-01-01T10:00:01Z,false,,,+2,1,1.10
      """
    #expect(
      try inferred("people.csv", text) == """
        People = entity "People" {
          id = integer { primary_key = true },  -- all 2, each once: the key
          name = text {},                       -- all 2
          age = integer {},                     -- 1 of 2
          zip = text {},                        -- 1 of 2 are integers, not '01234' in line 2
          price = decimal {},                   -- all 2
          born = date {},                       -- all 2
          seen = datetime {},                   -- all 2
          ok = boolean {},                      -- all 2
          note = text {},                       -- empty in all 2 rows
          note_2 = text {},                     -- 1 of 2, called 'note'
          plus = text {},                       -- all 2
          big = text {},                        -- 1 of 2 are integers, not '9223372036854775808' in line 2
          mixed = text {},                      -- all 2, numbers if you say { decimal = "." }
        }
        """)
  }

  @Test func `letters that are no UTF-8 are said, and those of Windows are read`() throws {
    let files = try FileScript(schema: "")
    let remark = "it is no UTF-8, and is read as Windows-1252: { encoding = \"latin1\" }"
    try files.script.run(
      #"""
      local texts = { uni = "näme,city\nAndré,€\n", win = "n\xe4me,city\nAndr\xe9,\x80\n", other = "n\xe4me,city\nAndr\xe9,\x81\n" }
      for name, text in pairs(texts) do
        local file = io.open(dir .. "/" .. name .. ".csv", "wb")
        file:write(text)
        file:close()
      end
      """#)
    let entity = "entity \"%\" {\n  [\"näme\"] = text {},  -- all 1\n  city = text {},      -- all 1\n}"
    func expected(_ name: String) -> String { name + " = " + entity.replacing("%", with: name) }
    #expect(try files.run("print(infer(dir .. '/win.csv'))") == "-- \(remark)\n" + expected("Win"))
    #expect(try files.run("print(infer(dir .. '/win.csv', { encoding = 'windows-1252' }))") == expected("Win"))
    #expect(try files.run("print(infer(dir .. '/uni.csv'))") == expected("Uni"))
    // A byte that Windows has no letter for: it is something else.
    #expect(
      files.failure("infer(dir .. '/other.csv')").contains("say what the file is, as in { encoding = \"latin1\" }"))
  }

  @Test func `moments say how many digits of a second they have, and come in the basic form`() throws {
    let files = try FileScript(schema: "")
    try files.write(
      "t.csv",
      "a,b,c\n2024-01-02T03:04:05.250Z,20240102T030405Z,2024-01-02T03:04:05.000Z\n"
        + "2024-01-02T03:04:05Z,20240102T0304+0200,2024-01-02T03:04:05Z\n")
    #expect(
      try files.run("print(infer(dir .. '/t.csv'))") == """
        T = entity "T" {
          a = datetime { precision = 3 },  -- all 2
          b = datetime {},                 -- all 2
          c = datetime {},                 -- all 2
        }
        """)
    #expect(
      try files.run(
        """
        load(infer(dir .. "/t.csv"))() db:create_all() print(T:import(dir .. "/t.csv"))
        for t in T:iterate() do print(t.a, t.b) end
        print(db:query("SELECT count(*) AS n FROM t WHERE a LIKE '%.250Z'")[1].n)
        """)
        == "2\n2024-01-02T03:04:05.250Z 2024-01-02T03:04:05Z\n2024-01-02T03:04:05.000Z 2024-01-02T01:04:00Z\n1")
    try files.write("t.jsonl", "{\"a\":\"2024-01-02T03:04:05.25Z\"}\n")
    #expect(try files.run("print(infer(dir .. '/t.jsonl'))").contains("datetime { precision = 2 }"))
  }

  @Test func `a file of another country says what to say`() throws {
    let text = "Preis;Tag\n1.234,50;31.12.2001\n7;01.02.1999\n"
    #expect(
      try inferred("eu.csv", text) == """
        Eu = entity "Eu" {
          Preis = text {},  -- all 2, numbers if you say { decimal = "," }
          Tag = text {},    -- all 2, days if you say { dates = "dd.mm.yyyy" }
        }
        """)
    #expect(
      try inferred("eu.csv", text, "{ decimal = ',', dates = 'dd.mm.yyyy' }") == """
        Eu = entity "Eu" {
          Preis = decimal {},  -- all 2: 1 without a fraction
          Tag = date {},       -- all 2
        }
        """)
  }

  @Test func `numbers of several digits behind the point say what to say`() throws {
    let text = "a;b;c\n100.50;1.50;007\n20;2.5;1.5\n5.5;3;2\n"
    let said = "all 3, numbers if you say { decimal = \".\" }"
    let plain = try inferred("n.csv", text)
    #expect(plain.contains("a = text {},  -- \(said)\n") && plain.contains("b = text {},  -- \(said)\n"), "\(plain)")
    #expect(!plain.contains("c = text {},  -- \(said)\n"), "\(plain)")
    #expect(try inferred("n.csv", text, "{ decimal = '.' }").contains("a = real {}"))
  }

  @Test(arguments: [
    (",", "007", "text"), (",", "1e3", "text"), (",", "+49", "text"), (",", "12345678901234567890", "text"),
    (",", "0.123", "text"), (",", "007,5", "text"), (",", "0,12345678901234567", "text"), (",", "1.234", "integer"),
    (",", "0,50", "decimal"), (",", "1,5e-07", "real"), (".", "01234", "text"), (".", "+1.5", "text"),
    (".", "1234567890123456789.5", "text"), (".", "0.1234567890123456", "real"), (".", "1,234.5", "decimal"),
    (".", "9007199254740993", "integer"), (".", "12345678901.500", "decimal"),
  ])
  func `a number of a file of which it was said how they are written keeps its digits`(
    point: String, value: String, type: String
  ) throws {
    let found = try inferred("n.csv", "a;b\n\(value);x\n", "{ decimal = '\(point)' }")
    #expect(found.contains("a = \(type) {"), "\(found)")
  }

  @Test func `what would be no number is not proposed as one`() throws {
    #expect(!(try inferred("n.csv", "a;b\n007,5;x\n1,5;y\n")).contains("numbers if you say"))
  }

  @Test func `rows that are none are left out where that is said, and else it is told how`() throws {
    let files = try FileScript(schema: "")
    try files.write("bad.csv", "a,b,c\n1,2,3\n4,5\n6,7,8\n")
    let advice =
      "bad.csv:3:1: the row has 2 fields, but there are 3 columns: { on_error = \"skip\" } leaves such rows out"
    #expect(files.failure("infer(dir .. '/bad.csv')") == advice)
    #expect(
      try files.run("print(infer(dir .. '/bad.csv', { on_error = 'skip' }))").contains("a = integer {},  -- all 2"))
    let session = files.script.session
    let options = try session.lua.load("return { on_error = 'skip' }", name: "=options").call()[0]
    let taken = try session.enter { try session.take(files.folder + "/bad.csv", options: options) { _ in } }
    #expect(taken.count == 2)
    try files.script.expect("print(Bad:sum 'c')", "11")
  }

  @Test func `a point of thousands is no point where another column has commas`() throws {
    #expect(
      try inferred("eu.csv", "Preis;Menge;Lager;Maß\n9,50;1.234;1.234;1.234\n7;900;12;0.5\n") == """
        Eu = entity "Eu" {
          Preis = text {},    -- all 2, numbers if you say { decimal = "," }
          Menge = text {},    -- all 2, numbers if you say { decimal = "," }
          Lager = text {},    -- all 2, numbers if you say { decimal = "," }
          ["Maß"] = real {},  -- all 2
        }
        """)
    #expect(try inferred("us.csv", "a;b\n1.234;x\n2;y\n").contains("a = real {},  -- all 2: 1 without a fraction"))
  }

  @Test func `where years are written in two ways, both patterns are said`() throws {
    let text = "d;n\n3.4.24;1\n13.4.1999;2\n"
    #expect(
      try inferred("d.csv", text).contains(
        #"d = text {},     -- all 2, days if you say { dates = { "d.m.yy", "d.m.yyyy" } }"#))
    #expect(try inferred("d.csv", text, "{ dates = { 'd.m.yy', 'd.m.yyyy' } }").contains("d = date {}"))
  }

  @Test func `where a day may be read in two ways, both are said`() throws {
    #expect(
      try inferred(
        "t.csv", "a,b,c,d\n01/02/2025,1/2/25,31/01/2025,05-06-2024\n03/04/2025,11/12/25,02/01/2025,07-08-2024\n") == """
          T = entity "T" {
            a = text {},  -- all 2, days if you say { dates = "dd/mm/yyyy" } or { dates = "mm/dd/yyyy" }
            b = text {},  -- all 2, days if you say { dates = "d/m/yy" } or { dates = "m/d/yy" }
            c = text {},  -- all 2, days if you say { dates = "dd/mm/yyyy" }
            d = text {},  -- all 2, days if you say { dates = "dd-mm-yyyy" } or { dates = "mm-dd-yyyy" }
          }
          """)
    let files = try FileScript(schema: "T = entity 'T' { a = date {} } db:create_all()")
    try files.write("t.csv", "a\n01/02/2025\n")
    #expect(
      files.failure("T:import(dir .. '/t.csv')").contains("{ dates = \"dd/mm/yyyy\" } or { dates = \"mm/dd/yyyy\" }"))
  }

  @Test(arguments: [
    ("2024 sales.csv", "_2024Sales"), ("my-file.csv", "MyFile"), ("-.csv", "Rows"), ("print.csv", "Print"),
    ("sqlite_list.csv", "Rows"), ("sqlite.csv", "Sqlite"),
  ]) func `an entity is named as tables are`(file: String, name: String) throws {
    #expect(try inferred(file, "a\n1\n").hasPrefix("\(name) = entity \"\(name)\" {"))
  }

  @Test func `names that no field can have are others`() throws {
    let text = "ID,id,a.b,end,save,,Größe\n1,1,2,3,4,5,6\n1,1,2,3,4,5,6\n"
    #expect(
      try inferred("t.csv", text) == """
        T = entity "T" {
          ID_ = integer {},        -- all 2, called 'ID'
          id__2 = integer {},      -- all 2, called 'id'
          _a_b = integer {},       -- all 2, called 'a.b'
          ["end"] = integer {},    -- all 2
          save_ = integer {},      -- all 2, called 'save'
          column_6 = integer {},   -- all 2, a column without a name
          ["Größe"] = integer {},  -- all 2
        }
        """)
  }

  @Test func `documents have the members that any of them has`() throws {
    let text = #"[{"id":"x","n":1.5,"tags":[1]},{"id":"y","n":2,"late":true,"day":"2024-02-29"}]"#
    #expect(
      try inferred("d.json", text) == """
        D = entity "D" {
          id = text { primary_key = true },  -- all 2, each once: the key
          n = real {},                       -- all 2: 1 without a fraction
          tags = json {},                    -- 1 of 2
          late = boolean {},                 -- 1 of 2
          day = date {},                     -- 1 of 2
        }
        """)
    let files = try FileScript(schema: "")
    try files.write("l.jsonl", "1\n")
    #expect(files.failure("infer(dir .. '/l.jsonl')") == "l.jsonl:1:1: expected an object, not the integer 1")
  }

  @Test(arguments: ["t.csv", "t.jsonl"]) func `a file is taken in with the entity that fits it`(name: String) throws {
    let files = try FileScript(schema: "")
    try files.write(
      name, name == "t.csv" ? "id;id;a.b\n1;x;2\n1;y;3\n" : "{\"id\":1,\"a.b\":2}\n{\"id\":1,\"a.b\":3}\n")
    var shown = ""
    let session = files.script.session
    let taken = try session.enter { try session.take(files.folder + "/" + name) { shown += $0 } }
    #expect(taken.entity == "T" && taken.count == 2)
    #expect(shown.hasPrefix("T = entity \"T\" {"))
    #expect(try files.run("print(T:sum '_a_b', T:sum 'id_')") == "5 2")
    // What is there already takes the rows of the next file.
    try files.write(name, name == "t.csv" ? "id;_a_b\nz;4\n" : "{\"_a_b\":4}")
    shown = ""
    let again = try session.enter { try session.take(files.folder + "/" + name) { shown += $0 } }
    #expect(again.count == 1 && shown.isEmpty)
  }

  @Test func `an entity whose rows cannot come in is not made`() throws {
    let files = try FileScript(schema: "")
    try files.write("late.csv", "a\n1\n")
    let session = files.script.session
    try session.endWriting()
    #expect(throws: (any Error).self) {
      try session.enter { try session.take(files.folder + "/late.csv") { _ in } }
    }
    #expect(session.context.entities.model("Late") == nil && session.lua.global("Late").isNil)
  }
}
