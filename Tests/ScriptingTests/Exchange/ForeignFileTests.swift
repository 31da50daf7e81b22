import Testing

@testable import Model

/// Files that others wrote, as they come.
@Suite struct ForeignFileTests {
  private let schema = """
    P = entity "P" { name = text {}, size = real {}, born = date {}, price = decimal { scale = 2 }, n = integer {} }
    db:create_all()
    map = { Name = "name", ["Größe"] = "size", Geburt = "born", Preis = "price", Bemerkung = false }
    """

  private func files(_ name: String, _ text: String) throws -> FileScript {
    let files = try FileScript(schema: schema)
    try files.write(name, text)
    return files
  }

  @Test func `lines above the header are left out, whatever is in them`() throws {
    for end in ["\n", "\r\n", "\r"] {
      let head = ["Export \"vom 31.03.2026", "", "sep, a; b"].joined(separator: end)
      let files = try files("p.csv", head + end + ["name;n", "Ann;1", "Bob;x"].joined(separator: end) + end)
      #expect(
        files.failure("P:import(dir .. '/p.csv', { skip = 3 })")
          == "p.csv:6:5: P: n: expected an integer, not the text 'x'")
      #expect(
        try files.run(
          "print(P:import(dir .. '/p.csv', { skip = 3, on_error = 'skip' })) return P:first().name, #P:read(dir .. '/p.csv', { skip = 3, columns = { n = false } })"
        ).hasSuffix("Ann 2"))
      #expect(try files.run("return infer(dir .. '/p.csv', { skip = 3 })").contains("n = text"))
    }
    let files = try files("p.csv", "a\nname\nAnn\n")
    #expect(
      files.failure("P:import(dir .. '/p.csv', { skip = 9 })") == "p.csv: it is empty: the first line names the columns"
    )
    #expect(
      files.failure("P:import(dir .. '/p.csv', { skip = -1 })").contains("option 'skip' is a number of lines from 0"))
  }

  @Test func `days are read by the first of several patterns that fits, and errors name them`() throws {
    let files = try files("p.csv", "name,born\na,02.01.2026\nb,5.2.26\nc,2026-03-01\n")
    #expect(
      try files.run(
        """
        P:import(dir .. "/p.csv", { dates = { "dd.mm.yyyy", "d.m.yy" } })
        return table.concat(P:sorted_by "id":pluck "born", " ")
        """) == "2026-01-02 2026-02-05 2026-03-01")
    try files.write("q.csv", "name,born\na,31.02.2026\nb,05/02/26\n")
    let failure = files.failure("P:import(dir .. '/q.csv', { dates = 'dd.mm.yyyy' })")
    #expect(
      failure.contains("q.csv:2:3: P: born: expected a day of the calendar, not the text '31.02.2026'"), "\(failure)")
    #expect(
      failure.contains(
        "q.csv:3:3: P: born: expected a day written as \"dd.mm.yyyy\" or 2024-02-29, not the text '05/02/26'"),
      "\(failure)")
  }

  @Test func `a name that stands twice in a header is told apart everywhere`() throws {
    let files = try FileScript(
      schema:
        "Q = entity 'Q' { first = text {}, last = text {} } R = entity 'R' { Name = text {}, Name_2 = text {} } S = entity 'S' { Name = text {} } db:create_all()"
    )
    try files.write("d.csv", "Name,Name\na,b\n")
    #expect(
      try files.run(
        """
        Q:import(dir .. "/d.csv", { columns = { Name = "first", Name_2 = "last" } })
        R:import(dir .. "/d.csv")
        local q, r, read = Q:first(), R:first(), R:read(dir .. "/d.csv")[1]
        print(q.first, q.last, r.Name, r.Name_2, read.Name_2, decode("Name,Name\\na,b\\n", "csv")[1].Name_2)
        print((S:import(dir .. "/d.csv", { ignore = true })), S:first().Name)
        """) == "a b a b b b\n1 a")
    #expect(
      files.failure("S:import(dir .. '/d.csv')").contains(
        "no field of S is called 'Name_2'. Did you mean 'Name'? ('Name' stands there more than once)"))
  }

  @Test func `rules over several fields are tested beside values that do not fit`() throws {
    let files = try FileScript(
      schema:
        "Q = entity 'Q' { s = integer { bits = 16 }, f = integer {}, born = date {}, check = 's < f' } db:create_all()")
    try files.write("q.csv", "s,f,born\n5,3,2020-02-30\n99999999999,1,\n")
    let failure = files.failure("Q:import(dir .. '/q.csv')")
    #expect(failure.contains("s < f does not hold") && failure.contains("born: expected"), "\(failure)")
    #expect(!failure.contains("decimal"), "\(failure)")
    #expect(
      try files.run(
        "local _, rows = Q:import(dir .. '/q.csv', { on_error = 'skip' }) return #rows[1].errors, rows[2].errors")
        == "2 nil")
  }

  @Test func `a file none of whose columns fit names the nearest fields`() throws {
    let files = try FileScript(schema: "Q = entity 'Q' { name = text {}, n = integer {} } db:create_all()")
    try files.write("k.csv", "Nam;Nn\nAnn;1\n")
    #expect(files.failure("Q:import(dir .. '/k.csv')").contains("'Nam': Did you mean 'name'?"))
  }

  @Test func `a file of another country comes in as it is said to be`() throws {
    let text = "Name;Größe;Geburt;Preis;Bemerkung\r\nAnn;1,80;31.12.2001;1.234,50;x\r\nBob; 1,75 ;2001-01-02;7,00;\r\n"
    let files = try files("p.csv", text)
    #expect(
      try files.run(
        """
        print(P:import(dir .. "/p.csv", { columns = map, decimal = ",", dates = "dd.mm.yyyy" }))
        for p in P:iterate() do print(p.name, p.size, p.born, p.price) end
        """) == "2\nAnn 1.8 2001-12-31 1234.50\nBob 1.75 2001-01-02 7.00")
    #expect(
      files.failure("P:import(dir .. '/p.csv', { columns = map })") == """
        p.csv:2:5: P: size: expected a number, not the text '1,80'. Are all numbers written so? { decimal = "," }
        p.csv:2:10: P: born: expected a date such as 2024-02-29, not the text '31.12.2001'. Are all days written so? { dates = "dd.mm.yyyy" }
        p.csv:2:21: P: price: expected a decimal, such as decimal "0.10" or the text "0.10", not the text '1.234,50'. Are all numbers written so? { decimal = "," }
        p.csv:3:5: P: size: expected a number, not the text '1,75'. Are all numbers written so? { decimal = "," }
        p.csv:3:23: P: price: expected a decimal, such as decimal "0.10" or the text "0.10", not the text '7,00'. Are all numbers written so? { decimal = "," }
        nothing was imported: 2 rows are wrong
        """)
    #expect(
      files.failure("P:import(dir .. '/p.csv', { columns = map, decimal = ',' })")
        .contains("'31.12.2001'. Are all days written so? { dates = \"dd.mm.yyyy\" }"))
  }

  @Test func `a column that no field takes is an error that names the nearest`() throws {
    let files = try files("p.csv", "nmae,size\nAnn,1\n")
    #expect(
      files.failure("P:import(dir .. '/p.csv')") == """
        p.csv:1: no field of P is called 'nmae'. Did you mean 'name'?
        say which fields they are, { columns = { nmae = "…" } }, or leave them out, { ignore = true }
        """)
    #expect(try files.run("print(P:import(dir .. '/p.csv', { ignore = true }), P:first().size)") == "1 1.0")
    #expect(
      files.failure("P:import(dir .. '/p.csv', { columns = { Name = 'name' } })")
        .hasPrefix("p.csv:1: there is no column 'Name'."))
  }

  @Test func `all rows that are wrong are told in one report`() throws {
    let files = try files("p.csv", "name,n\n" + (1...30).map { "p\($0),x\($0)\n" }.joined())
    let all = files.failure("P:import(dir .. '/p.csv')").split(separator: "\n")
    #expect(all.count == 21)
    #expect(all.last == "nothing was imported: these are the first 20 rows that are wrong (max_errors)")
    #expect(files.failure("P:import(dir .. '/p.csv', { max_errors = 2 })").split(separator: "\n").count == 3)
    #expect(
      try files.run(
        """
        local count, rows = P:import(dir .. "/p.csv", { on_error = "skip", max_errors = 3 })
        print(count, #rows, rows[1].line, rows[1].column, rows[1].field, P:count())
        """) == "0 3 2 4 n 0")
  }

  @Test func `columns without names are fields by their place`() throws {
    let files = try files("p.csv", "Ann|1.5\nBob|2\n")
    #expect(
      try files.run(
        """
        print(P:import(dir .. "/p.csv", { header = false, columns = { "name", "size" } }))
        for p in P:iterate() do print(p.name, p.size) end
        """) == "2\nAnn 1.5\nBob 2.0")
    #expect(
      files.failure("P:import(dir .. '/p.csv', { header = false })").hasPrefix("p.csv:1: 2 columns without names: "))
    try files.write("q.csv", "Ann,1.5,2001-01-02,1.50,3\n")
    #expect(try files.run("print(P:import(dir .. '/q.csv', { header = false }))") == "1")
  }

  @Test(arguments: [
    ("separator = ';;'", "option 'separator' is one character"), ("header = 1", "option 'header' is true or false"),
    ("encoding = 'klingon'", "option 'encoding' is \"utf8\", \"utf16\", \"latin1\""),
    ("escape = 'x'", "option 'escape' is \"backslash\""), ("decimal = ';'", "option 'decimal' is \",\" or \".\""),
    ("dates = 'tt.mm.jjjj'", "option 'dates' is a pattern of d, m and y"),
    ("null = 1", "option 'null' is a text, or a list of texts"), ("columns = 'x'", "option 'columns' is a table"),
    ("max_errors = 0", "option 'max_errors' is a number from 1"), ("ignore = 'x'", "option 'ignore' is true or false"),
  ]) func `options that are wrong say what they are`(option: String, words: String) throws {
    let files = try files("p.csv", "name\nAnn\n")
    #expect(files.failure("P:import(dir .. '/p.csv', { \(option) })").hasPrefix("import: " + words))
  }

  @Test func `a property list is XML or binary, whatever its name says`() throws {
    let files = try FileScript(schema: schema)
    #expect(
      try files.run(
        """
        P:create { name = "Ann" }
        P:export(dir .. "/a.plist", { format = "bplist" })
        P:export(dir .. "/b.bplist", { format = "plist" })
        P:all():delete()
        print(P:import(dir .. "/a.plist"), P:all():delete(), P:import(dir .. "/b.bplist"))
        """) == "1 1 1")
  }

  @Test func `a list of columns takes no row for a header in silence`() throws {
    let files = try files("p.csv", "A,1\nB,2\n")
    #expect(
      files.failure("P:import(dir .. '/p.csv', { columns = { 'name', 'n' } })") == """
        p.csv:1: none of 'A', '1' is a field: is the first line a row? Say { header = false }, or { header = true } \
        where it names the columns
        """)
    let script = "print(P:import(dir .. '/p.csv', { columns = { 'name', 'n' }, header = "
    #expect(try files.run(script + "true }))") == "1")
    #expect(try files.run(script + "false }))") == "2")
    try files.write("q.csv", "Name,n\nC,3\n")
    #expect(try files.run("print(P:import(dir .. '/q.csv', { columns = { 'name', 'n' } }))") == "1")
  }

  @Test func `an id that is no key is the field that was made of it`() throws {
    let files = try FileScript(schema: "P = entity 'P' { id_ = integer {}, name = text {} } db:create_all()")
    try files.write("p.csv", "id,name\n50,a\n50,b\n")
    try files.write("q.csv", "id,id_,name\n7,70,c\n")
    #expect(try files.run("print(P:import(dir .. '/p.csv'), P:import(dir .. '/q.csv'))") == "2 1")
    #expect(
      try files.run("for p in P:sorted_by('id'):iterate() do print(p.id, p.id_, p.name) end")
        == "1 50 a\n2 50 b\n7 70 c")
  }
}
