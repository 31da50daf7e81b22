import Testing

/// What is said of a value that fails a test, and which value a test is asked of.
@Suite struct TestMessageTests {
  @Test func `messages say values as scripts see them`() throws {
    try Script(
      schema: """
        A = entity "A" {
          code = decimal { primary_key = true },
          price = decimal { unique = true, validate = is.at_least(decimal "0.50") },
          rank = enum { { "one", 1 }, { "two", 2 }, unique = true, validate = is.one_of { "one" } },
          on = boolean { validate = is.equal(true) },
          parent = belongs_to "A",
        }
        db:create_all()
        """
    ).expect(
      """
      local a = A:create { code = "1.50", price = "1.50", rank = "one", on = true }
      print(a, A:get("1.50") == a)
      print(pcall(A.create, A, { code = "2", price = "1.50" }))
      print(pcall(A.create, A, { code = "1.5" }))
      print(pcall(A.create, A, { code = "2", rank = "one" }))
      print(pcall(A.create, A, { code = "2", rank = "two" }))
      print(pcall(A.create, A, { code = "2", on = false }))
      print(pcall(A.create, A, { code = "2", price = "0.20" }))
      print(pcall(A.create, A, { code = "2", parent_id = "7.25" }))
      a:delete()
      """,
      """
      A(1.50) true
      false A: price: 1.50 exists already (code 1.50)
      false A: code: 1.50 exists already
      false A: rank: 'one' exists already (code 1.50)
      false A: rank: 'two' is not one of 'one'
      false A: on: false is not equal to true
      false A: price: 0.20 is not at least 0.50
      false A: parent: there is no A 7.25
      """)
  }

