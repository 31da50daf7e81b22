import TestSupport
import Testing

/// What expressions, functions and migrations give must not depend on the classes that an engine's columns keep to.
@Suite struct SameExpressionTests {
  private static let rows = """
    Row = entity "Row" {
      n = integer {}, x = real {}, s = text {}, b = data {}, at = datetime {}, good = boolean {},
    }
    db:create_all()
    Row:create { n = 7, x = 2.675, s = "Äb", b = "ab", at = "2024-02-29T11:30:05Z", good = true }
    Row:create { n = -7, x = -0.5, s = "x", at = "1999-12-31T23:59:59Z" }
    Row:create { x = 1.5 }
    function each(word)
      local values = Row:sorted_by("id"):pluck(word)
      for i = 1, #values do values[i] = tostring(values[i]) end
      return table.concat(values, " ")
    end
    """

  private static let expressions =
    [
      "upper(s)", "round(x, 2)", "round(x)", "round(n, -1)", "n // 2", "n % 3", "x % 0.5", "x // 1", "year(at)",
      "minute(at)", "weekday(at)", "date(at)", "coalesce(good, n > 0)", "n > 0 and good",
    ] + mixed

  /// Numbers that are integers in one row and real ones in another.
  private static let mixed = [
    "coalesce(n, x)", "coalesce(x, n)", "if(good, n, x)", "if(n > 0, 1, 0.1)", "coalesce(n, x, 0)",
    "abs(coalesce(n, x))",
    "coalesce(n, x) + 1", "coalesce(n, x) * 0.1", "coalesce(n, 0.1) + coalesce(n, 0.2)", "coalesce(n, x) - n",
    "coalesce(n, x) // 2", "coalesce(n, x) % 2", "coalesce(n, x) % 0.4", "coalesce(n, x) / 2",
    "round(coalesce(n, x), 0)",
    "round(coalesce(n, x), -1)", "round(coalesce(n, x))", "coalesce(n, x) > 1", "coalesce(n, x) == x",
    "7.0 == coalesce(n, x)",
    "coalesce(n, x) >= -7 and coalesce(n, x) <= 1.5", "-coalesce(n, x)", "coalesce(if(good, n, x), 1)",
  ]

  @Test(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)), arguments: expressions)
  func `an expression gives the values that it gives in a file`(expression: String) throws {
    let source = "return each [[\(expression)]]"
    let expected = try Script(schema: Self.rows, engine: .sqlite).run(source)
    try Script(schema: Self.rows, engine: .postgresql).expect(source, expected)
  }

  @Test(arguments: TestEngine.present)
  func `a function whose values are of several classes is asked`(engine: TestEngine) throws {
    let script = try Script(schema: Self.rows, engine: engine)
    for choice in ["r.n or r.x", "r.s or r.b", "r.good and r.n or r.x", "r.x or r.n", "r.b or r.s"] {
      try script.expect(
        """
        local function titles(options)
          local set, list = Row:sectioned_by(function(r) return \(choice) end):results(options), {}
          for i, section in ipairs(set.sections) do list[i] = math.type(section.name) or type(section.name) end
          return table.concat(list, " ") .. #set
        end
        return titles() == titles { pushdown = false }
        """, "true")
    }
  }

  @Test(arguments: TestEngine.present)
  func `an integer beside real numbers stays what it is, however large`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        Row = entity "Row" { i = integer {}, r = real {}, b = boolean {} }
        db:create_all()
        db:add {
          Row { i = 9223372036854775807, r = 2, b = true }, Row { i = 2, r = 9007199254740992, b = false },
          Row { r = 1e22 }, Row { i = 9007199254740993, r = 0.1, b = true },
        }
        function each(word)
          local values = Row:sorted_by("id"):pluck(word)
          for i = 1, #values do values[i] = tostring(values[i]) end
          return table.concat(values, " ")
        end
        """, engine: engine)
    try script.expect(
      "print(each 'coalesce(i, r)') print(each 'if(b, i, r)')",
      """
      9223372036854775807 2 1e+22 9007199254740993
      9223372036854775807 9.007199254741e+15 1e+22 9007199254740993
      """)
    try script.expect(
      """
      print(each "coalesce(i, r) + 1", Row:sum "coalesce(i - i, r)", Row:where("i < 5"):sum "coalesce(i, r)")
      print(each "coalesce(i, r) > 9007199254740992.0", Row:where("coalesce(i, r) == 9007199254740993"):count())
      print(table.concat(Row:sorted_by("coalesce(i, r)"):pluck "id", " "), Row:min "coalesce(i, r)")
      """,
      """
      9.2233720368548e+18 3 1e+22 9007199254740994 1e+22 2
      true false true true 1
      2 4 1 3 2
      """)
  }

  @Test(arguments: TestEngine.present)
  func `groups come in the order of their keys, and what is NULL first`(engine: TestEngine) throws {
    let script = try Script(schema: Self.rows, engine: engine)
    try script.expect(
      """
      local list = {}
      for i, g in ipairs(Row:group_by("good"):aggregate { n = "count" }:fetch()) do list[i] = tostring(g.good) .. g.n end
      return table.concat(list, " ")
      """, "nil2 true1")
  }

  @Test(arguments: TestEngine.present)
  func `a migration names the rows that do not fit`(engine: TestEngine) throws {
    let script = try Script(
      schema: """
        A = entity "A" { x = text {}, y = text {} }
        db:create_all()
        A:create { x = "7", y = "k" } A:create { x = "007", y = "k" }
        """, engine: engine)
    let failures = [
      ("x = integer {}, y = text {}", "x: '007' would become 7"),
      ("x = real {}, y = text {}", "x: '007' would become 7"),
      ("x = text {}, y = text { unique = true }", "y: 'k' is not alone"),
      ("x = text { validate = is.one_of { '7' } }, y = text {}", "A 2: x: '007'"),
    ]
    for (declaration, words) in failures {
      let failure = script.failure("A = entity 'A' { \(declaration) } db:migrate()")
      #expect(failure.contains(words), "\(failure)")
    }
  }
}
