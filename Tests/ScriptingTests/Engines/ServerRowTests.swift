import TestSupport
import Testing

/// What statements that one writes answer on a server, and what its own types say beyond those of others.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct ServerRowTests {
  @Test func `columns of decimals are decimals for those who write SQL`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE TABLE bill (id int PRIMARY KEY, n numeric(18,4), u numeric, paid boolean)"
      db:execute "INSERT INTO bill VALUES (1, 12345678901234.5678, 12345678901234567890, true), (2, 1.5, 0.25, NULL)"
      """)
    try script.expect(
      """
      for _, row in ipairs(db:query "SELECT n, u, paid, n AS m, 1.5 AS x, id FROM bill ORDER BY id") do
        print(row.n, row.u, row.paid, row.m, row.x, row.id, type(row.n))
      end
      """,
      """
      12345678901234.5678 12345678901234567890 1 12345678901234.5678 1.5 1 userdata
      1.5000 0.25 nil 1.5000 1.5 2 userdata
      """)
  }

  @Test func `what statements make of decimals are decimals, and means of integers real numbers`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE TABLE bill (id int PRIMARY KEY, n numeric, p numeric(20,2), k bigint)"
      db:execute "INSERT INTO bill VALUES (1, 12345678901234567890.5, 1.50, 3), (2, NULL, 2.25, 4)"
      function row(sql, ...)
        local words = {}
        for name, value in pairs(db:query(sql, ...)[1]) do words[#words + 1] = name .. " " .. type(value) .. " " .. tostring(value) end
        table.sort(words)
        print(table.concat(words, ", "))
      end
      """)
    try script.expect(
      """
      row "SELECT n * 2 AS a, -n AS b, abs(n) AS c, round(n, 0) AS d FROM bill WHERE id = 1"
      row "SELECT sum(n) AS a, sum(p) AS b, avg(k) AS c, sum(k) AS d, count(*) AS e, 0.5 AS f FROM bill"
      row "SELECT t.a + 1 AS b FROM (SELECT n * 2 AS a FROM bill WHERE id = 1) t"
      row "WITH t AS (SELECT max(n) AS a FROM bill) SELECT a, a - 1 AS b FROM t"
      row "SELECT *, n + 1 AS m FROM bill WHERE id = 1"
      row "SELECT n FROM bill WHERE id = 1 UNION ALL SELECT p FROM bill"
      row("SELECT n * ? AS a, k * ? AS b FROM bill WHERE id = 1", 3, 3)
      row "UPDATE bill SET k = k WHERE id = 1 RETURNING n + 1 AS a"
      row "SELECT 12345678901234567890.25::numeric AS a, 0.1::numeric(3,2) AS b"
      """,
      """
      a userdata 24691357802469135781.0, b userdata -12345678901234567890.5, c userdata 12345678901234567890.5, d userdata 12345678901234567891
      a userdata 12345678901234567890.5, b userdata 3.75, c number 3.5, d number 7, e number 2, f number 0.5
      b userdata 24691357802469135782.0
      a userdata 12345678901234567890.5, b userdata 12345678901234567889.5
      id number 1, k number 3, m userdata 12345678901234567891.5, n userdata 12345678901234567890.5, p userdata 1.50
      n userdata 12345678901234567890.5
      a userdata 37037036703703703671.5, b number 9
      a userdata 12345678901234567891.5
      a userdata 12345678901234567890.25, b userdata 0.10
      """)
  }

  @Test func `a transaction begins behind statements that the server is to forget`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE TABLE bill (id int PRIMARY KEY, x double precision)"
      db:execute "INSERT INTO bill VALUES (1, 1.25)"
      db:reflect()
      """)
    // The functions that a transaction has made go with it, and so do the statements that call them.
    try script.expect(
      """
      for turn = 1, 3 do
        db:begin()
        print(Bill:pluck("round(x, " .. turn % 2 .. ")")[1])
        db:rollback()
      end
      db:begin()
      db:commit()
      """,
      """
      1.3
      1.0
      1.3
      """)
  }

  @Test func `moments before the year 1 and after 9999 are the server's own texts everywhere`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "CREATE TABLE era (id int PRIMARY KEY, d date, t timestamp, z timestamptz(3))"
      db:execute [[INSERT INTO era VALUES
        (1, '0044-03-15 BC', '0044-03-15 12:00:00 BC', '0044-03-15 12:00:00+00 BC'),
        (2, '12345-01-01', '12345-06-07 01:02:03.5', '12345-06-07 01:02:03.5+00'),
        (3, '2024-01-31', '2024-01-31', '2024-01-31 00:00:00+00')]]
      db:reflect()
      """)
    try script.expect(
      """
      for _, e in ipairs(Era:sorted_by("id"):fetch()) do print(e.d, e.t, e.z) end
      for _, e in ipairs(Era:sorted_by("id"):values("d", "t", "z")) do print(e[1], e[2], e[3]) end
      """,
      """
      0044-03-15 BC 0044-03-15 12:00:00 BC 0044-03-15 12:00:00+00 BC
      12345-01-01 12345-06-07 01:02:03.5 12345-06-07 01:02:03.5+00
      2024-01-31 2024-01-31T00:00:00.000000Z 2024-01-31T00:00:00.000Z
      0044-03-15 BC 0044-03-15 12:00:00 BC 0044-03-15 12:00:00+00 BC
      12345-01-01 12345-06-07 01:02:03.5 12345-06-07 01:02:03.5+00
      2024-01-31 2024-01-31T00:00:00.000000Z 2024-01-31T00:00:00.000Z
      """)
    // Such texts are found as they read; functions compare them as Lua does.
    for text in ["0044-03-15 BC", "12345-01-01"] {
      for condition in ["\"d == '\(text)'\"", "{ d = '\(text)' }", "'d == x', { x = '\(text)' }"] {
        try script.expect("return Era:where(\(condition)):count()", "1")
      }
    }
    try script.expect(
      """
      for _, name in ipairs { "d", "t", "z" } do
        for _, other in ipairs(Era:sorted_by("id"):pluck(name)) do
          for _, f in ipairs { function(e) return e[name] < other end, function(e) return e[name] <= other end,
            function(e) return e[name] == other end, function(e) return e[name] ~= other end } do
            local n = 0
            for _, e in ipairs(Era:fetch()) do if f(e) then n = n + 1 end end
            if other:sub(1, 4) ~= "2024" and Era:where(f):count() ~= n then print(name, other, Era:where(f):count(), n) end
          end
        end
      end
      return Era:where(function(e) return e.d < "0044-03-15 BC" end):count(), Era:where(function(e) return e.d <= "0044-03-15 BC" end):count()
      """, "0 1")
  }
}
