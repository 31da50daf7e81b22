import TestSupport
import Testing

/// A number in JSON is the integer or the real number that Lua has of it, whatever is made of it, on every engine.
@Suite struct SameDocumentNumberTests {
  private func script() throws -> Script {
    try Script(
      schema: #"""
        T = entity "T" { n = integer {}, r = real {}, name = text {}, at = datetime {}, took = duration {}, j = json {} }
        db:create_all()
        for i, text in ipairs {
          '{"y":0.1,"x":7}', '{"y":1e300,"x":9007199254740993}', '{"y":9007199254740992.0,"x":1.0}', '{"y":-0.0,"x":1E2}',
          '{"y":9e999,"x":-9223372036854775808}', '{"y":"t","x":true}', '{"y":[1],"x":null}',
        } do
          T:create { n = i, r = i / 4, name = "T" .. i, at = "2024-01-02T00:00:00Z", took = i }
          db:execute("UPDATE t SET j = ? WHERE id = ?", text, i)
        end
        function shown(values)
          local words = {}
          for i = 1, #values do words[i] = tostring(values[i]) end
          return table.concat(words, " ")
        end
        function each(word)
          local here, there = shown(T:sorted_by("id"):pluck(word)), shown(T:sorted_by("id"):fetch():map(word))
          return here == there and here or here .. " / " .. there
        end
        function ids(condition)
          local here, there = T:where(condition):pluck "id", T:fetch():filter(condition):map "id"
          here, there = table.concat(here, " "), table.concat(there, " ")
          return here == there and here or here .. " / " .. there
        end
        """#)
  }

  @Test(arguments: [
    ("j.y * 3", "0.3 3e+300 2.7021597764223e+16 -0.0 inf null null"),
    ("j.x * 3", "21 27021597764222979 3.0 300.0 -2.7670116110564e+19 null null"),
    ("j.x // 2", "3 4503599627370496 0.0 50.0 -4611686018427387904 null null"),
    ("n % j.y", "0.1 2.0 3.0 null 5.0 null null"),
    ("j.x - 1", "6 9007199254740992 0.0 99.0 -9.2233720368548e+18 null null"),
    ("j.y * 1e10", "1000000000.0 inf 9.007199254741e+25 -0.0 inf null null"),
    ("round(coalesce(j.y, 1 / 0))", "0 1e+300 9007199254740992 0 inf null null"),
    ("coalesce(j.x, took)", "7 9007199254740993 1.0 100.0 -9223372036854775808 true 7"),
  ])
  func `it is reckoned with as in Lua`(expression: String, values: String) throws {
    try script().expect("return each [[\(expression)]]", values)
  }

  @Test(arguments: [
    ("j.y .. 'x'", "0.1x 1e+300x 9.007199254741e+15x -0.0x infx tx [1]x"),
    ("j.x .. 'x'", "7x 9007199254740993x 1.0x 100.0x -9223372036854775808x null null"),
    ("'a' .. j.y * 1", "a0.1 a1e+300 a9.007199254741e+15 a-0.0 ainf null null"),
    ("lower(coalesce(j.x, 1))", "7 9007199254740993 1.0 100.0 -9223372036854775808 null 1"),
    ("length(if(n > 3, j.x, 1))", "1 1 1 5 20 null null"),
  ])
  func `as a text it is what Lua writes`(expression: String, values: String) throws {
    try script().expect("return each [[\(expression)]]", values)
  }

  @Test(arguments: [
    ("j.y * 3 == 0.3", ""), ("j.y * 3 == 0.30000000000000004", "1"), ("j.x >= 9007199254740992.0", "2"),
    ("j.x < n", "3 5"), ("j.y < r", "1 4"), ("j.x * 2 >= at", ""), ("j.x * 2 < at", "1 2 3 4 5"),
    ("name > j.x + 1", "1 2 3 4 5"), ("j.x == -9223372036854775808.0", "5"), ("j.x ~= 7", "2 3 4 5 6"),
  ])
  func `it compares with everything`(condition: String, rows: String) throws {
    try script().expect("return ids [[\(condition)]]", rows)
  }

  @Test func `aggregates are of its class`() throws {
    try script().expect(
      """
      local some = T:where "id <= 4"
      print(some:sum "j.x", some:max "j.x", some:min "j.y", T:max "j.y", T:where "id < 3":sum "j.x", some:avg "j.y")
      print(T:where("id <= 4"):aggregate { n = "count distinct j.x * 1", m = "median j.x", c = "count coalesce(j.x, r)" }.m)
      local asked = T:where(function(t) return os.time() > 0 and t.id <= 4 end)
      print(asked:sum "j.x", asked:max "j.x", asked:min "j.y", asked:aggregate { m = "max coalesce(j.x, r)" }.m)
      """,
      """
      9.0071992547411e+15 9007199254740993 -0.0 t 9007199254741000 2.5e+299
      53.5
      9.0071992547411e+15 9007199254740993 -0.0 9007199254740993
      """)
  }

  @Test(arguments: [
    "T:pluck 'coalesce(j.x, at)'", "T:pluck 'coalesce(j, name)'", "T:pluck 'coalesce(name, j)'",
  ])
  func `what cannot stand beside it is refused by name`(source: String) throws {
    let failure = try script().failure(source)
    #expect(failure.contains("does not stand for"), "\(failure)")
    #expect(!failure.contains("any field"))
  }

  @Test func `distinct values come in the order of numbers`() throws {
    try script().expect(
      "return table.concat(T:where('id <= 4'):distinct():pluck 'coalesce(j.x, r)', ' ')", "1.0 7 100.0 9007199254740993"
    )
  }

  @Test(arguments: [
    ("t.j.y == 0.1", "1"), ("type(t.j.x) == 'number' and t.j.x * 2 == 14", "1"), ("t.j.y == 't' or t.j.x == true", "6"),
    ("math.type(t.j.x) == 'float'", "3 4"), ("type(t.j.y) == 'number' and t.j.y .. '' == '1e+300'", "2"),
    ("type(t.j.y) == 'table' and #t.j.y == 1 and t.j.y[1] == 1", "7"),
    ("type(t.j.x) == 'number' and t.j.x // 2 < 0", "5"),
    ("type(t.j.y) == 'number' and t.j.y * 1e10 > 1e305", "2 5"),
  ])
  func `a function that goes into JSON is said in SQL`(condition: String, rows: String) throws {
    try script().expect(
      """
      local condition = function(t) return \(condition) end
      local here, there = T:where(condition):pluck "id", T:where(condition):fetch { pushdown = false }:map "id"
      return table.concat(here, " "), table.concat(there, " "), tostring(T:where(condition):explain()):match "^%a+"
      """, "\(rows) \(rows) prefilter")
  }

  @Test func `of JSON that scripts read otherwise than the server the function is asked`() throws {
    try script().expect(
      #"""
      for _, text in ipairs { '{"x":1e3}', '{"x":1000,"z":"\\u0000"}', '{"x":1000, "y":{"x":2}}' } do
        T:create { name = "odd" }
        db:execute("UPDATE t SET j = ? WHERE name = 'odd'", text)
        print(T:where(function(t) return t.name == "odd" and t.j.x == 1000 end):count())
        T:where { name = "odd" }:delete()
      end
      T:create { name = "odd" }
      db:execute([[UPDATE t SET j = '{"x":1,"x":2}' WHERE name = 'odd']])
      local function ask(options)
        return pcall(function() return T:where(function(t) return t.name == "odd" and t.j.x == 1 end):fetch(options) end)
      end
      return (ask()), (ask { pushdown = false })
      """#, "1\n1\n1\nfalse false")
  }
}
