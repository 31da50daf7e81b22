import Testing

/// `datetime { precision = 3 }`.
@Suite struct PrecisionTests {
  private let logs = """
    Log = entity "Log" { at = datetime { precision = 3 }, day = datetime {} }
    db:create_all()
    """

  @Test func `every value of a field has the same digits`() throws {
    let script = try Script(schema: logs)
    try script.expect(
      """
      for _, at in ipairs { "2024-02-29T12:30:05.25Z", "2024-02-29 12:30:05", 1709209805.25, 1709209805, -1.25,
        "2024-02-29T12:30:05.250000000Z", "2024-02-29T12:30:05.5+02:00" } do
        print(Log:create { at = at }.at)
      end
      print(Log:where { at = is.greater "2024-02-29T12:30:05.2Z" }:count(), Log:where "at == '2024-02-29T12:30:05.25Z'":count())
      print(Log:sorted_by "at":first().at, Log:max "at")
      """,
      """
      2024-02-29T12:30:05.250Z
      2024-02-29T12:30:05.000Z
      2024-02-29T12:30:05.250Z
      2024-02-29T12:30:05.000Z
      1969-12-31T23:59:58.750Z
      2024-02-29T12:30:05.250Z
      2024-02-29T10:30:05.500Z
      3 3
      1969-12-31T23:59:58.750Z 2024-02-29T12:30:05.250Z
      """)
  }

  @Test(arguments: [
    ("at = '2024-02-29T12:30:05.2501Z'", "a moment of at most 3 digits of a second (precision = 4 would take it)"),
    ("day = '2024-02-29T12:30:05.5Z'", "a moment of whole seconds (precision = 1 would take it)"),
    ("day = 1.5", "a moment of whole seconds (precision = 1 would take it)"),
    ("at = '2024-02-29T12:30:05.12345678Z'", "(precision = 6 is the most that there is)"),
    ("at = 'x'", "a moment such as 2024-02-29T12:30:00Z (of at most 3 digits of a second)"),
  ]) func `more digits are refused`(value: String, message: String) throws {
    let script = try Script(schema: logs)
    let failure = script.failure("Log { \(value) }")
    #expect(failure.contains(message), "\(failure)")
  }

  @Test func `what other programs stored is read as it is`() throws {
    let script = try Script(schema: logs)
    try script.expect(
      """
      db:execute "INSERT INTO log (at, day) VALUES ('2024-02-29T12:30:05.123456789Z', '2024-02-29T12:30:05.123Z')"
      local l = Log:first()
      print(l.at, l.day)
      """,
      "2024-02-29T12:30:05.123456789Z 2024-02-29T12:30:05.123Z")
  }

  @Test func `more precision is a migration that adds zeros, less must be named`() throws {
    let script = try Script(schema: logs)
    try script.expect(
      """
      Log:create { at = "2024-02-29T12:30:05.25Z", day = "2024-02-29T12:30:05Z" }
      Log = entity "Log" { at = datetime { precision = 5 }, day = datetime { precision = 1 } }
      db:migrate()
      print(Log:first().at, Log:first().day)
      Log = entity "Log" { at = datetime { precision = 1 }, day = datetime {} }
      print(pcall(db.migrate, db))
      db:migrate { destructive = { "Log.at", "Log.day" } }
      print(Log:first().at, Log:first().day)
      """,
      """
      log (Log, 1 row), rebuilt
        ~ at   TEXT (datetime(3)) becomes TEXT (datetime(5))
        ~ day  TEXT (datetime) becomes TEXT (datetime(1))
      2024-02-29T12:30:05.25000Z 2024-02-29T12:30:05.0Z
      false nothing was changed:
      log (Log, 1 row), rebuilt
        ~ at   TEXT (datetime(5)) becomes TEXT (datetime(1))
        ~ day  TEXT (datetime(1)) becomes TEXT (datetime)
      data would be lost: say db:migrate { destructive = { "Log.at", "Log.day" } }, or renamed_from where it moves
      log (Log, 1 row), rebuilt
        ~ at   TEXT (datetime(5)) becomes TEXT (datetime(1))
        ~ day  TEXT (datetime(1)) becomes TEXT (datetime)
      2024-02-29T12:30:05.2Z 2024-02-29T12:30:05Z
      """)
    #expect(try script.run("print((db:schema_source()))").contains("at = datetime { precision = 1 }"))
    #expect(
      script.failure("X = entity 'X' { a = datetime { precision = 7 } }").contains("must be a number from 0 to 6"))
  }
}
