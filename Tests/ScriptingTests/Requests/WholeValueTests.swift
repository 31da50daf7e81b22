import TestSupport
import Testing

/// On JSON and on documents a table is the value, compared whole, and paths lead into both.
@Suite struct WholeValueTests {
  private let schema = """
    Point = entity "Point" { abstract = true, x = integer {}, y = integer { default = 0 } }
    D = entity "D" { em = embedded "Point", list = list_of "Point", map = map_of "Point", v = variant { circle = real {}, none = true },
      j = json {} }
    db:create_all()
    D:create { em = { x = 1 }, list = { { x = 1 }, { x = 2 } }, map = { a = { x = 3 } }, v = { circle = 1.5 }, j = { a = 4, b = { c = "q" }, t = true } }
    D:create { em = { x = 1, y = 1 }, list = { { x = 1 } }, map = {}, v = "none", j = { 1 } }
    D:create { j = { a = "x", b = 5 } }
    D:create { j = 7 }
    D:create {}
    function ids(list) local r = {} for i, d in ipairs(list) do r[i] = d.id end return table.concat(r, " ") end
    """

  private static let cases: [(String, String)] = [
    ("{ em = { x = 1 } }", "1"), ("{ em = { y = 1, x = 1 } }", "2"), ("{ list = { { x = 1 }, { x = 2 } } }", "1"),
    ("{ list = { { x = 1 } } }", "2"), ("{ map = { a = { x = 3 } } }", "1"), ("{ v = { circle = 1.5 } }", "1"),
    ("'em', '==', { x = 1 }", "1"), ("'em', '~=', { x = 1 }", "2"), ("{ em = is.equal { x = 1, y = 1 } }", "2"),
    ("{ em = is.not_equal { x = 1 } }", "2"), ("{ j = is.equal { 1 } }", "2"),
    ("{ j = is.equal { a = 'x', b = 5 } }", "3"),
    ("{ j = is.not_equal { 1 } }", "1 3 4"), ("{ em = null }", "3 4 5"),
  ]

  @Test(arguments: cases) func `a table is the value`(condition: String, found: String) throws {
    let script = try Script(schema: schema)
    try script.expect("return ids(D:where(\(condition)):sorted_by('id'):fetch())", found)
    if condition.hasPrefix("{") {
      try script.expect("return ids(D:sorted_by('id'):fetch():filter(\(condition)))", found)
    }
  }

  @Test func `a table beside another field is no value of it`() throws {
    let script = try Script(schema: schema)
    #expect(script.failure("D:where { id = is.equal { a = 1 } }").contains("id"))
    try script.expect("return D:where { id = is.equal { 2 } }:count()", "1")
    #expect(script.failure("D:where { em = { z = 1 } }").contains("where: em: "))
  }

  private static let paths: [(String, String)] = [
    ("'j.a == 4'", "1"), ("'j.a > 3'", "1"), ("'j.b.c == \"q\"'", "1"), ("{ ['j.a'] = 'x' }", "3"),
    ("{ ['j.b.c'] = is.prefix 'q' }", "1"),
    ("'j.t == true'", "1"), ("{ ['j.a'] = null }", "2 4 5"), ("'j.b == 5'", "3"), ("'j.zzz ~= 3'", ""),
    ("'em.x == 1 and j.a == 4'", "1"),
  ]

  @Test(arguments: paths) func `names lead into JSON`(condition: String, found: String) throws {
    // Servers compare what is declared.
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(schema: schema)
    try script.expect("return ids(D:where(\(condition)):sorted_by('id'):fetch())", found)
    try script.expect("return ids(D:sorted_by('id'):fetch():filter(\(condition)))", found)
  }

