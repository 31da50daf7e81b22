import Testing

/// Columns of other programs whose cells are texts where bytes are declared, and bytes where texts may stand: what goes
/// out comes back as the same bytes, or is refused.
@Suite struct OthersBytesTests {
  private let photos = """
    db:execute "CREATE TABLE photo (id INTEGER PRIMARY KEY, bytes BLOB)"
    db:execute "INSERT INTO photo VALUES (1, 'text'), (2, 'abcd'), (3, x'00ff'), (4, ''), (5, x''), (6, NULL), (7, CAST(x'ff00' AS TEXT))"
    db:reflect()
    function bytes(name)
      local result = {}
      for i, row in ipairs(db:query("SELECT hex(bytes) AS h, typeof(bytes) AS t FROM " .. (name or "photo") .. " ORDER BY id")) do
        result[i] = row.t .. " " .. row.h
      end
      return table.concat(result, ", ")
    end
    """

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "plist", "bplist"])
  func `texts in a column of bytes come back as the same bytes`(format: String) throws {
    let files = try FileScript(schema: photos)
    let outcome = try files.run(
      """
      local path = dir .. "/photos.\(format)"
      Photo:all():export(path)
      Photo:all():delete()
      print(Photo:import(path), bytes())
      -- Among bytes they are bytes.
      db:execute "CREATE TABLE scan (id INTEGER PRIMARY KEY, bytes BLOB)"
      db:execute "INSERT INTO scan VALUES (1, x'47'), (2, 'text')"
      Scan:all():export(path)
      Scan:all():delete()
      print(Scan:import(path), bytes "scan")
      """)
    #expect(
      outcome == """
        7 text 74657874, text 61626364, blob 00FF, text , text , null , blob FF00
        2 blob 47, blob 74657874
        """)
  }

  @Test func `in text such a cell is base64, as bytes are`() throws {
    try Script(schema: photos).expect(
      """
      print(Photo:where "id < 4":encode "jsonl")
      print(Photo:where "id < 4":encode "csv")
      print(encode(Photo:where "id < 4":group_by("bytes"):aggregate { n = "count" }, "jsonl"))
      """,
      """
      {"id":1,"bytes":"dGV4dA=="}
      {"id":2,"bytes":"YWJjZA=="}
      {"id":3,"bytes":"AP8="}

      id,bytes
      1,dGV4dA==
      2,YWJjZA==
      3,AP8=

      {"bytes":"YWJjZA==","n":1}
      {"bytes":"dGV4dA==","n":1}
      {"bytes":"AP8=","n":1}

      """)
  }

  private let loose = """
    db:execute "CREATE TABLE loose (id INTEGER PRIMARY KEY, v)"
    db:execute "INSERT INTO loose VALUES (1, x'00ff'), (2, x'616263'), (3, 'a')"
    db:reflect()
    function kinds()
      local result = {}
      for i, row in ipairs(db:query "SELECT hex(v) AS h, typeof(v) AS t FROM loose ORDER BY id") do
        result[i] = row.t .. " " .. row.h
      end
      return table.concat(result, ", ")
    end
    """

  @Test func `what is no text is stored as bytes where both may stand, and a text as text`() throws {
    try Script(schema: loose).expect(
      """
      local first = Loose:get(1)
      Loose:create { v = first.v }
      Loose:create { v = "a\\0b" }
      db:add { Loose { v = "\\xff\\xfe" }, Loose { v = "é" } }
      first.v = "\\0"
      first:save()
      local third = Loose:get(3)
      third.v = Loose:get(4).v
      third:save()
      Loose:where { id = 2 }:update { v = "\\xc3" }
      print(kinds())
      print(table.concat(Loose:where { v = "\\xff\\xfe" }:pluck "id", " "), Loose:where { v = "é" }:count())
      print(Loose:where(function(l) return l.v == "a\\0b" end):count(), #Loose:fetch():filter { v = "a\\0b" })
      """,
      """
      blob 00, blob C3, blob 00FF, blob 00FF, blob 610062, blob FFFE, text C3A9
      6 1
      1 1
      """)
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "plist", "bplist", "markdown", "html"])
  func `a text that is no UTF-8 is refused by name, and never becomes another`(format: String) throws {
    let script = try Script(schema: loose)
    try script.run("db:execute \"UPDATE loose SET v = CAST(x'fffe' AS TEXT) WHERE id = 3\"")
    let fault = "\(format) cannot hold text that is not UTF-8, as in 'v'"
    #expect(script.failure("Loose:all():encode '\(format)'") == fault)
    #expect(script.failure("Loose:get(3):encode '\(format)'") == fault)
    #expect(script.failure("encode(Loose:fetch(), '\(format)')").hasSuffix(fault))
    #expect(script.failure("encode(Loose:group_by('v'):aggregate { n = 'count' }, '\(format)')").hasSuffix(fault))
    try script.expect("print(#Loose:where 'id < 3':encode '\(format)' > 0)", "true")
  }

  @Test func `what has literals for any bytes holds such a text`() throws {
    let script = try Script(schema: loose)
    try script.run("db:execute \"UPDATE loose SET v = CAST(x'fffe' AS TEXT) WHERE id = 3\"")
    try script.expect(
      """
      print(Loose:where { id = 3 }:encode "insert")
      print(load(Loose:where { id = 3 }:encode "lua")()[1].v == "\\xff\\xfe")
      """,
      """
      INSERT INTO "loose" ("id","v") VALUES(3,CAST(x'fffe' AS TEXT));

      true
      """)
  }

  private let mixed = """
    db:execute "CREATE TABLE mixed (id INTEGER PRIMARY KEY, n INTEGER, d DECIMAL(10, 2), r REAL, t TEXT, b BLOB)"
    db:execute "INSERT INTO mixed VALUES (1, 'front', 1.5, 'x', 'a', 5), (2, 7, 'abc', 2.5, x'00ff', x'41'), (3, x'01', '', 1, '', 2.5)"
    db:reflect()
    function cells()
      return (encode(db:query "SELECT quote(n) n, quote(d) d, quote(r) r, quote(t) t, quote(b) b FROM mixed", "json"))
    end
    """

  @Test(arguments: ["json", "jsonl", "plist", "bplist"])
  func `cells of other classes than their columns say come back`(format: String) throws {
    let files = try FileScript(schema: mixed)
    let outcome = try files.run(
      """
      local path, before = dir .. "/mixed.\(format)", cells()
      Mixed:all():export(path)
      Mixed:all():delete()
      print(Mixed:import(path), cells() == before)
      """)
    #expect(outcome == "3 true")
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl", "plist", "bplist"])
  func `other numbers in a column of integers come back, and are refused where there are none`(format: String) throws {
    let files = try FileScript(
      schema: """
        db:execute "CREATE TABLE mixed (id INTEGER PRIMARY KEY, n INTEGER, m INTEGER)"
        db:execute "INSERT INTO mixed VALUES (1, 1.5, 1), (2, 7, 2), (3, 1e300, 3), (4, 'front', 4), (5, NULL, 5)"
        db:reflect()
        function cells() return (encode(db:query "SELECT quote(n) AS n FROM mixed ORDER BY id", "json")) end
        """)
    let outcome = try files.run(
      """
      local path, before = dir .. "/mixed.\(format)", cells()
      Mixed:all():export(path)
      Mixed:all():delete()
      print(Mixed:import(path), cells() == before)
      print(pcall(Mixed.create, Mixed, { m = 1.5 }) == false)
      """)
    #expect(outcome == "5 true\ntrue")
  }

  @Test(arguments: ["csv", "tsv"])
  func `what a format of rows would write as another value is refused by name`(format: String) throws {
    let files = try FileScript(schema: mixed)
    let script = files.script
    let fault = "\(format) cannot hold "
    #expect(
      script.failure("Mixed:where 'id == 2':encode '\(format)'")
        == fault + "bytes among other values, as in 't': use json")
    #expect(
      script.failure("Mixed:get(1):encode '\(format)'") == fault + "a number among bytes, as in 'b': use json")
    // Texts among numbers are themselves.
    let outcome = try files.run(
      """
      db:execute "UPDATE mixed SET b = NULL"
      db:execute "UPDATE mixed SET t = NULL, n = 0 WHERE id > 1"
      local path, before = dir .. "/mixed.\(format)", cells()
      Mixed:all():export(path)
      Mixed:all():delete()
      print(Mixed:import(path), cells() == before)
      """)
    #expect(outcome == "3 true")
  }
}
