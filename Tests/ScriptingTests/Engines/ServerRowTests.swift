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
  }
}
