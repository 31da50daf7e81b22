import Testing

/// What is known of an expression without any row: values that are written down or given, among each other and beside nil.
@Suite struct KnownValueTests {
  private static let schema = """
    T = entity "T" { name = text {}, n = integer {}, r = real {}, ok = boolean {} }
    db:create_all()
    T:create { name = "n1", n = 1, r = 1.5, ok = true }
    T:create { name = "n2", n = 2, r = 1 / 0, ok = false }
    T:create { name = "n3", r = -1 / 0 }
    function ids(condition, parameters)
      local asked = table.concat(T:where(condition, parameters):pluck "id", " ")
      local found = table.concat(T:fetch():filter(condition, parameters):map "id", " ")
      return asked == found and asked or asked .. " in SQL, " .. found .. " in memory"
    end
    """

  @Test(arguments: [
    ("'nm == nil or name == nm', { nm = 'n2' }", "2"), ("'nm == nil or name == nm', { nm = null }", "1 2 3"),
    ("'not (x == nil) and n == 1', { x = 'q' }", "1"), ("\"'x' ~= nil and n == 1\"", "1"),
    ("'x ~= nil', { x = decimal '1.5' }", "1 2 3"), ("'x == nil', { x = decimal '1.5' }", ""),
    ("'x == nil', { x = 2.5 }", ""), ("'(x == nil) == false', { x = 'q' }", "1 2 3"), ("'nil == nil'", "1 2 3"),
  ])
  func `a value that is given is nil or is not`(arguments: String, rows: String) throws {
    try Script(schema: Self.schema).expect("return ids(\(arguments))", rows)
  }

  @Test(arguments: [
    ("'r == 1/0'", "2"), ("'r == -1/0'", "3"), ("'r == -(1/0)'", "3"), ("'r < x / 0', { x = 5 }", "1 3"),
    ("'r == 1 // 0.0'", "2"), ("'r == 0/0'", ""), ("'n / 0 == 1/0'", ""), ("'r >= 1/0 or n == 1'", "1 2"),
  ])
  func `a number that is given divided by zero is what Lua has`(arguments: String, rows: String) throws {
    try Script(schema: Self.schema).expect("return ids(\(arguments))", rows)
  }

  @Test func `the same rows are found by a table and by a function`() throws {
    try Script(schema: Self.schema).expect(
      """
      return T:where({ r = 1 / 0 }):count(), T:where(function(t) return t.r == 1 / 0 end):count()
      """, "1 1")
  }

  @Test(arguments: [
    ("'lo == nil or n >= lo', { lo = null }", "1 2 3"), ("'lo == nil or n >= lo', { lo = 2 }", "2"),
    ("'n >= lo', { lo = null }", ""), ("'not (n >= lo)', { lo = null }", ""),
    ("'lo < n or n == 1', { lo = null }", "1"),
  ])
  func `what is compared with a parameter that is null neither holds nor fails`(
    arguments: String, rows: String
  ) throws {
    try Script(schema: Self.schema).expect("return ids(\(arguments))", rows)
  }

  @Test func `nil itself is neither less nor greater, which is said`() throws {
    let script = try Script(schema: Self.schema)
    #expect(script.failure("T:where 'n >= nil'").contains("nothing compares with nil except == and ~="))
  }

  @Test func `parameters that were not given are none, whatever the text is`() throws {
    try Script(schema: Self.schema).expect(
      """
      return T:where("ok", nil):count(), T:where("name:one_of{'n1'}", nil):count(), T:where("n > 1", nil):count()
      """, "1 1 1")
  }
}

/// What `%` leaves of infinite numbers, and beside the least ones, on every engine as in Lua.
@Suite struct InfiniteModuloTests {
  @Test func `an infinite divisor leaves what Lua says`() throws {
    let script = try Script(
      schema: """
        T = entity "T" { a = real {}, b = real {} }
        db:create_all()
        local inf = 1 / 0
        for _, p in ipairs { { 1, inf }, { 1, -inf }, { -1, inf }, { 1.5, -inf }, { -1, -inf }, { 0, -inf }, { 5e-324, 1 },
          { 1, 5e-324 }, { -7.5, 2 }, { 7.5, -2 }, { 1e308, 3 } } do
          T:create { a = p[1], b = p[2] }
        end
        """)
    try script.expect(
      """
      local asked, called = T:pluck "a % b", T:pluck(function(t) return t.a % t.b end)
      local wrong = {}
      for i, t in ipairs(T:fetch()) do
        local lua = t.a % t.b
        if asked[i] ~= lua or called[i] ~= lua then wrong[#wrong + 1] = ("%s: %s %s"):format(lua, asked[i], called[i]) end
      end
      return T:where "a % b == a":count(), table.concat(wrong, "\\n")
      """, "4 ")
  }
}
