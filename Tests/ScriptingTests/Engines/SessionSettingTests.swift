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

  @Test(arguments: [
    ("SET timezone = 'Asia/Tokyo'", "TimeZone", "UTC"), ("SET TIME ZONE LOCAL", "TimeZone", "UTC"),
    ("SET LOCAL datestyle TO german", "DateStyle", "ISO, YMD"), ("RESET intervalstyle", "IntervalStyle", "postgres"),
    ("SET SESSION bytea_output = escape", "bytea_output", "hex"), ("set names 'latin1'", "client_encoding", "UTF8"),
    ("SELECT set_config('TimeZone', 'Asia/Tokyo', false)", "TimeZone", "UTC"),
    ("SET extra_float_digits = 0", "extra_float_digits", "1"),
  ])
  func `a statement cannot change how values are read`(statement: String, setting: String, value: String) throws {
    let script = try Script(engine: .postgresql)
    let words = script.failure("db:execute [[\(statement)]]")
    #expect(words.contains("values are read by '\(setting)', which stays \(value) for the session"), "\(words)")
  }

  @Test(arguments: ["RESET ALL", "DISCARD ALL", "discard temp;", "DEALLOCATE ALL"])
  func `nor take from the session what it is read with`(statement: String) throws {
    let words = try Script(engine: .postgresql).failure("db:execute [[\(statement)]]")
    #expect(words.contains("take from the session what values are read by"), "\(words)")
  }

  @Test func `what a block of code has set is set back, and other settings are people's own`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute "SET client_encoding = 'UTF8'"
      db:execute "SET statement_timeout = '5s'"
      db:execute [[CREATE TABLE take (id int PRIMARY KEY, at timestamptz)]]
      db:execute "INSERT INTO take VALUES (1, '2024-02-01 00:00Z')"
      db:reflect()
      db:execute [[DO $$ BEGIN SET timezone = 'Asia/Tokyo'; SET datestyle = 'German'; END $$]]
      """)
    try script.expect("return Take:get(1).at", "2024-02-01T00:00:00.000000Z")
    try script.expect(
      "db:transaction(function() db:execute [[DO $$ BEGIN SET timezone = 'Asia/Tokyo'; END $$]] print(Take:fetch()[1].at) end)",
      "2024-02-01T00:00:00.000000Z")
  }

  @Test(arguments: [
    "PERFORM set_config('extra_float_digits', '-5', false)", "SET extra_float_digits = -5",
    "SET bytea_output = 'escape'",
  ])
  func `what a function sets within a statement is set back`(words: String) throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      """
      db:execute [[CREATE FUNCTION less() RETURNS int LANGUAGE plpgsql AS $$ BEGIN \(words); RETURN 1; END $$]]
      db:execute [[CREATE FUNCTION lessen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(words); RETURN NEW; END $$]]
      db:execute "CREATE TABLE take (id int PRIMARY KEY, r float8)"
      db:execute "CREATE TRIGGER t BEFORE INSERT ON take FOR EACH ROW EXECUTE FUNCTION lessen()"
      -- A moment among them has all values read as texts.
      function same()
        local row = db:query([[SELECT 0.1::float8 + 0.2 AS r, '\\xff'::bytea AS b, now() AS at]])[1]
        return row.r == 0.1 + 0.2 and row.b == "\\xff"
      end
      """)
    try script.expect(
      """
      db:query "SELECT less()"
      print(same())
      db:execute "INSERT INTO take VALUES (1, 1)"
      print(same())
      db:transaction(function() db:query "SELECT less() AS a, 1 AS b" print(same()) end)
      """,
      """
      true
      true
      true
      """)
  }

  @Test func `bytes are read in whatever form code has asked for`() throws {
    let script = try Script(engine: .postgresql)
    try script.run(
      #"""
      db:execute [[CREATE TABLE take (id int PRIMARY KEY, b bytea, f float8, at timestamptz)]]
      db:execute [[INSERT INTO take VALUES (1, '\x005c41ff', 0.1 + 0.2::float8, now())]]
      db:execute [[CREATE FUNCTION turn() RETURNS int LANGUAGE plpgsql AS $$ BEGIN SET bytea_output = 'escape'; RETURN 1; END $$]]
      db:reflect()
      function hex(b) return (b:gsub(".", function(c) return ("%02x"):format(c:byte()) end)) end
      """#)
    try script.expect(
      """
      db:execute [[DO $$ BEGIN SET bytea_output = 'escape'; SET extra_float_digits = -10; END $$]]
      print(hex(Take:get(1).b), Take:get(1).f == 0.1 + 0.2, db:query("SELECT current_setting('bytea_output') AS b")[1].b)
      db:query "SELECT turn()"
      print(hex(Take:get(1).b))
      """, "005c41ff true hex\n005c41ff")
  }
}
