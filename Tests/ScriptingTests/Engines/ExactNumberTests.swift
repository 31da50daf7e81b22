import TestSupport
import Testing

/// Decimals of tables that other programs made on a server, of more digits than real numbers tell.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ExactNumberTests {
  private func script() throws -> Script {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute [[CREATE TABLE account (id int PRIMARY KEY, n numeric(18,4), w numeric(30,20), f numeric(25), u numeric)]]
      db:execute [[INSERT INTO account VALUES
        (1, 12345678901234.5678, 1234567890.00000000000000000001, 1234567890123456789012345, 0.1234567890123456789012345),
        (2, 12345678901234.5679, 0.12300000000000000000, 1234567890123456789012346, 12345678901234567890),
        (3, 1.5, 2.5, 3, 4.5), (4, NULL, NULL, NULL, NULL)]]
      db:reflect()
      function ids(request) return table.concat(request:pluck "id", " ") end
      """)
    return script
  }

  @Test func `every digit of a column of decimals is read`() throws {
    try script().expect(
      "for a in Account:sorted_by('id'):iterate() do print(a.n, a.w, a.f, a.u) end",
      """
      12345678901234.5678 1234567890.00000000000000000001 1234567890123456789012345 0.1234567890123456789012345
      12345678901234.5679 0.12300000000000000000 1234567890123456789012346 12345678901234567890
      1.5000 2.50000000000000000000 3 4.5
      nil nil nil nil
      """)
  }

  @Test func `what is made of such decimals is exact`() throws {
    let script = try script()
    try script.expect(
      "return Account:sum 'n', Account:min 'w', Account:max 'f', Account:sum 'f', Account:sum 'n * 2', Account:max 'u'",
      """
      24691357802470.6357 0.12300000000000000000 1234567890123456789012346 2469135780246913578024694 49382715604941.2714 \
      12345678901234567890
      """)
    try script.expect(
      """
      local one = Account:where { id = 1 }
      for _, e in ipairs { "n * 3", "u * 3", "round(n, 2)", "-n", "abs(f)", "coalesce(f, 0)", "n + u" } do
        print(one:pluck(e)[1])
      end
      """,
      """
      37037036703703.7034
      0.3703703670370370367037035
      12345678901234.57
      -12345678901234.5678
      1234567890123456789012345
      1234567890123456789012345
      12345678901234.6912567890123456789012345
      """)
    try script.expect(
      """
      local g = Account:group_by("id"):aggregate { s = "sum u", m = "max n", l = "list n" }:having "s > 4.5":fetch()
      return #g, g[1].id, g[1].s, g[1].m, encode(g[1].l, "json")
      """, "1 2 12345678901234567890 12345678901234.5679 [\"12345678901234.5679\"]")
  }

  @Test func `such decimals are told apart and ordered in SQL and row by row`() throws {
    let script = try script()
    try script.expect(
      """
      local less, more = decimal "12345678901234.5678", decimal "12345678901234.5679"
      print(ids(Account:where { n = less }), ids(Account:where { n = is.greater(less) }), ids(Account:where { n = { more } }))
      print(ids(Account:where(function(a) return a.n == more end)),
        ids(Account:where(function(a) return a.n ~= nil and a.n > less end)),
        ids(Account:where(function(a) return a.n ~= nil and a.n + 1 > less + 1 end)),
        ids(Account:where("n > x", { x = less })))
      print(ids(Account:sorted_by "-u"), ids(Account:sorted_by "f"), ids(Account:sorted_by "-(n * 2)"))
      local list = Account:fetch()
      print(list:sorted("-u"):map "id"[1], list:filter { n = is.greater(less) }:map "id"[1], #list:filter { u = 4.5 })
      local found, cursor = {}, nil
      repeat
        local page, next = Account:sorted_by("-(n * 2)"):page { size = 1, after = cursor }
        for _, a in ipairs(page) do found[#found + 1] = a.id end
        cursor = next
      until not cursor
      print(table.concat(found, " "))
      """,
      """
      1 2 2
      2 2 2 2
      2 3 1 4 4 3 1 2 2 1 3 4
      2 2 1
      2 1 3 4
      """)
  }

  @Test func `such decimals are written with every digit`() throws {
    let script = try script()
    try script.expect(
      """
      local a = Account:get(1)
      a.u, a.f, a.w = decimal "0.00000000000000000000012345", decimal "9999999999999999999999999", "1.00000000000000000002"
      a:save()
      print(Account:where { id = 1 }:update { n = expr "n + 1" })
      Account:where { id = 1 }:update { f = function(a) return a.f - 1 end }
      a = Account:get(1)
      print(a.n, a.w, a.f, a.u)
      db:add(Account { id = 5, n = "99999999999999.9999", u = 7, w = 1 }, Account { id = 6, n = -1, u = "-0.5" })
      print(Account:get(5).n, Account:get(5).u, Account:get(6).u)
      local text = Account:encode "csv"
      Account:all():delete()
      print(#Account:decode(text, "csv"))
      db:add(Account:decode(text, "csv"))
      print(Account:encode "csv" == text)
      """,
      """
      1
      12345678901235.5678 1.00000000000000000002 9999999999999999999999998 0.00000000000000000000012345
      99999999999999.9999 7 -0.5
      6
      true
      """)
    #expect(script.failure("Account:create { id = 9, n = '1.00001' }").contains("at most 4 digits behind the point"))
  }

  @Test func `what one update reckons has every digit, whatever functions give beside it`() throws {
    let script = try script()
    try script.expect(
      """
      local one = Account:where { id = 2 }
      print(one:update { u = expr "u + 1", n = function(a) return a.n + 1 end, f = function(a) return a.f * 1 end })
      local a = Account:get(2)
      print(a.u, a.n, a.f)
      local r = one:values("u * 2", "u", function(a) return a.f + 1 end)[1]
      print(r[1], r[2], r[3])
      """,
      """
      1
      12345678901234567891 12345678901235.5679 1234567890123456789012346
      24691357802469135782 12345678901234567891 1234567890123456789012347
      """)
  }

  @Test func `functions of texts and days refuse such decimals by name, and an order of texts leaves them numbers`()
    throws
  {
    let script = try script()
    let refused = [
      "upper(n)": "upper takes a text, not the decimal field 'n'",
      "lower(u)": "lower takes a text, not the decimal field 'u'",
      "length(n)": "length takes a text, not the decimal field 'n'",
      "n .. 'x'": "'..' takes texts and integers, not the decimal field 'n'",
      "'x' .. n": "'..' takes texts and integers, not the decimal field 'n'",
      "year(n)": "year takes a day or a moment, not the decimal field 'n'",
      "weekday(u)": "weekday takes a day or a moment, not the decimal field 'u'",
    ]
    for (text, words) in refused {
      let failure = script.failure("Account:pluck(\"\(text)\")")
      #expect(failure.contains(words), "\(text): \(failure)")
    }
    try script.expect(
      """
      print(ids(Account:sorted_by(asc("u", { ignore_case = true }))), ids(Account:sorted_by(desc("u", { numeric = true }))))
      print(ids(Account:sorted_by(asc("n * 2", { ignore_case = true, numeric = true }))))
      print(table.concat(Account:fetch():sorted(asc("u", { ignore_case = true, numeric = true })):map "id", " "))
      """,
      """
      4 1 3 2 2 3 1 4
      4 3 1 2
      4 1 3 2
      """)
  }

  @Test func `the source of a schema says that each value has digits of its own`() throws {
    let script = try script()
    let source = try script.run("return (db:schema_source():match('Account = .*'))")
    #expect(source.contains("u = decimal { scale = \"any\", stored = \"number\" }"), "\(source)")
    #expect(source.contains("w = decimal { scale = 20, stored = \"number\" }"), "\(source)")
    try script.run(source)
    try script.expect(
      "local a = Account:get(1) return a.w, a.u, #db:migrate { dry_run = true }",
      """
      1234567890.00000000000000000001 0.1234567890123456789012345 0
      """)
    #expect(
      script.failure("entity 'Other' { x = decimal { scale = 'any' } }").contains("option 'scale' must be a number"))
  }

  @Test func `a sum beside what is made in memory has as many digits as it needs`() throws {
    let script = try script()
    try script.run(
      """
      db:execute [[CREATE TABLE big (id int PRIMARY KEY, n numeric)]]
      db:execute [[INSERT INTO big VALUES (1, 1234567890123456789012345678901234567890), (2, -0.25), (3, 1e50), (4, NULL)]]
      db:reflect()
      """)
    try script.expect(
      """
      local r = Big:aggregate { s = "sum n", m = "median n" }
      print(r.s, Big:sum "n")
      print(tostring(r.s) == tostring(Big:sum "n"))
      """,
      """
      100000000001234567890123456789012345678901234567889.75 100000000001234567890123456789012345678901234567889.75
      true
      """)
  }
}
