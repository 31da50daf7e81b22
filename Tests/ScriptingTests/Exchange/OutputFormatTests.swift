import Testing

@testable import Model

/// Every mode of the prompt is a format of what is written.
@Suite struct OutputFormatTests {
  private let schema = """
    T = entity "T" { name = text {}, n = integer {}, price = decimal { scale = 2 } }
    db:create_all()
    T:create { name = "a", n = 1, price = "1.50" }
    T:create { name = "=b|", n = 2 }
    """

  @Test func `truths of plain rows stay truths`() throws {
    let script = try Script()
    try script.expect(
      """
      local rows = { { a = true, n = 1, m = 1 }, { a = false, n = 2.5, m = "x" } }
      print(encode(rows, "lua"))
      print(encode(rows, "insert"))
      print(encode({ { a = true }, { a = 1 } }, "lua"))
      """,
      """
      return {
        { a = true, m = 1, n = 1 },
        { a = false, m = "x", n = 2.5 },
      }

      INSERT INTO "table" ("a","m","n") VALUES(TRUE,1,1);
      INSERT INTO "table" ("a","m","n") VALUES(FALSE,'x',2.5);

      return {
        { a = true },
        { a = 1 },
      }

      """)
  }

  @Test func `requests, lists, objects and result sets are written in any mode`() throws {
    let script = try Script(schema: schema)
    let table = """
      | id | name | n | price |
      | ---: | :--- | ---: | ---: |
      | 1 | a | 1 | 1.50 |
      | 2 | =b\\| | 2 | *NULL* |

      """
    for rows in ["T", "T:fetch()", "T:sorted_by('id'):results()", "T:limit(9)"] {
      try script.expect("print(encode(\(rows), 'markdown'))", table)
    }
    #expect(try script.run("print(T:get(1):encode 'line')").contains("price = 1.50"))
    #expect(try script.run("print(T:encode 'insert')").hasPrefix("INSERT INTO \"t\""))
    #expect(try script.run("print(T:encode 'html')").contains("<td>a</td>"))
  }

  @Test func `groups and plain rows keep the order of their columns`() throws {
    let script = try Script(schema: schema)
    let groups = "T:group_by('name'):aggregate { c = 'count' }:sorted_by('name')"
    try script.expect("print(encode(\(groups), 'csv'))", "name,c\n=b|,1\na,1\n")
    try script.expect("print(\(groups):encode 'json')", "[{\"name\":\"=b|\",\"c\":1},\n{\"name\":\"a\",\"c\":1}]")
    try script.expect(
      "print(encode(T:pluck 'name', 'json'), (encode(T:pluck 'name', 'csv'):gsub(\"\\n\", \";\")))",
      #"["a","=b|"] name;a;=b|;"#)
    try script.expect("print(encode(db:query 'SELECT n, id, name FROM t', 'csv'))", "n,id,name\n1,1,a\n2,2,=b|\n")
    try script.expect(
      "print(encode(db:query 'SELECT price, id FROM t', 'json'))",
      "[{\"price\":150,\"id\":1},\n{\"price\":null,\"id\":2}]")
    try script.expect("print(encode({ { b = 1, a = 2 } }, 'markdown'))", "| a | b |\n| ---: | ---: |\n| 2 | 1 |\n")
    let files = try FileScript(schema: schema)
    #expect(try files.run("\(groups):export(dir .. '/g.csv')") == "")
    #expect(try files.contents("g.csv") == "name,c\n=b|,1\na,1\n")
  }

  @Test func `Lua gets documents as the tables that they are`() throws {
    let script = try Script(
      schema: """
        D = entity "D" { j = json {}, n = text {} }
        db:create_all()
        D:create { j = { a = { 1, 2.5, null }, ["x y"] = true }, n = '{"a":1}' }
        D:create { n = "b" }
        """)
    let first = #"{ id = 1, j = { a = { 1, 2.5, null }, ["x y"] = true }, n = "{\"a\":1}" },"#
    for rows in ["D", "D:fetch()", "D:results()"] {
      try script.expect("print(encode(\(rows), 'lua'))", "return {\n  \(first)\n  { id = 2, j = nil, n = \"b\" },\n}\n")
    }
    try script.expect("print(encode(D:get(1), 'lua'))", "return {\n  \(first)\n}\n")
    try script.expect(
      "print(encode({ { a = { 1, 2 }, b = { x = math.huge } }, { a = 1 } }, 'lua'))",
      "return {\n  { a = { 1, 2 }, b = { x = math.huge } },\n  { a = 1, b = nil },\n}\n")
    try script.expect("print(load(encode(D:get(1), 'lua'))()[1].j.a[2])", "2.5")
  }

  @Test func `spreadsheets are kept from calculating`() throws {
    let script = try Script(schema: schema)
    try script.expect("print(T:select('name'):encode('csv', { formulas = 'text' }))", "id,name\n1,a\n2,'=b|\n")
    let failure = script.failure("T:encode('csv', { formulas = true })")
    #expect(failure.hasPrefix("encode: option 'formulas' is \"text\", not"))
    #expect(script.failure("T:encode('csv', { separator = ';' })").hasPrefix("encode: unknown option 'separator'"))
  }

  @Test func `a request with sections comes under their headings where a format has a place for them`() throws {
    let script = try Script(
      schema: """
        S = entity "S" { team = text {}, n = integer {} }
        db:create_all()
        for i, team in ipairs { "red", "blue", "red" } do S:create { team = team, n = i } end
        s = S:select("team", "n"):sectioned_by("team"):sorted_by("-n")
        """)
    try script.expect(
      "print(s:encode('markdown'))",
      """
      ## blue

      | id | team | n |
      | ---: | :--- | ---: |
      | 2 | blue | 2 |

      ## red

      | id | team | n |
      | ---: | :--- | ---: |
      | 3 | red | 3 |
      | 1 | red | 1 |

      """)
    try script.expect(
      "return s:encode('html') == s:results():encode('html'), encode(s, 'html') == s:encode('html')", "true true")
    try script.expect("print(s:encode('csv'))", "id,team,n\n3,red,3\n2,blue,2\n1,red,1\n")
  }

  @Test func `a report has a heading, sections and what its columns come to`() throws {
    let script = try Script(
      schema: """
        S = entity "S" { team = text {}, n = integer {}, price = decimal { scale = 2 }, r = real {} }
        db:create_all()
        for i, team in ipairs { "red", "blue", "red" } do S:create { team = team, n = i, price = i .. ".10", r = i / 2 } end
        """)
    let options = "{ title = 'A|B', totals = { n = 'sum', price = 'sum', r = 'avg' } }"
    try script.expect(
      "print(S:select('team', 'n', 'price', 'r'):encode('markdown', \(options)))",
      """
      # A\\|B

      | id | team | n | price | r |
      | ---: | :--- | ---: | ---: | ---: |
      | 1 | red | 1 | 1.10 | 0.5 |
      | 2 | blue | 2 | 2.10 | 1.0 |
      | 3 | red | 3 | 3.10 | 1.5 |
      | **Total** |  | **6** | **6.30** | **1.0** |

      """)
    try script.expect(
      "print(S:select('team', 'n'):sectioned_by('team'):results():encode('markdown', { totals = { n = 'max' } }))",
      """
      ## blue

      | id | team | n |
      | ---: | :--- | ---: |
      | 2 | blue | 2 |
      | **Total** |  | **2** |

      ## red

      | id | team | n |
      | ---: | :--- | ---: |
      | 1 | red | 1 |
      | 3 | red | 3 |
      | **Total** |  | **3** |

      ## Total

      | id | team | n |
      | ---: | :--- | ---: |
      | **Total** |  | **3** |

      """)
    let page = try script.run(
      "print(encode({ { a = 1, b = '<' } }, 'html', { title = 'T&C', totals = { a = 'count' } }))")
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>T&amp;C</title>"))
    #expect(page.contains("<tfoot>\n<tr><th style=\"text-align:right\">1</th><th>Total</th></tr>\n</tfoot>"))
    #expect(
      script.failure("S:encode('csv', { title = 'x' })") == "encode: csv has no title: that is for markdown and html")
    #expect(script.failure("S:encode('html', { totals = { m = 'sum' } })").contains("there is no column 'm'"))
    #expect(script.failure("S:encode('html', { totals = { n = 'summ' } })").contains("count, sum, avg, min, max"))
  }

