import Testing

/// Functions of Lua's library, operators and tests in closures that the database answers.
@Suite struct PushedLibraryTests {
  private static let schema = """
    P = entity "P" { n = integer {}, x = real {}, s = text {}, kids = has_many "K" }
    K = entity "K" { m = integer {}, p = belongs_to "P" }
    db:create_all()
    a = P:create { n = 3, x = 0.5, s = "é日" } b = P:create { n = -2, x = 2.0, s = "ab" } c = P:create { s = "" }
    K:create { m = 1, p = a } K:create { m = 5, p = a } K:create { m = 7, p = b }
    function ids(list) return table.concat(list:map "id", " ") end
    """

  @Test(arguments: [
    ("utf8.len(p.s) == 2", "1 2"), ("p.s:rep(2) == 'abab'", "2"), ("string.rep(p.s, p.n or 0) == ''", "2 3"),
    ("string.format('%s!%s', p.s, p.n) == 'ab!-2'", "2"), ("string.format('%d%%', p.n or 1) == '1%'", "3"),
    ("p.n and p.n ^ 2 == 4", "2"), ("p.x and p.x ^ 0.5 > 1", "2"), ("p.n and p.n << 1 == 6", "1"),
    ("p.n and p.n >> 60 == 15", "2"), ("p.n and (p.n ~ 1) == 2", "1"), ("p.n and ~p.n == 1", "2"),
    ("p.n and p.n >> p.n == 0", "1"), ("p.n and os.date('!%F %H', p.n) == '1970-01-01 00'", "1"),
    ("string.format('%.2f', p.x or 0) == '0.50'", "1"), ("tostring(p.x) == '2.0'", "2"),
    ("string.format('%5.1f|%x|%+d', p.n or 0, p.n or 0, 2) == '  3.0|3|+2'", "1"),
    ("p.x and p.x .. ' EUR' == '0.5 EUR'", "1"), ("select('#', p.n, p.s) == 2 and p.n == 3", "1"),
    ("select(2, p.s:gsub('%a', '')) == 2", "2"), ("(p.s:gsub('[^%d]', '')) == ''", "1 2 3"),
    ("(p.s:gsub('b.*', '!')) == 'a!'", "2"), ("p.x and math.tointeger(p.x) == 2", "2"), ("rawequal(p.n, 3)", "1"),
    ("#p.s > 1 and p.s:byte(1, 2) == 97", "2"),
    ("p.kids:where { m = is.greater(3) }:exists()", "1 2"),
    ("p.kids:where { m = is.one_of { 1, 7 } }:count() == 1", "1 2"),
  ])
  func `what Lua says of a row the database says, too`(condition: String, rows: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      local request = P:where(function(p) return \(condition) end)
      print(ids(request:fetch { pushdown = false }), "/", ids(request:fetch()))
      """, "\(rows) / \(rows)")
    guard TestEngine.chosen == .sqlite || condition.contains("kids") else { return }
    try script.expect("print(ids(P:where(function(p) return \(condition) end):strict():fetch()))", rows)
  }

  @Test func `what gsub leaves is text where no character is cut`() throws {
    guard TestEngine.chosen == .sqlite else { return }
    try Script(schema: Self.schema).expect(
      """
      local function leaves(pattern, text)
        local request = P:annotate { left = function(p) return (p.s:gsub(pattern, text or "")) end }
        local left, kind = {}, tostring(request:explain()):match "^%a+"
        for i, p in ipairs(request:fetch()) do
          left[i] = p.left
          assert(p.left == p.s:gsub(pattern, text or ""))
        end
        return kind .. " " .. table.concat(left, ",")
      end
      P:create { s = " x日1 " }
      for _, pattern in ipairs { "[^%d]", "%s+", "^%s+", "b.*", "[%w ]+$", "%S+", "%a*" } do print(leaves(pattern)) end
      print(leaves("%s", "é"))
      for _, pattern in ipairs { "%a*", "^.", ".$", ".-", "(.)", "[é]", "%a." } do print((leaves(pattern, "-"):match "^%a+")) end
      """,
      """
      pushed ,,,1
      pushed é日,ab,,x日1
      pushed é日,ab,,x日1\u{20}
      pushed é日,a,, x日1\u{20}
      pushed é日,,, x日
      pushed ,,,  
      pushed é日,,, 日1\u{20}
      pushed é日,ab,,éx日1é
      closure
      closure
      closure
      closure
      closure
      closure
      closure
      """)
  }

  @Test func `a date as a table is no text`() throws {
    try Script(schema: Self.schema).expect(
      """
      local early = P:where(function(p) return p.n and os.date("!*t", p.n * 3600).hour == 3 end)
      print(ids(early:fetch()), ids(early:fetch { pushdown = false }))
      """, "1 1")
  }

  @Test func `a belongs_to that all rows of a shared table have is followed`() throws {
    let script = try Script(
      schema: """
        A = entity "A" { n = integer {} }
        P = entity "P" { s = text {}, home = belongs_to "A" }
        Q = entity "Q" { extends = "P", shared = true, t = text {} }
        db:create_all()
        local one, two = A:create { n = 1 }, A:create { n = 2 }
        P:create { home = one } P:create { home = two } Q:create { home = two } Q:create {}
        """)
    try script.expect(
      """
      local request = P:where(function(p) return p.home and p.home.n == 2 end)
      print(request:count(), #request:fetch { pushdown = false }, request:strict():count())
      """, "2 2 2")
  }

  @Test func `a day that a function makes goes by what was written`() throws {
    let script = try Script(schema: "E = entity \"E\" { seen = datetime {} } db:create_all()")
    #expect(script.failure("return E:where \"date(seen) > '2000'\":count()").contains("field 'date(seen)' is date"))
  }
}
