import TestSupport
import Testing

/// Decimals of any size in rows that a person's own SELECT gives.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct WrittenDecimalTests {
  @Test func `each digit of a decimal is kept, and counts in conditions`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute [[CREATE TABLE account (id int PRIMARY KEY, balance numeric)]]
      db:execute [[INSERT INTO account VALUES (1, 12345678901234567890.123), (2, 12345678901234567890.124)]]
      db:reflect()
      """)
    try script.expect(
      """
      print(db:from_sql("select 12345678901234567890.123::numeric as e"):first().e)
      local rows = db:from_sql("select id, balance, balance * 2 as twice from account")
      print(rows:where(function(r) return r.balance == decimal "12345678901234567890.124" end):first().twice)
      print(rows:sorted_by "-balance":first().id, #rows:distinct():fetch(), rows:max "balance")
      print(Account:from_sql("select *, balance + 1 as more from account"):first().balance)
      print(Account:from_sql("select *, balance + 1 as more from account"):first().more)
      print(db:from_sql("select count(*) as n, 0.5::float8 as f from account"):first().f + 1)
      """,
      """
      12345678901234567890.123
      24691357802469135780.248
      2 2 12345678901234567890.124
      12345678901234567890.123
      12345678901234567891.123
      1.5
      """)
  }
}