  @Test func `what columns come to is what aggregates say`() throws {
    let script = try Script(
      schema: """
        S = entity "S" { team = text {}, took = duration {}, price = decimal { scale = 2 }, r = real {}, day = date {} }
        db:create_all()
        for i, took in ipairs { "PT35M", "PT1H", "PT1H30M" } do
          S:create { team = "t" .. i % 2, took = took, price = ({ "1.10", "2.20", "0.00" })[i], r = ({ 0.1, 0.2, 0 })[i], day = "2024-01-0" .. i }
        end
        """)
    func totals(_ rows: String, _ options: String) throws -> String {
      try script.run(
        "print((\(rows):encode('markdown', { totals = { \(options) } }):gsub('.*\\n(| [^\\n]*Total)', '%1')))")
    }
    for rows in ["S:all()", "S:fetch()"] {
      #expect(try totals(rows, "took = 'sum'") == "| **Total** |  | **PT3H5M** |  |  |  |\n", "\(rows)")
      #expect(try totals(rows, "took = 'min', day = 'max'").contains("**PT35M** |  |  | **2024-01-03**"), "\(rows)")
      #expect(try totals(rows, "took = 'max', r = 'sum'").contains("**PT1H30M** |  | **0.3** |"), "\(rows)")
      #expect(
        try totals(rows, "took = 'avg', price = 'avg'")
          .contains("**PT1H1M40S** | **1.1** |"), "\(rows)")
      #expect(script.failure("\(rows):encode('html', { totals = { day = 'sum' } })").contains("sum"), "\(rows)")
    }
    #expect(
      try totals("S:group_by('team'):aggregate { took = 'sum took' }", "took = 'sum'") == "| **Total** | **PT3H5M** |\n"
    )
    try script.expect(
      "print((encode({ { took = 'PT35M' }, { took = 'PT30M' } }, 'markdown', { totals = { took = 'sum' } }):match '%*%*[^*]*'))",
      "**PT1H5M")
    #expect(
      script.failure("encode({ { day = '2024-01-01' } }, 'html', { totals = { day = 'sum' } })")
        .contains("totals: sum adds up numbers, and 'day' has '2024-01-01'"))
  }

  @Test func `a file's ending says the format that is written`() throws {
    let files = try FileScript(schema: schema)
    #expect(try files.run("T:select('n'):export(dir .. '/t.md')") == "")
    #expect(try files.contents("t.md") == "| id | n |\n| ---: | ---: |\n| 1 | 1 |\n| 2 | 2 |\n")
    #expect(try files.run("T:select('n'):export(dir .. '/t.html', { formulas = 'text' })") == "")
    #expect(try files.contents("t.html").contains("<table"))
    #expect(files.failure("T:import(dir .. '/t.md')").hasPrefix("import: the ending of 't.md' says no format"))
    #expect(files.failure("T:decode('', 'markdown')").hasPrefix("decode: unknown format 'markdown'"))
  }
}