  private static let classes: [(String, String)] = [
    ("{ ['j.x'] = true }", "2"), ("{ ['j.x'] = 1 }", "1"), ("{ ['j.x'] = '1' }", "3"), ("'j.x == 1'", "1"),
    ("'j.x == true'", "2"), ("'j.x == \\'1\\''", "3"), ("'j.x ~= 1'", "2 3 4 5"),
    ("{ ['j.x'] = is.not_equal(1) }", "2 3 4 5"),
    ("'j.x > 0'", "1"), ("{ ['j.x'] = is.greater(0) }", "1"), ("{ ['j.x'] = is.prefix '1' }", "3"),
    ("'j.x / 2 == 0.5'", "1"), ("'j.x', '==', true", "2"), ("'j.x', '>', 0", "1"),
    ("{ ['j.x'] = is.equal(true) }", "2"),
    ("{ ['j.x'] = is.between(0, 5) }", "1"), ("{ ['j.x'] = { true, '1' } }", "2 3"),
    ("{ ['j.x'] = is.equal { 1, 2 } }", "4"),
    ("{ ['j.x'] = is.one_of(1, 2) }", "1"), ("{ ['j.x'] = is.none_of(1, 2) }", "2 3 4 5"), ("{ ['j.x'] = false }", ""),
    ("'j.x == v', { v = true }", "2"), ("'j.x:one_of(v)', { v = { '1', 'x' } }", "3"), ("{ ['j.x'] = { y = 1 } }", "5"),
    ("{ ['j.x'] = is.one_of(1, '1') }", "1 3"), ("'j.x:one_of(1, true)'", "1 2"), ("'not j.x'", ""),
    ("{ ['j.x'] = is.one_of(1, null) }", "1 6 7"), ("{ ['j.x'] = is.one_of(true, null) }", "2 6 7"),
    ("{ ['j.x'] = is.none_of(1, true) }", "3 4 5"), ("{ ['j.x'] = ~is.equal(1) }", "2 3 4 5"),
    ("'not (j.x == 1)'", "2 3 4 5"), ("{ ['j.x'] = ~is.one_of('1', true, null) }", "1 4 5"),
    ("'j.x == b'", "2"), ("'j.x ~= b'", "1 3 4 5"), ("'-j.x <= 0'", "1"),
    ("{ ['j.x'] = null }", "6 7"), ("{ ['j.x'] = is.present }", "1 2 3 4 5"),
  ]