  @Test func `of tests that are joined only those are named that fail`() throws {
    try Script(schema: #"A = entity "A" { n = text { validate = is.prefix "a" & is.length(3) } } db:create_all()"#)
      .expect(
        """
        for _, n in ipairs { "abcd", "bcd", "bcde" } do print(A { n = n }:validate()) end
        print(A:create { n = "abc" }.n, pcall(db.execute, db, "INSERT INTO a (n) VALUES ('abcd')"))
        """,
        """
        nil A: n: 'abcd' does not have 3 characters
        nil A: n: 'bcd' does not begin with 'a'
        nil A: n: 'bcde' does not begin with 'a'
        A: n: 'bcde' does not have 3 characters
        abc false a value breaks the rule: CHECK 'length("n") = 3'
        """)
  }

  @Test func `a list of errors can be walked as it is`() throws {
    try Script(schema: fivePlayers).expect(
      """
      local ok, errors = Player { name = "", age = 99 }:validate()
      print(ok, #errors, errors[1].field, errors[2].field, errors.errors[2] == errors[2], errors.kind)
      for i, e in ipairs(errors) do print(i, e.message) end
      """,
      """
      nil 2 name age true ValidationError
      1 Player: name: '' is blank
      2 Player: age: 99 is not between 18 and 24
      """)
  }

  @Test func `tests of an encoded field are asked of what scripts see`() throws {
    let script = try Script(
      schema: """
        A = entity "A" {
          code = text { encode = string.reverse, decode = string.reverse, validate = is.prefix "a" & is.length(1, 3) },
          level = integer {
            encode = function(word) return #word end, decode = function(n) return ("x"):rep(n) end,
            validate = is.one_of { "x", "xx" },
          },
          secret = text { encode = function(s) return ("#"):rep(40) end, validate = is.length(8, 20) },
          tags = text { encode = table.concat, validate = is.not_empty },
        }
        db:create_all()
        """)
    try script.expect(
      """
      local a = A:create { code = "abc", level = "xx", secret = "password", tags = { "b" } }
      print(a.code, a.level, db:query("SELECT code, level FROM a")[1].code)
      print(pcall(function() a.code = "cba" end))
      print(pcall(function() a.level = "xxx" end))
      print((select(2, a:validate("code", "b"))))
      print((select(2, a:validate("secret", "short"))))
      print(pcall(function() A:all():update { secret = "short" } end))
      print(pcall(A.create, A, { secret = "short" }))
      print(pcall(A.create, A, { tags = {} }))
      a.code, a.secret = "ab", "12345678"
      a:save()
      print(A:first().code, A:first():validate(), #A:first().secret)
      """,
      """
      abc xx cba
      false A: code: 'cba' does not begin with 'a'
      false A: level: 'xxx' is not one of 'x', 'xx'
      A: code: 'b' does not begin with 'a'
      A: secret: 'short' does not have 8 to 20 characters
      false A: secret: 'short' does not have 8 to 20 characters
      false A: secret: 'short' does not have 8 to 20 characters
      false A: tags: '' is blank
      ab true 40
      """)
  }

  static let comparisons: [(String, String)] = [
    ("is.less(decimal '1.501')", "1 1.50"), ("is.at_most(decimal '1.501')", "1 1.50"),
    ("is.greater(decimal '1.501')", "1.51 2"), ("is.equal(decimal '1.501')", ""), ("decimal '1.501'", ""),
    ("is.not_equal(decimal '1.501')", "1 1.50 1.51 2"), ("is.between(decimal '1.495', decimal '1.505')", "1.50"),
    ("is.one_of { decimal '1.501', decimal '1.510' }", "1.51"),
    ("is.less(decimal '99999999999999999999')", "1 1.50 1.51 2"),
    ("is.greater(decimal '-1.501')", "1 1.50 1.51 2"), ("is.less(decimal '-0.001')", ""),
  ]

  @Test(arguments: comparisons)
  func `a decimal compares exactly with one of more digits`(test: String, prices: String) throws {
    try Script(
      schema: """
        A = entity "A" { d = decimal {} }
        db:create_all()
        for _, d in ipairs { "1", "1.50", "1.51", "2" } do A:create { d = d } end
        """
    ).expect(
      """
      local found = {}
      for a in A:where { d = \(test) }:iterate() do found[#found + 1] = tostring(a.d):gsub("%.00$", "") end
      local listed = A:all():fetch():filter { d = \(test) }
      assert(#listed == #found)
      return table.concat(found, " ")
      """, prices)
  }

  @Test func `a decimal field may be tested by more digits than it has`() throws {
    try Script(schema: #"A = entity "A" { d = decimal { validate = is.less(decimal "1.501") } } db:create_all()"#)
      .expect(
        """
        print(A:create { d = "1.50" }.d, pcall(A.create, A, { d = "1.51" }))
        print(pcall(db.execute, db, "INSERT INTO a (d) VALUES (151)"))
        """,
        """
        1.50 false A: d: 1.51 is not less than 1.501
        false a value breaks the rule: CHECK 'd'
        """)
  }

  static let mistakes: [(String, String)] = [
    ("is.between(5, 1)", "is.between: the lower end comes first: 5 is above 1"),
    ("is.not_between('b', 'a')", "is.not_between: the lower end comes first: 'b' is above 'a'"),
    ("is.length(5, 2)", "is.length: the lower end comes first: 5 is above 2"),
    ("is.less(0/0)", "is.less: NaN (0/0) is neither equal to a value nor less or greater than one"),
    ("is.one_of(1, 0/0)", "is.one_of: NaN (0/0)"),
    ("db.echo = 7", "echo is true, false or a function of a statement's text and values, not the integer 7"),
    ("open(':memory:', { echo = 7 })", "open: option 'echo' cannot be the integer 7"),
    ("Player { name = 'a' }:toggle 'activ'", "not the text 'activ'. Did you mean 'active'? There are active"),
    ("Player:where { rank = 'prro' }", "Did you mean 'pro'?"),
    (
      "entity 'Q' { save = has_many 'Player' }",
      "relation 'save': every object has a method of this name (p:save()). Choose another"
    ),
    (
      "Player:create { name = 'x', score = math.maxinteger } return Player:sum 'score'",
      "sum of Player.score is larger than an integer can be"
    ),
    (
      "Player:create { name = 'x', score = math.maxinteger } return Player:where(function(p) return #p.name .. '' ~= 'q' end):sum 'score'",
      "sum of Player.score is larger than an integer can be"
    ),
  ]

  @Test(arguments: mistakes)
  func `what cannot be meant is refused at once`(call: String, message: String) throws {
    let failure = try Script(schema: fivePlayers).failure(call)
    #expect(failure.contains(message), "\(failure)")
  }

  @Test func `ends that may be decimals are compared as such`() throws {
    try Script().expect(
      """
      local a, b = is.between(decimal "9", decimal "10"), is.between("2024-01-01", "2024-01-01")
      print(a, b, pcall(is.between, decimal "1", 5))
      """,
      "is.between('9', '10') is.between('2024-01-01', '2024-01-01') true is.between('1', 5)")
  }

  @Test func `a date takes the day of a moment in seconds, and tables`() throws {
    try Script(schema: #"A = entity "A" { born = date {} } db:create_all()"#).expect(
      """
      print(A:create { born = 1709210096 }.born, A:create { born = -1 }.born, A { born = 1709210096.0 }.born)
      print(A { born = { year = 2024, month = 2, day = 29, hour = 23 } }.born, A { born = os.date("*t", 0) }.born)
      print(A:where { born = 1709164800 }:count(), A:where { born = is.less(1709164801) }:count())
      print(pcall(A, { born = "2024-02-29T12:30:00Z" }))
      print(pcall(A, { born = 1.5 }))
      """,
      """
      2024-02-29 1969-12-31 2024-02-29
      2024-02-29 1970-01-01
      1 1
      false A: born: expected a date such as 2024-02-29, not the text '2024-02-29T12:30:00Z'
      false A: born: expected a date such as 2024-02-29, not the number 1.5
      """)
  }
}
