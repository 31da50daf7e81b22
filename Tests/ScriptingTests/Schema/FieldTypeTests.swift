import Testing

@Suite struct FieldTypeTests {
  private let schema = """
    X = entity "X" {
      i = integer {}, short = integer { bits = 16 }, r = real {}, b = boolean {}, t = text {}, d = date {},
      m = datetime {}, bytes = data {}, u = uuid { auto = true }, j = json {},
      e = enum { "a", "b" }, s = enum { { "male", 1 }, { "female", 2 } },
    }
    db:create_all()
    function stored(values) return X:create(values):reload() end
    """

  static let kept: [(String, String)] = [
    ("i = math.maxinteger", "9223372036854775807"),
    ("i = math.mininteger", "-9223372036854775808"),
    ("short = -32768", "-32768"),
    ("r = 1", "1.0"),
    ("r = 0.1", "0.1"),
    ("b = true", "true"),
    ("b = false", "false"),
    ("t = 'né'", "né"),
    ("t = ''", ""),
    ("d = '2024-02-29'", "2024-02-29"),
    ("d = 86400", "1970-01-02"),
    ("d = { year = 2024, month = 2, day = 29, hour = 5 }", "2024-02-29"),
    ("m = '2024-02-29 12:30+02:00'", "2024-02-29T10:30:00Z"),
    ("m = 0", "1970-01-01T00:00:00Z"),
    ("m = 1.0", "1970-01-01T00:00:01Z"),
    ("u = '123E4567-E89B-42D3-A456-426614174000'", "123e4567-e89b-42d3-a456-426614174000"),
    ("e = 'b'", "b"),
    ("s = 'female'", "female"),
    ("j = 'x'", "x"),
    ("j = false", "false"),
    ("j = 2.0", "2.0"),
    ("i = null", "nil"),
  ]

  @Test(arguments: kept)
  func `a value of the right type comes back as it was or in its normal form`(value: String, result: String) throws {
    let name = String(value.prefix { $0 != " " })
    let script = try Script(schema: schema)
    #expect(try script.run("return stored({ \(value) }).\(name)") == result)
    #expect(try script.run("local x = X { \(value) } return x.\(name)") == result)
  }

  static let refused: [(String, String)] = [
    ("i = 1.5", "X: i: expected an integer, not the number 1.5"),
    ("i = '1'", "X: i: expected an integer, not the text '1'"),
    ("short = 32768", "X: short: expected an integer of 16 bits (-32768 to 32767), not the integer 32768"),
    ("b = 1", "X: b: expected true or false, not the integer 1"),
    ("t = 1", "X: t: expected text, not the integer 1"),
    ("t = 'a\\0b'", "X: t: expected valid UTF-8 without NUL"),
    ("t = '\\xff'", "X: t: expected valid UTF-8 without NUL"),
    ("d = '2023-02-29'", "X: d: expected a date such as 2024-02-29, not the text '2023-02-29'"),
    ("d = { year = 2023, month = 2, day = 29 }", "X: d: expected a date such as 2024-02-29, not a table"),
    ("m = '2023-02-29T00:00:00Z'", "X: m: expected a moment such as"),
    ("m = { year = 2023, month = 1, day = 1, hour = 24 }", "X: m: expected a moment such as"),
    ("m = {}", "X: m: expected a moment such as"),
    ("m = 0.5", "X: m: expected a moment of whole seconds (precision = 1 would take it), not the number 0.5"),
    ("bytes = 5", "X: bytes: expected a string of bytes, not the integer 5"),
    ("u = 'x'", "X: u: expected a UUID such as 123e4567-e89b-42d3-a456-426614174000, not the text 'x'"),
    ("e = 'c'", "X: e: expected one of 'a', 'b', not the text 'c'"),
    ("s = 1", "X: s: expected one of 'male', 'female', not the integer 1"),
    ("j = print", "X: j: JSON cannot hold a function"),
    ("j = { 1, a = 2 }", "X: j: JSON cannot hold a table with both places and names, or with gaps"),
    ("j = 1 / 0", "X: j: JSON cannot hold inf"),
    ("i = {}", "X: i: expected an integer, not a table"),
    ("i = X", "X: i: expected an integer, not an entity"),
  ]

  @Test(arguments: refused)
  func `a value of the wrong type is refused by name wherever it is given`(value: String, message: String) throws {
    let parts = value.split(separator: " = ", maxSplits: 1)
    let script = try Script(schema: schema)
    #expect(script.failure("X { \(value) }").hasPrefix(message), "\(script.failure("X { \(value) }"))")
    #expect(script.failure("X:create { \(value) }").hasPrefix(message))
    #expect(script.failure("local x = X:create {} x.\(parts[0]) = \(parts[1])").hasPrefix(message))
    #expect(script.failure("X:create {}:assign { \(value) }").hasPrefix(message))
    try script.expect(
      "return select('#', X:create {}:validate('\(parts[0])', \(parts[1])))",
      "2")
  }

  @Test func `bytes are kept exactly, NUL included`() throws {
    let script = try Script(schema: schema)
    try script.expect(
      """
      local all = {}
      for byte = 0, 255 do all[#all + 1] = string.char(byte) end
      local text = table.concat(all)
      local x = X:create { bytes = text }:reload()
      return x.bytes == text, #x.bytes, X:where { bytes = text }:count(), X:create { bytes = "" }:reload().bytes == ""
      """,
      "true 256 1 true")
  }

  @Test func `a uuid makes itself, once for each object`() throws {
    let script = try Script(schema: schema)
    try script.expect(
      """
      local a, b = X:create {}, X:create {}
      local pattern = "^%x%x%x%x%x%x%x%x%-%x%x%x%x%-4%x%x%x%-[89ab]%x%x%x%-%x%x%x%x%x%x%x%x%x%x%x%x$"
      return a.u ~= b.u, a.u:find(pattern) == 1, a:reload().u == a.u
      """,
      "true true true")
  }

  @Test func `a table of os date is the moment that os time makes of it`() throws {
    let script = try Script(schema: schema)
    try script.expect(
      """
      local t = os.date("*t", 1709210096)
      return stored { m = t }.m == stored { m = os.time(t) }.m, stored { m = t }.m
      """,
      "true 2024-02-29T12:34:56Z")
  }

  @Test func `an enum stores what it says and shows the word`() throws {
    let script = try Script(schema: schema)
    try script.expect(
      """
      X:create { s = "female" }
      print(db:query("SELECT s FROM x")[1].s, X:where { s = "female" }:count(), X:where { s = "male" }:count())
      print(X:pluck("s")[1], X:max("s"), X:first():to_table().s)
      \(TestEngine.withoutChecks("x"))
      db:execute("UPDATE x SET s = 7")
      local x = X:first()
      print(pcall(function() return x.s end))
      x.s = "male"
      print(x:save():reload().s)
      """,
      """
      2 1 0
      female female female
      false X: s: the stored value 7 is no enum
      male
      """)
  }

  @Test func `a field may be named and stored differently`() throws {
    let script = try Script(
      schema:
        "X = entity 'X' { name = text { column = 'Full Name', unique = true }, table = 'the \"x\"' } db:create_all()")
    try script.expect(
      "X:create { name = 'a' } return X:where { name = 'a' }:count(), db:query('SELECT * FROM \"the \"\"x\"\"\"')[1]['Full Name']",
      "1 a")
    #expect(script.failure("X:create { name = 'a' }") == "X: name: 'a' exists already (id 1)")
  }
}
