import TestSupport
import Testing

/// What a session with a server pins, whatever the server or the address of it says.
@Suite(.enabled(if: PostgreSQLServer.isInstalled, Comment(rawValue: PostgreSQLServer.absence)))
struct SessionSettingTests {
  @Test func `intervals, days and moments read alike under every setting of the server`() throws {
    let address = try PostgreSQLServer.address(of: "settings")
    let script = try Script(
      location: address + "%20-cintervalstyle%3Diso_8601%20-cdatestyle%3DGerman%20-ctimezone%3DAsia/Tokyo")
    try script.run(
      """
      db:execute [[CREATE TABLE take (id int PRIMARY KEY, took interval, day date, at timestamptz)]]
      db:execute [[INSERT INTO take VALUES (1, '1:30', '2024-02-01', '2024-02-01 00:00Z')]]
      db:reflect()
      """)
    try script.expect(
      "local t = Take:get(1) return t.took, t.day, t.at, db:query('SELECT took FROM take')[1].took",
      "01:30:00 2024-02-01 2024-02-01T00:00:00.000000Z 01:30:00")
  }
}
