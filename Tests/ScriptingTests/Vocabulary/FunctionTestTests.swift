import Testing

@Suite struct FunctionTestTests {
  private static let schema =
    fivePlayers + """

      is.even = test(function(v) return v % 2 == 0 end, "must be even")
      is.teen = is.between(13, 19)
      odd = ~is.even
      calls = 0
      counted = test(function(v) calls = calls + 1 return true end)
      """

  /// Each call with the rows that it selects; Dan has no age.
  static let calls: [(String, String)] = [
    (":where { age = is.even }", "Ann Cid Eve"),
    (":where { age = odd }", "Bob"),
    (":where { age = ~odd }", "Ann Cid Eve"),
    (":where { age = is.even & is.greater(20) }", "Cid Eve"),
    (":where { age = is.even | is.absent }", "Ann Cid Dan Eve"),
    (":where { age = ~(is.even | is.absent) }", "Bob"),
    (":where { age = ~(is.even & is.less(24)) }", "Bob Eve"),
    (":where { age = is.even, score = is.even }", ""),
    (":where { age = is.even, score = odd }", "Ann Cid Eve"),
    (":where { ['team.id'] = is.even }", "Cid Dan"),
    (":where { ['team.name'] = test(function(v) return v == 'Red' end) }", "Ann Bob"),
    (":where { team = is.even }", "Cid Dan"),
    (":where { team = ~is.even }", "Ann Bob"),
    (":where { active = test(function(v) return v == false end) }", "Bob"),
    (":where { rank = test(function(v) return v == 'pro' end) }", "Cid"),
    (":where { age = is.teen }", ""),
    (":where('age', 'even')", "Ann Cid Eve"),
    (":where('age', 'teen')", ""),
    (":where_not('age', 'even')", "Bob"),
    (":where_not { age = is.even }", "Bob"),
    (":where { age = is.even }:or_where { name = 'Dan' }", "Ann Cid Dan Eve"),
    (":where(function(p) return p.score > 3 end):where { age = is.even }", "Ann Cid"),
    (":where { age = is.even }:sorted_by('-name'):limit(2)", "Eve Cid"),
    (":where { age = is.even }:offset(1):limit(1)", "Cid"),
  ]

  @Test(arguments: calls)
  func `a function tests the value of a field row by row`(call: String, rows: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return names(Player\(call):fetch())", rows)
    let count = rows.split(separator: " ").count
    try script.expect("return Player\(call):count(), Player\(call):exists()", "\(count) \(count > 0)")
    try script.expect("return table.concat(Player\(call):pluck('name'), ' ')", rows)
    try script.expect("local t = {} for p in Player\(call):iterate() do t[#t + 1] = p end return names(t)", rows)
  }

  @Test func `a function is not asked about NULL, nor about rows that the database has refused`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect("Player:where { age = counted }:fetch() return calls", "4")
    try script.expect("calls = 0 Player:where { age = counted, name = 'Ann' }:fetch() return calls", "1")
  }

  @Test func `a function validates, alone and combined`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      X = entity "X" {
        a = integer { validate = is.even },
        b = integer { validate = ~is.even & is.less(9) },
        c = integer { validate = test(function(v) return v > 0 end) },
        d = integer { validate = test(function(v) error("is never right", 0) end) | is.equal(1) },
        e = text { validate = { is.not_empty, test(function(v, object) return v ~= tostring(object.a), "is a" end) } },
      }
      db:create_all()
      print(X { a = 3, b = 2, c = 0, d = 1, e = "3" }:validate())
      print(X { b = 11 }:validate())
      X:create { a = 4, b = 3, c = 1, e = "x" }
      X:create {}
      print(X:count())
      """,
      """
      nil X: a: 3 must be even
      X: b: 2 must not be even
      X: c: 0 is not valid
      X: d: 1 is never right
      X: e: '3' is a
      nil X: b: 11 is not less than 9
      2
      """)
  }

  @Test func `what the database can say of a test with a function is a CHECK`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      X = entity "X" { a = integer { validate = is.at_least(0) & is.even }, b = integer { validate = ~is.even } }
      return (X:create_sql():gsub("\\n%s*", " "):gsub("; $", ""))
      """,
      #"CREATE TABLE IF NOT EXISTS "x" ( "id" INTEGER PRIMARY KEY, "a" INTEGER CHECK ("a" >= 0), "b" INTEGER ) STRICT"#)
  }

  static let mistakes: [(String, String, String)] = [
    ("is.prefix = test(print)", "StateError", "is.prefix is a test of the language and stays as it is"),
    ("is.odd = function() end", "ArgumentError", "is.odd takes a test, as in is.odd = test(function(value)"),
    ("is.odd = nil", "ArgumentError", "is.odd takes a test"),
    ("is.odd = is.between", "ArgumentError", "is.odd takes a test"),
    ("is[1] = is.even", "ArgumentError", "a test needs a name, as in is.even = test(…), not the integer 1"),
    ("is['a b'] = is.even", "ArgumentError", "a test needs a name, as in is.even = test(…), not the text 'a b'"),
    ("test(1)", "ArgumentError", "test takes a function: test(function(value) return … end"),
    ("test(print, 1)", "ArgumentError", "test: the message is text, such as \"must be even\", not the integer 1"),
    ("return is.evn", "ArgumentError", "there is no test is.evn. Did you mean 'even'?"),
    ("return is.even(1)", "ArgumentError", "is.even: takes nothing"),
    ("Player:where('age', 'evn')", "ArgumentError", "where: there is no operator 'evn'. Did you mean 'even'?"),
    ("Player:where('age', 'even', 1)", "ArgumentError", "is.even: takes nothing"),
    ("Player:where { name = is.even }:fetch()", "LuaError", "attempt to mod a 'string' with a 'number'"),
  ]

  @Test(arguments: mistakes)
  func `a call that cannot be meant says why`(call: String, kind: String, message: String) throws {
    let script = try Script(schema: Self.schema)
    let failure = script.failure(call)
    #expect(failure.contains(message), "\(failure)")
    #expect(script.kindOfFailure(call) == kind)
  }

  @Test func `a named test shows among the others and may be named again`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local names = {}
      for name in pairs(is) do names[name] = true end
      print(names.even, names.prefix, tostring(is.even & is.teen), rawequal(is, moon.is))
      print(is.teen, odd, tostring(is):match("^is: equal, .*email, even, teen$") ~= nil)
      is.even = test(function(v) return v == 20 end)
      print(Player:where("age", "even"):count(), Player:where { age = odd }:count())
      """,
      """
      true true (is.even & is.between(13, 19)) true
      is.teen ~is.even true
      1 1
      """)
  }
}