  @Test(arguments: classes) func `a part of JSON is of the class that it is written in`(
    condition: String, found: String
  ) throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(
      schema: """
        D = entity "D" { j = json {}, b = boolean {} }
        db:create_all()
        for _, x in ipairs { 1, true, "1", { 1, 2 }, { y = 1 }, null } do D:create { j = { x = x }, b = true } end
        D:create {}
        function ids(list) local r = {} for i, d in ipairs(list) do r[i] = d.id end return table.concat(r, " ") end
        """)
    try script.expect("return ids(D:where(\(condition)):sorted_by('id'):fetch())", found)
    try script.expect("return ids(D:sorted_by('id'):fetch():filter(\(condition)))", found)
  }

  @Test func `the values of parts are what stands there`() throws {
    let script = try Script(
      schema: """
        D = entity "D" { j = json {} }
        db:create_all()
        for _, x in ipairs { 1, true, "1", { 1, 2 }, { y = "z" }, null } do D:create { j = { x = x } } end
        D:create {}
        """)
    try script.expect(
      """
      local r = D:sorted_by "id":pluck "j.x"
      print(r[1], r[2], type(r[3]), r[3], #r[4], r[4][2], r[5].y, r[6] == null, r[7] == null)
      local v = D:sorted_by "id":values("id", "j.x")[2]
      print(v[1], v[2])
      """,
      """
      1 true string 1 2 2 z true true
      2 true
      """)
  }

  @Test func `a rule looks at the class of a part, too`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(
      schema: "R = entity 'R' { j = json {}, check = { 'j.on == true', 'j.n > 3' } } db:create_all()")
    try script.run("R:create { j = { on = true, n = 4 } } R:create {}")
    #expect(script.failure("R:create { j = { on = true, n = 2 } }").contains("R: j.n > 3 does not hold"))
  }

  @Test func `rules look into JSON and documents, in memory and in the table`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(
      schema: """
        Point = entity "Point" { abstract = true, x = integer {} }
        R = entity "R" { j = json {}, em = embedded "Point", check = { "j.a > 3", "em.x < 10" } }
        db:create_all()
        """)
    try script.run("R:create { j = { a = 4 }, em = { x = 1 } } R:create { j = {} } R:create {}")
    #expect(script.failure("R:create { j = { a = 3 } }").contains("R: j.a > 3 does not hold"))
    #expect(script.failure("R:create { em = { x = 10 } }").contains("R: em.x < 10 does not hold"))
    #expect(!script.failure("db:execute [[INSERT INTO r (j) VALUES ('{\"a\":1}')]]").hasPrefix("no error"))
    try script.run("db:execute [[INSERT INTO r (j) VALUES ('{\"a\":5}')]]")
    try script.expect("return #db:migrate { dry_run = true }", "0")
  }

  @Test func `groups, distinct values and members tell parts of every class apart`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    let script = try Script(
      schema: """
        D = entity "D" { n = integer {}, j = json {} }
        db:create_all()
        for i, x in ipairs { 1, true, "1", 1.0, { 1, 2 }, { 1, 2 }, null, "a b", "a", 10, 9 } do D:create { n = i, j = { x = x } } end
        function shown(v) return v == nil and "nil" or type(v) == "string" and ("%q"):format(v) or type(v) == "table" and "#" .. #v or tostring(v) end
        function all(list) local t = {} for i, v in ipairs(list) do t[i] = shown(v) end return table.concat(t, " ") end
        """)
    try script.expect(
      """
      local function keys(groups) local t = {} for i, g in ipairs(groups) do t[i] = shown(g["j.x"]) .. "=" .. g.n end return table.concat(t, " ") end
      local function later(d) return os.time() > 0 end
      print(keys(D:group_by "j.x":aggregate { n = "count" }))
      print(keys(D:where(later):group_by "j.x":aggregate { n = "count" }))
      print(keys(D:group_by { k = "j.x" }:aggregate { n = "count" }:having "k == 1":fetch()), D:group_by { k = "j.x" }:aggregate { n = "count" }:having { k = true }:count())
      print(D:group_by { k = "j.x" }:aggregate { n = "count" }:having "k > 1":sorted_by "-k":first().k)
      print(all(D:distinct():pluck "j.x"))
      print(all(D:where(later):distinct():pluck "j.x"))
      print(D:sum "j.x", D:where(later):sum "j.x", D:max "j.n", D:aggregate { d = "count distinct j.x", s = "sum j.x" }.d)
      print(all(D:aggregate { l = "list j.x" }.l))
      local m = D:annotate { x = "j.x" }
      print(m:get(2).x, shown(m:get(3).x), #m:get(5).x, m:get(1).x, m:where { x = true }:count(), m:where "x == 1":count(), m:where "x":first().n)
      local list = m:fetch()
      print(#list:filter { x = true }, #list:filter "x == 1", #list:filter "x", all(list:sorted("x", "n"):map "n"))
      """,
      """
      nil=1 1=2 true=1 9=1 10=1 "1"=1 #2=2 "a"=1 "a b"=1
      nil=1 1=2 true=1 9=1 10=1 "1"=1 #2=2 "a"=1 "a b"=1
      nil=2 1
      10
      null 1 true 9 10 "1" #2 "a" "a b"
      null 1 true 9 10 "1" #2 "a" "a b"
      21.0 21.0 nil 8
      1 true "1" 1.0 #2 #2 null "a b" "a" 10 9
      true "1" 2 1 1 2 2
      1 2 1 7 1 2 4 11 10 3 5 6 9 8
      """)
  }
}
