import Testing

/// A condition that does not hold keeps rows from the functions behind it, whether it is false or NULL.
@Suite struct GuardTests {
  private static let schema = """
    E = entity "E" { n = integer {}, s = text { required = true } }
    db:create_all()
    for i, n in ipairs { 1, false, 5, false, 2 } do E:create { n = n or nil, s = ("abcde"):sub(i, i) } end
    guard = function(p) return p.n and p.n > 0 end
    present = function(p) return p.n ~= nil end
    big = function(p) return p.n > 2 end
    last = function(p) return p.s:rep(2) == "dd" end
    is.big = test(function(v) return v > 2 end)
    -- What a request fetches, or that it raises.
    function answer(request, options)
      local done, list = pcall(function() return request:fetch(options) end)
      if not done then return "error" end
      local ids = {}
      for i, e in ipairs(list) do ids[i] = e.s end
      return table.concat(ids)
    end
    """

  @Test(arguments: [
    ("where(guard):where(big):or_where(last)", "cd"), ("where(guard):where_not(big):or_where(last)", "ade"),
    ("where(guard):where(big):or_where \"s == 'a'\"", "ac"), ("where \"n > 0\":where(big):or_where \"s == 'a'\"", "ac"),
    ("where \"n > 0\":where(big):or_where(last)", "cd"), ("where \"n > 0\":where_not(big):or_where(last)", "ade"),
    ("where { n = is.greater(0) }:where(present):where(big):or_where { s = 'b' }", "bc"),
    ("where(present):where(big):or_where(last):where(guard)", "c"), ("where(last):or_where(big)", "error"),
    ("where_not(guard):where(last)", "d"), ("where(guard):where_not { n = is.big }:or_where(last)", "ade"),
    ("where(big):or_where(last)", "error"), ("where_not { n = is.greater(0) }:where(big):or_where(last)", "d"),
  ])
  func `a request raises or answers the same, pushed or not`(chain: String, result: String) throws {
    let script = try Script(schema: Self.schema)
    try script.expect("return answer(E:\(chain)), answer(E:\(chain), { pushdown = false })", "\(result) \(result)")
  }

  @Test(arguments: 1...4) func `random chains raise or answer the same, pushed or not`(seed: UInt64) throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      math.randomseed(\(seed))
      local parts = {
        guard, present, big, last, "n > 0", "n ~= nil", "s < 'c'", "n < 2 or s == 'd'",
        function(p) return p.n == nil or p.n < 3 end, function(p) return p.s:rep(2) < "cc" end,
      }
      local words = { "where", "or_where", "where_not" }
      for round = 1, 300 do
        local request, chain = E:all(), {}
        for i = 1, math.random(1, 5) do
          local word, part = words[math.random(#words)], math.random(#parts)
          chain[i] = word .. " " .. part
          request = request[word](request, parts[part])
        end
        local pushed, asked = answer(request), answer(request, { pushdown = false })
        if pushed ~= asked then print(table.concat(chain, ", "), pushed, asked) end
      end
      """, "")
  }

  // MARK: Writing

  @Test(arguments: [
    ":count()", ":fetch()", ":each(function() end)", ":exists()", ":first()", #":pluck "n""#, ":delete()",
  ])
  func `a function of a request cannot write to the table that it reads`(terminal: String) throws {
    let script = try Script(schema: Self.schema)
    let message = "a function of a request cannot write to 'e', whose rows it is asked about"
    for write in ["E:create { s = 'x' }", "db:execute \"UPDATE e SET n = 1\"", "E:all():delete()"] {
      let failure = script.failure("E:where(function(p) \(write) return p.s:rep(2) == 'xx' end)\(terminal)")
      #expect(failure.contains(message), "\(failure)")
    }
    try script.expect("return E:count()", "5")
  }

  @Test(arguments: [
    "sorted_by(function(a, b) WRITE return a.id > b.id end):fetch()",
    "sorted_by(function(p) WRITE return p.s end):fetch()",
    "sorted_by(function(a, b) WRITE return a.id > b.id end):results()",
    "sectioned_by(function(p) WRITE return p.s end):results()",
    "sectioned_by('s'):results { title = function(name) WRITE return name end }",
    "sectioned_by('s'):results { sort_sections = function(a, b) WRITE return #a > #b end }",
  ])
  func `a function that sorts, names or titles rows cannot write to their table either`(request: String) throws {
    let script = try Script(schema: Self.schema)
    for write in ["E:create { s = 'x' }", "db:execute \"UPDATE e SET n = 1\"", "E:all():delete()"] {
      let failure = script.failure("E:\(request.replacing("WRITE", with: write))")
      #expect(
        failure.contains("a function of a request cannot write to 'e', whose rows it is asked about"), "\(failure)")
    }
    try script.expect("return E:count(), E:where { n = 1 }:count()", "5 1")
  }

  @Test func `what it does to other tables is its own business, and the loop over its rows may write`() throws {
    let script = try Script(schema: Self.schema)
    try script.expect(
      """
      Log = entity "Log" { s = text {} }
      db:create_all()
      E:where(function(p) Log:create { s = p.s } return true end):count()
      for p in E:where(last):iterate() do E:create { s = "dd" } end
      E:where(last):each(function(p) p.n = 7 p:save() end)
      return Log:count(), E:count(), E:where(last):first().n
      """, "5 6 7")
  }
}
